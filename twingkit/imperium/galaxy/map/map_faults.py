"""The faults of a map: what the rules forbid (IM-SET-6), what its builders would have avoided (IM-SET-4)."""

from __future__ import annotations

from collections import Counter

from twingkit.core.arguments import COUNT, of_class, takes
from twingkit.core.asking import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.rules.rulebook import refuse, rulebook
from twingkit.imperium.box.tiles import GATE, MECATOL, OFF_BOARD
from twingkit.imperium.galaxy.map.adjacency import connected
from twingkit.imperium.galaxy.map.boards import Board
from twingkit.imperium.galaxy.map.galaxy import OPEN, Galaxy

OWN = "own"
"""The name of a map that players have brought (IM-SET-6)."""

FEWEST, MOST = 3, 6
"""The numbers of players (IM-SET-1)."""


@takes(galaxy=of_class("argument.galaxy", Galaxy), players=COUNT)
def map_faults(galaxy: Galaxy, players: int | None = None) -> list[Refusal]:
    """All that makes a map impossible to play on, for so many players (None: as many as it has homes).

    >>> [fault.case for fault in map_faults(Galaxy.parse("19 20 21 0 0 0"))]
    []
    >>> [fault.case for fault in map_faults(Galaxy.parse("{19} 19" + " -1" * 11 + " 0"))]
    ['no_mecatol', 'tile_twice', 'homes', 'apart']
    """
    faults = []
    numbers = Counter(number for _, number in galaxy.placed)
    if not numbers[MECATOL]:
        faults.append(refuse("IM-SET-6", "no_mecatol"))
    faults += [
        refuse("IM-SET-6", "tile_twice", number=number)
        for number, count in numbers.items()
        if count > 1 and number != OPEN
    ]
    if numbers[OFF_BOARD]:
        faults.append(refuse("IM-MAP-2", "off_board", number=OFF_BOARD, gate=GATE))
    homes = len(galaxy.homes)
    if not FEWEST <= homes <= MOST or players not in (None, homes):
        faults.append(refuse("IM-SET-6", "homes", there=homes, players=players or f"{FEWEST}–{MOST}"))
    if not connected(galaxy):
        faults.append(refuse("IM-SET-6", "apart"))
    return faults


def own_board(text: str, players: int) -> Board:
    """The map of a map string for so many players, clockwise from the north. Raises the first of its faults,
    and `Fault` for a text that is no map.

    >>> own_board("19 20 21 0 0 0", 3).homes
    ((0, 1), (-1, 1), (-1, 0))
    """
    galaxy = Galaxy.parse(text)
    for fault in map_faults(galaxy, players):
        raise fault
    homes = tuple(system.place for system in galaxy.homes if system.place is not None)
    return Board(OWN, players, galaxy, homes, (0,) * players, (0, 0))


@takes(galaxy=of_class("argument.galaxy", Galaxy))
def map_warnings(galaxy: Galaxy) -> list[Ruling]:
    """All in a map that its builders would have avoided: an anomaly beside an anomaly, equal wormholes side
    by side.

    >>> [str(warning) for warning in map_warnings(Galaxy.parse("41 42 21 0 0 0"))]
    ['Tiles 41 and 42, both anomalies, lie side by side. [IM-SET-4]']
    """
    warnings = []
    for system in galaxy.systems:
        for index in galaxy.sides[system.index]:
            other = galaxy.systems[index]
            if other.index < system.index:
                continue
            facts = {"one": system.tile.number, "other": other.tile.number}
            if system.tile.anomaly and other.tile.anomaly:
                warnings.append(Ruling("IM-SET-4", "anomalies", facts, rulebook()))
            if not set(system.tile.wormholes).isdisjoint(other.tile.wormholes):
                warnings.append(Ruling("IM-SET-4", "wormholes", facts, rulebook()))
    return warnings
