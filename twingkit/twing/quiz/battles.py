"""Questions on a first battle: spells against spells, dice with numbers, the winner's Ornicle, the discards.

No character fights with the own element here, no creature and no symbol takes part.
"""

from __future__ import annotations

import random

from twingkit.twing.lay import Lay
from twingkit.twing.notation import Battle
from twingkit.twing.quiz import battle_asks, lay_asks, settling_asks
from twingkit.twing.quiz.battle_deals import (
    NUMBERS,
    RESULTS,
    Deck,
    another,
    characters,
    facing,
    seat,
    spells_only,
    until,
)
from twingkit.twing.quiz.battle_misses import KNOWN
from twingkit.twing.quiz.battle_reads import who_won
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.lay_asks import Cards, Laying
from twingkit.twing.quiz.staging import Played, Staged

_KNOWN = KNOWN["first-battle"]


def _battle(rng: random.Random) -> Battle | None:
    """Spells against spells, none of them of its character's element."""
    deck = Deck(rng)
    mine, theirs = characters(rng)
    one = another(rng, mine)
    two = another(rng, theirs, one)
    return facing((mine, spells_only(deck, rng, one)), (theirs, spells_only(deck, rng, two)))


def _played(rng: random.Random, sitting: int, result: str) -> Played | None:
    """A battle with numbers on the dice that ends as wanted."""
    battle = _battle(rng)
    if battle is None:
        return None
    played = Staged(battle, ((rng.choice(NUMBERS),), (rng.choice(NUMBERS),))).played()
    return played if played and who_won(played, sitting) == result else None


def winner(rng: random.Random) -> Item | None:
    """Who wins on points?"""
    sitting, result, sharp = seat(rng), rng.choice(RESULTS), rng.random() < 0.6

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        return battle_asks.winner(played, sitting, _KNOWN, sharp) if played else None

    return until(make)


def points(rng: random.Random) -> Item | None:
    """How many points does a side have?"""
    sitting = seat(rng)
    whose = sitting if rng.random() < 0.7 else 1 - sitting
    played = until(lambda: _played(rng, sitting, rng.choice(RESULTS)))
    return battle_asks.points(played, sitting, whose, _KNOWN, rng) if played else None


def ornicle(rng: random.Random) -> Item | None:
    """Who takes an Ornicle?"""
    sitting, result = seat(rng), rng.choice(RESULTS)
    played = until(lambda: _played(rng, sitting, result))
    return settling_asks.ornicle(played, sitting, _KNOWN) if played else None


def gone(rng: random.Random) -> Item | None:
    """How many cards are discarded?"""
    sitting = seat(rng)
    played = until(lambda: _played(rng, sitting, rng.choice(RESULTS)))
    return settling_asks.gone(played, sitting, _KNOWN, rng) if played else None


def level(rng: random.Random) -> Item | None:
    """With which roll does the defender reach a tie?"""

    def make() -> Item | None:
        staged = _attacked(rng)
        return battle_asks.level(staged, 1, rng.sample(NUMBERS, 4), _KNOWN) if staged else None

    return until(make)


def least(rng: random.Random) -> Item | None:
    """Which is the lowest roll with which the defender wins?"""

    def make() -> Item | None:
        staged = _attacked(rng)
        return battle_asks.least(staged, 1, _KNOWN, rng) if staged else None

    return until(make)


def _attacked(rng: random.Random) -> Staged | None:
    """A battle in which the attacker has rolled."""
    battle = _battle(rng)
    return Staged(battle, ((rng.choice(NUMBERS),), (0,))) if battle else None


def defend(rng: random.Random) -> Item | None:
    """Which cards may be laid against an attack?"""
    deck = Deck(rng)
    theirs, mine = characters(rng)
    one, two = rng.sample("FWLA", 2)
    hand = [*deck.spells(one, rng.randint(3, 4)), *deck.spells(two, 2)]
    rng.shuffle(hand)
    attack = spells_only(deck, rng, another(rng, one, two) if rng.random() < 0.5 else one)
    foe = Cards(theirs, (*attack.spells, deck.spell(rng.choice("FWLA"))))
    laying = Laying(Cards(mine, tuple(hand)), foe, attack)
    known = {"TW-BAT-1", "TW-BAT-4"}
    several = rng.random() < 0.8
    return lay_asks.which(
        rng, laying, known, "defend", _some_defence, lambda lay: (len(lay.spells) > 1) is several
    )


def _some_defence(rng: random.Random, cards: Cards) -> Lay:
    """Spells, or nothing at all."""
    return Lay() if rng.random() < 0.05 else lay_asks.some_spells(rng, cards)


KINDS: dict[str, dict[str, Maker]] = {
    "first-battle": {
        "winner": winner,
        "points": points,
        "ornicle": ornicle,
        "gone": gone,
        "level": level,
        "least": least,
        "defend": defend,
    }
}
