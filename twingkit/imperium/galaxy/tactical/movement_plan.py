"""The plan of a movement: ships, their starting systems, and their cargo (IM-MOVE-1 to 6, IM-ASK-4).

`move 01 carrier, 2 fighter, 3 infantry jord; 26 2 cruiser` moves from two systems. A part that begins with a
tile's number is a group of ships that fly together. Ground forces are named with their planet, or with the
tile in whose space they wait, possibly a system that the group passes.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

import attrs

from twingkit.core.acts import Act
from twingkit.core.blanks import with_plain_blanks
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.map.adjacency import distances_between_systems
from twingkit.imperium.galaxy.map.reach import MAX_RIFT_DICE, Route, best_routes, ship_reach
from twingkit.imperium.galaxy.table.answer_errors import suggested_names
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, QuestionAllowingOffers
from twingkit.imperium.galaxy.tactical.moving_ships import TravelConditions, ship_mobility
from twingkit.imperium.texts.fact_names import UnitClassCount

_TRANSPORTABLE_CLASSES = ("fighter", *GROUND_FORCES)

_MOVABLE_CLASSES = (*SHIPS, *GROUND_FORCES, DOCK)

_MAX_LISTED_PLANS = 60
"""Players can type any other plan."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) )?(?P<name>[a-z]+)(?P<hurt>!?)(?: (?P<place>[a-z0-9.]+))?")
_GROUP = re.compile(r"(?P<tile>[0-9]{2}) (?P<items>.+)")


@attrs.frozen
class Cargo:
    """Units of one class transported by ships: class, number, and the planet or system from which they
    come.
    """

    unit_class: str
    count: int
    source_place: int | str


@attrs.frozen
class ShipGroup:
    """Ships that move together from the system `start_system`.

    `ships` are (class, count, number damaged; 0: undamaged ones first), `cargo` the units they carry.
    """

    start_system: int
    ships: tuple[tuple[str, int, int], ...]
    cargo: tuple[Cargo, ...] = ()

    @property
    def cargo_places(self) -> frozenset[int | str]:
        """The places from which the group takes its cargo."""
        return frozenset(item.source_place for item in self.cargo)

    @property
    def fighters_in_cargo(self) -> list[tuple[int, int]]:
        """The systems from which the group carries fighters, and their numbers."""
        return [
            (item.source_place, item.count)
            for item in self.cargo
            if item.unit_class == "fighter" and isinstance(item.source_place, int)
        ]


MovementPlan = tuple[ShipGroup, ...]
"""All groups of ships that move into the active system."""


@attrs.frozen
class MoveShips(Act):
    """Move the ships of a plan. Its question gives it the text, since the table has the names of places."""

    word = "move"
    plan: MovementPlan
    text: str

    def __str__(self) -> str:
        return self.text


def move_units(table: GameTable, seat: int, target: int, plan: MovementPlan) -> None:
    """Move the units of a plan into a system, without dice: all ships arrive."""
    for group in plan:
        for name, count, hurt in group.ships:
            damaged = table.remove_units(seat, group.start_system, name, count, hurt or None)
            table.put_units(seat, target, name, count, damaged)
        for item in group.cargo:
            table.remove_units(seat, item.source_place, item.unit_class, item.count)
            table.put_units(seat, target, item.unit_class, item.count)


class Move(QuestionAllowingOffers, GalaxyQuestion):
    """The question of which ships move into the active system, and with which cargo; `move none` moves
    nothing.
    """

    __slots__ = ("_travel_conditions", "target")
    kind = "move"
    rule = "IM-MOVE-1"

    def __init__(
        self, table: GameTable, seat: int, target: int, travel_conditions: TravelConditions | None = None
    ) -> None:
        super().__init__(table, seat)
        self.target = target
        """The index of the active system."""
        self._travel_conditions = (
            travel_conditions  # only if the table does not change while this is looked at
        )

    @property
    def travel_conditions(self) -> TravelConditions:
        """The obstacles and wormholes for the player's ships: given, or else computed from the table."""
        return self._travel_conditions or TravelConditions(self.table, self.player)

    @property
    def is_barred_by_ceasefire(self) -> bool:
        """True if a ceasefire prevents units from moving in; units already there may act (IM-TRADE-6)."""
        return self.table.has_effect("ceasefire", self.player)

    @property
    def with_cached_conditions(self) -> Move:
        """The same question with its travel conditions computed once; valid while the table is unchanged."""
        return Move(self.table, self.player, self.target, self.travel_conditions)

    def facts(self) -> Mapping[str, object]:
        """Return the active system as a fact for the texts of the question."""
        return {"system": self.table.tile_number(self.target)}

    # -- parsing

    def parse_act(self, text: str) -> MoveShips:
        """Parse the text of a movement. Raises `BadAnswer` if it is none."""
        return MoveShips(self.with_cached_conditions.parse_plan(text), text)

    def parse_plan(self, answer: str) -> MovementPlan:
        """Parse the plan of an answer. Raises `BadAnswer` if the text is not a movement."""
        body = with_plain_blanks(answer).removeprefix("move ")
        if body == NO_TARGET_WORD:
            return ()
        return tuple(self._group(part.strip(), answer) for part in body.split(";"))

    def _group(self, text: str, answer: str) -> ShipGroup:
        match = _GROUP.fullmatch(text)
        known = {system.tile.number: system.index for system in self.table.galaxy.systems}
        if match is None:
            raise self.part_error(text or answer, self.example.removeprefix("move "))
        if match["tile"] not in known:
            raise self.part_error(match["tile"], suggested_names(match["tile"], list(known)))
        start = known[match["tile"]]
        ships: list[tuple[str, int, int]] = []
        cargo: list[Cargo] = []
        for item in match["items"].split(","):
            unit = _ITEM.fullmatch(item.strip())
            if unit is None:
                raise self.part_error(item.strip() or text, self.example.removeprefix("move "))
            if unit["name"] not in _MOVABLE_CLASSES:
                raise self.part_error(unit["name"], suggested_names(unit["name"], _MOVABLE_CLASSES))
            name, count, place = unit["name"], int(unit["count"] or 1), unit["place"]
            if place is not None and place not in known and place not in self.table.planet_controllers:
                raise self.part_error(place, suggested_names(place, list(self.table.planet_controllers)))
            if (
                name in GROUND_FORCES
                or place is not None
                or (name == "fighter" and not self._fighters_fly(start))
            ):
                where: int | str = start if place is None else known.get(place, place)
                cargo.append(Cargo(name, count, where))
            else:
                ships.append((name, count, count if unit["hurt"] else 0))
        if not ships and self.best_route("fighter", start) is not None:  # upgraded ones, with Gravity Drive
            ships = [(item.unit_class, item.count, 0) for item in cargo if item.source_place == start]
            if any(name != "fighter" for name, _, _ in ships):
                return ShipGroup(start, (), tuple(cargo))
            cargo = [item for item in cargo if item.source_place != start]
        return ShipGroup(start, tuple(ships), tuple(cargo))

    def _fighters_fly(self, start: int) -> bool:
        """Return whether the player's fighters can move by themselves from a system (IM-MOVE-5)."""
        return self.route_without_drive("fighter", start) is not None

    def route_without_drive(
        self, unit_class: str, start: int, via: frozenset[int] = frozenset(), bonus: int = 0
    ) -> Route | None:
        """Return the route of a ship type into the active system without Gravity Drive; None if there is
        none.

        A ship already there stays and picks up units there, unless it fetches something elsewhere
        (IM-MOVE-4).
        """
        unit = self.table.players[self.player].unit_type_on_board(unit_class)
        if not unit.move:
            return None
        if start == self.target and via <= {start}:
            return Route((), 0)
        travel_conditions = self.travel_conditions
        if via <= {start, self.target}:
            return travel_conditions.route(unit_class, start, self.target, bonus)
        ship = ship_mobility(self.table, self.player, unit, start, self.target, bonus, travel_conditions)
        return best_routes(self.table.galaxy, start, ship, via - {start, self.target}).get(self.target)

    def best_route(self, unit_class: str, start: int, via: frozenset[int] = frozenset()) -> Route | None:
        """Return the route of a ship type that moves alone, with Gravity Drive if that helps; None if there
        is none (IM-TECH-gd)."""
        way = self.route_without_drive(unit_class, start, via)
        if (way is None or way.rift_count) and self.table.players[self.player].has_technology("gd"):
            faster = self.route_without_drive(unit_class, start, via, bonus=1)
            if faster is not None and (way is None or faster.rift_count < way.rift_count):
                return faster
        return way

    def barring_fleet(self, name: str, start: int, max_rifts: int = MAX_RIFT_DICE) -> dict[str, object]:
        """Return the first fleet that bars the route that a ship type would otherwise take (IM-MOVE-3), as
        facts of a message; empty if there is none, or if this route leaves more rifts than `max_rifts`."""
        table, seat = self.table, self.player
        ship = ship_mobility(table, seat, table.players[seat].unit_type_on_board(name), start, self.target)
        unbarred = attrs.evolve(ship, blocked_systems=frozenset())
        route = best_routes(table.galaxy, start, unbarred).get(self.target)
        passed = route.entered_systems[:-1] if route and route.rift_count <= max_rifts else ()
        for system in (system for system in passed if system in ship.blocked_systems):
            owner = table.enemy_seats_with_ships(seat, system)[0]
            units = table.units_in_space(owner, system)
            ships = tuple(UnitClassCount(one, units[one]) for one in SHIPS if units[one])
            return {"enemy": SEATS[owner], "system": table.tile_number(system), "units": ships}
        return {}

    # -- legality

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids a plan; None if it is legal."""
        if not isinstance(answer, MoveShips):
            raise self.bad_answer(answer)
        now, plan = self.with_cached_conditions, answer.plan
        return (
            now._rule_against_counts(plan)
            or next(filter(None, map(now._rule_against_group, plan)), None)
            or now._rule_against_drive(plan)
        )

    def _rule_against_drive(self, plan: MovementPlan) -> BrokenRule | None:
        """Return the rule broken if more than one ship needs Gravity Drive, else None."""
        driven = sum(
            count
            for group in plan
            for name, count, _ in group.ships
            if self.route_without_drive(name, group.start_system, self.cargo_systems(group)) is None
        )
        return ("IM-TECH-gd", "one_ship", {"n": driven}) if driven > 1 else None

    def cargo_systems(self, group: ShipGroup) -> frozenset[int]:
        """Return the systems in which a group takes its cargo."""
        return frozenset(map(self.table.system_of, group.cargo_places))

    def _rule_against_counts(self, plan: MovementPlan) -> BrokenRule | None:
        """Return the rule broken if a plan moves more units than there are, else None."""
        wanted: Counter[tuple[int | str, str]] = Counter()
        for group in plan:
            for name, count, _ in group.ships:
                wanted[group.start_system, name] += count
            for item in group.cargo:
                wanted[item.source_place, item.unit_class] += item.count
        damaged: Counter[tuple[int, str]] = Counter()
        for group in plan:
            for name, _, hurt in group.ships:
                damaged[group.start_system, name] += hurt
        for (start, name), hurt in damaged.items():
            there = self.table.units_in_space(self.player, start).hurt.get(name, 0)
            if hurt > there:
                facts = {"unit": name, "n": hurt, "there": there, "place": self.table.tile_number(start)}
                return "IM-MOVE-1", "not_hurt", facts
        for (place, name), count in wanted.items():
            units = self.table.units_at(place).get(self.player)
            there = units[name] if units else 0
            if count > there:
                facts = {"unit": name, "n": count, "there": there, "place": self.table.place_name(place)}
                return "IM-MOVE-1", "not_there", facts
        return None

    def _rule_against_group(self, group: ShipGroup) -> BrokenRule | None:
        table, seat = self.table, self.player
        number = table.tile_number(group.start_system)
        if group.start_system != self.target and seat in table.command_tokens[group.start_system]:
            return "IM-MOVE-2", "token", {"number": number}
        stops = self.cargo_systems(group)
        if self.is_barred_by_ceasefire and {group.start_system, *stops} != {self.target}:
            return "IM-TRADE-ceasefire", "barred", {"number": table.tile_number(self.target)}
        for stop in stops - {self.target}:
            if seat in table.command_tokens[stop]:
                return "IM-MOVE-4", "token", {"number": table.tile_number(stop)}
        for name, _, _ in group.ships:
            if self.best_route(name, group.start_system, stops) is None:
                if stops - {group.start_system}:
                    return "IM-MOVE-1", "via", {"unit": name, "number": number}
                return self._rule_out_of_reach(name, group.start_system)
        room = sum(
            table.players[seat].unit_type_on_board(name).capacity * count for name, count, _ in group.ships
        )
        load = sum(item.count for item in group.cargo)
        if load and not room:
            return "IM-MOVE-4", "no_ship", {"number": number}
        if load > room:
            return "IM-MOVE-4", "room", {"n": load, "room": room, "number": number}
        return None

    def _rule_out_of_reach(self, name: str, start: int) -> BrokenRule:
        """Return the rule that keeps a ship type from reaching the active system: one about an obstacle, or
        else its move value.
        """
        unit = self.table.players[self.player].unit_type_on_board(name)
        facts: dict[str, object] = {"unit": name, "number": self.table.tile_number(start)}
        ship = ship_mobility(self.table, self.player, unit, start, self.target)
        if unit.move and start != self.target:
            rule = ship_reach(self.table.galaxy, start, ship).blocking_rules.get(self.target)
            if rule is not None and rule != "IM-MOVE-1":
                facts |= self.barring_fleet(name, start) if rule == "IM-MOVE-3" else {}
                return rule, "in_the_way", facts
        far = distances_between_systems(self.table.galaxy, self.table.wormhole_state(self.player))[start][
            self.target
        ]
        return "IM-MOVE-1", "reach", {**facts, "n": ship.move_value + ship.move_bonus, "far": far}

    # -- options

    def ship_sources(self) -> list[tuple[int, list[tuple[str, int]]]]:
        """Return the systems with ships that reach the active one, with classes and numbers."""
        if self.is_barred_by_ceasefire:
            return []
        travel_conditions, sources = self.travel_conditions, []
        for system, units in travel_conditions.movable_fleets:
            if system == self.target:
                continue  # leaving and coming back must be typed
            able = [(name, n) for name, n in units if travel_conditions.route(name, system, self.target)]
            if able:
                sources.append((system, able))
        return sources

    def pick_up_troops_plan(self) -> MovementPlan:
        """Return the plan in which ships in the active system stay and pick up as many ground forces there as
        they can carry.

        It is empty if the player controls all planets there, since there is nothing else to invade
        (IM-MOVE-4).
        """
        table, seat, here = self.table, self.player, self.target
        if all(table.planet_controllers[planet.id] == seat for planet in table.planets_of(here)):
            return ()
        fleet, stats = table.units_in_space(seat, here), table.players[seat].unit_type_on_board
        ships = tuple((name, fleet[name], 0) for name in fleet if stats(name).move and stats(name).capacity)
        places = sum(stats(name).capacity * count for name, count, _ in ships)
        places -= sum(fleet[name] for name in _TRANSPORTABLE_CLASSES)
        cargo = []
        for item in self.loadable_cargo(here):
            if isinstance(item.source_place, str) and (count := min(item.count, places)) > 0:
                places -= count
                cargo.append(attrs.evolve(item, count=count))
        return (ShipGroup(here, ships, tuple(cargo)),) if cargo else ()

    def loadable_cargo(self, system: int) -> list[Cargo]:
        """Return the units that can be loaded in a system, ground forces first."""
        table = self.table
        loads: list[Cargo] = []
        for planet in table.planets_of(system):
            units = table.units_on_planet(self.player, planet.id)
            loads += [Cargo(name, units[name], planet.id) for name in GROUND_FORCES if units[name]]
        fleet = table.units_in_space(self.player, system)
        flies = self._fighters_fly(system)
        for name in (*GROUND_FORCES, "fighter"):
            if fleet[name] and not (name == "fighter" and flies):
                loads.append(Cargo(name, fleet[name], system))
        return loads

    def ship_group(self, start: int, ships: list[tuple[str, int]], *, has_cargo: bool = True) -> ShipGroup:
        """Return a group with as much cargo of its system as it can carry, ground forces first."""
        seat = self.player
        room = sum(
            self.table.players[seat].unit_type_on_board(name).capacity * count for name, count in ships
        )
        cargo = []
        for item in self.loadable_cargo(start) if has_cargo else ():
            count = min(item.count, room)
            room -= count
            if count:
                cargo.append(Cargo(item.unit_class, count, item.source_place))
        return ShipGroup(start, tuple((name, n, 0) for name, n in ships), tuple(cargo))

    @property
    def has_unlisted_answers(self) -> bool:
        """True: only typical plans are listed."""
        return True

    def options(self) -> Iterator[MoveShips]:
        """Yield typical plans: nothing, all ships from one system, one ship, all from everywhere."""
        yield from islice(dict.fromkeys(map(self.move, self._options())), _MAX_LISTED_PLANS)

    def _options(self) -> Iterator[MovementPlan]:
        yield ()
        sources = self.ship_sources()
        if len(sources) > 1:
            yield tuple(self.ship_group(system, able) for system, able in sources)
        for system, able in sources:
            yield (self.ship_group(system, able),)
            yield (self.ship_group(system, able, has_cargo=False),)
        for system, able in sources:
            for name, _ in able:
                yield (self.ship_group(system, [(name, 1)]),)
                yield (self.ship_group(system, [(name, 1)], has_cargo=False),)
        for system, name in self.ships_needing_drive():
            yield (self.ship_group(system, [(name, 1)]),)
        yield self.pick_up_troops_plan()

    def ships_needing_drive(self) -> Iterator[tuple[int, str]]:
        """Yield the ships that arrive only with Gravity Drive: system and class."""
        if self.is_barred_by_ceasefire or not self.table.players[self.player].has_technology("gd"):
            return
        travel_conditions = self.travel_conditions
        for system, units in travel_conditions.movable_fleets:
            for name, _ in units if system != self.target else ():
                driven = name in SHIPS and name != "fighter"  # a fighter that does not fly is carried
                if (
                    driven
                    and travel_conditions.route(name, system, self.target) is None
                    and travel_conditions.route(name, system, self.target, bonus=1)
                ):
                    yield system, name

    def random_answer(self, rng: random.Random) -> MoveShips:
        """Return a random legal plan."""
        groups = []
        for system, able in self.ship_sources():
            if rng.random() < 0.6:
                ships = [(name, n) for name, there in able if (n := rng.randint(0, there))]
                if any(name not in _TRANSPORTABLE_CLASSES for name, _ in ships):
                    groups.append(self.ship_group(system, ships, has_cargo=rng.random() < 0.8))
        return self.move(tuple(groups))

    def move(self, plan: MovementPlan) -> MoveShips:
        """Return the answer that carries out a plan."""
        return MoveShips(plan, self.format_plan(plan))

    def format_plan(self, plan: MovementPlan) -> str:
        """Format a plan as an answer."""
        parts = []
        for group in plan:
            items = [f"{n} {name}" for name, n, _ in group.ships]
            for item in group.cargo:
                here = item.source_place == group.start_system
                place = "" if here else f" {self.table.place_name(item.source_place)}"
                items.append(f"{item.count} {item.unit_class}{place}")
            parts.append(f"{self.table.tile_number(group.start_system)} {', '.join(items)}")
        return "move " + ("; ".join(parts) or NO_TARGET_WORD)


@attrs.frozen
class GravityDriveShip:
    """The ship in a movement plan that uses Gravity Drive: its place in the plan, its route, and the rift
    dice it avoids.

    `group_index` and `ship_class_index` locate the ship in the plan. `rift_dice_saved` is the number of rift
    dice that the drive avoids (0: it needs the drive to arrive).
    """

    group_index: int
    ship_class_index: int
    route: Route
    rift_dice_saved: int = 0


def gravity_drive_ship(question: Move, plan: MovementPlan) -> GravityDriveShip | None:
    """Return the ship of a plan that uses Gravity Drive; None if the player lacks it or no ship benefits.

    It is the first ship that needs the drive to arrive, or else the one that avoids the most dice in gravity
    rifts, then the one with the highest cost plus cargo, then the first.
    """
    if not question.table.players[question.player].has_technology("gd"):
        return None
    stats = question.table.players[question.player].unit_type_on_board
    best, most = None, (0, 0.0)
    for index, group in enumerate(plan):
        stops = question.cargo_systems(group)
        for ship, (name, _, _) in enumerate(group.ships):
            way = question.route_without_drive(name, group.start_system, stops)
            faster = (
                question.route_without_drive(name, group.start_system, stops, bonus=1)
                if way is None or way.rift_count
                else None
            )
            if faster is None:
                continue
            if way is None:
                return GravityDriveShip(index, ship, faster)
            spared, kind = way.rift_count - faster.rift_count, stats(name)
            worth = spared, kind.cost + min(kind.capacity, sum(item.count for item in group.cargo))
            if spared and worth > most:
                best, most = GravityDriveShip(index, ship, faster, spared), worth
    return best


def ship_routes(question: Move, plan: MovementPlan) -> Iterator[tuple[ShipGroup, int, tuple[Route, ...]]]:
    """Yield the routes of the ships of a plan: group, index of the class in it, and the route of each ship.

    The ship with Gravity Drive comes first. A forbidden plan yields fewer routes, since not all ships arrive.
    """
    driven = gravity_drive_ship(question, plan)
    for index, group in enumerate(plan):
        stops = question.cargo_systems(group)
        for ship, (name, count, _) in enumerate(group.ships):
            ways: tuple[Route, ...] = ()
            if driven is not None and (driven.group_index, driven.ship_class_index) == (index, ship):
                ways = (driven.route,)
            if (
                len(ways) < count
                and (way := question.route_without_drive(name, group.start_system, stops)) is not None
            ):
                ways += (way,) * (count - len(ways))
            yield group, ship, ways
