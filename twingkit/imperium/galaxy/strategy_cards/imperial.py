"""Imperial: a public objective at once, then Mecatol Rex or a secret objective (IM-STRAT-imperial)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.objectives.scoring import score_public
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.table.drawing import draw_secret
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable

RULE = "IM-STRAT-imperial"


def primary(table: GameTable, seat: int) -> Script:
    """One public objective that is fulfilled may be scored; then a point for Mecatol Rex, else a secret
    objective."""
    yield from score_public(table, seat, RULE)
    check_end(table)
    if table.holders.get(MECATOL_REX) == seat:
        table.gain_points(seat, 1)
        table.announce(RULE, "mecatol", seat)
    else:
        yield from draw_secret(table, seat, RULE)


def can_use_secondary(table: GameTable, seat: int) -> bool:
    """True if there are secret objectives to draw."""
    return table.secret_deck.total > 0


def secondary(table: GameTable, seat: int) -> Script:
    """A secret objective."""
    yield from draw_secret(table, seat, RULE)
