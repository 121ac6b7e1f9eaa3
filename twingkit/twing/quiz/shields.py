"""Questions on the shield: what may be one, how it fares against the dice, who is paid, what is lost."""

from __future__ import annotations

import random

from twingkit.twing.cards import CROSS, SUN
from twingkit.twing.notation import Battle
from twingkit.twing.quiz import battle_asks, lay_asks, settling_asks
from twingkit.twing.quiz.battle_deals import (
    NUMBERS,
    RESULTS,
    Deck,
    another,
    characters,
    facing,
    shield,
    spells_only,
    until,
    with_units,
)
from twingkit.twing.quiz.battle_misses import KNOWN
from twingkit.twing.quiz.battle_reads import who_won
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.lay_asks import Cards, Laying
from twingkit.twing.quiz.staging import Played, Staged

_KNOWN = KNOWN["shield"]
_LAID = {"TW-BAT-2", "TW-BAT-3", "TW-BAT-5"}


def may(rng: random.Random) -> Item | None:
    """May this be a shield?"""
    wanted = rng.random() < 0.5

    def make() -> Item | None:
        laying = _laying(rng)
        lay = lay_asks.some_shield(rng, laying.mine)
        if laying.faults(lay) > 1:
            return None
        item = lay_asks.may(laying, lay, _LAID, "may_shield")
        return item if item and (item.right.key == "yes") is wanted else None

    return until(make)


def which(rng: random.Random) -> Item | None:
    """Which of these may be a shield?"""
    return lay_asks.which(
        rng, _laying(rng), _LAID, "shield", lay_asks.some_shield, lambda lay: len(lay.units) > 1
    )


def _laying(rng: random.Random) -> Laying:
    """An entourage of two elements, with a mount, that is attacked."""
    deck = Deck(rng)
    theirs, mine = characters(rng)
    one, two = rng.sample("FWLA", 2)
    home = [deck.creature(one, True), *(deck.creature(rng.choice((one, one, two)), False) for _ in range(4))]
    attack = spells_only(deck, rng, another(rng, two))
    cards = Cards(mine, deck.spells(one, 2), tuple(rng.sample(home, len(home))))
    return Laying(cards, Cards(theirs, (*attack.spells, deck.spell(two))), attack)


def winner(rng: random.Random) -> Item | None:
    """Who wins against a shield?"""
    sitting, result, sharp = _sits(rng), rng.choice(RESULTS), rng.random() < 0.8

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        return battle_asks.winner(played, sitting, _KNOWN, sharp) if played else None

    return until(make)


def verdict(rng: random.Random) -> Item | None:
    """How does a battle against a shield end?"""
    sitting, result = _sits(rng), rng.choice(RESULTS)

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        return battle_asks.verdict(played, sitting, _KNOWN) if played else None

    return until(make)


def ornicle(rng: random.Random) -> Item | None:
    """Who takes an Ornicle after a battle against a shield?"""
    sitting = _sits(rng)
    result = rng.choice(("you", "other"))
    played = until(lambda: _played(rng, sitting, result))
    return settling_asks.ornicle(played, sitting, _KNOWN) if played else None


def fate(rng: random.Random) -> Item | None:
    """What becomes of a creature of the shield?"""
    sitting, result = _sits(rng), rng.choice(("you", "other"))

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        card = played and settling_asks.lone_creature(played.staged.battle, 1, rng)
        return settling_asks.fate(played, sitting, 1, card, _KNOWN) if played and card else None

    return until(make)


def gone(rng: random.Random) -> Item | None:
    """How many cards are discarded after a battle against a shield?"""
    sitting, result = _sits(rng), rng.choice(RESULTS)
    played = until(lambda: _played(rng, sitting, result))
    return settling_asks.gone(played, sitting, _KNOWN, rng) if played else None


def _sits(rng: random.Random) -> int:
    """The learner raises the shield more often."""
    return int(rng.random() < 0.65)


def _battle(rng: random.Random) -> Battle | None:
    """An attack, with the own element now and then, against a shield, of the own element now and then."""
    deck = Deck(rng)
    attacker, defender = characters(rng)
    one = attacker if rng.random() < 0.4 else another(rng, attacker)
    two = defender if rng.random() < 0.5 else another(rng, defender)
    attack = (with_units if rng.random() < 0.4 else spells_only)(deck, rng, one)
    return facing((attacker, attack), (defender, shield(deck, rng, two, pairs=0.4)))


def _played(rng: random.Random, sitting: int, result: str) -> Played | None:
    """A battle against a shield that ends as wanted."""
    battle = _battle(rng)
    face = rng.choice((SUN, CROSS)) if rng.random() < 0.4 else rng.choice(NUMBERS)
    played = battle and Staged(battle, ((face,), ())).played()
    return played if played and who_won(played, sitting) == result else None


KINDS: dict[str, dict[str, Maker]] = {
    "shield": {
        "may": may,
        "which": which,
        "winner": winner,
        "verdict": verdict,
        "ornicle": ornicle,
        "fate": fate,
        "gone": gone,
    }
}
