"""Invasion: bombardment, committing ground forces, Space Cannon defence, ground combats and control (IM-INV-9
to 13)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.ground.ground_combat import ending, play_planet_combat
from twingkit.imperium.battle.rules.ground.landing import space_cannon_defence
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, STRUCTURES
from twingkit.imperium.galaxy.economy.paying import max_payment, pay_cost
from twingkit.imperium.galaxy.objectives.scoring import has_most_points, offer_event_scoring
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.events import GroundBattleBegins, GroundBattleWon
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits, count_units
from twingkit.imperium.galaxy.table.unit_questions import UnitPart
from twingkit.imperium.galaxy.tactical.bombardment_step import (
    UnitsAtPlanetsQuestion,
    ground_battle_table,
    resolve_bombardment,
)
from twingkit.imperium.galaxy.tactical.embedded_battle import (
    FIGHTING_EFFECT,
    BattleInGame,
    BattleSeats,
    add_battle_stats_entry,
    battle_side,
    destroyed_units,
    public_battle_line,
    remaining_units,
    run_battle_steps,
    run_embedded_battle,
    without_unaffordable_effects,
)
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import roll_for_revival

CUSTODIANS_COST = 6
"""The influence that removing the custodians token costs (IM-INV-13)."""


_LANDING_CLASSES = (*GROUND_FORCES, "fighter")
"""The classes of units that can land, fighters only with the Matriarch (IM-UNIT-naalu_flagship)."""


@attrs.define
class _PlanetLanding:
    """The invasion of one planet: its controller (−1: nobody), and the committed forces."""

    planet: str
    defender: int
    committed_forces: dict[str, int]
    battle_table: BattleInGame | None = None


class CommitForces(UnitsAtPlanetsQuestion[acts.Land]):
    """The question of which ground forces land on which planets: `land 2 infantry lodor`, or `land none`
    (IM-INV-3, 9).
    """

    __slots__ = ("must_land", "system")
    kind = "land"
    rule = "IM-INV-9"
    act_class = acts.Land
    nameable_classes = _LANDING_CLASSES

    def __init__(self, table: GameTable, seat: int, system: int, *, must_land: bool = False) -> None:
        super().__init__(table, seat)
        self.system, self.must_land = system, must_land
        """True if a ground force has to land, since the custodians were just sent away (IM-INV-13)."""

    @property
    def available_forces(self) -> dict[str, int]:
        """The ground forces in the space of the system, by class."""
        units = self.table.units_in_space(self.player, self.system)
        return {name: units[name] for name in self.landable_classes if units[name]}

    @property
    def landable_classes(self) -> tuple[str, ...]:
        """The unit classes that can land: ground forces, and with the Matriarch also fighters."""
        lands = _has_matriarch(self.table, self.player, self.system)
        return _LANDING_CLASSES if lands else GROUND_FORCES

    def rule_against_landing(self, planet: str) -> BrokenRule | None:
        """Return the rule that forbids landing on a planet; None if it is legal."""
        if planet not in [world.id for world in self.table.planets_of(self.system)]:
            return "IM-INV-9", "other_system", {"planet": planet}
        if planet == MECATOL_REX and self.table.has_custodians:
            return "IM-INV-13", "custodians", {}
        if self.table.is_demilitarized(planet):
            return "IM-AGENDA-demilitarized_zone", "closed", {"planet": planet}
        return None

    @property
    def landable_planets(self) -> list[str]:
        """The planets on which units can land."""
        return [
            world.id
            for world in self.table.planets_of(self.system)
            if self.rule_against_landing(world.id) is None
        ]

    def rule_against_units(self, parts: Sequence[UnitPart]) -> BrokenRule | None:
        """Return the rule that forbids a landing; None if it is legal."""
        for _, _, planet in parts:
            if barred := self.rule_against_landing(planet):
                return barred
        wanted = count_units(parts)
        for name, count in wanted.items():
            if name not in self.landable_classes:
                return "IM-INV-9", "cannot_land", {"unit": name}
            if count > self.available_forces.get(name, 0):
                facts = {"unit": name, "n": count, "there": self.available_forces.get(name, 0)}
                return "IM-INV-9", "not_there", facts
        if self.must_land and not any(name in GROUND_FORCES for name in wanted):
            return "IM-INV-13", "must_land", {}
        return None

    def options(self) -> Iterator[acts.Land]:
        """Yield some of the legal landings: nothing, everything on one planet, or the infantry in part."""
        if not self.must_land:
            yield self.act(())
        planets, forces = self.landable_planets, self.available_forces
        for planet in planets:
            yield self.act((name, count, planet) for name, count in forces.items())
        total = sum(forces.values())
        if "infantry" in forces:
            for planet in planets if total > 1 else ():
                for count in range(1, forces["infantry"]):
                    yield self.act([("infantry", count, planet)])
            for first in planets:
                for second in planets:
                    for count in range(1, forces["infantry"]) if first < second else ():
                        rest = forces["infantry"] - count
                        yield self.act([("infantry", count, first), ("infantry", rest, second)])

    def random_answer(self, rng: random.Random) -> acts.Land:
        """Return a random legal landing, mostly of everything."""
        planets = self.landable_planets
        if not planets or (not self.must_land and rng.random() < 0.1):
            return self.act(())
        parts: Counter[tuple[str, str]] = Counter()
        target = rng.choice(planets)
        for name, count in self.available_forces.items():
            for _ in range(count):
                if rng.random() < 0.2:
                    target = rng.choice(planets)
                parts[name, target] += 1
        return self.act((name, count, planet) for (name, planet), count in parts.items())


def _has_matriarch(table: GameTable, seat: int, system: int) -> bool:
    """True if a player's Matriarch is in the system, so that the player's fighters can land
    (IM-UNIT-naalu_flagship).
    """
    return table.players[seat].faction == "naalu" and table.units_in_space(seat, system)["flagship"] > 0


def resolve_invasion(table: GameTable, seat: int, system: int) -> Script:
    """Resolve the invasion of the active system's planets."""
    worlds = [planet.id for planet in table.planets_of(system)]
    if not worlds or seat not in table.space[system]:
        return
    yield from open_ability_window(table, Moment("invasion.start", seat, system))
    yield from resolve_bombardment(table, seat, system)
    paid = yield from remove_custodians(table, seat, system)
    landings = yield from _commit_forces(table, seat, system, must_land=paid)
    if landings:
        yield from open_ability_window(table, Moment("committed", seat, system))
        landings = [landing for landing in landings if table.units_on_planet(seat, landing.planet)]
        yield from _ground_combats(table, seat, landings)
    table.end_effects("invasion")


# -- custodians and commitment


def custodians_cost(table: GameTable, seat: int) -> int:
    """Return the influence that a player pays to remove the custodians: none for the Winnu (IM-INV-13)."""
    return 0 if table.players[seat].faction == "winnu" else CUSTODIANS_COST


def remove_custodians(table: GameTable, seat: int, system: int) -> Script[bool]:
    """Let a player pay influence to remove the custodians before landing; return whether they did
    (IM-INV-13)."""
    fleet = table.units_in_space(seat, system)
    if system != table.mecatol_system or not table.has_custodians or not fleet.ground_force_count:
        return False
    cost = custodians_cost(table, seat)
    if max_payment(table, seat, "influence") < cost:
        table.announce("IM-INV-13", "too_little", seat, n=cost)
        return False
    answer = yield from ask_to_choose(
        table, seat, ["pay", NO_TARGET_WORD], "custodians", "IM-INV-13", subject=cost
    )
    if answer == NO_TARGET_WORD:
        return False
    yield from pay_cost(table, seat, cost, "influence", "IM-INV-13")
    table.has_custodians = False
    table.gain_points(seat, 1)
    table.announce("IM-INV-13", "removed", seat)
    raise_if_game_over(table)
    return True


def _commit_forces(
    table: GameTable, seat: int, system: int, *, must_land: bool = False
) -> Script[list[_PlanetLanding]]:
    """Ask which forces land, move them to the planets, and return the landings (IM-INV-9)."""
    question = CommitForces(table, seat, system, must_land=must_land)
    if not question.available_forces or not question.landable_planets:
        return []
    answer: acts.Land = yield question
    landings: dict[str, _PlanetLanding] = {}
    for name, count, planet in answer.units:
        others = [other for other in table.ground[planet] if other != seat]
        landing = landings.setdefault(planet, _PlanetLanding(planet, others[0] if others else -1, {}))
        landing.committed_forces[name] = landing.committed_forces.get(name, 0) + count
        table.remove_units(seat, system, name, count)
        table.put_units(seat, planet, name, count)
        table.announce("IM-INV-3", "committed", seat, n=count, unit=name, planet=planet)
    return list(landings.values())


# -- combats and control


def _ground_combats(table: GameTable, seat: int, landings: list[_PlanetLanding]) -> Script:
    """Resolve Space Cannon, ground combats and control (IM-INV-9, IM-INV-11)."""
    for landing in landings:
        if landing.defender >= 0:
            yield from _fire_defence(table, seat, landing)
    waiting = [landing for landing in landings if landing.battle_table is not None]
    while waiting:
        named = yield from ask_to_choose(
            table, seat, [landing.planet for landing in waiting], "combat_on", "IM-INV-9"
        )
        landing = next(landing for landing in waiting if landing.planet == named)
        waiting.remove(landing)
        yield from _ground_combat(table, seat, landing)
    table.end_effects(FIGHTING_EFFECT)
    for landing in landings:
        table.move_all_units(seat, landing.planet, table.system_of(landing.planet), ["fighter"])
        if (
            table.units_on_planet(seat, landing.planet).ground_force_count
            and table.planet_controllers[landing.planet] != seat
        ):
            yield from gain_control(table, seat, landing.planet)
        else:
            yield from remove_lost_structures(table, landing.planet)


def _fire_defence(table: GameTable, seat: int, landing: _PlanetLanding) -> Script:
    """Set up the battle for one planet and fire its Space Cannon."""
    planet, defender = landing.planet, landing.defender
    own = table.units_on_planet(seat, planet)
    ships = table.units_in_space(seat, table.system_of(planet)).without(*_LANDING_CLASSES, DOCK)
    attacker = battle_side(table, seat, "ground", own.only(*_LANDING_CLASSES), ships, planet=planet)
    seats, defence = (seat, defender), table.units_on_planet(defender, planet)
    landing.battle_table = inner = ground_battle_table(table, attacker, seats, defence, planet)
    yield from run_embedded_battle(table, run_battle_steps(inner, space_cannon_defence), BattleSeats(seats))


def _ground_combat(table: GameTable, seat: int, landing: _PlanetLanding) -> Script:
    inner, planet = landing.battle_table, landing.planet
    assert inner is not None
    sides = BattleSeats((seat, landing.defender))
    fought = inner.both_sides_remain
    earlier = [
        destroyed_units(inner, side_index) for side_index in (0, 1)
    ]  # by Space Cannon, before any combat
    if fought:
        payable = without_unaffordable_effects(table, inner.fight.battle, sides.seats)
        line = public_battle_line(payable)
        table.record(GroundBattleBegins(SEATS[seat], SEATS[landing.defender], line, planet))
        yield from inner.open_start_window("ground.start", table.system_of(planet), planet)
    yield from run_embedded_battle(table, play_planet_combat(inner), sides)
    yield from run_embedded_battle(table, run_battle_steps(inner, *ending(inner.fight)), sides)
    own, theirs = table.units_on_planet(seat, planet), table.units_on_planet(landing.defender, planet)
    alive = remaining_units(inner, 0, own.only(*_LANDING_CLASSES))
    kept = own.only(*STRUCTURES)
    for name in _LANDING_CLASSES:
        kept.put(name, alive[name], alive.hurt.get(name, 0))
    table.replace_units(seat, planet, kept)
    left = remaining_units(inner, 1, theirs)
    table.replace_units(landing.defender, planet, left)
    moments = []
    for side_index, fighter in enumerate(sides.seats):
        destroyed = destroyed_units(inner, side_index)
        yield from roll_for_revival(table, fighter, destroyed["infantry"])
        if fought and destroyed.total() > earlier[side_index].total():
            other = sides.seats[1 - side_index]
            moments.append(Moment("destroyed", other, table.system_of(planet), planet, number=fighter))
    yield from open_ability_window(table, *moments)
    there = {seat: kept.ground_force_count, landing.defender: left.ground_force_count}
    holders = [fighter for fighter, count in there.items() if count]
    winner = holders[0] if len(holders) == 1 else None
    if fought:
        add_battle_stats_entry(table, inner, sides.seats, winner, planet)
    scorers: set[int] = set()
    if inner.harrowed:  # Harrow belongs to the combat (IM-OBJ-3)
        yield from offer_event_scoring(table, seat, ["bombarded_last_ground_forces"], scorers)
    if fought and winner is not None:
        loser = landing.defender if winner == seat else seat
        system = table.system_of(planet)
        table.record(GroundBattleWon(SEATS[winner], planet, SEATS[loser]))
        if has_most_points(table, loser):
            yield from offer_event_scoring(table, winner, ["won_against_leader"], scorers)
        yield from open_ability_window(
            table,
            Moment("combat.won", winner, system, planet, number=loser),
            Moment("combat.lost", loser, system, planet, number=winner),
        )
        raise_if_game_over(table)  # the Shard of the Throne may have changed hands (IM-END-1)


def gain_control(table: GameTable, seat: int, planet: str) -> Script:
    """Give a player control of a planet: its card is exhausted, and other players' structures there are
    destroyed (IM-INV-11)."""
    before = table.planet_controllers[planet]
    yield from open_ability_window(table, Moment("gaining_planet", seat, table.system_of(planet), planet))
    for other in [other for other in table.ground[planet] if other != seat]:
        units = table.units_on_planet(other, planet)
        for name in STRUCTURES:
            if units[name]:
                table.announce("IM-INV-11", "destroyed", other, n=units[name], unit=name, planet=planet)
        table.replace_units(other, planet, PlacedUnits())
        yield from enforce_fleet_limits(table, other, table.system_of(planet))
    table.planet_controllers[planet] = seat
    table.add_stats_entry("planet", table.round, seat, planet)
    table.exhaust_planets([planet])
    table.announce("IM-INV-11", "gained", seat, planet=planet)
    if before not in (None, seat):
        table.announce("IM-INV-11", "lost", before, planet=planet, enemy=SEATS[seat])
    if planet == MECATOL_REX:
        table.start_effect("gained_mecatol", seat, "tactical")
    number = -1 if before is None else before
    yield from open_ability_window(
        table, Moment("gained_planet", seat, table.system_of(planet), planet, number=number)
    )
    raise_if_game_over(table)  # the Crown of Emphidia may have changed hands (IM-END-1)


def remove_lost_structures(table: GameTable, planet: str) -> Script:
    """Destroy structures whose owner has no ground forces on the planet while another player has units there
    (IM-INV-12).

    Lost docks no longer support fighters (IM-FLEET-2).
    """
    there = table.ground[planet]
    forces = [seat for seat, units in there.items() if units.ground_force_count]
    for seat in [seat for seat in there if seat not in forces and forces]:
        table.announce("IM-INV-12", "destroyed", seat, planet=planet)
        del there[seat]
        yield from enforce_fleet_limits(table, seat, table.system_of(planet))
