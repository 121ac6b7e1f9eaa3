"""Retreats inside a game: the target system, the units that come along, and the token placed there
(IM-SPACE-13, 14)."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.core.play import Script
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.map.reach import CLOSED_ANOMALIES
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.command_tokens import place_token_from_anywhere
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical import fleet_limits
from twingkit.imperium.galaxy.tactical.movement import roll_rift_survival
from twingkit.imperium.galaxy.tactical.moving_ships import passable_anomalies

RULE = "IM-SPACE-13"


def retreat_systems(table: GameTable, seat: int, system: int, *, without_presence: bool = False) -> list[int]:
    """Return the indices of the systems to which a player's ships can retreat from a system.

    They are adjacent, without other players' ships, and neither nebulas nor closed to the ships (IM-SPACE-13,
    IM-MOVE-10, IM-MOVE-12). They contain a planet or unit of the player, unless a card allows
    `without_presence` (IM-ACT-s_retreat).
    """
    return [
        other
        for other in table.adjacency(seat, "retreat")[system]
        if (anomaly := table.galaxy.systems[other].tile.anomaly) != "nebula"
        and not (anomaly in CLOSED_ANOMALIES and anomaly not in passable_anomalies(table, seat, other))
        and not table.enemy_seats_with_ships(seat, other)
        and (without_presence or table.has_presence(seat, other))
    ]


def retreat_all_ships(table: GameTable, seat: int, system: int, *, without_presence: bool = False) -> Script:
    """Move all ships of a player to one adjacent system with as much cargo as they can carry, and place a
    command token there.

    A player who must leave but cannot loses the ships (IM-SPACE-14).
    """
    eligible = retreat_systems(table, seat, system, without_presence=without_presence)
    if not table.units_in_space(seat, system).ship_count:
        return
    if not eligible:
        table.announce(RULE, "nowhere", seat)
        table.replace_units(seat, system, table.units_in_space(seat, system).only(DOCK))
        return
    numbers = [table.tile_number(other) for other in eligible]
    target = table.galaxy.system((yield from ask_to_choose(table, seat, numbers, "retreat_to", RULE))).index
    boarding = yield from _choose_boarding(table, seat, system)
    if not without_presence:
        yield from _remove_left_behind(table, seat, system, sum(count for _, _, count in boarding))
    for planet, name, count in boarding:
        hurt = table.remove_units(seat, planet, name, count)
        table.put_units(seat, system, name, count, hurt)
        table.announce(RULE, "boarded", seat, n=count, unit=name, planet=planet)
    if without_presence:
        arrived = yield from withdraw(table, seat, system, target)
    else:
        arrived = yield from _leave(table, seat, system, target)
    table.announce(RULE, "left" if arrived else "lost", seat, number=table.tile_number(target))
    if arrived:
        yield from place_token_from_anywhere(table, seat, target, RULE)
    fleet_limits.destroy_blockaded_floating_docks(table, target)
    yield from fleet_limits.enforce_fleet_limits(table, seat, system)
    yield from fleet_limits.enforce_fleet_limits(table, seat, target)


def _choose_boarding(table: GameTable, seat: int, system: int) -> Script[list[tuple[str, str, int]]]:
    """Ask which ground forces on planets board the retreating ships, up to their capacity; return them as
    (planet, class, number).

    The owner may prefer them to units in space (IM-SPACE-13).
    """
    boarding = []
    places = fleet_limits.ship_capacity(table, seat, system)
    for planet in table.planets_of(system):
        for name in GROUND_FORCES:
            most = min(table.units_on_planet(seat, planet.id)[name], places)
            if most <= 0:
                continue
            counts = [str(count) for count in range(most + 1)]
            count = int((yield from ask_to_choose(table, seat, counts, "board", RULE, subject=planet.id)))
            if count:
                boarding.append((planet.id, name, count))
                places -= count
    return boarding


def _loads(table: GameTable, seat: int, system: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the leaving ships and a floating dock one by one with their cargo, ground forces first."""
    units, stats = table.units_in_space(seat, system), table.players[seat].unit_type_on_board
    carried = [*GROUND_FORCES] if stats("fighter").move else [*GROUND_FORCES, "fighter"]
    waiting = [name for name in carried for _ in range(units[name])]
    for name in units:
        if name in carried or not stats(name).move:
            continue
        room = stats(name).capacity
        for _ in range(units[name]):
            load, waiting = waiting[:room], waiting[room:]
            yield name, load


def _leave(table: GameTable, seat: int, system: int, target: int) -> Script[bool]:
    """Move the retreating ships one by one, rolling for gravity rifts (IM-MOVE-11); return whether at least
    one arrives.
    """
    rift = table.galaxy.systems[system].tile.anomaly == "gravity_rift"
    arrived = False
    for name, load in list(_loads(table, seat, system)):
        hurt = table.remove_units(seat, system, name)
        for unit_class in load:
            table.remove_units(seat, system, unit_class)
        if rift and not (yield from roll_rift_survival(table, seat, name)):
            continue
        arrived = True
        table.put_units(seat, target, name, 1, hurt)
        for unit_class in load:
            table.put_units(seat, target, unit_class)
    return arrived


def withdraw(table: GameTable, seat: int, system: int, target: int) -> Script[bool]:
    """Move all of a player's units from the space of one system to another, by the effect of a card
    (IM-MOVE-12). Return whether any unit arrives.

    Units that no ship carries move too; fighters roll for themselves in a gravity rift.
    """
    arrived = yield from _leave(table, seat, system, target)
    rift = table.galaxy.systems[system].tile.anomaly == "gravity_rift"
    units = table.units_in_space(seat, system).copy()
    for name in units:
        for _ in range(units[name]):
            hurt = table.remove_units(seat, system, name)
            if not (rift and name == "fighter") or (yield from roll_rift_survival(table, seat, name)):
                table.put_units(seat, target, name, 1, hurt)
                arrived = True
    return arrived


def _remove_left_behind(table: GameTable, seat: int, system: int, boarding: int) -> Script:
    """Remove units in space without room when `boarding` units, which cannot stay, come aboard (IM-FLEET-4);
    the owner chooses (IM-MOVE-6).
    """
    names = [
        name for name in ("fighter", *GROUND_FORCES) if not table.players[seat].unit_type_on_board(name).move
    ]
    units = table.units_in_space(seat, system)
    most = sum(units[name] for name in names) + boarding - fleet_limits.ship_capacity(table, seat, system)
    if most > 0:
        yield from fleet_limits.remove_excess_units(table, seat, system, names, most, "IM-FLEET-2")
