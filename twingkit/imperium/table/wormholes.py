"""The wormholes as the table stands: those of the tiles, of tokens, of the Hil Colish, of technologies
(IM-MAP-2, IM-MAP-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from twingkit.imperium.galaxy.adjacency import ENTANGLED, Wormholes

if TYPE_CHECKING:
    from twingkit.imperium.table.game_table import GameTable

CONDUIT = "conduit"
"""The first word of the kinds of wormhole by which Spatial Conduit Cylinder joins systems."""


def wormholes_for(table: GameTable, seat: int, purpose: str = "move") -> Wormholes:
    """The state of the wormholes for a player and a purpose (IM-MAP-5)."""
    joined = table.players[seat].faction == "ghost" or table.in_force("wormhole_recon")
    joined = joined or table.lasts("lost_star", seat)
    closed = purpose in ("move", "retreat") and table.in_force("travel_ban")
    return Wormholes(joined, closed, tuple(_added(table, seat)))


def wormholes_in(table: GameTable, system: int, seat: int | None = None) -> frozenset[str]:
    """The kinds of wormhole in a system: "alpha", "beta", "delta"; with `seat` those as well that a
    technology adds for this player now."""
    added = {kind for place, kind in _added(table, seat) if place == system and not kind.startswith(CONDUIT)}
    return frozenset(added.union(table.galaxy.systems[system].tile.wormholes))


def _added(table: GameTable, seat: int | None) -> Iterator[tuple[int, str]]:
    """Yield the wormholes beside those of the tiles, each as (index of the system, kind)."""
    ghosts = [player.seat for player in table.players if player.faction == "ghost"]
    for ghost in ghosts:
        for system, there in enumerate(table.space):
            if ghost in there and there[ghost]["flagship"]:
                yield system, "delta"
    yield from table.wormhole_tokens
    if table.active is not None and seat == table.current:
        yield from _folded(table, seat, table.active)


def _folded(table: GameTable, seat: int, active: int) -> Iterator[tuple[int, str]]:
    """Yield those that technologies add for one player in the own tactical action: Lazax Gate Folding,
    Spatial Conduit Cylinder."""
    held = any(table.holders[planet.id] == seat for planet in table.planets_of(table.mecatol))
    if table.players[seat].has("lgf") and not held:
        yield from ((table.mecatol, kind) for kind in ENTANGLED)
    if table.lasts("scc", seat):
        for end in range(len(table.space)):
            if table.stands(seat, end):
                yield from ((active, f"{CONDUIT} {end}"), (end, f"{CONDUIT} {end}"))
