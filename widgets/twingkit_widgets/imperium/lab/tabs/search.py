"""The search for what a side needs: the cheapest fleet, and one more unit. No widgets here."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.core.slices import Slices
from twingkit.imperium.battle.analysis.cheapest_fleet import Fleet, FleetSearch, cheapest_in_slices
from twingkit.imperium.battle.analysis.fleet_changes import addable_units, replace_units
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.box.units import Unit
from twingkit_widgets.imperium.lab.tabs.plan_tab import win_chances_in_slices

BUDGET = 3000
"""The largest number of fleets that a search computes at first: a few seconds."""

FURTHER = 4
"""How many times more fleets a continued search may compute."""


@attrs.frozen
class FleetQuestion:
    """A question: the cheapest fleet of a side of `battle` from these kinds of units.

    The fleet replaces the side's units (`replaces_units`) or is added to them. `battle` has no units of that
    side if they are irrelevant.
    """

    battle: Battle
    side: int
    units: tuple[str, ...]
    replaces_units: bool = True

    @classmethod
    def from_battle(cls, battle: Battle, side: int, units: Sequence[str], anew: bool) -> FleetQuestion:
        """The question about a battle as it is now."""
        about = replace_units(battle, side, {}) if anew else battle
        return cls(about, side, tuple(units), anew)


@attrs.frozen
class FleetAnswer:
    """The answer to a question: the result of the search until a fleet won with the chance `at_least`, or the
    budget was used up.
    """

    question: FleetQuestion
    at_least: float
    found: FleetSearch

    @property
    def fleets(self) -> tuple[Fleet, ...]:
        """The fleets that are better than all cheaper ones, the cheapest first."""
        return self.found.fleets

    def enough(self, chance: float) -> Fleet | None:
        """The cheapest fleet that wins with a chance of at least `chance`, if one was found."""
        return next((fleet for fleet in self.fleets if fleet.odds.win >= chance), None)

    def knows(self, chance: float) -> bool:
        """True if the fleet for that chance is known, or it is known that no fleet tried is enough."""
        return self.enough(chance) is not None or self.enough(self.at_least) is None


@attrs.frozen
class OneMore:
    """One unit more: its kind, how often its side wins then, and the battle with it."""

    kind: Unit
    win: float
    change: float
    battle: Battle

    @property
    def per_resource(self) -> float | None:
        """The change per resource; None for a unit that costs nothing."""
        return self.change / self.kind.cost if self.kind.cost else None


def usable_units(battle: Battle, side: int) -> list[str]:
    """The kinds of units that a fleet of a side can be built from in such a battle: those with a cost."""
    faction = battle.sides[side].faction
    named = [
        *addable_units(battle, side),
        *(["flagship"] if faction and battle.sides[side].count("flagship") else []),
    ]
    return [name for name in dict.fromkeys(named) if battle.sides[side].unit(name).cost]


def default_units(battle: Battle, side: int) -> list[str]:
    """The kinds that a search begins with: those that anybody can build."""
    kinds = [battle.sides[side].unit(name) for name in usable_units(battle, side)]
    return [kind.name for kind in kinds if kind.unit_class not in ("flagship", "warsun") and not kind.later]


def find_fleets_in_slices(
    wanted: FleetQuestion, at_least: float, budget: int = BUDGET
) -> Slices[FleetAnswer]:
    """Search in slices, among about `budget` fleets, for the cheapest one that wins with a chance of
    `at_least`.

    A fleet uses no more pieces of a class than a player has (IM-UNIT-10), and its ships have room for its
    cargo (IM-UNIT-11). Raises the same errors as `twingkit.imperium.battle.analysis.needs.cheapest`.
    """
    fleets = yield from cheapest_in_slices(
        resolve_best_policy(wanted.battle),
        ROLES[wanted.side],
        wanted.units,
        at_least,
        limits=True,
        from_nothing=wanted.replaces_units,
        budget=budget,
    )
    return FleetAnswer(wanted, at_least, fleets)


def one_more_in_slices(battle: Battle, side: int) -> Slices[list[OneMore]]:
    """Compute in slices a side's gain from one more unit of each kind, the largest gain per resource first.

    Kinds that cost nothing come last.
    """
    battle_settled = resolve_best_policy(battle)
    counts = dict(battle_settled.sides[side].units)
    names = [name for name in addable_units(battle_settled, side) if counts.get(name, 0) < 99]
    kinds = [battle_settled.sides[side].unit(name) for name in names]
    changed = [
        replace_units(battle_settled, side, {**counts, kind.name: counts.get(kind.name, 0) + 1})
        for kind in kinds
    ]
    chances = yield from win_chances_in_slices([battle_settled, *changed])
    wins = [triple[2 if side else 0] for triple in chances.values()]
    rows = [
        OneMore(kind, win, win - wins[0], larger)
        for kind, win, larger in zip(kinds, wins[1:], changed, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.per_resource is None, -round(row.per_resource or row.change, 9)))
