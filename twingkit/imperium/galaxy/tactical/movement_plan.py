"""The plan of a movement: which ships come from where, and what they carry (IM-MOVE-1 to 6, IM-ASK-4).

`move 01 carrier, 2 fighter, 3 infantry jord; 26 2 cruiser` moves from two systems. A part that begins with a
tile's number is a group of ships that fly together. Ground forces are named with their planet, or with the
tile in whose space they wait, which can be a system that the group passes.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

import attrs

from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.map.reach import Route, reach
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, TakesOffers, probable_names
from twingkit.imperium.galaxy.tactical.ship_courses import Lanes, route_through, ship_course

CARRIED = ("fighter", *GROUND_FORCES)
"""The classes of units that ships carry."""

UNITS = (*SHIPS, *GROUND_FORCES, DOCK)
"""The classes of units that a movement names."""

MAX_LISTED = 60
"""The number of plans that are offered; every other one may be typed."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) )?(?P<name>[a-z]+)(?P<hurt>!?)(?: (?P<place>[a-z0-9.]+))?")
_GROUP = re.compile(r"(?P<tile>[0-9]{2}) (?P<items>.+)")


@attrs.frozen
class Cargo:
    """Units that are carried: how many of a class, from a planet (its id) or the space of a system."""

    unit_class: str
    count: int
    place: int | str


@attrs.frozen
class Group:
    """Ships that fly together from the system `start`.

    `ships` are (class, count, damaged ones; 0: undamaged ones first), `cargo` the units they carry.
    """

    start: int
    ships: tuple[tuple[str, int, int], ...]
    cargo: tuple[Cargo, ...] = ()

    @property
    def places(self) -> frozenset[int | str]:
        """The places from which it takes its cargo."""
        return frozenset(item.place for item in self.cargo)


Plan = tuple[Group, ...]
"""A whole movement into the active system."""


class Move(TakesOffers, GalaxyQuestion):
    """The question what moves into the active system; `move none` moves nothing."""

    __slots__ = ("lanes", "target")
    kind = "move"
    rule = "IM-MOVE-1"

    def __init__(self, table: GameTable, seat: int, target: int, lanes: Lanes | None = None) -> None:
        super().__init__(table, seat)
        self.target = target
        """The index of the active system."""
        self.lanes = lanes
        """The lanes of the table, where it does not change while this is looked at."""

    @property
    def is_barred(self) -> bool:
        """True if a ceasefire prevents units from moving in; units already there may act (IM-TRADE-6)."""
        return self.table.has_effect("ceasefire", self.player)

    def facts(self) -> Mapping[str, object]:
        """The active system."""
        return {"system": self.table.tile_number(self.target)}

    # -- parsing

    def parse_plan(self, answer: str) -> Plan:
        """Parse the plan of an answer. Raises `BadAnswer` if the text is not a movement."""
        body = answer.removeprefix("move ")
        if body == NONE:
            return ()
        return tuple(self._group(part.strip(), answer) for part in body.split(";"))

    def _group(self, text: str, answer: str) -> Group:
        match = _GROUP.fullmatch(text)
        known = {system.tile.number: system.index for system in self.table.galaxy.systems}
        if match is None:
            raise self.part_fault(text or answer, self.example.removeprefix("move "))
        if match["tile"] not in known:
            raise self.part_fault(match["tile"], probable_names(match["tile"], list(known)))
        start = known[match["tile"]]
        ships: list[tuple[str, int, int]] = []
        cargo: list[Cargo] = []
        for item in match["items"].split(","):
            unit = _ITEM.fullmatch(item.strip())
            if unit is None:
                raise self.part_fault(item.strip() or text, self.example.removeprefix("move "))
            if unit["name"] not in UNITS:
                raise self.part_fault(unit["name"], probable_names(unit["name"], UNITS))
            name, count, place = unit["name"], int(unit["count"] or 1), unit["place"]
            if place is not None and place not in known and place not in self.table.holders:
                raise self.part_fault(place, probable_names(place, list(self.table.holders)))
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
            ships = [(item.unit_class, item.count, 0) for item in cargo if item.place == start]
            if any(name != "fighter" for name, _, _ in ships):
                return Group(start, (), tuple(cargo))
            cargo = [item for item in cargo if item.place != start]
        return Group(start, tuple(ships), tuple(cargo))

    def _fighters_fly(self, start: int) -> bool:
        """True if the player's fighters move by themselves from a system into the active one (IM-MOVE-5)."""
        return self.route("fighter", start) is not None

    def route(
        self, unit_class: str, start: int, via: frozenset[int] = frozenset(), bonus: int = 0
    ) -> Route | None:
        """The route of one of the player's kinds of ship into the active system, or None.

        A ship already there stays and picks up units there, unless it fetches something elsewhere
        (IM-MOVE-4).
        """
        unit = self.table.players[self.player].unit_on_board(unit_class)
        if not unit.move:
            return None
        if start == self.target and via <= {start}:
            return Route((), 0)
        ship = ship_course(self.table, self.player, unit, start, self.target, bonus, self.lanes)
        return route_through(self.table.galaxy, start, self.target, ship, via)

    def best_route(self, unit_class: str, start: int, via: frozenset[int] = frozenset()) -> Route | None:
        """The same of a ship that flies alone: with Gravity Drive where it is owned, and the ship needs it or
        rolls fewer dice in rifts with it (IM-TECH-gd)."""
        way = self.route(unit_class, start, via)
        if (way is None or way.rifts) and self.table.players[self.player].has("gd"):
            faster = self.route(unit_class, start, via, bonus=1)
            if faster is not None and (way is None or faster.rifts < way.rifts):
                return faster
        return way

    # -- legality

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids a plan."""
        plan = self.parse_plan(answer)
        return (
            self._rule_against_counts(plan)
            or next(filter(None, map(self._rule_against_group, plan)), None)
            or self._rule_against_drive(plan)
        )

    def _rule_against_drive(self, plan: Plan) -> BrokenRule | None:
        """Gravity Drive speeds up one ship only."""
        driven = sum(
            count
            for group in plan
            for name, count, _ in group.ships
            if self.route(name, group.start, self.stops(group)) is None
        )
        return ("IM-TECH-gd", "one_ship", {"n": driven}) if driven > 1 else None

    def stops(self, group: Group) -> frozenset[int]:
        """The systems in which a group takes its cargo."""
        system_of = self.table.system_of
        return frozenset(place if isinstance(place, int) else system_of(place) for place in group.places)

    def _rule_against_counts(self, plan: Plan) -> BrokenRule | None:
        """The rule against moving more units than there are."""
        wanted: Counter[tuple[int | str, str]] = Counter()
        for group in plan:
            for name, count, _ in group.ships:
                wanted[group.start, name] += count
            for item in group.cargo:
                wanted[item.place, item.unit_class] += item.count
        damaged: Counter[tuple[int, str]] = Counter()
        for group in plan:
            for name, _, hurt in group.ships:
                damaged[group.start, name] += hurt
        for (start, name), hurt in damaged.items():
            there = self.table.units_in_space(self.player, start).hurt.get(name, 0)
            if hurt > there:
                facts = {"unit": name, "n": hurt, "there": there, "place": self.table.tile_number(start)}
                return "IM-MOVE-1", "not_hurt", facts
        for (place, name), count in wanted.items():
            there = self._here(place)[name]
            if count > there:
                where = place if isinstance(place, str) else self.table.tile_number(place)
                return "IM-MOVE-1", "not_there", {"unit": name, "n": count, "there": there, "place": where}
        return None

    def _here(self, place: int | str) -> Mapping[str, int]:
        table = self.table
        units = (
            table.units_in_space(self.player, place)
            if isinstance(place, int)
            else table.units_on_planet(self.player, place)
        )
        return Counter(units.counts)

    def _rule_against_group(self, group: Group) -> BrokenRule | None:
        """The rule that forbids one group of ships."""
        table, seat = self.table, self.player
        number = table.tile_number(group.start)
        if group.start != self.target and seat in table.tokens[group.start]:
            return "IM-MOVE-2", "token", {"number": number}
        if not group.ships:
            return "IM-MOVE-4", "no_ship", {"number": number}
        stops = self.stops(group)
        if self.is_barred and {group.start, *stops} != {self.target}:
            return "IM-TRADE-ceasefire", "barred", {"number": table.tile_number(self.target)}
        for stop in stops - {self.target}:
            if seat in table.tokens[stop]:
                return "IM-MOVE-4", "token", {"number": table.tile_number(stop)}
        for name, _, _ in group.ships:
            if self.best_route(name, group.start, stops) is None:
                if stops - {group.start}:
                    return "IM-MOVE-1", "via", {"unit": name, "number": number}
                return self._rule_out_of_reach(name, group.start)
        room = sum(table.players[seat].unit_on_board(name).capacity * count for name, count, _ in group.ships)
        load = sum(item.count for item in group.cargo)
        if load > room:
            return "IM-MOVE-4", "room", {"n": load, "room": room, "number": number}
        return None

    def _rule_out_of_reach(self, name: str, start: int) -> BrokenRule:
        """The rule that keeps a kind of ship from the active system: an obstacle, or else its move value."""
        unit = self.table.players[self.player].unit_on_board(name)
        facts = {"unit": name, "number": self.table.tile_number(start)}
        if unit.move and start != self.target:
            ship = ship_course(self.table, self.player, unit, start, self.target)
            rule = reach(self.table.galaxy, start, ship).blocking_rules.get(self.target)
            if rule is not None and rule != "IM-MOVE-1":
                return rule, "in_the_way", facts
        return "IM-MOVE-1", "reach", facts

    # -- options

    def sources(self) -> list[tuple[int, list[tuple[str, int]]]]:
        """The systems from which the player's ships reach the active one, with their classes and numbers."""
        table, sources = self.table, []
        for system, there in enumerate(table.space) if not self.is_barred else ():
            units = there.get(self.player)
            if units is None or (system != self.target and self.player in table.tokens[system]):
                continue
            if system == self.target:
                continue  # leaving and coming back must be typed
            able = [
                (name, units[name]) for name in units if name in (*SHIPS, DOCK) and self.route(name, system)
            ]
            if able:
                sources.append((system, able))
        return sources

    def pick_up_plan(self) -> Plan:
        """The plan by which ships in the active system stay and pick up as many ground forces of its planets
        as they have room for.

        Empty if the player controls all planets there, since there is nothing else to invade (IM-MOVE-4).
        """
        table, seat, here = self.table, self.player, self.target
        if all(table.holders[planet.id] == seat for planet in table.planets_of(here)):
            return ()
        fleet, stats = table.units_in_space(seat, here), table.players[seat].unit_on_board
        ships = tuple((name, fleet[name], 0) for name in fleet if stats(name).move and stats(name).capacity)
        places = sum(stats(name).capacity * count for name, count, _ in ships)
        places -= sum(fleet[name] for name in CARRIED)
        cargo = []
        for item in self.cargo_at(here):
            if isinstance(item.place, str) and (count := min(item.count, places)) > 0:
                places -= count
                cargo.append(attrs.evolve(item, count=count))
        return (Group(here, ships, tuple(cargo)),) if cargo else ()

    def cargo_at(self, system: int) -> list[Cargo]:
        """The units that may be loaded in a system, ground forces first."""
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

    def group(self, start: int, ships: list[tuple[str, int]], *, loaded: bool = True) -> Group:
        """A group with as much cargo of its system as it carries: ground forces first."""
        seat = self.player
        room = sum(self.table.players[seat].unit_on_board(name).capacity * count for name, count in ships)
        cargo = []
        for item in self.cargo_at(start) if loaded else ():
            count = min(item.count, room)
            room -= count
            if count:
                cargo.append(attrs.evolve(item, count=count))
        return Group(start, tuple((name, n, 0) for name, n in ships), tuple(cargo))

    def options(self) -> Iterator[str]:
        """Plans that a player would look at first: nothing, all from one system, one ship, all from all."""
        yield from islice(dict.fromkeys(map(self.format_plan, self._options())), MAX_LISTED)

    def _options(self) -> Iterator[Plan]:
        yield ()
        sources = self.sources()
        if len(sources) > 1:
            yield tuple(self.group(system, able) for system, able in sources)
        for system, able in sources:
            yield (self.group(system, able),)
            yield (self.group(system, able, loaded=False),)
        for system, able in sources:
            for name, _ in able:
                yield (self.group(system, [(name, 1)]),)
                yield (self.group(system, [(name, 1)], loaded=False),)
        for system, name in self.ships_with_drive():
            yield (self.group(system, [(name, 1)]),)
        yield self.pick_up_plan()

    def ships_with_drive(self) -> Iterator[tuple[int, str]]:
        """Yield the ships that come only with Gravity Drive: the system and the class."""
        table = self.table
        if self.is_barred or not table.players[self.player].has("gd"):
            return
        for system, there in enumerate(table.space):
            units = there.get(self.player)
            if units is None or system == self.target or self.player in table.tokens[system]:
                continue
            for name in units:
                driven = name in SHIPS and name != "fighter"  # a fighter that does not fly is carried
                if driven and self.route(name, system) is None and self.best_route(name, system):
                    yield system, name

    def random_answer(self, rng: random.Random) -> str:
        """A random plan."""
        groups = []
        for system, able in self.sources():
            if rng.random() < 0.6:
                ships = [(name, n) for name, there in able if (n := rng.randint(0, there))]
                if any(name not in CARRIED for name, _ in ships):
                    groups.append(self.group(system, ships, loaded=rng.random() < 0.8))
        return self.format_plan(tuple(groups))

    def format_plan(self, plan: Plan) -> str:
        """A plan as it is answered."""
        parts = []
        for group in plan:
            items = [_counted(n, name) for name, n, _ in group.ships]
            for item in group.cargo:
                here = item.place == group.start
                place = "" if here else f" {item.place if isinstance(item.place, str) else self._tile(item)}"
                items.append(_counted(item.count, item.unit_class) + place)
            parts.append(f"{self.table.tile_number(group.start)} {', '.join(items)}")
        return "move " + ("; ".join(parts) or NONE)

    def _tile(self, item: Cargo) -> str:
        assert isinstance(item.place, int)
        return self.table.tile_number(item.place)


def _counted(count: int, name: str) -> str:
    return f"{count} {name}"
