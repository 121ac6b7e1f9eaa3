"""Dealing tables: cards and objects from one box, and tables that differ from another in one thing only.

supply = Supply(rng)
table = Tabletop.deal(rng, [Holding(hand=supply.spells(3, "FW")), Holding(hand=supply.spells(2))])
table.but(0, objects=("puppet",)).under(price=3).text
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache

import attrs

from twingkit.play import Game
from twingkit.twing.box import load_box
from twingkit.twing.cards import CHARACTERS, ELEMENTS, Card, Creature, Spell
from twingkit.twing.game import GameStart
from twingkit.twing.holding import Holding
from twingkit.twing.objects import OBJECTS, Objects
from twingkit.twing.position import Position
from twingkit.twing.variant import BOX, Value, Variant

EVERY = "".join(ELEMENTS)


class Supply:
    """A shuffled box to deal from: no card and no object comes out twice."""

    def __init__(self, rng: random.Random) -> None:
        self._cards = list(_box_cards())
        self._objects = list(OBJECTS)
        rng.shuffle(self._cards)
        rng.shuffle(self._objects)

    def take(self, wanted: Callable[[Card], bool], count: int = 1) -> list[Card]:
        """The next cards that are wanted, fewer if there are not so many."""
        found = [card for card in self._cards if wanted(card)][:count]
        for card in found:
            self._cards.remove(card)
        return found

    def spells(self, count: int, elements: str = EVERY, least: int = 1, most: int = 6) -> list[Spell]:
        """Spells of some elements and powers."""

        def wanted(card: Card) -> bool:
            return isinstance(card, Spell) and card.element in elements and least <= card.power <= most

        return [card for card in self.take(wanted, count) if isinstance(card, Spell)]

    def creatures(
        self, count: int, elements: str = EVERY, least: int = 1, most: int = 5, mounts: bool | None = False
    ) -> list[Creature]:
        """Creatures of some elements and powers, `mounts` only or none of them (None: either)."""

        def wanted(card: Card) -> bool:
            return (
                isinstance(card, Creature)
                and card.element in elements
                and least <= card.power <= most
                and mounts in (None, card.mount)
            )

        return [card for card in self.take(wanted, count) if isinstance(card, Creature)]

    def hold(self, name: str, count: int = 1) -> list[str]:
        """Cats, traps or Miromon."""
        return [card for card in self.take(lambda card: card == name, count) if isinstance(card, str)]

    def objects(self, count: int, among: Sequence[str] = OBJECTS, but: Sequence[str] = ()) -> Objects:
        """Objects, of some only."""
        found = [name for name in self._objects if name in among and name not in but][:count]
        self._objects = [name for name in self._objects if name not in found]
        return tuple(found)


@cache
def _box_cards() -> tuple[Card, ...]:
    return tuple(load_box().cards())


@attrs.frozen(kw_only=True)
class Tabletop:
    """A table of a whole game as a question has it: the characters by seat, the position (None: the game
    begins with the set-up), the variant."""

    characters: tuple[str, ...]
    position: Position | None = None
    variant: Variant = BOX

    @classmethod
    def deal(
        cls, rng: random.Random, holdings: Sequence[Holding], characters: Sequence[str] = (), **parts: object
    ) -> Tabletop:
        """A table where seat 0 waits for its action; `parts` are those of a `Position`.

        The characters come by chance unless they are given.
        """
        chosen = tuple(characters or rng.sample(ELEMENTS, len(holdings)))
        usual: dict[str, object] = {"turn": rng.randint(8, 40), "phase": "action"}
        position = Position(holdings=tuple(holdings), **usual | parts)  # type: ignore[arg-type]
        return cls(characters=chosen, position=position)

    @property
    def text(self) -> str:
        """What `begin` reads."""
        head = [f"players {' '.join(self.characters)}"]
        if self.variant != BOX:
            head.append(f"variant {self.variant}")
        return "\n".join([*head, *(self.position.lines() if self.position else ())])

    def start(self) -> Game:
        """The game that `begin` would begin. Raises `Refusal` for a position that cannot be."""
        return Game(GameStart(self.characters, self.variant, load_box(), self.position), rolls="ask")

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """What lies before each seat."""
        return self.position.holdings if self.position else tuple(Holding() for _ in self.characters)

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of the characters' names by seat."""
        return tuple(CHARACTERS[element] for element in self.characters)

    def but(self, seat: int, **parts: object) -> Tabletop:
        """The same table where one seat has something else."""
        holdings = list(self.holdings)
        holdings[seat] = attrs.evolve(holdings[seat], **parts)  # type: ignore[arg-type]
        return self.placed(holdings=tuple(holdings))

    def without(self, seat: int) -> Tabletop:
        """The same table where a player has left the game."""
        holdings = list(self.holdings)
        holdings[seat] = Holding(out=True)
        return self.placed(holdings=tuple(holdings))

    def foreign(self, seat: int = 0) -> Tabletop:
        """The same table where a player's character has another element; with four players all are taken."""
        free = [element for element in ELEMENTS if element not in self.characters]
        if not free:
            return self
        characters = list(self.characters)
        characters[seat] = free[0]
        return attrs.evolve(self, characters=tuple(characters))

    def placed(self, **parts: object) -> Tabletop:
        """The same table with another part of the position."""
        assert self.position is not None
        return attrs.evolve(self, position=attrs.evolve(self.position, **parts))  # type: ignore[arg-type]

    def under(self, **switches: Value) -> Tabletop:
        """The same table in a variant."""
        return attrs.evolve(self, variant=self.variant.with_(**switches))


def seat(place: int) -> str:
    """How answers name a seat."""
    return f"p{place + 1}"
