"""A player's sheet: command tokens, goods, technologies, cards and points."""

from __future__ import annotations

import attrs

from twingkit.core.zones.declaration import OWNER, Pieces, ZonePlayer, value, zone
from twingkit.imperium.box.units import Unit, find_unit
from twingkit.imperium.galaxy.technology.cards import unit_for

TOKENS = 16
"""The command tokens of a player (IM-PAY-3)."""


ACTIONS = Pieces(order=str)
SECRETS = Pieces()
NOTES = Pieces(order=str)


@attrs.define(eq=False)
class Sheet(ZonePlayer):
    """A player's faction sheet with everything on and around it.

    `action_cards`, `secrets` and `notes` are in hand; `notes` name their owner (`ceasefire:p2`).
    `strategy_cards` maps the numbers of the player's cards to whether they are exhausted.
    """

    faction: str = value("")
    tactic: int = value(0)
    fleet: int = value(0)
    strategy: int = value(0)
    goods: int = value(0)
    commodities: int = value(0)
    points: int = value(0)
    technologies: frozenset[str] = value(frozenset)
    exhausted: frozenset[str] = value(frozenset)
    """The ids of exhausted cards in play other than planets and strategy cards."""
    action_cards: tuple[str, ...] = zone(ACTIONS, tuple, visible_to=OWNER)
    secrets: tuple[str, ...] = zone(SECRETS, tuple, visible_to=OWNER)
    scored: tuple[str, ...] = value(())
    """The ids of the objectives that were scored, public and secret ones."""
    notes: tuple[str, ...] = zone(NOTES, tuple, visible_to=OWNER)
    notes_in_play: tuple[str, ...] = zone(NOTES, tuple)
    """Other players' promissory notes in the play area, in the order in which they came."""
    strategy_cards: dict[int, bool] = value(dict)
    passed: bool = value(False)
    eliminated: bool = value(False)
    waiting: int = value(0)
    """The infantry that waits on the card of its technology to come back (IM-UNIT-infantry2)."""
    has_zero_token: bool = value(False)
    """True for the player with the token 0, who is first in initiative (IM-PICK-4)."""

    @property
    def tokens_on_sheet(self) -> int:
        """The command tokens in the three pools."""
        return self.tactic + self.fleet + self.strategy

    def pool(self, name: str) -> int:
        """The command tokens in a pool of `fact_names.POOLS`."""
        return int(getattr(self, name))

    def gain_token(self, pool: str, count: int = 1) -> None:
        """Add command tokens to a pool, or take them with a negative count."""
        setattr(self, pool, self.pool(pool) + count)

    def has(self, technology: str) -> bool:
        """True if the technology is owned."""
        return technology in self.technologies

    def current_unit(self, unit_class: str) -> Unit | None:
        """The kind of unit that a class is for this player now; None for a war sun without its technology."""
        return unit_for(unit_class, self.faction, self.technologies)

    def unit_on_board(self, unit_class: str) -> Unit:
        """The kind of unit that a class on the board is for this player now."""
        unit = self.current_unit(unit_class) or find_unit(unit_class, self.faction)
        assert unit is not None, unit_class
        return unit

    @property
    def initiative(self) -> int:
        """The lowest number of the player's strategy cards, exhausted or not; 0 with the token, 9 without
        cards (IM-PICK-4).
        """
        return 0 if self.has_zero_token else min(self.strategy_cards, default=9)
