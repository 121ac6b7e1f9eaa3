"""Random cards for questions about battles, dealt from the assumed box: no card twice too often, and the
two sides near each other in points."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from twingkit.twing.box import load_box
from twingkit.twing.cards import CROSS, ELEMENTS, SPIRAL, SUN, Creature, Spell, Unit
from twingkit.twing.lay import Lay
from twingkit.twing.notation import Battle, Side

NUMBERS = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
SYMBOLS = (SUN, CROSS, SPIRAL)

RESULTS = ("you", "you", "other", "other", "tie")
"""How battles are to end, as often as they stand here."""

CLOSE = 4
"""How far the cards of the two sides may be apart."""

T = TypeVar("T")


def until(make: Callable[[], T | None], tries: int = 60) -> T | None:
    """What `make` makes first; None if it makes nothing in so many tries."""
    for _ in range(tries):
        found = make()
        if found is not None:
            return found
    return None


@cache
def _cards() -> dict[str, tuple[tuple[Spell, ...], tuple[Creature, ...]]]:
    box = load_box().cards()
    return {
        element: (
            tuple(card for card in box if isinstance(card, Spell) and card.element == element),
            tuple(card for card in box if isinstance(card, Creature) and card.element == element),
        )
        for element in ELEMENTS
    }


class Deck:
    """The cards of the assumed box, taken out one after the other."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._left = {element: (list(pair[0]), list(pair[1])) for element, pair in _cards().items()}

    def spell(self, element: str) -> Spell:
        """A spell of an element."""
        cards = self._left[element][0]
        return cards.pop(self._rng.randrange(len(cards)))

    def spells(self, element: str, count: int) -> tuple[Spell, ...]:
        """So many spells of an element."""
        return tuple(self.spell(element) for _ in range(count))

    def creature(self, element: str, mount: bool | None = None, most: int = 99) -> Creature:
        """A creature of an element, a mount or none if that is said, of at most some power.

        Raises `ValueError` if there is none left.
        """
        cards = self._left[element][1]
        fitting = [card for card in cards if (mount is None or card.mount is mount) and card.power <= most]
        if not fitting:
            raise ValueError(f"no creature of {element} is left (mount: {mount}, power up to {most})")
        card = self._rng.choice(fitting)
        cards.remove(card)
        return card

    def plain(self, element: str, count: int) -> tuple[Unit, ...]:
        """So many units of one plain creature each."""
        return tuple(Unit(self.creature(element, False)) for _ in range(count))

    def pair(self, element: str) -> Unit:
        """A mount with a rider."""
        mount = self.creature(element, True)
        return Unit(mount, self.creature(element, False, mount.power))


def characters(rng: random.Random) -> tuple[str, str]:
    """Two different characters, the attacker's first."""
    first, second = rng.sample(ELEMENTS, 2)
    return first, second


def another(rng: random.Random, *not_these: str) -> str:
    """An element that is none of these."""
    return rng.choice([element for element in ELEMENTS if element not in not_these])


def spells_only(deck: Deck, rng: random.Random, element: str) -> Lay:
    """One to three spells of an element."""
    return Lay(deck.spells(element, rng.choice((1, 2, 2, 3))))


def with_units(deck: Deck, rng: random.Random, element: str, pairs: float = 0.0) -> Lay:
    """Spells of an element with units beside them; `pairs` is the chance of a mount with its rider."""
    count = rng.choice((1, 2, 2, 3))
    units = [deck.pair(element)] if rng.random() < pairs else []
    units += deck.plain(element, rng.randint(0 if units else 1, count) - len(units))
    return Lay(deck.spells(element, count), units)


def shield(deck: Deck, rng: random.Random, element: str, pairs: float = 0.0) -> Lay:
    """A shield of an element."""
    units = [deck.pair(element)] if rng.random() < pairs else []
    return Lay((), [*units, *deck.plain(element, rng.randint(2, 4) - len(units))])


def facing(attacker: tuple[str, Lay], defender: tuple[str, Lay], close: int = CLOSE) -> Battle | None:
    """A battle of characters with their lays; None if the cards are too far apart."""
    if abs(attacker[1].power - defender[1].power) > close:
        return None
    return Battle(Side(*attacker), Side(*defender))


def seat(rng: random.Random) -> int:
    """Where the learner sits: more often as the attacker."""
    return int(rng.random() < 0.4)
