"""Production: which units are built where, for one total cost (IM-PROD-1 to 6)."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.economy.builds import MAX_LIMIT, RICHEST, Product, builds, products
from twingkit.imperium.galaxy.economy.paying import largest_payment, pay
from twingkit.imperium.galaxy.table.abilities import Moment, open_window
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, TakesOffers, probable_names
from twingkit.imperium.galaxy.table.reinforcements import take_back_places, take_back_unit
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.trade.stymie import is_stymied

SPACE = "space"
"""The word for the space of the system, where ground forces may stay that units in space produce."""

MAX_LISTED = 60
"""The number of choices that are offered; every other one may be typed."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) )?(?P<name>[a-z]+)(?: (?P<place>[a-z0-9.]+))?")


@attrs.frozen
class Yard:
    """What can be produced in a system.

    `limit` is the number of units (IM-PROD-1), `planets` those on which ground forces can be placed, `ships`
    whether ships can be built (IM-PROD-4), `discount` what Sarween Tools saves.
    """

    system: int
    limit: int
    planets: tuple[str, ...]
    ships: bool
    discount: int = 0
    infantry: int | None = None
    """The infantry that can be produced at most; None: as the limit allows (IM-UNIT-mitosis)."""
    allowed_classes: tuple[str, ...] = ()
    """The classes of units that can be produced, if not all."""
    ability: bool = False
    """True where units use Production, to which other cards add (IM-PROD-6)."""
    space: bool = False
    """True where a unit in space produces: ground forces may stay there (IM-PROD-3)."""


def yard(
    table: GameTable,
    seat: int,
    system: int,
    docks: Sequence[int | str] | None = None,
    *,
    barred: bool = False,
) -> Yard | None:
    """Return what a player can produce in a system, with all units there or only with these docks; None if
    nothing produces.

    With `barred` also if a note prevents production (IM-TRADE-stymie).
    """
    stats, limit, planets = table.players[seat].unit_on_board, 0, list[str]()
    space = docks is not None and system in docks
    for place in table.dock_places(seat, system) if docks is None else docks:
        dock = stats(DOCK)
        if isinstance(place, str) and "holy_planet_of_ixth" in table.attached.get(place, ()):
            continue
        limit += dock.production or table.resources(str(place)) + dock.production_more
        if isinstance(place, str) and not table.is_demilitarized(place):
            planets.append(place)
    by_docks = limit
    for planet in table.planets_of(system) if docks is None else ():
        units = table.units_on_planet(seat, planet.id)
        if "holy_planet_of_ixth" in table.attached.get(planet.id, ()):
            continue
        made = sum(stats(name).production * units[name] for name in units if name != DOCK)
        limit += made
        if made:
            planets.append(planet.id)
    if docks is None:
        fleet = table.units_in_space(seat, system)
        afloat = sum(stats(name).production * fleet[name] for name in fleet if name != DOCK)
        limit += afloat
        space = bool(afloat or fleet[DOCK])
    if space:
        planets += table.planets_open_to_units(seat, system)
    if not limit or (is_stymied(table, seat, system) and not barred):
        return None
    ships = not table.enemy_ships(seat, system)
    cheaper = int(table.players[seat].has("st"))
    infantry = limit - by_docks if table.players[seat].faction == "arborec" else None
    worlds = tuple(dict.fromkeys(planets))
    return Yard(system, limit, worlds, ships, cheaper, infantry, ability=True, space=space)


class Build(TakesOffers, GalaxyQuestion):
    """The units that are produced: `build 2 fighter, 1 carrier, 2 infantry jord`, or `build none`; ground
    forces without a place go on the first planet, `2 infantry space` where a unit in space produces."""

    __slots__ = ("most", "yard")
    kind = "build"
    rule = "IM-PROD-1"

    def __init__(self, table: GameTable, seat: int, from_yard: Yard, most: int | None = None) -> None:
        super().__init__(table, seat)
        self.yard, self.most = from_yard, most

    @property
    def budget(self) -> int:
        """The largest cost that the player can pay, and that is allowed."""
        money = largest_payment(self.table, self.player, "resources") + self.yard.discount
        return min(money if self.most is None else min(money, self.most), RICHEST)

    @property
    def products(self) -> tuple[Product, ...]:
        """The kinds of units that can be produced here."""
        table, player = self.table, self.table.players[self.player]
        placed = {name: table.count_on_board(self.player, name) for name in SHIPS}
        listed = products(player.faction, player.technologies, placed)
        offered = []
        for product in listed:
            name, most = product.name.removesuffix("+"), product.left
            if most is not None:
                most += self.returnable_units(name)
            if name in GROUND_FORCES and not (self.yard.planets or self.yard.space):
                continue
            if not self.yard.ships and name not in GROUND_FORCES:
                continue
            if self.yard.allowed_classes and name not in self.yard.allowed_classes:
                continue
            if name == "infantry" and self.yard.infantry is not None:
                most = self.yard.infantry
            batch = 1 if table.is_in_force("conscription") else product.batch
            offered.append(attrs.evolve(product, name=name, batch=batch, left=most))
        return tuple(offered)

    @property
    def _parts(self) -> list[str]:
        """One part for each kind of unit that can be produced."""
        return [self.format_counts({product.name: 1}).removeprefix("build ") for product in self.products]

    def returnable_units(self, name: str) -> int:
        """The number of units of a class that may be taken back from the board (IM-PROD-5)."""
        places = take_back_places(self.table, self.player, name).values()
        return sum(_units_at(self.table, self.player, place)[name] for place in places)

    def parse_counts(self, answer: str) -> list[tuple[str, int, str]]:
        """Return the units of an answer with their planets ("" for space). Raises `BadAnswer` if the text is
        not a build.
        """
        parts = []
        body = answer.removeprefix("build ")
        for item in body.split(",") if body != NONE else ():
            match = _ITEM.fullmatch(item.strip())
            if match is None:
                raise self.part_fault(item.strip() or answer, self._parts)
            name, place = match["name"], match["place"] or ""
            if name not in (*SHIPS, *GROUND_FORCES):
                raise self.part_fault(name, probable_names(name, (*SHIPS, *GROUND_FORCES)))
            if place and name in SHIPS:
                raise self.part_fault(item.strip(), item.strip().removesuffix(f" {place}"))
            if place and place not in self.table.holders and place != SPACE:
                raise self.part_fault(place, probable_names(place, [*self.yard.planets, SPACE]))
            if name in GROUND_FORCES and not place:
                place = self.yard.planets[0] if self.yard.planets else SPACE
            parts.append((name, int(match["count"] or 1), place))
        return parts

    def cost(self, parts: Sequence[tuple[str, int, str]]) -> int:
        """The total cost of units, before anything is saved (IM-PROD-1, IM-PROD-2)."""
        wanted: Counter[str] = Counter()
        for name, count, _ in parts:
            wanted[name] += count
        prices = {product.name: product for product in self.products}
        return sum(prices[name].price(count) for name, count in wanted.items())

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids to build these."""
        parts = self.parse_counts(answer)
        prices = {product.name: product for product in self.products}
        wanted: Counter[str] = Counter()
        for name, count, place in parts:
            wanted[name] += count
            if place == SPACE and not self.yard.space:
                return "IM-PROD-3", "no_space", {}
            if place and place != SPACE and place not in self.yard.planets:
                return "IM-PROD-3", "no_dock", {"planet": place}
        for name, count in wanted.items():
            if name not in prices:
                if not self.yard.ships and name in SHIPS:
                    return "IM-PROD-4", "blockaded", {"unit": name}
                return "IM-PROD-6", "no_technology", {"unit": name}
            left = prices[name].left
            if name == "infantry" and left is not None and count > left:
                return "IM-UNIT-mitosis", "no_infantry", {"n": left}
            if left is not None and count > left:
                return "IM-PROD-5", "none_left", {"unit": name, "n": left}
        if wanted.total() > self.yard.limit:
            return "IM-PROD-1", "limit", {"n": wanted.total(), "limit": self.yard.limit}
        cost = self.cost(parts)
        if cost > self.budget:
            saved = self.yard.discount  # the discount on the price
            return "IM-PROD-1", "cost", {"n": cost - saved, "there": self.budget - saved}
        return None

    def options(self) -> Iterator[str]:
        """Choices of units, nothing first; ground forces on the first planet. Not all are listed."""
        listed = builds(self.products, min(self.yard.limit, MAX_LIMIT), self.budget)
        yield from islice((self.format_counts(counts) for counts in listed), MAX_LISTED)

    def random_answer(self, rng: random.Random) -> str:
        """Random units until the limit or the money is reached."""
        counts: Counter[str] = Counter()
        offered, budget = list(self.products), self.budget
        for _ in range(rng.randint(0, self.yard.limit)):
            product = rng.choice(offered)
            if product.left is not None and counts[product.name] >= product.left:
                continue
            counts[product.name] += 1
            if sum(other.price(counts[other.name]) for other in offered if counts[other.name]) > budget:
                counts[product.name] -= 1
        return self.format_counts(+counts)

    def format_counts(self, counts: Mapping[str, int]) -> str:
        """The answer that builds these."""
        place = f" {self.yard.planets[0]}" if len(self.yard.planets) > 1 else ""
        return "build " + (
            ", ".join(
                f"{count} {name}{place if name in GROUND_FORCES else ''}" for name, count in counts.items()
            )
            or NONE
        )

    def facts(self) -> Mapping[str, object]:
        """The limit of units, and the resources that can be spent."""
        return {
            "limit": self.yard.limit,
            "n": self.budget,
            "number": self.table.tile_number(self.yard.system),
        }


def _units_at(table: GameTable, seat: int, place: int | str) -> PlacedUnits:
    """A player's units in the space of a system, or on a planet."""
    return table.units_in_space(seat, place) if isinstance(place, int) else table.units_on_planet(seat, place)


def production_step(table: GameTable, seat: int, system: int) -> Script:
    """The last step of a tactical action: the player's units in the active system produce (IM-TACT-2)."""
    from_yard = yard(table, seat, system)
    if from_yard is not None:
        yield from produce(table, seat, from_yard)
    else:
        announce_stymie(table, seat, system)


def announce_stymie(
    table: GameTable, seat: int, system: int, docks: Sequence[int | str] | None = None
) -> None:
    """Say that a note keeps the units or docks in a system from producing, where only that does
    (IM-TRADE-stymie)."""
    if is_stymied(table, seat, system) and yard(table, seat, system, docks, barred=True) is not None:
        table.announce("IM-TRADE-stymie", "barred", seat, number=table.tile_number(system))


def produce(table: GameTable, seat: int, from_yard: Yard, most: int | None = None) -> Script[list[str]]:
    """Ask what a yard produces, for at most `most` resources, let the player pay and place the units; return
    their classes.
    """
    system = from_yard.system
    if not from_yard.ability:
        return (yield from _build_units(table, seat, from_yard, most))
    yield from open_window(table, Moment("production", seat, system))
    from_yard = attrs.evolve(from_yard, limit=from_yard.limit + swap_bonus(table, seat, system))
    sun = "warsun" if any(units["warsun"] for units in table.space[system].values()) else ""
    built = yield from _build_units(table, seat, from_yard, most)
    table.end_effects("production")
    if built:
        after = Moment("production.after", seat, system, card=sun, number=built.count("fighter"))
        yield from open_window(table, after)
    return built


def swap_bonus(table: GameTable, seat: int, system: int) -> int:
    """The number by which a dock produces more because resources and influence of its planet are swapped
    (IM-TECH-htp)."""
    dock = table.players[seat].unit_on_board(DOCK)
    swapped = [
        effect.about for effect in table.lasting_effects if effect.ability == "htp" and effect.seat == seat
    ]
    return sum(
        table.influence(planet) - table.resources(planet)
        for planet in swapped
        if not dock.production and planet in table.dock_places(seat, system)
    )


def _build_units(table: GameTable, seat: int, from_yard: Yard, most: int | None) -> Script[list[str]]:
    """Ask, have it paid, and put the units down; their classes."""
    system = from_yard.system
    question = Build(table, seat, from_yard, most)
    if question.budget <= 0 or not question.products:
        return []
    answer: str = yield question
    parts = question.parse_counts(answer)
    if not parts:
        return []
    yield from pay(table, seat, max(0, question.cost(parts) - from_yard.discount), "resources", Build.rule)
    for name, count in Counter(name for name, n, _ in parts for _ in range(n)).items():
        left = table.figures_left(seat, name)
        for _ in range(0 if left is None else max(count - left, 0)):
            yield from take_back_unit(table, seat, name, may_refuse=False)
    for name, count, place in parts:
        world = place if place in from_yard.planets else ""
        table.put_units(seat, world or system, name, count)
        where = world or table.tile_number(system)
        table.announce("IM-PROD-3", "built", seat, n=count, unit=name, place=where)
    yield from enforce_fleet_limits(table, seat, system)
    return [name for name, count, _ in parts for _ in range(count)]
