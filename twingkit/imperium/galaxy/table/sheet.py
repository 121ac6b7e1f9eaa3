"""A player's sheet: command tokens, goods, technologies, cards and points."""

from __future__ import annotations

from collections.abc import Hashable

from twingkit.imperium.box.units import Unit, find_unit
from twingkit.imperium.galaxy.technology.cards import unit_with

TOKENS = 16
"""The command tokens of a player (IM-PAY-3)."""


class Sheet:
    """One player's faction sheet with all that lies on and beside it.

    `action_cards`, `secrets` and `notes` are in the hand; `notes` name whose they are (`ceasefire:p2`).
    `strategy_cards` are the numbers of the own ones, each with whether it is exhausted.
    """

    __slots__ = (
        "action_cards", "commodities", "eliminated", "exhausted", "faction", "fleet", "goods", "laid_notes",
        "notes", "passed", "points", "scored", "seat", "secrets", "strategy", "strategy_cards", "tactic",
        "technologies", "waiting", "zero",
    )  # fmt: skip

    def __init__(self, seat: int, faction: str = "") -> None:
        self.seat, self.faction = seat, faction
        self.tactic = self.fleet = self.strategy = 0
        self.goods = self.commodities = self.points = 0
        self.technologies: frozenset[str] = frozenset()
        self.exhausted: frozenset[str] = frozenset()
        """The ids of exhausted cards in play other than planets and strategy cards."""
        self.action_cards: tuple[str, ...] = ()
        self.secrets: tuple[str, ...] = ()
        self.scored: tuple[str, ...] = ()
        """The ids of the objectives that were scored, public and secret ones."""
        self.notes: tuple[str, ...] = ()
        self.laid_notes: tuple[str, ...] = ()
        """The promissory notes of others that lie in the play area."""
        self.strategy_cards: dict[int, bool] = {}
        self.passed = self.eliminated = False
        self.waiting = 0
        """The infantry that waits on the card of its technology to come back (IM-UNIT-infantry2)."""
        self.zero = False
        """True for who has the token 0, and so is first in initiative (IM-PICK-4)."""

    @property
    def on_sheet(self) -> int:
        """The command tokens in the three pools."""
        return self.tactic + self.fleet + self.strategy

    def pool(self, name: str) -> int:
        """The command tokens in a pool of `named.POOLS`."""
        return int(getattr(self, name))

    def gain_token(self, pool: str, count: int = 1) -> None:
        """Add command tokens to a pool, or take them with a negative count."""
        setattr(self, pool, self.pool(pool) + count)

    def has(self, technology: str) -> bool:
        """True if the technology is owned."""
        return technology in self.technologies

    def unit(self, unit_class: str) -> Unit | None:
        """The kind of unit that a class is for this player now; None for a war sun without its technology."""
        return unit_with(unit_class, self.faction, self.technologies)

    def stats(self, unit_class: str) -> Unit:
        """The kind of unit that a class on the board is for this player now."""
        unit = self.unit(unit_class) or find_unit(unit_class, self.faction)
        assert unit is not None, unit_class
        return unit

    @property
    def initiative(self) -> int:
        """The lowest number of the own strategy cards, exhausted ones too, or 0 with the token; 9 without
        any (IM-PICK-4)."""
        return 0 if self.zero else min(self.strategy_cards, default=9)

    def copy(self) -> Sheet:
        """An independent copy."""
        twin = object.__new__(Sheet)
        for name in Sheet.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.strategy_cards = dict(self.strategy_cards)
        return twin

    def key(self) -> Hashable:
        """All that can matter later."""
        return (
            *(getattr(self, name) for name in Sheet.__slots__ if name != "strategy_cards"),
            tuple(sorted(self.strategy_cards.items())),
        )


__all__ = ["TOKENS", "Sheet"]
