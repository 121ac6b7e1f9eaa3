"""Plans that count units: landings, bombardment, builds and removal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import cycle

from twingkit.core.questions import Refusal
from twingkit.imperium.box.units import GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.fleet_limits import RemoveUnits
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit_widgets.imperium.pictures.names import planet_name, seat_name, unit_class_label
from twingkit_widgets.imperium.play.plans.plan import (
    Amounts,
    Plan,
    Row,
    Section,
    count_of,
    units_with_hit_numbers,
)


def _items(amounts: Amounts) -> str:
    """Return counts in notation: the key `infantry lodor` with count 2 becomes `2 infantry lodor`."""
    return ", ".join(f"{count} {key}" for key, count in amounts.items() if count) or "none"


class LandPlan(Plan[CommitForces]):
    """The plan of a landing: ground forces for each planet."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Return a section for each planet of the system; it says why no unit may land there."""
        made, table = [], self.question.table
        stats, forces = table.players[self.question.player].unit_type_on_board, self.question.available_forces
        hits = {name: self.say("plan.hits", n=stats(name).combat) for name in forces}
        for world in table.planets_of(self.question.system):
            refusal = self.question.refusal(f"land 1 {next(iter(forces), 'infantry')} {world.id}")
            rows = [
                Row(f"{name} {world.id}", unit_class_label(name), count, icon=name, note=hits[name])
                for name, count in forces.items()
            ]
            shown = () if refusal else tuple(rows)
            made.append(Section(planet_name(world.id), shown, self._defence(world.id), refusal))
        return made

    def _defence(self, planet: str) -> str:
        """Return who defends a planet with which units, or whether it is free or the player's own."""
        own, table = self.question.player, self.question.table
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

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the landing as an answer."""
        return f"land {_items(amounts)}"

    def default_amounts(self) -> dict[str, int]:
        """Return a landing of all possible units, spread over the planets."""
        units = [name for name, count in self.question.available_forces.items() for _ in range(count)]
        planets = cycle(self.question.landable_planets)
        return dict(Counter(f"{name} {planet}" for name, planet in zip(units, planets, strict=False)))

    def status_text(self, amounts: Amounts) -> str:
        """Return the number of landing units and of available ones."""
        return self.say(
            "land.chosen", n=count_of(amounts, ""), there=sum(self.question.available_forces.values())
        )

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Return a choice for each planet with all units on it."""
        return [
            (
                self.say("land.all", planet=planet_name(planet)),
                {f"{name} {planet}": count for name, count in self.question.available_forces.items()},
            )
            for planet in self.question.landable_planets
        ]

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts that produce an answer."""
        return {f"{name} {planet}": count for name, count, planet in self.question.parse_landing(answer)}


class BombardPlan(Plan[Bombard]):
    """The plan of a bombardment: the target planet of each ship."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Return a section for each planet that can be bombarded."""
        return [
            Section(
                planet_name(planet),
                tuple(
                    Row(f"{name} {planet}", unit_class_label(name), count, icon=name)
                    for name, count in self.question.guns.items()
                ),
            )
            for planet in self.question.planets
        ]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the bombardment as an answer."""
        return f"bombard {_items(amounts)}"

    def default_amounts(self) -> dict[str, int]:
        """Return a bombardment of the first planet with all ships."""
        return {f"{name} {self.question.planets[0]}": count for name, count in self.question.guns.items()}

    def status_text(self, amounts: Amounts) -> str:
        """Return the number of firing ships and of available ones."""
        return self.say("bombard.chosen", n=count_of(amounts, ""), there=sum(self.question.guns.values()))

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts that produce an answer."""
        return {f"{name} {planet}": count for name, count, planet in self.question.parse_bombardment(answer)}


class BuildPlan(Plan[Build]):
    """The plan of a production: the units to build, for one total cost."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Return every unit type with its cost; ground forces for each planet on which they can be placed."""
        rows: list[Row] = []
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
                rows.append(Row(key, label, most, icon=product.name, note=note, refusal=refusal))
        saved = self.question.site.discount
        return [Section("", tuple(rows), self.say("build.saved", n=saved) if saved else "")]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the build as an answer."""
        return f"build {_items(amounts)}"

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
            n=count_of(amounts, ""),
            limit=self.question.site.unit_limit,
        )
        if self.refusal(amounts) is not None:  # nothing follows a production that the rules forbid
            return chosen
        built = {name: count for name, count, _ in parts if name in SHIPS}
        return " ".join([chosen, *self.fleet_warnings(self.question.site.system, built)])

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts that produce an answer."""
        several = len(self.question.site.planets) > 1
        return {
            f"{name} {planet}".strip() if several else name: count
            for name, count, planet in self.question.parse_build(answer)
        }


class RemovePlan(Plan[RemoveUnits]):
    """The plan of a removal of units beyond a limit."""

    status_explains_refusal = True

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Return every unit class that can be removed."""
        units = self.question.table.units_in_space(self.question.player, self.question.system)
        rows = [
            Row(name, unit_class_label(name), units[name], icon=name)
            for name in self.question.classes
            if units[name]
        ]
        return [Section("", tuple(rows))]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the removal as an answer."""
        return f"remove {_items(amounts)}"

    def default_amounts(self) -> dict[str, int]:
        """Return the required number of units in the default order of removal."""
        units, left, chosen = (
            self.question.table.units_in_space(self.question.player, self.question.system),
            self.question.removal_count,
            {},
        )
        for name in self.question.classes:
            chosen[name] = min(units[name], left)
            left -= chosen[name]
        return chosen

    def refusal(self, amounts: Amounts) -> Refusal | None:
        """Return the refusal of the current answer; removing nothing counts as too few."""
        return super().refusal(
            amounts if any(amounts.values()) else {self.question.classes[0]: self.question.removal_count + 1}
        )

    def status_text(self, amounts: Amounts) -> str:
        """Return the chosen number of units and the required one."""
        return self.say("remove.chosen", n=count_of(amounts, ""), most=self.question.removal_count)
