"""The position of a game in notation: the inverse of `table.position_set_up`, as short as possible.

Notation contains only what can be typed: it has no lasting effects, no discards and no order of decks.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_with_table
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.galaxy.galaxy_position import (
    LISTS,
    NUMBERS,
    PHASES,
    UNITS,
    GalaxyPosition,
    PlaceState,
    SeatValues,
)
from twingkit.imperium.galaxy.map.galaxy import OPEN, Galaxy
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.starts import SHORT, GameStart, PositionStart
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.position_set_up import lay_out
from twingkit.imperium.galaxy.table.sheet import Sheet
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING
from twingkit.imperium.texts.rulebook import rulebook


@check_arguments(game=game_with_table(GameTable, "imperium.new_game or imperium.position_game"))
def position_of(game: Game) -> GalaxyPosition:
    """Return the position of a whole game: the differences from the set-up of its start.

    A phase or turn in progress starts again in the position. Raises `Fault` during the set-up, after the end,
    in a combat, and while a hand or a fleet is over its limit.

    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> line = "galaxy: short, round 2, p1 goods 2 tech amd gd, at 18 p1 2 cruiser 1 carrier, exhausted jord"
    >>> str(position_of(position_game(line))) == line
    True
    """
    start = game.start.game if isinstance(game.start, PositionStart) else game.start
    assert isinstance(start, GameStart)
    table = game.table
    if table.phase not in PHASES:
        raise Fault("galaxy_phase", rulebook())
    if is_combat_under_way(table):
        raise Fault("galaxy_combat", rulebook())
    named = (SHORT,) if start.short else start.factions
    line = position_of_table(table, named, own_map=bool(start.map))
    try:
        PositionStart(line, start.variant)
    except Refusal as unsettled:
        raise Fault("galaxy_moment", rulebook(), reason=unsettled) from unsettled
    return line


def is_combat_under_way(table: GameTable) -> bool:
    """True while units of two players fight or stand where they will, or on a planet that is not theirs."""
    fleets = ([seat for seat, units in there.items() if units.ships] for there in table.space)
    invaded = any(seat != table.holders[planet] for planet, there in table.ground.items() for seat in there)
    return invaded or any(len(seats) > 1 for seats in fleets) or table.has_effect(FIGHTING)


def position_of_table(table: GameTable, named: tuple[str, ...], *, own_map: bool) -> GalaxyPosition:
    """The position of a table as a line: what differs from the set-up of a game, `named` being `short` or the
    factions clockwise; with `own_map` its map is part of the line."""
    plain = GalaxyPosition(named, map=_open_map(table) if own_map else "")
    out = tuple(player.seat for player in table.players if player.eliminated)
    base = _set_up(plain.game, plain.map, out)
    # a secret objective among them is public because of a law, which names it
    public = tuple(name for name in table.objectives if not objective_cards()[name].secret)
    seats = {
        seat: words
        for seat, player in enumerate(table.players)
        if (words := _seat_values(table, player, base.players[seat])) != SeatValues()
    }
    return GalaxyPosition(
        game=plain.game,
        map=plain.map,
        round=table.round,
        phase=table.phase,
        current=table.current if table.phase == "action" else None,
        speaker=table.speaker,
        custodians=table.custodians,
        seats=seats,
        places=tuple(sorted(_place_states(table, base), key=_place)),
        tokens={
            table.tile_number(system): tuple(sorted(seats_there))
            for system, seats_there in sorted(
                enumerate(table.tokens), key=lambda item: table.tile_number(item[0])
            )
            if seats_there
        },
        wormholes={
            kind: table.tile_number(system) for system, kind in sorted(table.wormhole_tokens, key=_kind)
        },
        exhausted=tuple(planet for planet in table.holders if planet in table.exhausted),
        open_objectives=None if public == base.objectives else public,
        added_stages=_added(table, base),
        withdrawn=table.withdrawn,
        bonus={card: count for card, count in sorted(table.card_goods.items()) if count},
        laws=tuple((law.card, law.elected) for law in table.laws),
    )


def _added(table: GameTable, base: GameTable) -> tuple[int, ...]:
    """The stages of open objectives that were not face down before: an agenda has added them."""
    return tuple(
        stage
        for stage in (1, 2)
        for _ in range(
            table.face_down_objectives[stage - 1]
            - base.face_down_objectives[stage - 1]
            + _of_stage(table, stage)
            - _of_stage(base, stage)
        )
    )


def _of_stage(table: GameTable, stage: int) -> int:
    """The number of open public objectives of a stage."""
    cards = objective_cards()
    return sum(cards[name].stage == stage and not cards[name].secret for name in table.objectives)


@lru_cache(maxsize=32)
def _set_up(game: tuple[str, ...], own_map: str, out: tuple[int, ...]) -> GameTable:
    """The table of a game after its set-up, with only the eliminated players applied."""
    start = PositionStart(GalaxyPosition(game, map=own_map))
    table = start.game.table()
    seats = {seat: SeatValues(eliminated=True) for seat in out}
    lay_out(table, start.board, attrs.evolve(start.position, seats=seats))
    return table


def _open_map(table: GameTable) -> str:
    """The map of a table as a map string with open homes."""
    homes = {system.place for system in table.galaxy.homes}
    placed = table.galaxy.tiles
    return str(Galaxy.from_tiles({place: OPEN if place in homes else number for place, number in placed}))


def _seat_values(table: GameTable, player: Sheet, base: Sheet) -> SeatValues:
    """The values of a player that differ from the set-up; that all have passed after the action phase is
    implied.
    """
    numbers = {
        name: getattr(player, name) for name in NUMBERS if getattr(player, name) != getattr(base, name)
    }
    lists = {name: _listed(player, name) for name in LISTS if _listed(player, name) != _listed(base, name)}
    passed = player.passed and not player.eliminated and table.phase == "action"
    return SeatValues(numbers, lists, passed, player.eliminated)


def _listed(player: Sheet, name: str) -> tuple[str, ...]:
    """The names behind one word of a player, in the order in which they are written."""
    if name == "cards":
        listed = sorted(player.strategy_cards.items())
        return tuple(f"{number}{'!' if exhausted else ''}" for number, exhausted in listed)
    held = {
        "tech": player.technologies,
        "used": player.exhausted,
        "hand": player.action_cards,
        "secrets": player.secrets,
        "scored": player.scored,
        "notes": player.notes,
        "laid": player.notes_in_play,
    }[name]
    return tuple(held) if name in ("secrets", "scored", "laid") else tuple(sorted(held))


def _place_states(table: GameTable, base: GameTable) -> list[PlaceState]:
    """The places that hold something else than after the set-up."""
    standing: list[PlaceState] = []
    for system, there in enumerate(table.space):
        if _counts(there) != _counts(base.space[system]):
            number = table.tile_number(system)
            standing += [PlaceState(number, seat, _units(units)) for seat, units in sorted(there.items())]
            standing += [] if there else [PlaceState(number, None)]
    for planet, there in table.ground.items():
        holder = table.holders[planet]
        if _counts(there) == _counts(base.ground[planet]) and holder == base.holders[planet]:
            continue
        standing += [PlaceState(planet, seat, _units(units)) for seat, units in sorted(there.items())]
        standing += [] if there else [PlaceState(planet, holder)]
    return standing


def _kind(token: tuple[int, str]) -> str:
    return token[1]


def _place(part: PlaceState) -> tuple[bool, str, int]:
    """The order of places in a line: systems, then planets."""
    return part.place in planets(), part.place, part.owner or 0


def _counts(there: dict[int, PlacedUnits]) -> dict[int, object]:
    return {seat: units.key() for seat, units in there.items() if units}


def _units(units: PlacedUnits) -> tuple[tuple[str, int, bool], ...]:
    """Units as a line has them, in its order; the damaged apart."""
    listed: list[tuple[str, int, bool]] = []
    for name in sorted(units, key=UNITS.index):
        hurt = units.hurt.get(name, 0)
        listed += [(name, units[name] - hurt, False)] if units[name] > hurt else []
        listed += [(name, hurt, True)] if hurt else []
    return tuple(listed)
