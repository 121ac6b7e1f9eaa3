"""A player's sheet: command tokens, goods, technologies, cards and points."""

from __future__ import annotations

import attrs

from twingkit.core.zones.declaration import OWNER, PieceKind, ZonePlayer, value_field, zone_field
from twingkit.imperium.box.units import Unit, find_unit
from twingkit.imperium.galaxy.technology.cards import unit_for

TOKENS_PER_PLAYER = 16
"""The command tokens of a player (IM-PAY-3)."""


ACTION_CARD_PIECES = PieceKind(sort_key=str)
SECRET_OBJECTIVE_PIECES = PieceKind()
PROMISSORY_NOTE_PIECES = PieceKind(sort_key=str)


@attrs.define(eq=False)
class FactionSheet(ZonePlayer):
    """A player's faction sheet and everything kept with it: command tokens, goods, technologies, cards and
    points.

    `action_cards`, `secret_objectives` and `promissory_notes` are in hand; `promissory_notes` name their
    owner (`ceasefire:p2`). `strategy_cards` maps the numbers of the player's cards to whether they are
    exhausted.
    """

    faction: str = value_field("")
    tactic: int = value_field(0)
    fleet: int = value_field(0)
    strategy: int = value_field(0)
    goods: int = value_field(0)
    commodities: int = value_field(0)
    points: int = value_field(0)
    technologies: frozenset[str] = value_field(frozenset)
    exhausted_cards: frozenset[str] = value_field(frozenset)
    """The ids of exhausted cards in play, without planets and strategy cards."""
    action_cards: tuple[str, ...] = zone_field(ACTION_CARD_PIECES, tuple, visible_to=OWNER)
    secret_objectives: tuple[str, ...] = zone_field(SECRET_OBJECTIVE_PIECES, tuple, visible_to=OWNER)
    scored_objectives: tuple[str, ...] = value_field(())
    """The ids of scored objectives, public and secret."""
    promissory_notes: tuple[str, ...] = zone_field(PROMISSORY_NOTE_PIECES, tuple, visible_to=OWNER)
    notes_in_play: tuple[str, ...] = zone_field(PROMISSORY_NOTE_PIECES, tuple)
    """Other players' promissory notes in the play area, in order of arrival."""
    strategy_cards: dict[int, bool] = value_field(dict)
    has_passed: bool = value_field(False)
    is_eliminated: bool = value_field(False)
    infantry_to_revive: int = value_field(0)
    """The destroyed infantry that waits on the technology card to return (IM-UNIT-infantry2)."""
    has_zero_token: bool = value_field(False)
    """True for the player with the 0 token, who is first in initiative (IM-PICK-4)."""

    @property
    def tokens_on_sheet(self) -> int:
        """The number of command tokens in the three pools."""
        return self.tactic + self.fleet + self.strategy

    def tokens_in_pool(self, pool: str) -> int:
        """Return the number of command tokens in a pool of `fact_names.POOLS`."""
        return int(getattr(self, pool))

    def add_tokens(self, pool: str, count: int = 1) -> None:
        """Add command tokens to a pool, or take them with a negative count."""
        setattr(self, pool, self.tokens_in_pool(pool) + count)

    def has_technology(self, technology: str) -> bool:
        """Return whether the player owns a technology."""
        return technology in self.technologies

    def buildable_unit_type(self, unit_class: str) -> Unit | None:
        """Return the unit type that the player builds for a unit class, with upgrades; None for a war sun
        without its technology.
        """
        return unit_for(unit_class, self.faction, self.technologies)

    def unit_type_on_board(self, unit_class: str) -> Unit:
        """Return the unit type, with upgrades, of the player's units of a class that are on the board."""
        unit = self.buildable_unit_type(unit_class) or find_unit(unit_class, self.faction)
        assert unit is not None, unit_class
        return unit

    @property
    def initiative(self) -> int:
        """The lowest number of the player's strategy cards; 0 with the 0 token, 9 without cards
        (IM-PICK-4).
        """
        return 0 if self.has_zero_token else min(self.strategy_cards, default=9)
