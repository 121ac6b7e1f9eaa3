"""The supply of cards and objects for random tables: a shuffled box from which each card is taken once."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import TypeVar

from twingkit.twing.box.box import load_box
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell, Unit
from twingkit.twing.rules.objects import OBJECTS, Objects

CardKind = TypeVar("CardKind", Spell, Creature, str)

ALL_ELEMENTS = "".join(ELEMENTS)
"""All four elements."""


class CardSupply:
    """A shuffled supply of all cards and objects of the box, from which quiz questions draw; nothing is drawn
    twice.
    """

    def __init__(self, rng: random.Random) -> None:
        self._cards = list(_box_cards())
        self._objects = list(OBJECTS)
        rng.shuffle(self._cards)
        rng.shuffle(self._objects)

    def take_cards(
        self, kind: type[CardKind], count: int, fits: Callable[[CardKind], bool]
    ) -> list[CardKind]:
        """Take the next cards of a kind that pass the test `fits`, fewer if there are not enough."""
        cards = list(islice((card for card in self._cards if isinstance(card, kind) and fits(card)), count))
        for card in cards:
            self._cards.remove(card)
        return cards

    def take_spells(
        self, count: int, elements: str = ALL_ELEMENTS, min_power: int = 1, max_power: int = 6
    ) -> list[Spell]:
        """Take spells of these elements, with powers from `min_power` to `max_power`."""
        powers = range(min_power, max_power + 1)
        return self.take_cards(Spell, count, lambda card: card.element in elements and card.power in powers)

    def take_creatures(
        self,
        count: int,
        elements: str = ALL_ELEMENTS,
        min_power: int = 1,
        max_power: int = 5,
        mounts: bool | None = False,
    ) -> list[Creature]:
        """Take creatures of these elements, with powers from `min_power` to `max_power`.

        With `mounts` True they are all mounts, with False none, with None either.
        """

        def fits(card: Creature) -> bool:
            powered = card.element in elements and min_power <= card.power <= max_power
            return powered and mounts in (None, card.mount)

        return self.take_cards(Creature, count, fits)

    def take_mount(self, element: str) -> Creature:
        """Take a mount of an element. Raises `ValueError` if none is left."""
        [mount] = self.take_creatures(1, element, mounts=True)
        return mount

    def take_plain_units(self, count: int, element: str) -> list[Unit]:
        """Take units of one creature each, none of them a mount."""
        return [Unit(card) for card in self.take_creatures(count, element)]

    def take_mounted_pair(self, element: str) -> Unit:
        """Take a mount with its rider. Raise `ValueError` if none is left."""
        mount = self.take_mount(element)
        [rider] = self.take_creatures(1, element, max_power=mount.power)
        return Unit(mount, rider)

    def take_response_cards(self, kind: str, count: int = 1) -> list[str]:
        """Take response cards of one kind: cats, traps or Miromon."""
        return self.take_cards(str, count, lambda card: card == kind)

    def take_objects(self, count: int, allowed: Sequence[str] = OBJECTS, but: Sequence[str] = ()) -> Objects:
        """Take objects, only those in `allowed` and not those in `but`."""
        names = [name for name in self._objects if name in allowed and name not in but][:count]
        self._objects = [name for name in self._objects if name not in names]
        return tuple(names)


@cache
def _box_cards() -> tuple[Card, ...]:
    return tuple(load_box().cards())
