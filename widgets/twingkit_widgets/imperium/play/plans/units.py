"""Plans that count units: landings, bombardment, builds and removal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import ClassVar, TypeVar

from twingkit.core.questions import Refusal
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.outlook.landing_splits import planet_win_probability
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard, UnitsAtPlanetsQuestion
from twingkit.imperium.galaxy.tactical.fleet_limits import UnitRemovalOverLimit
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit_widgets.imperium.pictures.names import planet_name, seat_name, unit_class_label
from twingkit_widgets.imperium.play.plans.plan import (
    AmountRow,
    Amounts,
    Plan,
    PlanSection,
    QuestionT,
    hits_text,
    removed_unit_warnings,
    total_with_prefix,
    units_with_hit_numbers,
)
from twingkit_widgets.panel.wording import percent

UnitsAtPlanetsT = TypeVar("UnitsAtPlanetsT", bound=UnitsAtPlanetsQuestion)


class _CountedUnitsPlan(Plan[QuestionT]):
    """A plan whose answer names the counts in notation: `land 2 infantry lodor`."""

    answer_word: ClassVar[str]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the answer for these counts: the key `infantry lodor` with count 2 is `2 infantry lodor`."""
        items = ", ".join(f"{count} {key}" for key, count in amounts.items() if count)
        return f"{self.answer_word} {items or NO_TARGET_WORD}"


class _UnitsAtPlanetsPlan(_CountedUnitsPlan[UnitsAtPlanetsT]):
    """A plan that counts units for each of several planets."""

    @property
    def available(self) -> Mapping[str, int]:
        """The units to choose from, by class."""
        raise NotImplementedError(f"{type(self).__name__} has no units")

    def _rows(self, planet: str, notes: Mapping[str, str]) -> tuple[AmountRow, ...]:
        """Return the units for one planet; `notes` by unit class."""
        return tuple(
            AmountRow(f"{name} {planet}", unit_class_label(name), count, icon=name, note=notes.get(name, ""))
            for name, count in self.available.items()
        )

    def _all_units(self, planet: str) -> dict[str, int]:
        """Return the counts for all units at one planet."""
        return {f"{name} {planet}": count for name, count in self.available.items()}

    def status_text(self, amounts: Amounts) -> str:
        """Return the number of chosen units and of available ones."""
        there = sum(self.available.values())
        return self.say(f"{self.answer_word}.chosen", n=total_with_prefix(amounts, ""), there=there)

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts of units at each planet that a given answer names."""
        return {f"{name} {planet}": count for name, count, planet in self.question.parse_parts(answer)}


class LandPlan(_UnitsAtPlanetsPlan[CommitForces]):
    """The plan of a landing: ground forces for each planet."""

    answer_word = "land"

    @property
    def available(self) -> Mapping[str, int]:
        """The ground forces in space."""
        return self.question.available_forces

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return a section for each planet of the system, with a note if no unit may land on that planet."""
        made, stats = [], self.sheet.unit_type_on_board
        hits = {name: hits_text(stats(name), stats(name).combat) for name in self.available}
        for world in self.table.planets_of(self.question.system):
            refusal = self.question.refusal(f"land 1 {next(iter(self.available), 'infantry')} {world.id}")
            shown = () if refusal else self._rows(world.id, hits)
            made.append(PlanSection(planet_name(world.id), shown, self._defence(world.id), refusal))
        return made

    def _defence(self, planet: str) -> str:
        """Return a sentence that names the defending player and units of a planet, or says that it is free or
        the player's own.
        """
        own, table = self.seat, self.table
        defenders = [
            self.say(
                "land.defended", who=seat_name(seat, own), units=units_with_hit_numbers(table, seat, units)
            )
            for seat, units in table.ground[planet].items()
            if units and seat != own
        ]
        if defenders:
            return " ".join(defenders)
        holder = table.planet_controllers[planet]
        if holder is None:
            return self.say("land.free")
        return self.say("land.own" if holder == own else "land.empty", who=seat_name(holder, own))

    def default_amounts(self) -> dict[str, int]:
        """Return a landing of all possible units, spread over the planets."""
        planets = cycle(self.question.landable_planets)
        units = Counter(self.available).elements()
        return dict(Counter(f"{name} {planet}" for name, planet in zip(units, planets, strict=False)))

    def status_text(self, amounts: Amounts) -> str:
        """Return the number of landing units and of available ones, and the chances of ground combats."""
        landing, table, seat = dict[str, dict[str, int]](), self.table, self.seat
        for name, count, planet in self.question.parse_parts(self.answer_from_amounts(amounts)):
            landing.setdefault(planet, {})[name] = count
        chances = [
            f"{planet_name(planet)} {percent(planet_win_probability(table, seat, planet, forces, {}))}"
            for planet, forces in landing.items()
            if any(units for other, units in table.ground[planet].items() if other != seat)
        ]
        chosen = super().status_text(amounts)
        return f"{chosen} {self.say('land.chances', chances=', '.join(chances))}" if chances else chosen

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Return a choice for each planet with all units on it."""
        return [
            (self.say("land.all", planet=planet_name(planet)), self._all_units(planet))
            for planet in self.question.landable_planets
        ]


class BombardPlan(_UnitsAtPlanetsPlan[Bombard]):
    """The plan of a bombardment: the target planet of each ship."""

    answer_word = "bombard"

    @property
    def available(self) -> Mapping[str, int]:
        """The ships that can bombard."""
        return self.question.guns

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return a section for each planet that can be bombarded."""
        return [PlanSection(planet_name(planet), self._rows(planet, {})) for planet in self.question.planets]

    def default_amounts(self) -> dict[str, int]:
        """Return a bombardment of the first planet with all ships."""
        return self._all_units(self.question.planets[0])


class BuildPlan(_CountedUnitsPlan[Build]):
    """The plan of a production: the units to build, for one total cost."""

    answer_word = "build"

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return every unit type with its cost; ground forces for each planet on which they can be placed."""
        rows: list[AmountRow] = []
        limit = self.question.site.unit_limit
        for product in self.question.products:
            note = self.say("build.cost" if product.batch_size == 1 else "build.batch", n=product.batch_cost)
            planets: Sequence[str] = self.question.site.planets if product.name in GROUND_FORCES else ()
            several = len(planets) > 1
            for planet in planets if several else [""]:
                label = unit_class_label(product.name)
                if planet:
                    label = self.say("build.on", unit=label, planet=planet_name(planet))
                key = f"{product.name} {planet}".strip()
                refusal = self.question.refusal(f"build 1 {key}")
                counts = range(limit, 0, -1)
                most = next((n for n in counts if self.question.refusal(f"build {n} {key}") is None), 0)
                rows.append(AmountRow(key, label, most, icon=product.name, note=note, refusal=refusal))
        saved = self.question.site.discount
        return [PlanSection("", tuple(rows), self.say("build.saved", n=saved) if saved else "")]

    def status_text(self, amounts: Amounts) -> str:
        """Return the cost and the number of units, each with its limit."""
        parts = self.question.parse_build(self.answer_from_amounts(amounts))
        saved = self.question.site.discount
        chosen = self.say(
            "build.chosen_cheaper" if parts and saved else "build.chosen",
            full=self.question.undiscounted_cost(parts),
            saved=saved,
            cost=max(0, self.question.undiscounted_cost(parts) - (saved if parts else 0)),
            budget=self.question.max_cost - saved,
            n=total_with_prefix(amounts, ""),
            limit=self.question.site.unit_limit,
        )
        if self.refusal(amounts) is not None:  # nothing follows a production that the rules forbid
            return chosen
        built = {name: count for name, count, _ in parts if name in SHIPS}
        return " ".join(
            [chosen, *removed_unit_warnings(self.table, self.seat, self.question.site.system, built)]
        )

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts of units to build that a given answer names."""
        several = len(self.question.site.planets) > 1
        return {
            f"{name} {planet}".strip() if several else name: count
            for name, count, planet in self.question.parse_build(answer)
        }


class RemovePlan(_CountedUnitsPlan[UnitRemovalOverLimit]):
    """The plan of a removal of units beyond a limit."""

    answer_word = "remove"
    status_explains_refusal = True

    @property
    def _units(self) -> PlacedUnits:
        return self.table.units_in_space(self.seat, self.question.system)

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return every unit class that can be removed."""
        rows = [
            AmountRow(name, unit_class_label(name), self._units[name], icon=name)
            for name in self.question.classes
            if self._units[name]
        ]
        return [PlanSection("", tuple(rows))]

    def default_amounts(self) -> dict[str, int]:
        """Return the required number of units in the default order of removal."""
        left, chosen = self.question.removal_count, {}
        for name in self.question.classes:
            chosen[name] = min(self._units[name], left)
            left -= chosen[name]
        return chosen

    def refusal(self, amounts: Amounts) -> Refusal | None:
        """Return the refusal of the current answer; removing nothing counts as too few."""
        return super().refusal(
            amounts if any(amounts.values()) else {self.question.classes[0]: self.question.removal_count + 1}
        )

    def status_text(self, amounts: Amounts) -> str:
        """Return the chosen number of units and the required one."""
        return self.say("remove.chosen", n=total_with_prefix(amounts, ""), most=self.question.removal_count)
