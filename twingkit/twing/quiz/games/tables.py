"""Tables of whole games to ask at, and tables that differ from another in one thing only.

supply = Supply(rng)
table = Tabletop.deal(rng, [Holding(hand=supply.spells(3, "FW")), Holding(hand=supply.spells(2))])
table.but(0, objects=("puppet",)).under(price=3).text
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.play import Game
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.holding import Holding
from twingkit.twing.notation.position import Position
from twingkit.twing.rules.cards import CHARACTERS, ELEMENTS
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import BOX, Value, Variant


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
        usual: dict[str, object] = {"turn": rng.randint(8, 40), "phase": "action", "as_is": True}
        position = Position(holdings=tuple(holdings), **usual | parts)  # type: ignore[arg-type]
        return cls(characters=chosen, position=position)

    @property
    def text(self) -> str:
        """The text that `begin` reads."""
        head = [f"players {' '.join(self.characters)}"]
        if self.variant != BOX:
            head.append(f"variant {self.variant}")
        return "\n".join([*head, *(self.position.lines() if self.position else ())])

    def start(self) -> Game:
        """The game that `begin` would begin. Raises `Refusal` for a position that cannot be."""
        return Game(GameStart(self.characters, self.variant, load_box(), self.position), rolls="ask")

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """The holding of each seat."""
        return self.position.holdings if self.position else tuple(Holding() for _ in self.characters)

    @property
    def display(self) -> tuple[str, ...]:
        """The objects that lie open, to be bought."""
        return self.position.display if self.position else ()

    @property
    def direction(self) -> int:
        """The direction of play: 1 clockwise, -1 the other way round."""
        return self.position.direction if self.position else 1

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

    def turned(self) -> Tabletop:
        """The same table where play goes the other way round."""
        return self.placed(direction=-self.direction)

    def placed(self, **parts: object) -> Tabletop:
        """The same table with another part of the position."""
        assert self.position is not None
        return attrs.evolve(self, position=attrs.evolve(self.position, **parts))  # type: ignore[arg-type]

    def under(self, **switches: Value) -> Tabletop:
        """The same table in a variant."""
        return attrs.evolve(self, variant=self.variant.with_(**switches))
