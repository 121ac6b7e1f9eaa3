"""The position of a game in notation: the inverse of `table.position_set_up`, as short as possible.

Notation contains only what can be typed: it has no lasting effects, no discards and no order of decks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_kind
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.imperium.galaxy import galaxy_position
from twingkit.imperium.galaxy.map.galaxy import OPEN_HOME_NUMBER, Galaxy
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.starts import SHORT, GameStart, PositionStart
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.position_set_up import set_up_position
from twingkit.imperium.galaxy.table.sheet import FactionSheet
from twingkit.imperium.galaxy.tactical.embedded_battle import FIGHTING_EFFECT
from twingkit.imperium.texts.rulebook import rulebook


@check_arguments(game=game_kind(GameTable, "imperium.new_game or imperium.position_game"))
def position_of(game: Game) -> galaxy_position.GalaxyPosition:
    """Return the current position of a whole game, in a form that lists only the differences from the initial
    set-up.

    A phase or turn in progress starts again in the position. Raises `Fault` during the set-up, after the end,
    in a combat, and while a hand or a fleet is over its limit.

    >>> from twingkit.imperium.galaxy.starts import position_game
    >>> line = "galaxy: short, round 2, p1 goods 2 tech amd gd, at 18 p1 2 cruiser 1 carrier, exhausted jord"
    >>> str(position_of(position_game(line))) == line
    True
    """
    start = game.start.map_and_decks_start if isinstance(game.start, PositionStart) else game.start
    assert isinstance(start, GameStart)
    table = game.table
    if table.phase not in galaxy_position.PHASES:
        raise Fault("galaxy_phase", rulebook())
    if _is_combat_under_way(table):
        raise Fault("galaxy_combat", rulebook())
    named = (SHORT,) if start.is_short else start.factions
    line = position_of_table(table, named, includes_map=bool(start.map))
    try:
        PositionStart(line, start.variant)
    except Refusal as unsettled:
        raise Fault("galaxy_moment", rulebook(), reason=unsettled) from unsettled
    return line


def _is_combat_under_way(table: GameTable) -> bool:
    """True if two players' units must fight somewhere, or some stand on another player's planet."""
    fleets = ([seat for seat, units in there.items() if units.ship_count] for there in table.space)
    invaded = any(
        seat != table.planet_controllers[planet] for planet, there in table.ground.items() for seat in there
    )
    return invaded or any(len(seats) > 1 for seats in fleets) or table.has_effect(FIGHTING_EFFECT)


def position_of_table(
    table: GameTable, short_or_factions: tuple[str, ...], *, includes_map: bool
) -> galaxy_position.GalaxyPosition:
    """Return the position of a game table, in a form that lists only the differences from the initial set-up.

    `short_or_factions` are `short` or the factions clockwise; with `includes_map` the map is included.
    """
    plain = galaxy_position.GalaxyPosition(short_or_factions, map=_open_map(table) if includes_map else "")
    out = tuple(player.seat for player in table.players if player.is_eliminated)
    base = _set_up(plain.short_or_factions, plain.map, out)
    # a secret objective among them is public because of a law, which names it
    public = tuple(name for name in table.open_objectives if not objectives_by_id()[name].is_secret)
    seats = {
        seat: words
        for seat, player in enumerate(table.players)
        if (words := _seat_values(table, player, base.players[seat])) != galaxy_position.SeatValues()
    }
    return galaxy_position.GalaxyPosition(
        short_or_factions=plain.short_or_factions,
        map=plain.map,
        round=table.round,
        phase=table.phase,
        current=table.current if table.phase == "action" else None,
        speaker=table.speaker,
        has_custodians=table.has_custodians,
        seats=seats,
        places=tuple(sorted(_place_states(table, base), key=galaxy_position.PlaceEntry.sort_key)),
        command_tokens={
            table.tile_number(system): tuple(sorted(seats_there))
            for system, seats_there in sorted(
                enumerate(table.command_tokens), key=lambda item: table.tile_number(item[0])
            )
            if seats_there
        },
        wormhole_tokens={
            kind: table.tile_number(system)
            for system, kind in sorted(table.wormhole_tokens, key=lambda token: token[1])
        },
        exhausted_planets=tuple(
            planet for planet in table.planet_controllers if planet in table.exhausted_planets
        ),
        open_objectives=None if public == base.open_objectives else public,
        added_objective_stages=_added_objective_stages(table, base),
        withdrawn_secrets=table.withdrawn_secrets,
        card_goods={card: count for card, count in sorted(table.card_goods.items()) if count},
        laws=tuple((law.card, law.elected) for law in table.laws),
    )


def _added_objective_stages(table: GameTable, base: GameTable) -> tuple[int, ...]:
    return tuple(
        stage
        for stage in (1, 2)
        for _ in range(
            table.face_down_objective_counts[stage - 1]
            - base.face_down_objective_counts[stage - 1]
            + _of_stage(table, stage)
            - _of_stage(base, stage)
        )
    )


def _of_stage(table: GameTable, stage: int) -> int:
    cards = objectives_by_id()
    return sum(cards[name].stage == stage and not cards[name].is_secret for name in table.open_objectives)


@lru_cache(maxsize=32)
def _set_up(game: tuple[str, ...], own_map: str, out: tuple[int, ...]) -> GameTable:
    """Return the table of a game after its set-up, with only the eliminations applied."""
    start = PositionStart(galaxy_position.GalaxyPosition(game, map=own_map))
    table = start.map_and_decks_start.table()
    seats = {seat: galaxy_position.SeatValues(eliminated=True) for seat in out}
    set_up_position(table, start.board, attrs.evolve(start.position, seats=seats))
    return table


def _open_map(table: GameTable) -> str:
    homes = {system.place for system in table.galaxy.homes}
    placed = table.galaxy.tile_numbers
    return str(
        Galaxy.from_tiles({place: OPEN_HOME_NUMBER if place in homes else number for place, number in placed})
    )


def _seat_values(table: GameTable, player: FactionSheet, base: FactionSheet) -> galaxy_position.SeatValues:
    """Return the values of a player that differ from the set-up; whether the player has passed is stated only
    in the action phase.
    """
    numbers = {
        name: getattr(player, field)
        for name, field in galaxy_position.FIELD_BY_NUMBER_KEYWORD.items()
        if getattr(player, field) != getattr(base, field)
    }
    lists = {
        name: _names_in_order(player, name)
        for name in galaxy_position.FIELD_BY_LIST_KEYWORD
        if _names_in_order(player, name) != _names_in_order(base, name)
    }
    passed = player.has_passed and not player.is_eliminated and table.phase == "action"
    return galaxy_position.SeatValues(numbers, lists, passed, player.is_eliminated)


def _names_in_order(player: FactionSheet, name: str) -> tuple[str, ...]:
    """Return the names after a keyword of a player, in notation order."""
    if name == "cards":
        listed = sorted(player.strategy_cards.items())
        return tuple(f"{number}{'!' if exhausted else ''}" for number, exhausted in listed)
    held: Iterable[str] = getattr(player, galaxy_position.FIELD_BY_LIST_KEYWORD[name])
    return tuple(held) if name in ("secrets", "scored", "laid") else tuple(sorted(held))


def _place_states(table: GameTable, base: GameTable) -> list[galaxy_position.PlaceEntry]:
    """Return entries for the systems and planets with other units or another owner than after the set-up."""
    standing: list[galaxy_position.PlaceEntry] = []
    for system, there in enumerate(table.space):
        if _counts(there) != _counts(base.space[system]):
            number = table.tile_number(system)
            standing += [
                galaxy_position.PlaceEntry(number, seat, _units(units))
                for seat, units in sorted(there.items())
            ]
            standing += [] if there else [galaxy_position.PlaceEntry(number, None)]
    for planet, there in table.ground.items():
        holder = table.planet_controllers[planet]
        if _counts(there) == _counts(base.ground[planet]) and holder == base.planet_controllers[planet]:
            continue
        standing += [
            galaxy_position.PlaceEntry(planet, seat, _units(units)) for seat, units in sorted(there.items())
        ]
        standing += [] if there else [galaxy_position.PlaceEntry(planet, holder)]
    return standing


def _counts(there: dict[int, PlacedUnits]) -> dict[int, object]:
    return {seat: units.key() for seat, units in there.items() if units}


def _units(units: PlacedUnits) -> tuple[tuple[str, int, bool], ...]:
    """Return unit entries in notation order, damaged ones apart."""
    listed: list[tuple[str, int, bool]] = []
    for name in sorted(units, key=galaxy_position.UNIT_ORDER.index):
        hurt = units.hurt.get(name, 0)
        listed += [(name, units[name] - hurt, False)] if units[name] > hurt else []
        listed += [(name, hurt, True)] if hurt else []
    return tuple(listed)
