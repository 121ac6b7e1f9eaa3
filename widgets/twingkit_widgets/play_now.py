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
from twingkit_widgets.play_offers import Named, object_name, said
from twingkit_widgets.play_story import account
from twingkit_widgets.play_words import WORDS

DRAWN = ("drawn", "creature")
"""The cases of the ruling that says which card a player draws at the beginning of a turn."""


@attrs.frozen
class Now:
    """The headline, what it means, the rule behind it, and what mattered since the last answer."""

    title: str
    text: str = ""
    rule: str = ""
    digest: tuple[Ruling, ...] = ()


def now_of(
    match: Match, view: View, pairings: Sequence[Pairing], rulings: Sequence[Ruling], lang: str
) -> Now:
    """What to say at the head of the panel."""
    told = tuple(account(rulings, match.told_from, 4))
    if match.game.over:
        return _over(match, view, rulings, lang)
    if match.pause == "watch":
        return Now(WORDS.say(lang, "now.watch.title"), WORDS.say(lang, "now.watch.text"), "TW-END-2", told)
    if match.pause:
        return Now(_result(pairings, view, lang), digest=told)
    asked = view.question
    assert asked is not None
    now = _asked(asked, view, lang)
    if asked.kind == "act":
        told = (*told, *_drawn(rulings, match.told_from, view))
    elif asked.kind == "attack":  # the headline says whom; the battle before, in a duel, is news
        told = tuple(ruling for ruling in told if ruling.case != "declared")
    elif asked.kind != "support":
        told = ()
    return attrs.evolve(now, rule=asked.rule, digest=told)


def _over(match: Match, view: View, rulings: Sequence[Ruling], lang: str) -> Now:
    winner = match.game.result.winner
    last = rulings[-1]
    why = last.text(lang)
    if winner is None:
        return Now(WORDS.say(lang, "now.over_draw.title"), why, last.rule)
    if winner == view.player:
        return Now(WORDS.say(lang, "now.over_won.title"), why, last.rule)
    return Now(said(lang, "now.over_lost.title", view.seats[winner]), why, last.rule)


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


def _drawn(rulings: Sequence[Ruling], since: int, view: View) -> list[Ruling]:
    """Which card the person has just drawn at the beginning of the turn."""
    for ruling in reversed(rulings[since:]):
        if ruling.rule == "TW-TURN-1" and ruling.case in DRAWN and ruling.facts["side"] == view.own.name:
            return [ruling]
    return []


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
    key = "now.defend.title" if points else "now.defend_secret.title"
    nothing = not (view.hand.spells or view.own.entourage)
    text = WORDS.say(lang, "now.defend_nothing.text" if nothing else "now.defend.text")
    return Now(said(lang, key, attacker, n=points), text)
