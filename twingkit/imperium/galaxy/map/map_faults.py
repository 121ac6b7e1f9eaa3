"""Problems of a map: violations of the rules (IM-SET-6) and of the map building rules (IM-SET-4)."""

from __future__ import annotations

from collections import Counter

from twingkit.core.arguments import COUNT, check_arguments, instance_of
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.imperium.box.tiles import CREUSS_GATE_TILE, CREUSS_HOME_TILE, MECATOL_TILE
from twingkit.imperium.galaxy.map.adjacency import is_connected
from twingkit.imperium.galaxy.map.boards import Board
from twingkit.imperium.galaxy.map.galaxy import OPEN_HOME_NUMBER, Galaxy
from twingkit.imperium.texts.rulebook import rule_refusal, rulebook

_CUSTOM_MAP_NAME = "own"
"""The name of a map that the players have brought themselves (IM-SET-6)."""

MIN_PLAYERS, MAX_PLAYERS = 3, 6
"""The smallest and the largest number of players (IM-SET-1)."""


@check_arguments(galaxy=instance_of("argument.galaxy", Galaxy), players=COUNT)
def map_faults(galaxy: Galaxy, players: int | None = None) -> list[Refusal]:
    """Return everything that makes a map unplayable for a number of players (None: one for each home).

    >>> [fault.case for fault in map_faults(Galaxy.parse("19 20 21 0 0 0"))]
    []
    >>> [fault.case for fault in map_faults(Galaxy.parse("{19} 19" + " -1" * 11 + " 0"))]
    ['no_mecatol', 'tile_twice', 'homes', 'apart']
    """
    faults = []
    numbers = Counter(number for _, number in galaxy.tile_numbers)
    if not numbers[MECATOL_TILE]:
        faults.append(rule_refusal("IM-SET-6", "no_mecatol"))
    faults += [
        rule_refusal("IM-SET-6", "tile_twice", number=number)
        for number, count in numbers.items()
        if count > 1 and number != OPEN_HOME_NUMBER
    ]
    if numbers[CREUSS_HOME_TILE]:
        faults.append(rule_refusal("IM-MAP-2", "off_board", number=CREUSS_HOME_TILE, gate=CREUSS_GATE_TILE))
    homes = len(galaxy.homes)
    if not MIN_PLAYERS <= homes <= MAX_PLAYERS or players not in (None, homes):
        faults.append(
            rule_refusal("IM-SET-6", "homes", there=homes, players=players or f"{MIN_PLAYERS}–{MAX_PLAYERS}")
        )
    if not is_connected(galaxy):
        faults.append(rule_refusal("IM-SET-6", "apart"))
    return faults


def custom_board(map_string: str, players: int) -> Board:
    """Return the board of a map string for a number of players.

    Homes are clockwise from the north. Raises the first of `map_faults`, and `Fault` if the text is not a map
    string.

    >>> custom_board("19 20 21 0 0 0", 3).homes
    ((0, 1), (-1, 1), (-1, 0))
    """
    galaxy = Galaxy.parse(map_string)
    for fault in map_faults(galaxy, players):
        raise fault
    homes = tuple(system.place for system in galaxy.homes if system.place is not None)
    return Board(_CUSTOM_MAP_NAME, players, galaxy, homes, (0,) * players, (0, 0))


@check_arguments(galaxy=instance_of("argument.galaxy", Galaxy))
def map_warnings(galaxy: Galaxy) -> list[Ruling]:
    """Return the violations of the map building rules: adjacent anomalies, and adjacent wormholes of the same
    kind.

    >>> [str(warning) for warning in map_warnings(Galaxy.parse("41 42 21 0 0 0"))]
    ['Tiles 41 and 42, both anomalies, lie side by side. [IM-SET-4]']
    """
    warnings = []
    for system in galaxy.systems:
        for index in galaxy.systems_sharing_side[system.index]:
            other = galaxy.systems[index]
            if other.index < system.index:
                continue
            facts = {"one": system.tile.number, "other": other.tile.number}
            if system.tile.anomaly and other.tile.anomaly:
                warnings.append(Ruling("IM-SET-4", "anomalies", facts, rulebook()))
            if not set(system.tile.wormholes).isdisjoint(other.tile.wormholes):
                warnings.append(Ruling("IM-SET-4", "wormholes", facts, rulebook()))
    return warnings
