"""Problems of a map: what the rules forbid (IM-SET-6), and what the map building rules would have avoided
(IM-SET-4).
"""

from __future__ import annotations

from collections import Counter

from twingkit.core.arguments import COUNT, check_arguments, instance_of
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.imperium.box.tiles import GATE, MECATOL, OFF_BOARD
from twingkit.imperium.galaxy.map.adjacency import is_connected
from twingkit.imperium.galaxy.map.boards import Board
from twingkit.imperium.galaxy.map.galaxy import OPEN, Galaxy
from twingkit.imperium.texts.rulebook import refuse, rulebook

CUSTOM = "own"
"""The name of a map that players have brought (IM-SET-6)."""

MIN_PLAYERS, MAX_PLAYERS = 3, 6
"""The numbers of players (IM-SET-1)."""


@check_arguments(galaxy=instance_of("argument.galaxy", Galaxy), players=COUNT)
def map_faults(galaxy: Galaxy, players: int | None = None) -> list[Refusal]:
    """Return everything that makes a map unplayable for a number of players (None: one for each home).

    >>> [fault.case for fault in map_faults(Galaxy.parse("19 20 21 0 0 0"))]
    []
    >>> [fault.case for fault in map_faults(Galaxy.parse("{19} 19" + " -1" * 11 + " 0"))]
    ['no_mecatol', 'tile_twice', 'homes', 'apart']
    """
    faults = []
    numbers = Counter(number for _, number in galaxy.tiles)
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
    if not MIN_PLAYERS <= homes <= MAX_PLAYERS or players not in (None, homes):
        faults.append(
            refuse("IM-SET-6", "homes", there=homes, players=players or f"{MIN_PLAYERS}–{MAX_PLAYERS}")
        )
    if not is_connected(galaxy):
        faults.append(refuse("IM-SET-6", "apart"))
    return faults


def custom_board(text: str, players: int) -> Board:
    """Return the map of a map string for a number of players, clockwise from the north.

    Raises the first of its problems, and `Fault` if the text is not a map.

    >>> custom_board("19 20 21 0 0 0", 3).homes
    ((0, 1), (-1, 1), (-1, 0))
    """
    galaxy = Galaxy.parse(text)
    for fault in map_faults(galaxy, players):
        raise fault
    homes = tuple(system.place for system in galaxy.homes if system.place is not None)
    return Board(CUSTOM, players, galaxy, homes, (0,) * players, (0, 0))


@check_arguments(galaxy=instance_of("argument.galaxy", Galaxy))
def map_warnings(galaxy: Galaxy) -> list[Ruling]:
    """Return everything that the map building rules would have avoided: adjacent anomalies, and adjacent
    wormholes of the same kind.

    >>> [str(warning) for warning in map_warnings(Galaxy.parse("41 42 21 0 0 0"))]
    ['Tiles 41 and 42, both anomalies, lie side by side. [IM-SET-4]']
    """
    warnings = []
    for system in galaxy.systems:
        for index in galaxy.side_neighbours[system.index]:
            other = galaxy.systems[index]
            if other.index < system.index:
                continue
            facts = {"one": system.tile.number, "other": other.tile.number}
            if system.tile.anomaly and other.tile.anomaly:
                warnings.append(Ruling("IM-SET-4", "anomalies", facts, rulebook()))
            if not set(system.tile.wormholes).isdisjoint(other.tile.wormholes):
                warnings.append(Ruling("IM-SET-4", "wormholes", facts, rulebook()))
    return warnings
