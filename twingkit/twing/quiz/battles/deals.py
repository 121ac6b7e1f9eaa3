"""Battles by chance: who fights with which element, with creatures or behind a shield."""

from __future__ import annotations

import random

from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.supply import Supply
from twingkit.twing.rules.cards import CROSS, ELEMENTS, SPIRAL, SUN
from twingkit.twing.rules.lay import Lay

NUMBERS = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
SYMBOLS = (SUN, CROSS, SPIRAL)

RESULTS = ("you", "you", "other", "other", "tie")
"""The results that battles are dealt for, repeated by their frequency."""

WON = ("you", "other")
"""The results where somebody wins."""

CLOSE = 4
"""The largest difference between the cards of the two sides."""

Odds = tuple[float, float]
"""The probabilities of something for the attacker and for the defender."""


def deal_battle(
    rng: random.Random,
    *,
    own: Odds = (0.0, 0.0),
    units: Odds = (0.0, 0.0),
    pairs: float = 0.0,
    close: float = CLOSE,
    shield: bool = False,
) -> Battle | None:
    """A battle by chance; None if the cards are too far apart.

    `own`: how likely a side fights with its own element (else the two differ), `units`: with creatures,
    `pairs`: with a mount and its rider among them; `shield`: the defender raises one.
    """
    supply, people = Supply(rng), characters(rng)
    sides: list[Side] = []
    for index, character in enumerate(people):
        taken = [side.spells[0].element for side in sides]
        element = character if rng.random() < own[index] else another(rng, character, *taken)
        if shield and index:
            lay = deal_shield(rng, supply, element, pairs)
        else:
            lay = deal_lay(rng, supply, element, units[index], pairs)
        sides.append(Side(character, lay))
    return None if abs(sides[0].lay.power - sides[1].lay.power) > close else Battle(sides[0], sides[1])


def deal_lay(rng: random.Random, supply: Supply, element: str, units: float = 0.0, pairs: float = 0.0) -> Lay:
    """One to three spells of an element, by the given chance with creatures beside them."""
    count = rng.choice((1, 2, 2, 3))
    spells = supply.spells(count, element)
    if rng.random() >= units:
        return Lay(spells)
    mounted = [supply.pair(element)] if rng.random() < pairs else []
    return Lay(spells, [*mounted, *supply.units(rng.randint(1, count) - len(mounted), element)])


def deal_shield(rng: random.Random, supply: Supply, element: str, pairs: float = 0.0) -> Lay:
    """A shield of an element."""
    mounted = [supply.pair(element)] if rng.random() < pairs else []
    return Lay((), [*mounted, *supply.units(rng.randint(2, 4) - len(mounted), element)])


def characters(rng: random.Random) -> tuple[str, str]:
    """Two different characters, the attacker's first."""
    first, second = rng.sample(ELEMENTS, 2)
    return first, second


def another(rng: random.Random, *not_these: str) -> str:
    """An element that is none of these."""
    return rng.choice([element for element in ELEMENTS if element not in not_these])


def seat(rng: random.Random) -> int:
    """The learner's seat: more often the attacker."""
    return int(rng.random() < 0.4)


def face(rng: random.Random, symbols: float = 0.3) -> int:
    """A number, now and then a Sun or a Cross."""
    return rng.choice((SUN, CROSS)) if rng.random() < symbols else rng.choice(NUMBERS)
