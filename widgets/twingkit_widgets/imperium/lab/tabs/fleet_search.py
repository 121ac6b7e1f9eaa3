"""The search for the cheapest fleet, and the gain of one more unit, without widgets."""

from __future__ import annotations

from typing import NamedTuple

import attrs

from twingkit.core.slices import Slices
from twingkit.imperium.battle.analysis.cheapest_fleet import (
    FleetSearchRequest,
    FleetSearchResult,
    cheapest_fleet_in_slices,
)
from twingkit.imperium.battle.analysis.fleet_changes import (
    battle_with_units,
    has_enough_capacity,
    useful_units,
)
from twingkit.imperium.battle.analysis.invasion import odds_of_legal_battles_in_slices
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.notation.battle_line import Battle, role_at
from twingkit.imperium.battle.rules.space.survivors import needs_room
from twingkit.imperium.box.units import Unit

MAX_FLEETS_AT_FIRST = 3000
"""The largest number of fleets that a search computes at first, in a few seconds."""

BUDGET_FACTOR = 4
"""The factor by which a continued search increases its budget."""


class CheapestFleetRequest(NamedTuple):
    """A request for the cheapest fleet that one side of `battle` can build from these unit types.

    The fleet replaces the side's units (`replaces_units`) or is added to them. `battle` has no units of that
    side if they are irrelevant.
    """

    battle: Battle
    side_index: int
    unit_names: tuple[str, ...]
    replaces_units: bool = True

    def search_in_slices(self, min_chance: float, max_fleets: int) -> Slices[FleetSearchResult]:
        """Search in slices, among about `max_fleets` fleets, for the cheapest one with at least a given
        chance to win.

        A fleet uses no more pieces of a class than a player has (IM-UNIT-10), and its ships have room for its
        cargo (IM-UNIT-11). Raises the same errors as `imperium.cheapest_fleet`.
        """
        request = FleetSearchRequest(
            self.unit_names, min_chance, limits=True, from_nothing=self.replaces_units, max_fleets=max_fleets
        )
        return cheapest_fleet_in_slices(resolve_best_policy(self.battle), role_at(self.side_index), request)


@attrs.frozen
class ExtraUnitGain:
    """The gain from one more unit of a type: the resulting chance to win, its increase, and whether the ships
    have room for the unit (IM-UNIT-11).
    """

    kind: Unit
    win_chance: float
    gain: float
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


def initial_search_units(battle: Battle, side_index: int) -> list[str]:
    """Return the unit types that a search starts with: those that every faction can build."""
    kinds = [battle.sides[side_index].unit(name) for name in buildable_units(battle, side_index)]
    return [
        kind.name for kind in kinds if kind.unit_class not in ("flagship", "warsun") and not kind.is_expansion
    ]


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
    odds = yield from odds_of_legal_battles_in_slices([battle_settled, *changed])
    wins = [each.loss if side_index else each.win for each in odds]
    rows = [
        ExtraUnitGain(
            kind,
            win,
            win - wins[0],
            battle.kind == "ground" or not needs_room(kind) or has_enough_capacity(larger.sides[side_index]),
        )
        for kind, win, larger in zip(kinds, wins[1:], changed, strict=True)
    ]
    return sorted(
        rows,
        key=lambda row: (not row.has_room, row.per_resource is None, -round(row.per_resource or row.gain, 9)),
    )
