"""The preset maps: the first games of three to six players, and the short learning game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import attrs

from twingkit.core.arguments import INTEGER, TEXT, check_arguments
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.imperium.box.tiles import MECATOL_TILE
from twingkit.imperium.galaxy.map.galaxy import OPEN_HOME_NUMBER, Galaxy
from twingkit.imperium.galaxy.map.hexes import CENTRE, Hex


@attrs.frozen
class Board:
    """A map for a number of players: a preset one (IM-SET-3), a custom one, or one that the players build
    (IM-SET-4).

    `homes` are the hexes of the players, clockwise from the north; `starting_goods` the trade goods with
    which the player at each home begins; `tiles_dealt_by_colour` the blue and red tiles that each player is
    dealt if the map is built (IM-SET-4).

    >>> first = preset_board(4)
    >>> first.players, first.homes[0], first.tiles_dealt_by_colour
    (4, (3, -2), (5, 3))
    """

    name: str
    players: int
    galaxy: Galaxy
    homes: tuple[Hex, ...]
    starting_goods: tuple[int, ...]
    tiles_dealt_by_colour: tuple[int, int]


@cache
def boards() -> tuple[Board, ...]:
    """Return every preset map.

    >>> [(board.name, board.players) for board in boards()]
    [('first', 3), ('first', 4), ('first', 5), ('first', 6), ('short', 3)]
    """
    text = files("twingkit.imperium.box").joinpath("boards.toml").read_text(encoding="utf-8")
    return tuple(
        Board(
            entry["name"],
            entry["players"],
            Galaxy.parse(entry["map"]),
            tuple((q, r) for q, r in entry["homes"]),
            tuple(entry.get("goods", [0] * entry["players"])),
            (entry["dealt"]["blue"], entry["dealt"]["red"]) if "dealt" in entry else (0, 0),
        )
        for entry in tomllib.loads(text)["board"]
    )


BUILT_MAP_NAME = "built"
"""The name of a map that the players build during set-up (IM-SET-4)."""


def unbuilt_board(players: int) -> Board:
    """Return the map for a number of players before they build it: only Mecatol Rex and the hexes of the home
    systems.

    >>> len(unbuilt_board(6).galaxy.systems), unbuilt_board(5).starting_goods
    (7, (2, 4, 2, 0, 0))
    """
    first = preset_board(players)
    bare = Galaxy.from_tiles({CENTRE: MECATOL_TILE, **dict.fromkeys(first.homes, OPEN_HOME_NUMBER)})
    return attrs.evolve(first, name=BUILT_MAP_NAME, galaxy=bare)


@check_arguments(players=INTEGER, name=TEXT)
def preset_board(players: int, name: str = "first") -> Board:
    """Return the preset map of this name for a number of players. Raises `Fault` if there is none.

    >>> preset_board(5).starting_goods, len(preset_board(3, "short").galaxy.systems)
    ((2, 4, 2, 0, 0), 19)
    """
    for known in boards():
        if (known.name, known.players) == (name, players):
            return known
    names = ", ".join(f'board({known.players}, "{known.name}")' for known in boards())
    raise Fault("map.board", name=one_line_excerpt(name), players=players, known=names)
