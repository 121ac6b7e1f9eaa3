"""Production: the units built in a system, for one total cost (IM-PROD-1 to 6)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.economy.builds import MAX_BUDGET, MAX_LIMIT, Product, product_rows, unit_choices
from twingkit.imperium.galaxy.economy.paying import max_payment, pay_cost
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.answer_errors import suggested_names
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import count_units
from twingkit.imperium.galaxy.table.questions import QuestionAllowingOffers
from twingkit.imperium.galaxy.table.reinforcements import take_back_places, take_back_unit
from twingkit.imperium.galaxy.table.unit_questions import UnitPart, UnitsQuestion
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits

SPACE = "space"
"""The word for the space of a system, where ground forces produced by units in space can stay."""

_MAX_LISTED_BUILDS = 60
"""Players can type any other build."""


@attrs.frozen
class ProductionLimits:
    """The limits on what a player can produce in a system: the number of units, the planets for ground
    forces, and whether ships are possible.

    `unit_limit` is the number of units (IM-PROD-1), `planets` those on which ground forces can be placed,
    `can_build_ships` whether ships can be built (IM-PROD-4), `discount` what Sarween Tools saves.
    """

    system: int
    unit_limit: int
    planets: tuple[str, ...]
    can_build_ships: bool
    discount: int = 0
    max_infantry: int | None = None
    """The largest number of infantry; None: only the unit limit applies (IM-UNIT-mitosis)."""
    allowed_classes: tuple[str, ...] = ()
    """The unit classes that can be produced; empty: all."""
    uses_production_ability: bool = False
    """True if units use their Production ability, which other cards can improve (IM-PROD-6)."""
    can_keep_troops_in_space: bool = False
    """True if a unit in space produces, so that ground forces can stay in space (IM-PROD-3)."""


def production_limits(
    table: GameTable,
    seat: int,
    system: int,
    docks: Sequence[int | str] | None = None,
    *,
    even_if_stymied: bool = False,
) -> ProductionLimits | None:
    """Return the limits on a player's production in a system, by all units there or only by the given docks;
    None if nothing produces.

    With `even_if_stymied` also if a note prevents production (IM-TRADE-stymie).
    """
    stats, limit, planets = table.players[seat].unit_type_on_board, 0, list[str]()
    space = docks is not None and system in docks
    for place in table.dock_places(seat, system) if docks is None else docks:
        dock = stats(DOCK)
        if isinstance(place, str) and "holy_planet_of_ixth" in table.attachments.get(place, ()):
            continue
        limit += dock.production or table.resources(str(place)) + dock.production_plus_resources
        if isinstance(place, str) and not table.is_demilitarized(place):
            planets.append(place)
    by_docks = limit
    for planet in table.planets_of(system) if docks is None else ():
        units = table.units_on_planet(seat, planet.id)
        if "holy_planet_of_ixth" in table.attachments.get(planet.id, ()):
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
        planets += table.own_planets_open_to_units(seat, system)
    if not limit or (is_stymied(table, seat, system) and not even_if_stymied):
        return None
    ships = not table.enemy_seats_with_ships(seat, system)
    cheaper = int(table.players[seat].has_technology("st"))
    infantry = limit - by_docks if table.players[seat].faction == "arborec" else None
    worlds = tuple(dict.fromkeys(planets))
    return ProductionLimits(
        system,
        limit,
        worlds,
        ships,
        cheaper,
        infantry,
        uses_production_ability=True,
        can_keep_troops_in_space=space,
    )


class Build(QuestionAllowingOffers, UnitsQuestion[acts.Build]):
    """The question of which units to produce: `build 2 fighter, 1 carrier, 2 infantry jord`, or `build none`.

    Ground forces without a place go on the first planet; `2 infantry space` leaves them in space if a unit in
    space produces.
    """

    __slots__ = ("cost_limit", "site")
    kind = "build"
    rule = "IM-PROD-1"
    act_class = acts.Build
    nameable_classes = (*SHIPS, *GROUND_FORCES)

    def __init__(
        self, table: GameTable, seat: int, site: ProductionLimits, cost_limit: int | None = None
    ) -> None:
        super().__init__(table, seat)
        self.site, self.cost_limit = site, cost_limit

    @property
    def max_cost(self) -> int:
        """The largest total cost that is allowed and that the player can pay."""
        money = max_payment(self.table, self.player, "resources") + self.site.discount
        return min(money if self.cost_limit is None else min(money, self.cost_limit), MAX_BUDGET)

    @property
    def products(self) -> tuple[Product, ...]:
        """The kinds of units that can be produced here."""
        table, player = self.table, self.table.players[self.player]
        placed = {name: table.count_on_board(self.player, name) for name in SHIPS}
        listed = product_rows(player.faction, player.technologies, placed)
        offered = []
        for product in listed:
            name, most = product.name.removesuffix("+"), product.figures_left
            if most is not None:
                most += self.take_back_count(name)
            if name in GROUND_FORCES and not (self.site.planets or self.site.can_keep_troops_in_space):
                continue
            if not self.site.can_build_ships and name not in GROUND_FORCES:
                continue
            if self.site.allowed_classes and name not in self.site.allowed_classes:
                continue
            if name == "infantry" and self.site.max_infantry is not None:
                most = self.site.max_infantry
            batch = 1 if table.is_law_in_force("conscription") else product.batch_size
            offered.append(attrs.evolve(product, name=name, batch_size=batch, figures_left=most))
        return tuple(offered)

    @property
    def expected_parts(self) -> list[str]:
        """One unit of each kind that can be produced."""
        return [str(self.build({product.name: 1})).removeprefix("build ") for product in self.products]

    def take_back_count(self, unit_class: str) -> int:
        """Return the number of units of a class that can be taken back from the board (IM-PROD-5)."""
        places = take_back_places(self.table, self.player, unit_class).values()
        return sum(self.table.units_at(place)[self.player][unit_class] for place in places)

    def check_part(self, part: UnitPart, item: str) -> None:
        """Raise `BadAnswer` if a part has a place that units of its class never have."""
        name, _, place = part
        if place and name in SHIPS:
            raise self.part_error(item, item.removesuffix(f" {place}"))
        if place and place not in self.table.planet_controllers and place != SPACE:
            raise self.part_error(place, suggested_names(place, [*self.site.planets, SPACE]))

    def placed_units(self, parts: Sequence[UnitPart]) -> list[UnitPart]:
        """Return the parts of an answer, with the place of ground forces that are named without one."""
        first = self.site.planets[0] if self.site.planets else SPACE
        return [(name, n, place or (first if name in GROUND_FORCES else "")) for name, n, place in parts]

    def undiscounted_cost(self, parts: Sequence[UnitPart]) -> int:
        """Return the total cost of units before discounts (IM-PROD-1, IM-PROD-2)."""
        prices = {product.name: product for product in self.products}
        return sum(prices[name].price(count) for name, count in count_units(parts).items())

    def rule_against_units(self, parts: Sequence[UnitPart]) -> BrokenRule | None:
        """Return the rule that forbids a build; None if it is legal."""
        parts = self.placed_units(parts)
        prices = {product.name: product for product in self.products}
        for _, _, place in parts:
            if place == SPACE and not self.site.can_keep_troops_in_space:
                return "IM-PROD-3", "no_space", {}
            if place and place != SPACE and place not in self.site.planets:
                return "IM-PROD-3", "no_dock", {"planet": place}
        wanted = count_units(parts)
        for name, count in wanted.items():
            if name not in prices:
                if not self.site.can_build_ships and name in SHIPS:
                    return "IM-PROD-4", "blockaded", {"unit": name}
                return "IM-PROD-6", "no_technology", {"unit": name}
            left = prices[name].figures_left
            if name == "infantry" and left is not None and count > left:
                return "IM-UNIT-mitosis", "no_infantry", {"n": left}
            if left is not None and count > left:
                return "IM-PROD-5", "none_left", {"unit": name, "n": left}
        if wanted.total() > self.site.unit_limit:
            return "IM-PROD-1", "limit", {"n": wanted.total(), "limit": self.site.unit_limit}
        cost = self.undiscounted_cost(parts)
        if cost > self.max_cost:
            saved = self.site.discount  # the discount on the price
            return "IM-PROD-1", "cost", {"n": cost - saved, "there": self.max_cost - saved}
        return None

    @property
    def has_unlisted_answers(self) -> bool:
        """True: not all builds are listed."""
        return True

    def options(self) -> Iterator[acts.Build]:
        """Return builds, nothing first, with ground forces on the first planet; not all are listed."""
        listed = unit_choices(self.products, min(self.site.unit_limit, MAX_LIMIT), self.max_cost)
        return map(self.build, islice(listed, _MAX_LISTED_BUILDS))

    def random_answer(self, rng: random.Random) -> acts.Build:
        """Return a random build up to the limit or the budget."""
        counts: Counter[str] = Counter()
        offered, budget = list(self.products), self.max_cost
        for _ in range(rng.randint(0, self.site.unit_limit)):
            product = rng.choice(offered)
            if product.figures_left is not None and counts[product.name] >= product.figures_left:
                continue
            counts[product.name] += 1
            if sum(other.price(counts[other.name]) for other in offered if counts[other.name]) > budget:
                counts[product.name] -= 1
        return self.build(+counts)

    def build(self, counts: Mapping[str, int]) -> acts.Build:
        """Return the answer that produces these units, ground forces on the first planet."""
        first = self.site.planets[0] if len(self.site.planets) > 1 else ""
        return self.act((name, n, first if name in GROUND_FORCES else "") for name, n in counts.items())

    def facts(self) -> Mapping[str, object]:
        """Return the unit limit and the resources as facts for the texts of the question."""
        return {
            "limit": self.site.unit_limit,
            "n": self.max_cost,
            "number": self.table.tile_number(self.site.system),
        }


def production_step(table: GameTable, seat: int, system: int) -> Script:
    """Let the player's units in the active system produce, the last step of a tactical action (IM-TACT-2)."""
    from_yard = production_limits(table, seat, system)
    if from_yard is not None:
        yield from produce(table, seat, from_yard)
    else:
        announce_if_stymied(table, seat, system)


def announce_if_stymied(
    table: GameTable, seat: int, system: int, docks: Sequence[int | str] | None = None
) -> None:
    """Log that Stymie keeps a player from producing in a system, if they could otherwise produce there
    (IM-TRADE-stymie).
    """
    if (
        is_stymied(table, seat, system)
        and production_limits(table, seat, system, docks, even_if_stymied=True) is not None
    ):
        table.announce("IM-TRADE-stymie", "barred", seat, number=table.tile_number(system))


def produce(table: GameTable, seat: int, site: ProductionLimits, max_cost: int | None = None) -> Script:
    """Let a player choose, pay for and place units at a production site, for at most `max_cost` resources."""
    system = site.system
    if not site.uses_production_ability:
        yield from _build_units(table, seat, site, max_cost)
        return
    yield from open_ability_window(table, Moment("production", seat, system))
    site = attrs.evolve(site, unit_limit=site.unit_limit + _swapped_values_bonus(table, seat, system))
    sun = "warsun" if any(units["warsun"] for units in table.space[system].values()) else ""
    built = yield from _build_units(table, seat, site, max_cost)
    table.end_effects("production")
    if built:
        after = Moment("production.after", seat, system, card=sun, number=built["fighter"])
        yield from open_ability_window(table, after)


def _swapped_values_bonus(table: GameTable, seat: int, system: int) -> int:
    """Return the extra production limit of docks on planets with swapped values (IM-TECH-htp)."""
    dock = table.players[seat].unit_type_on_board(DOCK)
    return sum(
        table.influence(planet) - table.resources(planet)
        for planet in table.effect_subjects("htp", seat)
        if not dock.production and planet in table.dock_places(seat, system)
    )


def _build_units(
    table: GameTable, seat: int, from_yard: ProductionLimits, cost_limit: int | None
) -> Script[Counter[str]]:
    """Ask for a build, let the player pay, and place the units; return their numbers by class."""
    system = from_yard.system
    question = Build(table, seat, from_yard, cost_limit)
    if question.max_cost <= 0 or not question.products:
        return Counter()
    answer: acts.Build = yield question
    parts = question.placed_units(answer.units)
    if not parts:
        return Counter()
    yield from pay_cost(
        table, seat, max(0, question.undiscounted_cost(parts) - from_yard.discount), "resources", Build.rule
    )
    for name, count in count_units(parts).items():
        left = table.figures_left(seat, name)
        for _ in range(0 if left is None else max(count - left, 0)):
            yield from take_back_unit(table, seat, name, may_refuse=False)
    for name, count, place in parts:
        world = place if place in from_yard.planets else ""
        table.put_units(seat, world or system, name, count)
        where = world or table.tile_number(system)
        table.announce("IM-PROD-3", "built", seat, n=count, unit=name, place=where)
    yield from enforce_fleet_limits(table, seat, system)
    return count_units(parts)


def is_stymied(table: GameTable, seat: int, system: int) -> bool:
    """Return whether Stymie keeps a player from producing in a system.

    It does in and adjacent to non-home systems with units of the player who has the note in play
    (IM-TRADE-stymie).
    """
    holders = [player.seat for player in table.players if f"stymie:{SEATS[seat]}" in player.notes_in_play]
    near = (system, *table.adjacency(seat, "count")[system]) if holders else ()
    return any(
        table.has_units(holder, other)
        for holder in holders
        for other in near
        if not table.galaxy.systems[other].tile.is_home
    )


def rule_if_stymied(table: GameTable, seat: int, system: int) -> BrokenRule | None:
    """Return the rule that keeps a player from producing in a system, or None (IM-TRADE-stymie)."""
    if is_stymied(table, seat, system):
        return "IM-TRADE-stymie", "barred", {"number": table.tile_number(system)}
    return None
