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
from twingkit.imperium.galaxy.table.events import SpaceBattleBegins, SpaceBattleWon
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

WRECK_EFFECT = "wreck"
"""The effect of each class of which units were lost in the space combat of this tactical action."""


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
    if enemies and table.units_in_space(seat, system).ship_count:
        yield from SpaceCombat(table, (seat, enemies[0]), system).script()
        return
    destroy_blockaded_floating_docks(table, system)
    for player in list(table.space[system]):
        yield from enforce_fleet_limits(table, player, system)


class SpaceCombat:
    """A space combat between the active player, whose seat comes first, and the player with ships there."""

    def __init__(self, table: GameTable, seats: tuple[int, int], system: int) -> None:
        self.table, self.seats, self.system = table, seats, system
        self._fleets_before = [table.units_in_space(seat, system).without(DOCK) for seat in seats]
        effects = [system_effects(table, seat, system, defends=seat == seats[1]) for seat in seats]
        attacker, defender = (
            battle_side(table, seat, "space", fleet, extra_effect_ids=ids)
            for seat, fleet, ids in zip(seats, self._fleets_before, effects, strict=True)
        )
        variant = attrs.evolve(table.variant, stalemate="attacker")  # two fleets cannot stay (IM-FLEET-4)
        self._battle = Battle("space", attacker, defender, variant=variant)
        self.inner = BattleInGame(table, self._battle, seats)
        self.inner.way_out = self._has_way_out
        self._scorers: set[int] = set()
        """The players who have scored an event of this combat."""
        self._counted_losses = [destroyed_units(self.inner, side_index) for side_index in (0, 1)]
        """The destroyed units of each side for which events have been scored."""
        self._counted_step = self.inner.round, self.inner.steps_done

    def script(self) -> Script:
        """Fight the combat, return the survivors to the table, and settle what follows from it."""
        table, system, inner = self.table, self.system, self.inner
        seat, enemy = self.seats
        line = public_battle_line(without_unaffordable_effects(table, self._battle, self.seats))
        number = table.tile_number(system)
        table.record(SpaceBattleBegins(SEATS[seat], SEATS[enemy], line, number))
        yield from inner.open_start_window("space.start", system)
        yield from run_embedded_battle(
            table,
            play_space_battle(inner, after_space_cannon=True),
            BattleSeats(self.seats, (True, True)),
            between_steps=self._score_destroyed,
        )
        yield from self._score_destroyed()
        lost_classes = yield from self._return_survivors()
        table.end_effects(FIGHTING_EFFECT)
        winner = yield from self._retreat_and_find_winner()
        add_battle_stats_entry(table, inner, self.seats, winner, number)
        destroy_blockaded_floating_docks(table, system)
        for player in sorted(self.seats, key=lambda player: player != winner):
            yield from enforce_fleet_limits(table, player, system)
        for name in sorted(set[str]().union(*lost_classes)):
            table.start_effect(WRECK_EFFECT, seat, "tactical", name)
        destroyed = zip(((enemy, seat), (seat, enemy)), lost_classes, strict=True)
        moments = [Moment("destroyed", by, system, number=of) for (by, of), lost in destroyed if lost]
        yield from open_ability_window(table, *reversed(moments))  # the active player's first
        if winner is not None:
            yield from self._reward(winner, seat + enemy - winner)

    def _has_way_out(self, side_index: int, anywhere: bool) -> bool:
        """Return whether the ships of a side find a way out."""
        self._restore_fleets()  # a flagship that made a retreat possible may be gone by now
        seat = self.seats[side_index]
        return bool(retreat_systems(self.table, seat, self.system, without_presence=anywhere))

    def _survivors(self, side_index: int) -> PlacedUnits:
        return remaining_units(self.inner, side_index, self._fleets_before[side_index])

    def _restore_fleets(self) -> None:
        """Put the present fleets of both sides on the table."""
        for side_index, player in enumerate(self.seats):
            _restore_fleet(self.table, player, self.system, self._survivors(side_index))

    def _score_destroyed(self) -> Script:
        """Score events of destroying units after a step, the active player first (IM-OBJ-3, IM-TIME-2)."""
        step = self.inner.round, self.inner.steps_done
        if step == self._counted_step:
            return
        self._counted_step = step
        lost = [destroyed_units(self.inner, side_index) for side_index in (0, 1)]
        new_losses = [now - before for now, before in zip(lost, self._counted_losses, strict=True)]
        self._counted_losses = [now | before for now, before in zip(lost, self._counted_losses, strict=True)]
        for player, destroyed in zip(self.seats, reversed(new_losses), strict=True):
            if deeds := scoring.events_of_destroying(destroyed):
                self._restore_fleets()
                yield from scoring.offer_event_scoring(self.table, player, deeds, self._scorers)

    def _return_survivors(self) -> Script[list[set[str]]]:
        """Return the survivors to the table, and the classes of which each side has lost units."""
        lost_classes = []
        for side_index, player in enumerate(self.seats):
            before, after = self._fleets_before[side_index], self._survivors(side_index)
            lost_classes.append({name for name in before if before[name] > after[name]})
            yield from roll_for_revival(
                self.table, player, destroyed_units(self.inner, side_index)["infantry"]
            )
            _restore_fleet(self.table, player, self.system, after)
        return lost_classes

    def _retreat_and_find_winner(self) -> Script[int | None]:
        """Move the ships of a side that retreats, and return the seat of the winner; None without one."""
        table, inner = self.table, self.inner
        for player, retreats in zip(self.seats, inner.retreated, strict=True):
            if retreats:
                without_presence = inner.stopping_rule == DRAW_RULE
                yield from retreat_all_ships(table, player, self.system, without_presence=without_presence)
        left = [player for player in self.seats if table.units_in_space(player, self.system).ship_count]
        if len(left) != 1 or inner.stopping_rule:
            return None
        table.record(SpaceBattleWon(SEATS[left[0]], table.tile_number(self.system)))
        return left[0]

    def _reward(self, winner: int, loser: int) -> Script:
        """Score the events of the victory, and open the windows after it."""
        table, system = self.table, self.system
        won = scoring.events_of_space_win(table, winner, loser, system)
        yield from scoring.offer_event_scoring(table, winner, won, self._scorers)
        yield from open_ability_window(
            table,
            Moment("combat.won", winner, system, number=loser),
            Moment("combat.lost", loser, system, number=winner),
        )
        raise_if_game_over(table)  # the Shard of the Throne may have changed hands (IM-END-1)
