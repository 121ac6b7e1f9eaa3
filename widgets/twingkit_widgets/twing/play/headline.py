"""The headline of a game of Imperial Twing: what the visitor has to decide, or what there is to see."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Question, Ruling
from twingkit.twing.rules.duel import TakeObject
from twingkit.twing.rules.leaving import HandOut
from twingkit.twing.view import View
from twingkit_widgets.table.play.headline import Headline, Line
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.twing.play.names import object_name, player_fact, say_of
from twingkit_widgets.twing.play.news import duel_score, lines
from twingkit_widgets.twing.play.pairings import Pairing
from twingkit_widgets.twing.play.words import WORDS, singular_key

OUT = {
    ("TW-END-2", "out"): "none",
    ("TW-END-2", "out_after"): "none_left",
    ("TW-LEAVE-1", "retires"): "retired",
    ("TW-LEAVE-1", "leaves"): "retired",
}
"""The rulings by which a player leaves the game, and the key of the text for each."""

DANGER = "TW-END-2"
"""The rule that endangers players without objects."""

RESPONDING = ("before_roll", "respond", "interrupt", "support", "two_cats", "defend", "attack", "roll")
"""The kinds of questions within a battle, where recent changes in it are news."""

DISCARDING = ("discard_element", "discard_spell", "discard_creature")
"""The kinds of questions about discards, whose reason is the latest card."""


def headline(player_view: PlayerView) -> Headline:
    """Return the headline of the page."""
    match, rulings = player_view.match, player_view.rulings
    view: View = player_view.view
    own, since = view.own.name, match.news_from
    if match.game.over:
        return _over(match, view, rulings)
    question = player_view.asked
    kind = match.pause or (question.kind if question else "")
    battle, drawn = kind in (*RESPONDING, *DISCARDING, "battle"), kind in ("act", "switch", *DISCARDING)
    news = tuple(lines(rulings, since, own, battle=battle, drawn=drawn))
    if match.pause == "watch":
        text = f"{_why_out(view, rulings)} {WORDS.say('now.watch.text')}".strip()
        return Headline(WORDS.say("now.watch.title"), text, "TW-END-2", news)
    if match.pause == "duel":
        shown = Headline(_duel_result(rulings, own))
    elif question is None:
        shown = Headline(_result(player_view.scene, view))
    else:
        shown = attrs.evolve(_question_headline(question, view), rule=question.rule)
    above, warning = _duel(rulings, own, match.pause == "battle"), _danger(view)
    return attrs.evolve(shown, lines=news, above=above, warning=warning, danger=DANGER)


def _over(match: Match, view: View, rulings: Sequence[Ruling]) -> Headline:
    """Return who has won, and why."""
    winner, last = match.game.result.winner, rulings[-1]
    last_line = (Line((last,)),)
    title = WORDS.say("now.archmage") if last.rule == "TW-END-7" else ""
    if winner is None:
        return Headline(WORDS.say("now.over_draw.title"), "", last.rule, last_line)
    if winner == view.player:
        key = "now.because.last" if last.rule == "TW-END-7" else "now.because.limit_won"
        return Headline(
            WORDS.say("now.over_won.title"),
            f"{WORDS.say(key)} {title}".strip(),
            last.rule,
            last_line,
        )
    why = _why_out(view, rulings) or WORDS.say("now.because.limit_lost")
    text = f"{why} {title}".strip()
    rule = (_leaving_ruling(rulings, view) or last).rule
    return Headline(say_of("now.over_lost.title", view.seats[winner]), text, rule, last_line)


def _leaving_ruling(rulings: Sequence[Ruling], view: View) -> Ruling | None:
    """Return the ruling by which the visitor left the game, or None."""
    own = (ruling for ruling in reversed(rulings) if ruling.facts.get("side") == view.own.name)
    return next((ruling for ruling in own if (ruling.rule, ruling.case) in OUT), None)


def _why_out(view: View, rulings: Sequence[Ruling]) -> str:
    """Return why the visitor has lost; "" while still in the game."""
    leaving = _leaving_ruling(rulings, view)
    return WORDS.say(f"now.because.{OUT[leaving.rule, leaving.case]}") if leaving else ""


def _danger(view: View) -> str:
    """Return a warning if the visitor owns no object while somebody could announce the end game
    (TW-END-2)."""
    own = view.own
    if own.out or own.objects or own.stored:
        return ""
    for seat in view.seats:
        owned = len(seat.objects) + len(seat.stored)
        if not seat.out and (seat.endgame or owned >= view.variant.objects_needed):
            return say_of(singular_key("now.danger", owned), seat, n=owned)
    return ""


def _duel(rulings: Sequence[Ruling], own: str, ended: bool) -> str:
    """Return the state of the duel under way, or after its battle that has just `ended`."""
    score = duel_score(rulings, ended)
    if score is None:
        return ""
    return WORDS.say(
        "now.duel_after" if ended else "now.duel",
        n=score.n,
        m=score.m,
        won=score.won[0],
        lost=score.won[1],
        who=player_fact(score.side, own),
        other=player_fact(score.enemy, own),
    )


def _duel_result(rulings: Sequence[Ruling], own: str) -> str:
    """Return who has won the visitor's duel."""
    last = next(
        ruling
        for ruling in reversed(rulings)
        if ruling.rule == "TW-DUEL-3" and ruling.case in ("won", "lost", "undecided")
    )
    if last.case == "undecided":
        return WORDS.say("now.duel_undecided.title")
    mine = (last.case == "won") == (last.facts["side"] == own)
    return WORDS.say("now.duel_won.title" if mine else "now.duel_lost.title")


def _result(pairings: Sequence[Pairing], view: View) -> str:
    """Return how the visitor's battle ended; an attack on several players may end in several ways."""
    ends = []
    for pairing in pairings:
        result = pairing.scene.result
        if view.player in pairing.seats and result is not None:
            own = pairing.seats.index(view.player)
            ends.append("tied" if result.winner is None else "won" if result.winner == own else "lost")
    if len(set(ends)) == 1:
        return WORDS.say(f"now.{ends[0]}.title")
    return WORDS.say("now.mixed.title", **{end: ends.count(end) for end in ("won", "lost", "tied")})


def _question_headline(question: Question, view: View) -> Headline:
    kind = question.kind
    if kind in ("attack", "defend", "support"):
        return _battle_asked(kind, view)
    if isinstance(question, TakeObject):
        own = question.owner.seat == view.player
        key = "now.lose_object.title" if own else "now.take_object.title"
        return Headline(say_of(key, view.seats[question.owner.seat]))
    if isinstance(question, HandOut):
        sentences = (
            WORDS.say("count.ornicle_one") if question.thing == "ornicle" else object_name(question.thing)
        )
        return Headline(WORDS.say("now.hand_out.title", object=sentences))
    text = f"now.{kind}.text"
    return Headline(WORDS.say(f"now.{kind}.title"), WORDS.say(text) if text in WORDS else "")


def _battle_asked(kind: str, view: View) -> Headline:
    assert view.battle is not None
    attack, *defences = view.battle.sides
    attacker, first = view.seats[attack.seat], view.seats[defences[0].seat]
    everyone = view.battle.kind == "endgame"
    must = "_required" if view.variant.units == "required" else ""
    if kind == "attack":
        text = WORDS.say(f"now.attack{must}.text")
        if everyone:
            return Headline(WORDS.say("now.attack_all.title"), text)
        return Headline(say_of("now.attack.title", first), text)
    if kind == "support":
        text = WORDS.say("now.support.text")
        if everyone:
            return Headline(say_of("now.support_all.title", attacker), text)
        return Headline(say_of("now.support.title", attacker, other=player_fact(first.name)), text)
    points = attack.lay.power if attack.lay else 0
    key = singular_key("now.defend.title", points) if points else "now.defend_secret.title"
    empty_handed = not (view.hand.spells or view.own.entourage)
    text = WORDS.say("now.defend_nothing.text" if empty_handed else f"now.defend{must}.text")
    return Headline(say_of(key, attacker, n=points), text)
