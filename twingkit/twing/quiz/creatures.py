"""Questions on mounts and creatures: who may ride, who may join, what they bring, and whether they come home.

No character has creatures or spells of the own element here, and no symbol is rolled.
"""

from __future__ import annotations

import random

from twingkit.twing.cards import Creature
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
    with_units,
)
from twingkit.twing.quiz.battle_misses import KNOWN
from twingkit.twing.quiz.battle_reads import who_won
from twingkit.twing.quiz.deal import Maker
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.lay_asks import Cards, Laying
from twingkit.twing.quiz.staging import Played, Staged

_KNOWN = KNOWN["mounts-and-creatures"]


def rider(rng: random.Random) -> Item | None:
    """Who may ride on the mount?"""
    mine, theirs = characters(rng)
    element, foreign = rng.sample("FWLA", 2)
    deck = Deck(rng)
    mount = deck.creature(element, True)
    others = [deck.creature(element, True), deck.creature(foreign, False, mount.power)]
    weak = deck.creature(element, False, mount.power)
    strong = Creature(element, rng.choice([power for power in (3, 4, 5) if power > mount.power]))
    riders = [weak, strong, *others]
    if len(set(riders)) < len(riders):
        return None
    home = [mount, *riders]
    spells = deck.spells(element, 2)
    cards = Cards(mine, spells, tuple(rng.sample(home, len(home))))
    return lay_asks.rider(Laying(cards, Cards(theirs, deck.spells(foreign, 3))), spells[0], mount, riders)


def join(rng: random.Random) -> Item | None:
    """Which attack may be laid, with creatures beside the spells?"""
    return lay_asks.which(
        rng,
        _laying(rng),
        {"TW-BAT-2", "TW-BAT-3"},
        "attack",
        lay_asks.some_attack,
        lambda lay: len(lay.units) > 0,
    )


def strongest(rng: random.Random) -> Item | None:
    """Which is the strongest attack that may be laid?"""
    return lay_asks.strongest(rng, _laying(rng), _KNOWN, lay_asks.some_attack)


def _laying(rng: random.Random) -> Laying:
    """Spells of two elements, and an entourage with a mount."""
    deck = Deck(rng)
    mine, theirs = characters(rng)
    one, two = rng.sample("FWLA", 2)
    hand = (*deck.spells(one, 2), *deck.spells(two, rng.randint(1, 2)))
    home = [deck.creature(one, True), *(deck.creature(rng.choice((one, one, two)), False) for _ in range(3))]
    if rng.random() < 0.3:
        home.append(deck.creature(two, True))
    cards = Cards(mine, hand, tuple(rng.sample(home, len(home))))
    return Laying(cards, Cards(theirs, deck.spells(rng.choice("FWLA"), 3)))


def points(rng: random.Random) -> Item | None:
    """How many points lie on the cards?"""
    battle = until(lambda: _battle(rng, pairs=0.8, close=99))
    if battle is None:
        return None
    sitting = rng.choice([place for place, side in enumerate(battle.sides) if side.units])
    return battle_asks.on_cards(battle, sitting, _KNOWN, rng)


def winner(rng: random.Random) -> Item | None:
    """Who wins, with creatures on the table?"""
    sitting, result, sharp = seat(rng), rng.choice(RESULTS), rng.random() < 0.8

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        return battle_asks.winner(played, sitting, _KNOWN, sharp) if played else None

    return until(make)


def fate(rng: random.Random) -> Item | None:
    """What becomes of a creature?"""
    sitting, result = seat(rng), rng.choice(("you", "other", "you", "other", "tie"))
    whose = sitting if rng.random() < 0.7 else 1 - sitting

    def make() -> Item | None:
        played = _played(rng, sitting, result)
        card = played and settling_asks.lone_creature(played.staged.battle, whose, rng)
        return settling_asks.fate(played, sitting, whose, card, _KNOWN) if played and card else None

    return until(make)


def gone(rng: random.Random) -> Item | None:
    """How many cards are discarded?"""
    sitting, result = seat(rng), rng.choice(RESULTS)
    played = until(lambda: _played(rng, sitting, result))
    return settling_asks.gone(played, sitting, _KNOWN, rng) if played else None


def _battle(rng: random.Random, pairs: float, close: int = 4) -> Battle | None:
    """Creatures on at least one side, none of them of their character's element."""
    deck = Deck(rng)
    mine, theirs = characters(rng)
    one = another(rng, mine)
    two = another(rng, theirs, one)
    lays = [with_units(deck, rng, one, pairs)]
    lays.append((with_units if rng.random() < 0.6 else spells_only)(deck, rng, two))
    if rng.random() < 0.5:
        return facing((mine, lays[0]), (theirs, lays[1]), close)
    return facing((theirs, lays[1]), (mine, lays[0]), close)


def _played(rng: random.Random, sitting: int, result: str) -> Played | None:
    """A battle with numbers on the dice that ends as wanted."""
    battle = _battle(rng, pairs=0.5)
    if battle is None:
        return None
    played = Staged(battle, ((rng.choice(NUMBERS),), (rng.choice(NUMBERS),))).played()
    return played if played and who_won(played, sitting) == result else None


KINDS: dict[str, dict[str, Maker]] = {
    "mounts-and-creatures": {
        "rider": lambda rng: until(lambda: rider(rng)),
        "join": join,
        "strongest": strongest,
        "points": points,
        "winner": winner,
        "fate": fate,
        "gone": gone,
    }
}
