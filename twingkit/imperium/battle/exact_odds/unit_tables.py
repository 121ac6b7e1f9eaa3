"""Tables of the units that both sides have left at the end of a battle and of those that they lose, and the
distribution of hits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from twingkit.core.arguments import one_of_words
from twingkit.core.language import language
from twingkit.core.notation import ROLES, Role
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.steps_walk import Situation
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight, counts_with_gained_units
from twingkit.imperium.box.units import Unit
from twingkit.odds.distribution import Distribution

HIT_KIND = one_of_words("sustained", "taken")
"""The argument kind for the hits that `hits_distribution` counts."""

WINNER = one_of_words(*ROLES)
"""The argument kind for the side that wins in the battles that count."""

UnitCounts = tuple[int, ...]
"""The number of units of each kind of a side."""

UnitKinds = tuple[tuple[Unit, int], ...]
"""The kinds of units of a side, with their numbers at the start."""

_COUNT_COLUMNS = {"side": "str", "unit": "str", "count": "int64", "chance": "float64", "mean": "float64"}

_LOSS_COLUMNS = {**_COUNT_COLUMNS, "resources": "float64"}


class UnitsAtEnd(NamedTuple):
    """The units at one end of a battle, in the order of each side's `UnitKinds`.

    `winner` is the index of the side that wins, or None; `had` are the units that each side has had since the
    start, with those that it gained, `left` are those that it has left.
    """

    winner: int | None
    had: tuple[UnitCounts, UnitCounts]
    left: tuple[UnitCounts, UnitCounts]


class UnitEnds(NamedTuple):
    """All ends of a battle by the units of both sides, with their chances."""

    battle: Battle
    kinds: tuple[UnitKinds, UnitKinds]
    chances: Iterable[tuple[UnitsAtEnd, float]]

    def survivors(self, side: Role | None, winner: Role | None) -> DataFrame:
        """Return the table of `BattleOdds.survivors`."""
        return self._table(side, winner, lambda had, left: left)

    def losses(self, side: Role | None, winner: Role | None) -> DataFrame:
        """Return the table of `BattleOdds.losses`."""
        frame = self._table(side, winner, lambda had, left: had - left)
        costs = {
            (role, unit.name): unit.cost
            for role, kinds in zip(ROLES, self.kinds, strict=True)
            for unit, _ in kinds
        }
        keys = zip(frame["side"], frame["unit"], strict=True)
        frame["resources"] = [mean * costs[key] for key, mean in zip(keys, frame["mean"], strict=True)]
        return frame.astype(_LOSS_COLUMNS)

    def _table(self, side: Role | None, winner: Role | None, number: Callable[[int, int], int]) -> DataFrame:
        """Return the chances of a number for each kind of unit; `number` gets how many a side had and has."""
        ends = [
            (end, chance)
            for end, chance in self.chances
            if winner is None or end.winner == ROLES.index(winner)
        ]
        share = sum(chance for _, chance in ends)
        rows: list[tuple[object, ...]] = []
        for side_index, kinds in enumerate(self.kinds):
            if side not in (None, ROLES[side_index]) or not ends:
                continue
            for kind, (unit, count) in enumerate(kinds):
                found: dict[int, float] = {}
                for end, chance in ends:
                    n = number(end.had[side_index][kind], end.left[side_index][kind])
                    found[n] = found.get(n, 0.0) + chance / share
                if not count and not any(found.keys() - {0}):
                    continue  # a kind that an effect could have given, but never did
                mean = sum(n * chance for n, chance in found.items())
                rows += [
                    (ROLES[side_index], unit.name, n, found.get(n, 0.0), mean)
                    for n in range(min(0, *found), max(count, *found) + 1)
                ]
        facts = {"position": str(self.battle), "winner": winner, "share": share, "lang": language()}
        return frame_from_rows(rows, _COUNT_COLUMNS, **facts, **self.battle.variant_attrs)


def units_at_end(fight: Fight, situation: Situation) -> UnitsAtEnd:
    """Return the units of a fight at one of its ends, in the order of its rosters."""
    first, second = (
        tuple(force.count(kind) for kind in range(len(roster.units)))
        for roster, force in zip(fight.rosters, situation.state, strict=True)
    )
    had = tuple(counts_with_gained_units(fight, situation.state, side_index) for side_index in (0, 1))
    return UnitsAtEnd(situation.winner, (had[0], had[1]), (first, second))


def fight_unit_kinds(fight: Fight) -> tuple[UnitKinds, UnitKinds]:
    """Return the kinds of units that take part in a fight, by side."""
    first, second = (tuple(zip(roster.units, roster.counts, strict=True)) for roster in fight.rosters)
    return first, second


def hits_of_winner(chances: Mapping[tuple[int | None, int], float], winner: Role | None) -> Distribution:
    """Return the distribution of hits, from the chances of the index of a winner with a number of hits.

    With a `winner`, only the battles that this side wins count.
    """
    counted = merge_chances(
        (hits, chance)
        for (winning, hits), chance in chances.items()
        if winner is None or winning == ROLES.index(winner)
    )
    return Distribution.from_weights(counted) if counted else Distribution({})
