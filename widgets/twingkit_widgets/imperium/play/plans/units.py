"""Plans that count units: landings, bombardment, building and removal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import cycle

from twingkit.core.questions import Refusal
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.fleet_limits import Remove
from twingkit.imperium.galaxy.tactical.invasion import Commit
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit_widgets.imperium.pictures.names import planet_name, unit_name
from twingkit_widgets.imperium.play.plans.plan import Amounts, Plan, Row, Section, count_of
from twingkit_widgets.panel.wording import capitalize_first


def _named(name: str) -> str:
    return capitalize_first(unit_name(name, 2))


def _items(amounts: Amounts) -> str:
    """Counts as they are answered: `2 infantry lodor`; the key is `infantry lodor`."""
    return ", ".join(f"{count} {key}" for key, count in amounts.items() if count) or "none"


class LandPlan(Plan[Commit]):
    """The ground forces that land on each planet."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """A section for each planet of the system; if no unit may land there, it says why."""
        made = []
        for world in self.asked.table.planets_of(self.asked.system):
            refusal = self.asked.refusal(f"land 1 {next(iter(self.asked.forces), 'infantry')} {world.id}")
            rows = [
                Row(f"{name} {world.id}", _named(name), count, icon=name)
                for name, count in self.asked.forces.items()
            ]
            made.append(Section(planet_name(world.id), () if refusal else tuple(rows), refusal=refusal))
        return made

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The landing as it is answered."""
        return f"land {_items(amounts)}"

    def default_amounts(self) -> dict[str, int]:
        """All that can land, spread over the planets."""
        units = [name for name, count in self.asked.forces.items() for _ in range(count)]
        planets = cycle(self.asked.open_planets)
        return dict(Counter(f"{name} {planet}" for name, planet in zip(units, planets, strict=False)))

    def status_text(self, amounts: Amounts) -> str:
        """The number that lands, and the number that is there."""
        return self.say("land.chosen", n=count_of(amounts, ""), there=sum(self.asked.forces.values()))

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Everything on one planet."""
        return [
            (
                self.say("land.all", planet=planet_name(planet)),
                {f"{name} {planet}": count for name, count in self.asked.forces.items()},
            )
            for planet in self.asked.open_planets
        ]

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """The counts that make an answer."""
        return {f"{name} {planet}": count for name, count, planet in self.asked.parse_parts(answer)}


class BombardPlan(Plan[Bombard]):
    """The planet at which each ship fires."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """A section for each planet that may be fired at."""
        return [
            Section(
                planet_name(planet),
                tuple(
                    Row(f"{name} {planet}", _named(name), count, icon=name)
                    for name, count in self.asked.guns.items()
                ),
            )
            for planet in self.asked.planets
        ]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The bombardment as it is answered."""
        return f"bombard {_items(amounts)}"

    def default_amounts(self) -> dict[str, int]:
        """Everything at the first planet."""
        return {f"{name} {self.asked.planets[0]}": count for name, count in self.asked.guns.items()}

    def status_text(self, amounts: Amounts) -> str:
        """The number that fires, and the number that could."""
        return self.say("bombard.chosen", n=count_of(amounts, ""), there=sum(self.asked.guns.values()))

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """The counts that make an answer."""
        return {f"{name} {planet}": count for name, count, planet in self.asked.parse_parts(answer)}


class BuildPlan(Plan[Build]):
    """The units that are built, for one total cost."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Every kind of unit with its cost; ground forces for each planet on which they can be placed."""
        rows: list[Row] = []
        limit = self.asked.yard.limit
        for product in self.asked.products:
            most = limit if product.left is None else min(limit, product.left)
            note = self.say("build.cost" if product.batch == 1 else "build.batch", n=product.cost)
            planets: Sequence[str] = self.asked.yard.planets if product.name in GROUND_FORCES else ()
            several = len(planets) > 1
            for planet in planets if several else [""]:
                label = _named(product.name)
                if planet:
                    label = self.say("build.on", unit=label, planet=planet_name(planet))
                key = f"{product.name} {planet}".strip()
                refusal = self.asked.refusal(f"build 1 {key}")
                rows.append(Row(key, label, most, icon=product.name, note=note, refusal=refusal))
        return [Section("", tuple(rows))]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The order as it is answered."""
        return f"build {_items(amounts)}"

    def status_text(self, amounts: Amounts) -> str:
        """The cost and the number of units, each with its limit."""
        parts = self.asked.parse_counts(self.answer_from_amounts(amounts))
        return self.say(
            "build.chosen",
            cost=max(0, self.asked.cost(parts) - (self.asked.yard.discount if parts else 0)),
            budget=self.asked.budget - self.asked.yard.discount,
            n=count_of(amounts, ""),
            limit=self.asked.yard.limit,
        )

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """The counts that make an answer."""
        several = len(self.asked.yard.planets) > 1
        return {
            f"{name} {planet}".strip() if several else name: count
            for name, count, planet in self.asked.parse_counts(answer)
        }


class RemovePlan(Plan[Remove]):
    """The units that are taken off because there are too many."""

    explains = True

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Every class that may be taken off."""
        units = self.asked.table.units_in_space(self.asked.player, self.asked.system)
        rows = [Row(name, _named(name), units[name], icon=name) for name in self.asked.classes if units[name]]
        return [Section("", tuple(rows))]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The removal as it is answered."""
        return f"remove {_items(amounts)}"

    def default_amounts(self) -> dict[str, int]:
        """Those that are given first, as many as must go."""
        units, left, chosen = (
            self.asked.table.units_in_space(self.asked.player, self.asked.system),
            self.asked.most,
            {},
        )
        for name in self.asked.classes:
            chosen[name] = min(units[name], left)
            left -= chosen[name]
        return chosen

    def refusal(self, amounts: Amounts) -> Refusal | None:
        """The rule that forbids the answer as it is; to take off nothing is one that is too little."""
        return super().refusal(
            amounts if any(amounts.values()) else {self.asked.classes[0]: self.asked.most + 1}
        )

    def status_text(self, amounts: Amounts) -> str:
        """The number that is chosen, and the number that must go."""
        return self.say("remove.chosen", n=count_of(amounts, ""), most=self.asked.most)
