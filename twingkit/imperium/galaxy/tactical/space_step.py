"""Space Cannon offence and space combat in the active system (IM-SPACE-11 to 15)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import MENTAK_FLAGSHIP_MARK
from twingkit.imperium.battle.rules.result import DRAW_RULE
from twingkit.imperium.battle.rules.space.space_cannon import cannon_step
from twingkit.imperium.battle.rules.space.space_combat import play_space_battle
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.map.adjacency import AdjacencyLists
from twingkit.imperium.galaxy.objectives import scoring
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.battle_effects import offer_graviton_laser, system_effects
from twingkit.imperium.galaxy.tactical.embedded_battle import (
    FIGHTING_EFFECT,
    BattleInGame,
    BattleSeats,
    add_battle_stats_entry,
    battle_side,
    destroyed_units,
    public_battle_line,
    remaining_units,
    run_embedded_battle,
    without_unaffordable_effects,
)
from twingkit.imperium.galaxy.tactical.fleet_limits import (
    destroy_blockaded_floating_docks,
    enforce_fleet_limits,
)
from twingkit.imperium.galaxy.tactical.losses import roll_for_revival
from twingkit.imperium.galaxy.tactical.retreats import retreat_all_ships, retreat_systems
from twingkit.imperium.galaxy.trade.transactions import bargain_before_fire

BATTLESTATION = "experimental"
"""The card, and its effect, that lets a space dock fire Space Cannon (IM-ACT-experimental)."""


def cannons_reaching(table: GameTable, seat: int, system: int) -> PlacedUnits:
    """Return a player's units whose Space Cannon reaches a system.

    They are units in it, and upgraded PDS and the Xxcha flagship in adjacent systems (IM-SPACE-11).
    """
    links: AdjacencyLists = table.adjacency(seat, "cannon")
    stats = table.players[seat].unit_type_on_board
    guns = PlacedUnits()
    for place in (system, *links[system]):
        far = place != system
        worlds = [table.units_on_planet(seat, planet.id) for planet in table.planets_of(place)]
        for units in (table.units_in_space(seat, place), *worlds):
            for name in units:
                unit = stats(name)
                if unit.space_cannon and (not far or unit.id in ("pds2", "xxcha_flagship")):
                    guns.put(name, units[name])
    return guns


def has_dock_in_or_adjacent(table: GameTable, seat: int, system: int) -> bool:
    """Return whether a player has a space dock in or adjacent to a system (IM-ACT-experimental)."""
    return any(table.dock_places(seat, near) for near in (system, *table.adjacency(seat, "cannon")[system]))


def _suppressing_flagship(table: GameTable, seat: int, system: int) -> int | None:
    """Return the seat of the player whose flagship bars a seat's Sustain Damage in a system; None if there is
    none (IM-UNIT-mentak_flagship).
    """
    return next(
        (
            other
            for other in table.other_seats(seat)
            if table.players[other].faction == "mentak" and table.units_in_space(other, system)["flagship"]
        ),
        None,
    )


def space_cannon_offense(table: GameTable, seat: int, system: int) -> Script:
    """Fire Space Cannon at ships in a system: first the active player at one opponent, then the others,
    clockwise, at the active player (IM-SPACE-11).
    """
    own = cannons_reaching(table, seat, system)
    targets = table.enemy_seats_with_ships(seat, system)
    if own and targets:
        named = yield from ask_to_choose(
            table, seat, [SEATS[other] for other in targets], "fire_at", "IM-SPACE-11"
        )
        yield from _fire_space_cannon(table, seat, SEATS.index(named), own, system)
    for other in table.other_seats(seat):
        guns = cannons_reaching(table, other, system)
        station = table.has_effect(BATTLESTATION, other) and has_dock_in_or_adjacent(table, other, system)
        if not (guns or station) or not table.units_in_space(seat, system).ship_count:
            continue
        if not (yield from bargain_before_fire(table, seat, other)):
            extra = (BATTLESTATION,) if station else ()
            yield from _fire_space_cannon(table, other, seat, guns, system, extra=extra)


def _fire_space_cannon(
    table: GameTable, shooter: int, target: int, guns: PlacedUnits, system: int, extra: tuple[str, ...] = ()
) -> Script:
    """Fire Space Cannon at a player's ships; `extra`: further effects of the shooter, e.g. a card."""
    fleet = table.units_in_space(target, system).without(DOCK)
    ships = [name for name in guns if table.players[shooter].unit_type_on_board(name).is_ship]
    own = table.units_in_space(shooter, system).without(DOCK) if guns else PlacedUnits()
    for name in ships:
        own.put(name, guns[name] - own[name])  # from an adjacent system (IM-UNIT-xxcha_flagship)
    extra += yield from offer_graviton_laser(table, shooter)
    side_index = int(shooter != table.current)  # the active player is the attacker, whoever fires
    gunner = battle_side(table, shooter, "space", own, guns.without(*ships), extra_effect_ids=extra)
    both = (gunner, battle_side(table, target, "space", fleet))
    seats = (shooter, target)
    if side_index:
        both, seats = both[::-1], seats[::-1]
    battle = Battle("space", *both, variant=table.variant)
    inner = BattleInGame(table, battle, seats)
    if (moon := _suppressing_flagship(table, target, system)) is not None:
        inner.forces[1 - side_index] = inner.forces[1 - side_index].with_used(
            f"{MENTAK_FLAGSHIP_MARK}{SEATS[moon]}"
        )
    by_hits = 0

    def shots() -> Script:
        nonlocal by_hits
        by_hits = yield from cannon_step(side_index)(inner)

    yield from run_embedded_battle(table, shots(), BattleSeats(seats))
    table.end_effects(FIGHTING_EFFECT)
    after = remaining_units(inner, 1 - side_index, fleet)
    destroyed = destroyed_units(inner, 1 - side_index)
    deeds = scoring.events_of_destroying(destroyed)
    # units removed for lack of room are not destroyed (IM-FLEET-2); a Direct Hit comes after the hits, so
    # it may destroy the last ship
    if fleet.ship_count and not after.ship_count and destroyed.total() == by_hits:
        deeds.append("cannon_destroyed_last_ships")
    _restore_fleet(table, target, system, after)
    yield from enforce_fleet_limits(table, target, system)
    yield from scoring.offer_event_scoring(table, shooter, deeds)


def _restore_fleet(table: GameTable, seat: int, system: int, units: PlacedUnits) -> None:
    """Replace a fleet by its survivors; a floating dock stays."""
    units.put(DOCK, table.units_in_space(seat, system)[DOCK])
    table.replace_units(seat, system, units)


def space_combat(table: GameTable, seat: int, system: int) -> Script:
    """Fight the space combat between the active player and the player with ships there."""
    enemies = table.enemy_seats_with_ships(seat, system)
    if not enemies or not table.units_in_space(seat, system).ship_count:
        destroy_blockaded_floating_docks(table, system)
        for player in list(table.space[system]):
            yield from enforce_fleet_limits(table, player, system)
        return
    enemy = enemies[0]
    seats = (seat, enemy)
    before = [table.units_in_space(player, system).without(DOCK) for player in seats]
    at = system_effects(table, seat, system), system_effects(table, enemy, system, defends=True)
    battle = Battle(
        "space",
        battle_side(table, seat, "space", before[0], extra_effect_ids=at[0]),
        battle_side(table, enemy, "space", before[1], extra_effect_ids=at[1]),
        variant=attrs.evolve(table.variant, stalemate="attacker"),  # two fleets cannot stay here (IM-FLEET-4)
    )
    inner = BattleInGame(table, battle, seats)

    def come_back() -> None:
        for side_index, player in enumerate(seats):
            _restore_fleet(table, player, system, remaining_units(inner, side_index, before[side_index]))

    def way_out(side_index: int, anywhere: bool) -> bool:
        come_back()  # a flagship that made a retreat possible may be gone by now
        return bool(retreat_systems(table, seats[side_index], system, without_presence=anywhere))

    scorers: set[int] = set()
    sunk = [destroyed_units(inner, side_index) for side_index in (0, 1)]
    step = inner.round, inner.steps_done

    def score_destroyed() -> Script:
        """Score events of destroying units after the step, the active player first (IM-OBJ-3, IM-TIME-2)."""
        nonlocal step
        if step == (inner.round, inner.steps_done):
            return
        step = inner.round, inner.steps_done
        sunk_now = [destroyed_units(inner, side_index) - sunk[side_index] for side_index in (0, 1)]
        sunk[:] = [sunk[side_index] + sunk_now[side_index] for side_index in (0, 1)]
        for player, sunk_by in zip(seats, reversed(sunk_now), strict=True):
            if deeds := scoring.events_of_destroying(sunk_by):
                come_back()
                yield from scoring.offer_event_scoring(table, player, deeds, scorers)

    inner.way_out = way_out
    line = public_battle_line(without_unaffordable_effects(table, battle, seats))
    facts = {"enemy": SEATS[enemy], "number": table.tile_number(system), "battle": line}
    table.announce("IM-SPACE-15", "begins", seat, **facts)
    yield from inner.open_start_window("space.start", system)
    sides = BattleSeats(seats, (True, True))
    yield from run_embedded_battle(
        table, play_space_battle(inner, after_space_cannon=True), sides, between_steps=score_destroyed
    )
    yield from score_destroyed()
    gone_units = []
    for side_index, player in enumerate(seats):
        after = remaining_units(inner, side_index, before[side_index])
        gone_units.append({name for name in before[side_index] if before[side_index][name] > after[name]})
        yield from roll_for_revival(table, player, destroyed_units(inner, side_index)["infantry"])
        _restore_fleet(table, player, system, after)
    table.end_effects(FIGHTING_EFFECT)
    for side_index, player in enumerate(seats):
        if inner.retreated[side_index]:
            yield from retreat_all_ships(
                table, player, system, without_presence=inner.stopping_rule == DRAW_RULE
            )
    gone = [not table.units_in_space(player, system).ship_count for player in seats]
    winner = None
    if gone.count(True) == 1 and not inner.stopping_rule:
        winner = seats[gone.index(False)]
        table.announce("IM-SPACE-12", "won", winner, number=table.tile_number(system))
    add_battle_stats_entry(table, inner, seats, winner, table.tile_number(system))
    destroy_blockaded_floating_docks(table, system)
    for player in sorted(seats, key=lambda player: player != winner):
        yield from enforce_fleet_limits(table, player, system)
    table.start_effect("wrecks", seat, "tactical", " ".join(sorted(set[str]().union(*gone_units))))
    destroyers = [side_index for side_index in (0, 1) if gone_units[1 - side_index]]
    yield from open_ability_window(
        table, *(Moment("destroyed", seats[index], system, number=seats[1 - index]) for index in destroyers)
    )
    if winner is not None:
        loser = seats[1 - seats.index(winner)]
        yield from scoring.offer_event_scoring(
            table, winner, scoring.events_of_space_win(table, winner, loser, system), scorers
        )
        yield from open_ability_window(
            table,
            Moment("combat.won", winner, system, number=loser),
            Moment("combat.lost", loser, system, number=winner),
        )
        raise_if_game_over(table)  # the Shard of the Throne may have changed hands (IM-END-1)
