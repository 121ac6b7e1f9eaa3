"""The headline of the play panel: what the person is asked, or what there is to see, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Question, Ruling
from twingkit.twing.duel import TakeObject
from twingkit.twing.leaving import HandOut
from twingkit.twing.view import View
from twingkit_widgets.play_battle import Pairing
from twingkit_widgets.play_game import Match
from twingkit_widgets.play_news import Line, duel_score, lines
from twingkit_widgets.play_offers import Named, object_name, said
from twingkit_widgets.play_words import WORDS, numbered

OUT = {
    ("TW-END-2", "out"): "none",
    ("TW-LEAVE-1", "retires"): "retired",
    ("TW-LEAVE-1", "leaves"): "retired",
}
"""The rulings by which a player is out, and what the panel says of each."""

RESPONDING = ("before_roll", "respond", "interrupt", "support", "two_cats", "defend", "attack")
"""The kinds of question that are asked in a battle: what just changed in it is news."""


@attrs.frozen
class Now:
    """The headline, what it means, the rule behind it, and what mattered since the last answer. `above` is
    how a duel stands, `warning` what threatens."""

    title: str
    text: str = ""
    rule: str = ""
    lines: tuple[Line, ...] = ()
    above: str = ""
    warning: str = ""


def now_of(
    match: Match, view: View, pairings: Sequence[Pairing], rulings: Sequence[Ruling], lang: str
) -> Now:
    """What to say at the head of the panel."""
    own, since = view.own.name, match.told_from
    if match.game.over:
        return _over(match, view, rulings, lang)
    above, warning = _duel(rulings, lang), _danger(view, lang)
    if match.pause == "watch":
        told = tuple(lines(rulings, since, own, battle=False))
        text = f"{_why_out(view, rulings, lang)} {WORDS.say(lang, 'now.watch.text')}".strip()
        return Now(WORDS.say(lang, "now.watch.title"), text, "TW-END-2", told)
    if match.pause == "duel":
        told = tuple(lines(rulings, since, own, battle=False))
        return Now(_duel_result(rulings, own, lang), lines=told, warning=warning)
    if match.pause:
        told = tuple(lines(rulings, since, own, battle=True))
        return Now(_result(pairings, view, lang), lines=told, above=above, warning=warning)
    asked = view.question
    assert asked is not None
    told = tuple(
        lines(rulings, since, own, battle=asked.kind in RESPONDING, drawn=asked.kind in ("act", "switch"))
    )
    return attrs.evolve(_asked(asked, view, lang), rule=asked.rule, lines=told, above=above, warning=warning)


def _over(match: Match, view: View, rulings: Sequence[Ruling], lang: str) -> Now:
    """Who has won, and why."""
    winner, last = match.game.result.winner, rulings[-1]
    told = (Line((last,)),)
    title = WORDS.say(lang, "now.archmage") if last.rule == "TW-END-7" else ""
    if winner is None:
        return Now(WORDS.say(lang, "now.over_draw.title"), "", last.rule, told)
    if winner == view.player:
        key = "now.because.last" if last.rule == "TW-END-7" else "now.because.limit_won"
        return Now(
            WORDS.say(lang, "now.over_won.title"),
            f"{WORDS.say(lang, key)} {title}".strip(),
            last.rule,
            told,
        )
    why = _why_out(view, rulings, lang) or WORDS.say(lang, "now.because.limit_lost")
    text = f"{why} {title}".strip()
    return Now(said(lang, "now.over_lost.title", view.seats[winner]), text, _out_rule(rulings, view), told)


def _leaving(rulings: Sequence[Ruling], view: View) -> Ruling | None:
    """The ruling by which the person is out of the game."""
    return next(
        (
            ruling
            for ruling in reversed(rulings)
            if (ruling.rule, ruling.case) in OUT and ruling.facts["side"] == view.own.name
        ),
        None,
    )


def _out_rule(rulings: Sequence[Ruling], view: View) -> str:
    leaving = _leaving(rulings, view)
    return leaving.rule if leaving else rulings[-1].rule


def _why_out(view: View, rulings: Sequence[Ruling], lang: str) -> str:
    """Why the person has lost; empty for who is still in the game."""
    leaving = _leaving(rulings, view)
    return WORDS.say(lang, f"now.because.{OUT[leaving.rule, leaving.case]}") if leaving else ""


def _danger(view: View, lang: str) -> str:
    """A warning for who owns nothing while somebody could let the end game strike (TW-END-2)."""
    own = view.own
    if own.out or own.objects or own.stored:
        return ""
    for seat in view.seats:
        owned = len(seat.objects) + len(seat.stored)
        if not seat.out and (seat.endgame or owned >= view.variant.objects_needed):
            return said(lang, numbered("now.danger", owned), seat, n=owned)
    return ""


def _duel(rulings: Sequence[Ruling], lang: str) -> str:
    """How the duel stands that is under way."""
    score = duel_score(rulings)
    if score is None:
        return ""
    return WORDS.say(
        lang,
        "now.duel",
        n=score.n,
        m=score.m,
        won=score.won[0],
        lost=score.won[1],
        who=Named(score.side, lang),
        other=Named(score.enemy, lang),
    )


def _duel_result(rulings: Sequence[Ruling], own: str, lang: str) -> str:
    """Who has won the person's duel."""
    last = next(
        ruling
        for ruling in reversed(rulings)
        if ruling.rule == "TW-DUEL-3" and ruling.case in ("won", "lost", "undecided")
    )
    if last.case == "undecided":
        return WORDS.say(lang, "now.duel_undecided.title")
    mine = (last.case == "won") == (last.facts["side"] == own)
    return WORDS.say(lang, "now.duel_won.title" if mine else "now.duel_lost.title")


def _result(pairings: Sequence[Pairing], view: View, lang: str) -> str:
    """How the person's battle ended; an attack against several may end in several ways."""
    ends = []
    for pairing in pairings:
        result = pairing.scene.result
        if view.player in pairing.seats and result is not None:
            own = pairing.seats.index(view.player)
            ends.append("tied" if result.winner is None else "won" if result.winner == own else "lost")
    if len(set(ends)) == 1:
        return WORDS.say(lang, f"now.{ends[0]}.title")
    return WORDS.say(lang, "now.mixed.title", **{end: ends.count(end) for end in ("won", "lost", "tied")})


def _asked(asked: Question, view: View, lang: str) -> Now:
    kind = asked.kind
    if kind in ("attack", "defend", "support"):
        return _battle_asked(kind, view, lang)
    if isinstance(asked, TakeObject):
        own = asked.owner.seat == view.player
        key = "now.lose_object.title" if own else "now.take_object.title"
        return Now(said(lang, key, view.seats[asked.owner.seat]))
    if isinstance(asked, HandOut):
        thing = (
            WORDS.say(lang, "count.ornicle_one")
            if asked.thing == "ornicle"
            else object_name(asked.thing, lang)
        )
        return Now(WORDS.say(lang, "now.hand_out.title", object=thing))
    text = f"now.{kind}.text"
    return Now(WORDS.say(lang, f"now.{kind}.title"), WORDS.say(lang, text) if text in WORDS else "")


def _battle_asked(kind: str, view: View, lang: str) -> Now:
    assert view.battle is not None
    attack, *defences = view.battle.sides
    attacker, first = view.seats[attack.seat], view.seats[defences[0].seat]
    everyone = view.battle.kind == "endgame"
    if kind == "attack":
        if everyone:
            return Now(WORDS.say(lang, "now.attack_all.title"), WORDS.say(lang, "now.attack.text"))
        return Now(said(lang, "now.attack.title", first), WORDS.say(lang, "now.attack.text"))
    if kind == "support":
        text = WORDS.say(lang, "now.support.text")
        if everyone:
            return Now(said(lang, "now.support_all.title", attacker), text)
        return Now(said(lang, "now.support.title", attacker, other=Named(first.name, lang)), text)
    points = attack.lay.power if attack.lay else 0
    key = numbered("now.defend.title", points) if points else "now.defend_secret.title"
    nothing = not (view.hand.spells or view.own.entourage)
    text = WORDS.say(lang, "now.defend_nothing.text" if nothing else "now.defend.text")
    return Now(said(lang, key, attacker, n=points), text)
