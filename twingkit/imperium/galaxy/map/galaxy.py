"""The map of a game: the tile at each hex, parsed from and formatted as the community's map strings.

A map string lists the numbers of the tiles ring by ring from the centre, each ring clockwise from the north.
Mecatol Rex in the middle is left out; another tile there comes first, in braces. `0` is a home system whose
faction is not known yet, `-1` a hex without a tile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import atan2, pi, sqrt

import attrs

from twingkit.core.arguments import TEXT, check_arguments, custom_argument_kind, require_valid_argument
from twingkit.core.messages import Fault
from twingkit.core.notation import clean_line
from twingkit.core.questions import one_line_excerpt
from twingkit.imperium.box import tiles
from twingkit.imperium.galaxy.map.hexes import CENTRE, Hex, neighbours, spiral
from twingkit.imperium.texts.rulebook import rule_refusal

OPEN_HOME_NUMBER = "0"
"""The number of a home system whose faction is not known yet."""
_NO_TILE_NUMBER = "-1"
"""The number of a hex without a tile in a map string."""
_OPEN_HOME_TILE = tiles.Tile(OPEN_HOME_NUMBER, "home", "green")

_MAX_RINGS = 4

SYSTEM_NAME = custom_argument_kind("argument.system", lambda value: isinstance(value, str))
"""The argument check for the name of a system."""

_NUMBER = re.compile(r"-1|[0-9]{1,3}")
_STRING = re.compile(r"\s*(?:\{\s*([^{}\s]*)\s*\})?\s*([^{}]*)")


@attrs.frozen(eq=False)
class System:
    """A system of a map: its `index`, its hex (None: off the board), and its tile."""

    index: int
    place: Hex | None
    tile: tiles.Tile


@attrs.frozen(cache_hash=True)
class Galaxy:
    """A map: the number of the tile at each hex, in the order of a map string.

    >>> galaxy = Galaxy.parse("39 40 26 25 0 0")
    >>> galaxy[(0, -1)].tile.wormholes, galaxy.system("lodor").place, str(galaxy)
    (('alpha',), (1, 0), '39 40 26 25 0 0')
    """

    tile_numbers: tuple[tuple[Hex, str], ...]

    @classmethod
    def from_tiles(cls, placed: Mapping[Hex, str]) -> Galaxy:
        """Return the map with these tile numbers at these hexes. Raises `Fault` for an impossible hex or
        number."""
        order = {place: rank for rank, place in enumerate(spiral(_MAX_RINGS))}
        for place, number in placed.items():
            require_valid_argument("number", number, TEXT)
            if place not in order:
                raise Fault("map.place", place=place, rings=_MAX_RINGS)
            if number != OPEN_HOME_NUMBER and number not in tiles.tiles_by_number():
                raise rule_refusal("IM-MAP-1", "no_tile", number=one_line_excerpt(number))
        return cls(tuple(sorted(placed.items(), key=lambda item: order[item[0]])))

    @classmethod
    def parse(cls, text: str) -> Galaxy:
        """Parse a map string. Raises `Fault` if it is not valid."""
        require_valid_argument("text", text, TEXT)
        match = _STRING.fullmatch(clean_line(text))
        if match is None:
            raise Fault("map.string", text=one_line_excerpt(text))
        numbers = [match[1] or tiles.MECATOL_TILE, *re.split(r"[\s,]+", match[2].strip())]
        if numbers[-1] == "":
            numbers.pop()
        places = spiral(_MAX_RINGS)
        if len(numbers) > len(places):
            raise Fault("map.long", there=len(numbers) - 1, most=len(places) - 1)
        for number in numbers:
            if not _NUMBER.fullmatch(number):
                raise Fault("map.number", text=one_line_excerpt(number))
        named = zip(places, numbers, strict=False)
        return cls.from_tiles(
            {place: _padded(number) for place, number in named if number != _NO_TILE_NUMBER}
        )

    def __str__(self) -> str:
        there = dict(self.tile_numbers)
        centre = there.pop(CENTRE, _NO_TILE_NUMBER)
        places = spiral(_MAX_RINGS)[1:]
        last = max((places.index(place) for place in there), default=-1)
        numbers = [there.get(place, _NO_TILE_NUMBER) for place in places[: last + 1]]
        return " ".join(([] if centre == tiles.MECATOL_TILE else [f"{{{centre}}}"]) + numbers)

    @cached_property
    def systems(self) -> tuple[System, ...]:
        """All systems in index order; the off-board home of the Ghosts of Creuss is the last one."""
        known = tiles.tiles_by_number()
        systems = [
            System(index, place, known.get(number, _OPEN_HOME_TILE))
            for index, (place, number) in enumerate(self.tile_numbers)
        ]
        if any(number == tiles.CREUSS_GATE_TILE for _, number in self.tile_numbers):
            systems.append(System(len(systems), None, known[tiles.CREUSS_HOME_TILE]))
        return tuple(systems)

    @cached_property
    def _by_place(self) -> dict[Hex, System]:
        return {system.place: system for system in self.systems if system.place is not None}

    @cached_property
    def _index_by_name(self) -> dict[str, int]:
        named = {
            system.tile.number: system.index for system in self.systems if system.tile is not _OPEN_HOME_TILE
        }
        return named | {planet.id: system.index for system in self.systems for planet in system.tile.planets}

    def __getitem__(self, place: Hex) -> System:
        return self._by_place[place]

    def __contains__(self, place: object) -> bool:
        return place in self._by_place

    def __iter__(self) -> Iterator[System]:
        return iter(self.systems)

    @check_arguments(tile_or_planet=SYSTEM_NAME)
    def system(self, tile_or_planet: str) -> System:
        """Return the system with a tile's number or a planet's id. Raises `Fault` if the map has none.

        >>> Galaxy.parse("19 20 21 22 23 24").system("99")
        Traceback (most recent call last):
        ...
        twingkit.core.messages.Fault: there is no tile or planet “99” on this map
        """
        return self.systems[self.index_of(_padded(tile_or_planet))]

    def index_of(self, tile_or_planet: str) -> int:
        """Return the index of the system with a tile's two-digit number or a planet's id. Raises `Fault` if
        the map has none."""
        index = self._index_by_name.get(tile_or_planet)
        if index is None:
            raise Fault("map.system", text=one_line_excerpt(tile_or_planet))
        return index

    @cached_property
    def anomalies(self) -> Mapping[int, str]:
        """The anomaly of each system that has one, by index."""
        return {system.index: system.tile.anomaly for system in self.systems if system.tile.anomaly}

    @cached_property
    def homes(self) -> tuple[System, ...]:
        """The systems where players start, clockwise from the north: homes, open homes, and the Creuss
        Gate.
        """
        return tuple(
            sorted(
                (
                    system
                    for system in self.systems
                    if system.place is not None
                    and (system.tile.is_home or system.tile.number == tiles.CREUSS_GATE_TILE)
                ),
                key=lambda system: _clockwise(system.place or CENTRE),
            )
        )

    def with_home_factions(self, factions: Mapping[Hex, str]) -> Galaxy:
        """Return this map with the home systems of these factions at these hexes."""
        taken = {place: tiles.home_or_gate_tile(faction).number for place, faction in factions.items()}
        return Galaxy.from_tiles(dict(self.tile_numbers) | taken)

    @cached_property
    def systems_sharing_side(self) -> tuple[tuple[int, ...], ...]:
        """The indexes of the systems that share a side with each system, by system index (IM-MAP-1)."""
        return tuple(
            tuple(
                self._by_place[place].index
                for place in (neighbours(system.place) if system.place is not None else ())
                if place in self._by_place
            )
            for system in self.systems
        )


def _padded(tile_number: str) -> str:
    return (
        tile_number.zfill(2)
        if tile_number.isascii() and tile_number.isdecimal() and tile_number != OPEN_HOME_NUMBER
        else tile_number
    )


def _clockwise(place: Hex) -> float:
    """Return the angle of a hex around the centre, from 0 in the north."""
    q, r = place
    return atan2(q * sqrt(3) / 2, -(r + q / 2)) % (2 * pi)
