"""The search for the cheapest fleet, and the gain of one more unit, without widgets."""

from __future__ import annotations

import attrs

from twingkit.core.slices import Slices
from twingkit.imperium.battle.analysis.cheapest_fleet import (
    CandidateFleet,
    FleetSearchResult,
    cheapest_in_slices,
)
from twingkit.imperium.battle.analysis.fleet_changes import (
    battle_with_units,
    has_enough_capacity,
    useful_units,
)
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.battle.rules.space.survivors import needs_room
from twingkit.imperium.box.units import Unit
from twingkit_widgets.imperium.lab.tabs.plan_tab import win_tie_loss_in_slices

MAX_FLEETS_AT_FIRST = 3000
"""The largest number of fleets that a search computes at first, in a few seconds."""

BUDGET_FACTOR = 4
"""The factor by which a continued search increases its budget."""


@attrs.frozen
class CheapestFleetQuestion:
    """The question for the cheapest fleet of one side of `battle` built from these unit types.

    The fleet replaces the side's units (`replaces_units`) or is added to them. `battle` has no units of that
    side if they are irrelevant.
    """

    battle: Battle
    side_index: int
    unit_names: tuple[str, ...]
    replaces_units: bool = True


@attrs.frozen
class CheapestFleetAnswer:
    """The result of a search that stopped when a fleet won with at least the chance `min_chance`, or when the
    search budget was used up.
    """

    question: CheapestFleetQuestion
    min_chance: float
    search_result: FleetSearchResult

    @property
    def efficient_fleets(self) -> tuple[CandidateFleet, ...]:
        """The fleets that are better than all cheaper ones, the cheapest first."""
        return self.search_result.fleets

    def cheapest_fleet(self, min_chance: float) -> CandidateFleet | None:
        """Return the cheapest fleet with at least this chance to win; None if none was found."""
        return next((fleet for fleet in self.efficient_fleets if fleet.odds.win >= min_chance), None)

    def is_answered(self, min_chance: float) -> bool:
        """Return whether a fleet with that chance was found, or the search is complete."""
        return self.cheapest_fleet(min_chance) is not None or self.cheapest_fleet(self.min_chance) is None


@attrs.frozen
class ExtraUnitGain:
    """One more unit: its type, the chance to win with it, the battle with it, and whether the ships have room
    for it (IM-UNIT-11).
    """

    kind: Unit
    win_chance: float
    gain: float
    battle: Battle
    has_room: bool

    @property
    def per_resource(self) -> float | None:
        """The gain per resource; None for a unit without a cost."""
        return self.gain / self.kind.cost if self.kind.cost else None


def buildable_units(battle: Battle, side_index: int) -> list[str]:
    """Return the unit types, all with a cost, from which a search may build a side's fleet."""
    faction = battle.sides[side_index].faction
    named = [
        *useful_units(battle, side_index),
        *(["flagship"] if faction and battle.sides[side_index].count("flagship") else []),
    ]
    return [name for name in dict.fromkeys(named) if battle.sides[side_index].unit(name).cost]


def default_units(battle: Battle, side_index: int) -> list[str]:
    """Return the unit types that a search starts with: those that every faction can build."""
    kinds = [battle.sides[side_index].unit(name) for name in buildable_units(battle, side_index)]
    return [
        kind.name for kind in kinds if kind.unit_class not in ("flagship", "warsun") and not kind.is_expansion
    ]


def cheapest_fleet_in_slices(
    question: CheapestFleetQuestion, min_chance: float, max_fleets: int = MAX_FLEETS_AT_FIRST
) -> Slices[CheapestFleetAnswer]:
    """Search in slices, among about `max_fleets` fleets, for the cheapest one with at least a given chance to
    win.

    A fleet uses no more pieces of a class than a player has (IM-UNIT-10), and its ships have room for its
    cargo (IM-UNIT-11). Raises the same errors as `twingkit.imperium.battle.analysis.needs.cheapest`.
    """
    fleets = yield from cheapest_in_slices(
        resolve_best_policy(question.battle),
        ROLES[question.side_index],
        question.unit_names,
        min_chance,
        limits=True,
        from_nothing=question.replaces_units,
        max_fleets=max_fleets,
    )
    return CheapestFleetAnswer(question, min_chance, fleets)


def extra_unit_gains_in_slices(battle: Battle, side_index: int) -> Slices[list[ExtraUnitGain]]:
    """Compute in slices a side's gain from one more unit of each kind, the largest gain per resource first.

    Kinds that cost nothing come after them, kinds without room on the ships last.
    """
    battle_settled = resolve_best_policy(battle)
    counts = dict(battle_settled.sides[side_index].units)
    names = [name for name in useful_units(battle_settled, side_index) if counts.get(name, 0) < 99]
    kinds = [battle_settled.sides[side_index].unit(name) for name in names]
    changed = [
        battle_with_units(battle_settled, side_index, {**counts, kind.name: counts.get(kind.name, 0) + 1})
        for kind in kinds
    ]
    chances = yield from win_tie_loss_in_slices([battle_settled, *changed])
    wins = [triple[2 if side_index else 0] for triple in chances.values()]
    rows = [
        ExtraUnitGain(kind, win, win - wins[0], larger, _has_room(kind, larger, side_index))
        for kind, win, larger in zip(kinds, wins[1:], changed, strict=True)
    ]
    return sorted(
        rows,
        key=lambda row: (
            not row.has_room,
            row.per_resource is None,
            -round(row.per_resource or row.gain, 9),
        ),
    )


def _has_room(kind: Unit, battle: Battle, side: int) -> bool:
    return battle.kind == "ground" or not needs_room(kind) or has_enough_capacity(battle.sides[side])
