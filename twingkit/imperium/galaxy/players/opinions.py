"""The opinions of a player about agendas: the outcome that it votes for, by whom each does good."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit.imperium.galaxy.objectives.secret_events import has_most_points
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import AGAINST, FOR

HARMFUL = ("execution", "redistribution", "disarmament", "demilitarized_zone")
"""The agendas by which nobody wants to be elected, or have a planet elected."""

OPINIONS = {
    "incentive": FOR, "mutiny": FOR, "shared_research": FOR, "wormhole_recon": FOR, "defense_act": FOR,
    "unconventional": FOR, "economic_equality": FOR, "wormhole_research": FOR,
    "arms_reduction": AGAINST, "plowshares": AGAINST, "revolution": AGAINST, "travel_ban": AGAINST,
    "sanctions": AGAINST, "regulations": AGAINST, "schematics": AGAINST, "conscription": AGAINST,
    "representative_government": AGAINST, "constitution": AGAINST, "artifact": AGAINST,
    "conventions": AGAINST,
}  # fmt: skip
"""The outcomes that this player always wants."""


def leader(table: GameTable, seat: int) -> int:
    """The other player who is closest to winning."""
    others = [other for other in table.seats_from(seat) if other != seat]
    return max(others, key=lambda other: (table.players[other].points, len(table.controlled_planets(other))))


def _seed_of_empire(table: GameTable, seat: int) -> str:
    """For: the player with the most points gains one. Against: the player with the fewest does."""
    return FOR if has_most_points(table, seat) else AGAINST


OPINIONS_BY_TABLE: dict[str, Callable[[GameTable, int], str]] = {"seed_empire": _seed_of_empire}
"""The opinions that depend on the table."""


def preferred_outcome(table: GameTable, seat: int, agenda: str, allowed: Sequence[str]) -> str | None:
    """The outcome that a player wants of an agenda; None where it does not care."""
    if agenda in OPINIONS_BY_TABLE:
        return OPINIONS_BY_TABLE[agenda](table, seat)
    opinion = OPINIONS.get(agenda)
    if opinion in allowed:
        return opinion
    about = leader(table, seat) if agenda in HARMFUL else seat
    if SEATS[about] in allowed:
        return SEATS[about]
    planets = [name for name in allowed if table.holders.get(name) == about]
    if not planets:
        return None
    return max(planets, key=lambda planet: table.resources(planet) + table.influence(planet))
