"""Plans: answers composed from counts before they are submitted, with the rule that forbids them.

Each kind of question has its plan: items to count (`AmountRow`), the answer that the counts make, and a
sentence about it. `view` shows them all. The plans that count units are here: landings, bombardment, builds
and removal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from twingkit.core.questions import Refusal
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import GROUND_FORCES, SHIPS, Unit
from twingkit.imperium.galaxy.outlook.landing_splits import planet_win_probability
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion
from twingkit.imperium.galaxy.table.sheet import FactionSheet
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard, UnitsAtPlanetsQuestion
from twingkit.imperium.galaxy.tactical.fleet_limits import UnitRemovalOverLimit, excess_cargo, excess_ships
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit_widgets.imperium.pictures import names
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import percent

Amounts = Mapping[str, int]
"""The chosen number of each row, by the row's key."""


@attrs.frozen
class AmountRow:
    """A row of a plan: one item, such as a unit type or planet, that the person counts or selects.

    `icon` is a class of units drawn before it, `note` a second line. With a `refusal` it cannot be chosen,
    and the refusal says why. Choosing it resets the keys in `excludes`. The page names the `maximum` only
    with `shows_maximum`.
    """

    key: str
    label: str
    maximum: int = 1
    minimum: int = 0
    icon: str = ""
    note: str = ""
    refusal: Refusal | None = None
    excludes: tuple[str, ...] = ()
    shows_maximum: bool = True

    @property
    def is_toggle(self) -> bool:
        """True if the item is only chosen or not, without a count."""
        return self.maximum == 1 and self.minimum == 0 and not self.icon


@attrs.frozen
class PlanSection:
    """A group of rows for one place, such as a system or a planet, with a title and a note."""

    title: str
    rows: tuple[AmountRow, ...]
    note: str = ""
    refusal: Refusal | None = None


QuestionT = TypeVar("QuestionT", bound=GalaxyQuestion)


class Plan(Generic[QuestionT]):
    """A form for the answer to one question, in which the person sets an amount for each item; base class of
    all plans.
    """

    status_explains_refusal = False
    """True if the status text itself says what is still wrong."""

    def __init__(self, question: QuestionT) -> None:
        self.question, self.table, self.seat = question, question.table, question.player

    @property
    def sheet(self) -> FactionSheet:
        """The game-state sheet of the player whom the question asks."""
        return self.table.players[self.seat]

    def say(self, key: str, **facts: object) -> str:
        """Return the text `key` of the play page, with `facts` filled in."""
        return WORDS.say(key, **facts)

    # -- hooks for each kind of question

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return the items to choose from."""
        raise NotImplementedError(f"{type(self).__name__} has nothing to choose")

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the answer for these counts."""
        raise NotImplementedError(f"{type(self).__name__} makes no answer")

    def default_amounts(self) -> dict[str, int]:
        """Return the initial counts."""
        return {}

    def status_text(self, amounts: Amounts) -> str:
        """Return a sentence about the chosen counts, or ""."""
        return ""

    def decline_label(self) -> str:
        """Return the label of the button that submits the plan with all counts zero."""
        return names.answer_label(self.answer_from_amounts({}))

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Return ready-made plans that a button press selects, each as a pair (label, counts)."""
        return ()

    def amounts_from_answer(self, answer: str) -> dict[str, int] | None:
        """Return the counts that produce an answer, to apply a hint; None if there are none."""
        return None

    # -- results

    def rows(self, amounts: Amounts) -> dict[str, AmountRow]:
        """Return every row by its key."""
        return {row.key: row for section in self.sections(amounts) for row in section.rows}

    def refusal(self, amounts: Amounts) -> Refusal | None:
        """Return the refusal of the current answer; None if it is legal."""
        return self.question.refusal(self.question.parse_answer(self.answer_from_amounts(amounts)))

    def with_step(self, amounts: Amounts, key: str, by: int) -> dict[str, int]:
        """Return the counts with one row changed within its limits. Raises `KeyError` for an unknown row."""
        row = self.rows(amounts)[key]
        count = amounts.get(key, row.minimum) + by
        count = max(row.minimum, min(row.maximum, count))
        if row.refusal is not None and by > 0:
            count = amounts.get(key, row.minimum)
        kept = {other: n for other, n in amounts.items() if not (count and other in row.excludes)}
        return {**kept, key: count}


def excess_unit_warnings(table: GameTable, seat: int, system: int, change: Mapping[str, int]) -> list[str]:
    """Return warnings about excess ships and cargo that a player must remove from a system's space after its
    units `change` (IM-FLEET-1, IM-FLEET-2).
    """
    after = table.copy()
    for name, count in change.items():
        if count > 0:
            after.put_units(seat, system, name, count)
        elif count:
            after.remove_units(seat, system, name, -count)
    where = {
        "system": names.system_name(after.tile_number(system)),
        "limit": after.fleet_limit(seat),
        "fly": int(after.players[seat].unit_type_on_board("fighter").is_upgraded),
    }
    excess = {"ships": excess_ships(after, seat, system), "cargo": excess_cargo(after, seat, system)}
    return [WORDS.say(f"plan.excess_{kind}", n=n, **where) for kind, n in excess.items() if n]


def fleet_pool_warnings(table: GameTable, seat: int, added: int) -> list[str]:
    """Return warnings about units that a player must remove because fleets exceed the fleet pool after
    `added` tokens join it (IM-FLEET-1).
    """
    after = table.copy()
    after.players[seat].add_tokens("fleet", added)
    return [
        text for system in range(len(after.space)) for text in excess_unit_warnings(after, seat, system, {})
    ]


def units_with_hit_numbers(
    table: GameTable, seat: int, units: PlacedUnits, hit_numbers: Mapping[str, int] | None = None
) -> str:
    """Return a text of units by class, each with the number that its dice need to hit: from `hit_numbers`, or
    else its combat value."""
    named = []
    for name in units:
        kind = table.players[seat].unit_type_on_board(name)
        needed = kind.combat if hit_numbers is None else hit_numbers.get(kind.words_key)
        text = names.units_text([(name, units[name], units.hurt.get(name, 0))])
        if needed:
            text += f" ({hits_text(kind, needed)})"
        elif hit_numbers is not None and name in GROUND_FORCES:
            text = WORDS.say("plan.on_board", units=text)
        named.append(text)
    return names.join_names(named)


def hits_text(kind: Unit, needed: int) -> str:
    """Return as text the number that a unit's dice need to hit, preceded by the unit's own name if its
    faction or upgrade gives it one.
    """
    key = "plan.hits" if kind.words_key == kind.unit_class else "plan.model_hits"
    return WORDS.say(key, n=needed, name=names.unit_name(kind.words_key))


def total_with_prefix(amounts: Amounts, prefix: str) -> int:
    """Return the sum of all amounts of a plan whose keys start with `prefix`."""
    return sum(n for key, n in amounts.items() if key.startswith(prefix))


UnitsAtPlanetsT = TypeVar("UnitsAtPlanetsT", bound=UnitsAtPlanetsQuestion[Any])


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
            AmountRow(
                f"{name} {planet}", names.unit_class_label(name), count, icon=name, note=notes.get(name, "")
            )
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
        return {f"{name} {planet}": count for name, count, planet in self.question.parse_act(answer).units}


class LandPlan(_UnitsAtPlanetsPlan[CommitForces]):
    """A plan for a landing: how many ground forces land on each planet."""

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
            one = self.question.act([(next(iter(self.available), "infantry"), 1, world.id)])
            refusal = self.question.refusal(one)
            shown = () if refusal else self._rows(world.id, hits)
            made.append(PlanSection(names.planet_name(world.id), shown, self._defence(world.id), refusal))
        return made

    def _defence(self, planet: str) -> str:
        """Return a sentence that names the defending player and units of a planet, or says that it is free or
        the player's own.
        """
        own, table = self.seat, self.table
        defenders = [
            self.say(
                "land.defended",
                who=names.seat_name(seat, own),
                units=units_with_hit_numbers(table, seat, units),
            )
            for seat, units in table.ground[planet].items()
            if units and seat != own
        ]
        if defenders:
            return " ".join(defenders)
        holder = table.planet_controllers[planet]
        if holder is None:
            return self.say("land.free")
        return self.say("land.own" if holder == own else "land.empty", who=names.seat_name(holder, own))

    def default_amounts(self) -> dict[str, int]:
        """Return a landing of all possible units, spread over the planets."""
        planets = cycle(self.question.landable_planets)
        units = Counter(self.available).elements()
        return dict(Counter(f"{name} {planet}" for name, planet in zip(units, planets, strict=False)))

    def status_text(self, amounts: Amounts) -> str:
        """Return the number of landing units and of available ones, and the chances of ground combats."""
        landing, table, seat = dict[str, dict[str, int]](), self.table, self.seat
        for name, count, planet in self.question.parse_act(self.answer_from_amounts(amounts)).units:
            landing.setdefault(planet, {})[name] = count
        chances = [
            f"{names.planet_name(planet)} {percent(planet_win_probability(table, seat, planet, forces, {}))}"
            for planet, forces in landing.items()
            if any(units for other, units in table.ground[planet].items() if other != seat)
        ]
        chosen = super().status_text(amounts)
        return f"{chosen} {self.say('land.chances', chances=', '.join(chances))}" if chances else chosen

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Return a choice for each planet with all units on it."""
        return [
            (self.say("land.all", planet=names.planet_name(planet)), self._all_units(planet))
            for planet in self.question.landable_planets
        ]


class BombardPlan(_UnitsAtPlanetsPlan[Bombard]):
    """A plan for a bombardment: the planet that each ship targets."""

    answer_word = "bombard"

    @property
    def available(self) -> Mapping[str, int]:
        """The ships that can bombard."""
        return self.question.guns

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return a section for each planet that can be bombarded."""
        return [
            PlanSection(names.planet_name(planet), self._rows(planet, {})) for planet in self.question.planets
        ]

    def default_amounts(self) -> dict[str, int]:
        """Return a bombardment of the first planet with all ships."""
        return self._all_units(self.question.planets[0])


class BuildPlan(_CountedUnitsPlan[Build]):
    """A plan for producing units: how many of each type to build, with the total cost."""

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
                label = names.unit_class_label(product.name)
                if planet:
                    label = self.say("build.on", unit=label, planet=names.planet_name(planet))
                key = f"{product.name} {planet}".strip()
                answers = [self.question.act([(product.name, n, planet)]) for n in range(limit, 0, -1)]
                refusal = self.question.refusal(answers[-1])
                legal = (act.units[0][1] for act in answers if self.question.refusal(act) is None)
                rows.append(
                    AmountRow(key, label, next(legal, 0), icon=product.name, note=note, refusal=refusal)
                )
        saved = self.question.site.discount
        return [PlanSection("", tuple(rows), self.say("build.saved", n=saved) if saved else "")]

    def status_text(self, amounts: Amounts) -> str:
        """Return the cost and the number of units, each with its limit."""
        parts = self.question.parse_act(self.answer_from_amounts(amounts)).units
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
            [chosen, *excess_unit_warnings(self.table, self.seat, self.question.site.system, built)]
        )

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts of units to build that a given answer names."""
        several = len(self.question.site.planets) > 1
        return {
            f"{name} {planet}".strip() if several else name: count
            for name, count, planet in self.question.placed_units(self.question.parse_act(answer).units)
        }


class RemovePlan(_CountedUnitsPlan[UnitRemovalOverLimit]):
    """A plan for removing units from a system that exceed a limit: how many of each class."""

    answer_word = "remove"
    status_explains_refusal = True

    @property
    def _units(self) -> PlacedUnits:
        return self.table.units_in_space(self.seat, self.question.system)

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return every unit class that can be removed."""
        rows = [
            AmountRow(name, names.unit_class_label(name), self._units[name], icon=name)
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
