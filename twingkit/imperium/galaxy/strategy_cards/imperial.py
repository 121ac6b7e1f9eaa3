"""Imperial: score a public objective, then gain a point for Mecatol Rex or a secret objective
(IM-STRAT-imperial)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.objectives import scoring
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table.card_drawing import draw_secret
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable

RULE = "IM-STRAT-imperial"


def primary(table: GameTable, seat: int) -> Script:
    """Resolve Imperial's primary ability: score a fulfilled public objective; then gain a point for Mecatol
    Rex, or draw a secret objective.
    """
    scorable = scoring.scorable_public_objectives(table, seat)
    yield from scoring.score_one_objective(table, seat, scorable, RULE)
    raise_if_game_over(table)
    if table.planet_controllers.get(MECATOL_REX) == seat:
        if not scorable:
            scoring.announce_nothing_scored(table, seat, RULE)
        table.gain_points(seat, 1)
        table.announce(RULE, "mecatol", seat)
    elif secondary_has_effect(table, seat):
        yield from draw_secret(table, seat, RULE)
    else:
        table.announce(RULE, "no_secret", seat)


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether Imperial's secondary ability can do anything, that is, secret objectives are left to
    draw.
    """
    return table.secret_deck.shuffled_count > 0


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Imperial's secondary ability: the player draws a secret objective."""
    yield from draw_secret(table, seat, RULE)
