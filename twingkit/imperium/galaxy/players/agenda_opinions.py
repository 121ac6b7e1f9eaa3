"""The outcomes that the computer player `steady` wants for each agenda."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit.imperium.galaxy.objectives.secret_events import has_most_points
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import AGAINST, FOR

_HARMFUL_AGENDAS = ("execution", "redistribution", "disarmament", "demilitarized_zone")
"""The agendas that harm the elected player or planet."""

_WANTED_OUTCOME_BY_AGENDA = {
    "incentive": FOR, "mutiny": FOR, "shared_research": FOR, "wormhole_recon": FOR, "defense_act": FOR,
    "unconventional": FOR, "economic_equality": FOR, "wormhole_research": FOR,
    "arms_reduction": AGAINST, "plowshares": AGAINST, "revolution": AGAINST, "travel_ban": AGAINST,
    "sanctions": AGAINST, "regulations": AGAINST, "schematics": AGAINST, "conscription": AGAINST,
    "representative_government": AGAINST, "constitution": AGAINST, "artifact": AGAINST,
    "conventions": AGAINST,
}  # fmt: skip


def leading_opponent(table: GameTable, seat: int) -> int:
    """Return the other player who is closest to winning."""
    others = [other for other in table.seats_from(seat) if other != seat]
    return max(others, key=lambda other: (table.players[other].points, len(table.controlled_planets(other))))


def _seed_of_empire(table: GameTable, seat: int) -> str:
    """For: the player with the most points gains one. Against: the player with the fewest does."""
    return FOR if has_most_points(table, seat) else AGAINST


_OUTCOME_FUNCTION_BY_AGENDA: dict[str, Callable[[GameTable, int], str]] = {"seed_empire": _seed_of_empire}
"""The functions that choose an outcome for agendas where it depends on the table."""


def preferred_outcome(
    table: GameTable, seat: int, agenda: str, allowed_outcomes: Sequence[str]
) -> str | None:
    """Return the outcome of an agenda that a player wants; None if the player does not care."""
    if agenda in _OUTCOME_FUNCTION_BY_AGENDA:
        return _OUTCOME_FUNCTION_BY_AGENDA[agenda](table, seat)
    opinion = _WANTED_OUTCOME_BY_AGENDA.get(agenda)
    if opinion in allowed_outcomes:
        return opinion
    about = leading_opponent(table, seat) if agenda in _HARMFUL_AGENDAS else seat
    if SEATS[about] in allowed_outcomes:
        return SEATS[about]
    planets = [name for name in allowed_outcomes if table.planet_controllers.get(name) == about]
    if not planets:
        return None
    return max(planets, key=lambda planet: table.resources(planet) + table.influence(planet))
