"""A first battle: spells against spells, dice with numbers, the winner's Ornicle, the discards.

No character fights with the own element here, no creature and no symbol takes part.
"""

from __future__ import annotations

import random

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.quiz.making import until
from twingkit.twing.quiz.battles import asks, lays
from twingkit.twing.quiz.battles.deals import NUMBERS, characters, deal_battle
from twingkit.twing.quiz.battles.kinds import Battles
from twingkit.twing.quiz.battles.lays import Cards
from twingkit.twing.quiz.battles.staging import Played, Staged
from twingkit.twing.quiz.supply import EVERY, Supply
from twingkit.twing.rules.lay import Lay

TOPIC = "first-battle"


def _staged(rng: random.Random) -> Staged | None:
    """Spells against spells, none of them of its character's element."""
    battle = deal_battle(rng)
    return Staged.rolled(battle, rng.choice(NUMBERS), rng.choice(NUMBERS)) if battle else None


def _battle(rng: random.Random, sitting: int) -> Played | None:
    staged = _staged(rng)
    return staged.played() if staged else None


BATTLES = Battles(TOPIC, _battle, sharp=0.6)


def level(rng: random.Random) -> Item | None:
    """The question “With which roll does the defender reach a tie?”"""

    def make() -> Item | None:
        staged = _staged(rng)
        return asks.level(staged, 1, rng.sample(NUMBERS, 4), BATTLES.known) if staged else None

    return until(make)


def least(rng: random.Random) -> Item | None:
    """The question “Which is the lowest roll with which the defender wins?”"""

    def make() -> Item | None:
        staged = _staged(rng)
        return asks.least(staged, 1, BATTLES.known, rng) if staged else None

    return until(make)


def defend(rng: random.Random) -> Item | None:
    """The question “Which cards may be laid against an attack?”"""
    supply, (theirs, mine) = Supply(rng), characters(rng)
    one, two = rng.sample(EVERY, 2)
    hand = [*supply.spells(rng.randint(3, 4), one), *supply.spells(2, two)]
    laying = lays.attacked(rng, supply, Cards.shuffled(rng, mine, hand), theirs, two)
    rules, several = {"TW-BAT-1", "TW-BAT-4"}, rng.random() < 0.8
    return lays.which(
        rng, laying, rules, "defend", _some_defence, lambda lay: (len(lay.spells) > 1) is several
    )


def _some_defence(rng: random.Random, cards: Cards) -> Lay:
    """Spells, or nothing at all."""
    return Lay() if rng.random() < 0.05 else lays.some_spells(rng, cards)


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {
        "winner": BATTLES.winner,
        "points": BATTLES.points,
        "ornicle": BATTLES.ornicle,
        "gone": BATTLES.gone,
        "level": level,
        "least": least,
        "defend": defend,
    }
}
"""The makers of this topic, by kind."""
