"""When to retreat in the final rounds, which are all alike: for any battle, as a graph of situations.

The nodes are the situations at which a retreat can be announced. A round leads from one to others, back to
itself if no side hits, and in circles if units are repaired. Situations that lead to each other are solved
together, so nothing is cut off (IM-ODDS-1); a group that nothing leads out of is a standoff (IM-ODDS-4).
`final_rounds_grid` is faster for independent sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from twingkit.imperium.battle.analysis.battle_ends import (
    THRESHOLD_TOLERANCE,
    EndEvaluator,
    EndOdds,
    mean_ends,
)
from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds, split_ended
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation, merge_chances


class FinalRetreatGraph:
    """Retreat plans in the final rounds of any battle, solved on the graph of its situations."""

    def __init__(self, rounds: SpaceBattleRounds, side_index: int, begin: Iterable[Situation]) -> None:
        self.rounds, self.side_index, self.scale = rounds, side_index, EndEvaluator(rounds)
        self._moves: dict[Situation, Chances] = {}
        waiting = list(begin)
        while waiting:
            situation = waiting.pop()
            if situation not in self._moves:
                self._moves[situation] = self._next(situation)
                waiting += [
                    left
                    for left in self._moves[situation]
                    if left.both_sides_remain and left not in self._moves
                ]
        self._groups = list(_groups(self._moves))
        self._fights = self._values({})
        self._leaving: dict[Situation, EndOdds] = {}

    def _next(self, situation: Situation) -> Chances:
        """Return the situations at the next announcement, and how the battle can end before it."""
        over, open_ = split_ended(self.rounds.after_announcement(situation, self.rounds.settled))
        return merge_chances(
            [*over.items(), *self.rounds.before_announcement_all(open_, self.rounds.settled).items()]
        )

    def win_chance(self, situation: Situation) -> float:
        """Return the side's chance to win by fighting to the end."""
        return self._fights[situation][self.side_index]

    def odds_with_retreat(self, start: Chances, below: float, rounds_before: int = 0) -> EndOdds:
        """Return the expected end of the battle if the side announces a retreat as soon as its chance to win
        is below `below`.

        The battle is in one of the situations in `start`; the side fights `rounds_before` rounds before it
        first considers a retreat.
        """
        leaving = {
            situation: self._retreat_value(situation)
            for situation, ends in self._fights.items()
            if ends[self.side_index] < below - THRESHOLD_TOLERANCE
        }
        values = self._values(leaving) if leaving else self._fights
        over, open_ = EndOdds(), start
        for _ in range(rounds_before):
            ended, open_ = split_ended(
                merge_chances(
                    (left, chance * part)
                    for situation, chance in open_.items()
                    for left, part in self._moves[situation].items()
                )
            )
            over = over.add_weighted(mean_ends(ended, self.scale.odds_at_end))
        return over.add_weighted(mean_ends(open_, values.__getitem__))

    def _retreat_value(self, situation: Situation) -> EndOdds:
        if situation not in self._leaving:
            after = self.rounds.after_announcement(situation, self.rounds.settled)
            self._leaving[situation] = mean_ends(after, self.scale.odds_after_announced_retreat)
        return self._leaving[situation]

    def _values(self, ends: Mapping[Situation, EndOdds]) -> dict[Situation, EndOdds]:
        """Return the expected end from every situation; `ends` are those that the plan has fixed."""
        values = dict(ends)
        for members in self._groups:
            group = [situation for situation in members if situation not in ends]
            if len(group) == 1:
                values[group[0]] = self._solve_single(group[0], values)
            elif group:
                values.update(self._solve_group(group, values))
        return values

    def _value(self, situation: Situation, values: Mapping[Situation, EndOdds]) -> EndOdds:
        return values[situation] if situation.both_sides_remain else self.scale.odds_at_end(situation)

    def _solve_single(self, situation: Situation, values: Mapping[Situation, EndOdds]) -> EndOdds:
        """Solve a situation that leads to itself only if no side hits: divide out the chance of that."""
        away = {left: chance for left, chance in self._moves[situation].items() if left != situation}
        total = sum(away.values())
        if not total:
            return self.scale.odds_at_end(situation)
        sums = mean_ends(away, lambda left: self._value(left, values))
        return EndOdds(*(part / total for part in sums))

    def _solve_group(
        self, group: list[Situation], values: Mapping[Situation, EndOdds]
    ) -> dict[Situation, EndOdds]:
        """Solve situations that lead to each other as one system of equations."""
        inside = set(group)
        rows, sums = [], []
        for situation in group:
            moves = self._moves[situation]
            rows.append({left: chance for left, chance in moves.items() if left in inside})
            away = {left: chance for left, chance in moves.items() if left not in inside}
            sums.append((sum(away.values()), list(mean_ends(away, lambda left: self._value(left, values)))))
        return _solve_equations(group, rows, sums, self.scale.odds_at_end)


def _solve_equations(
    group: list[Situation],
    rows: list[dict[Situation, float]],
    sums: list[tuple[float, list[float]]],
    standoff: Callable[[Situation], EndOdds],
) -> dict[Situation, EndOdds]:
    """Solve for a group: `rows` are the chances to stay, `sums` the chance to leave and its value."""
    if not any(out for out, _ in sums):
        return {situation: standoff(situation) for situation in group}
    outs, worth = [out for out, _ in sums], [values for _, values in sums]
    for index in range(len(group) - 1, -1, -1):
        situation = group[index]
        row = {left: chance for left, chance in rows[index].items() if left != situation}
        total = outs[index] + sum(row.values())  # 1 minus the chance to stay here, without the difference
        row = {left: chance / total for left, chance in row.items()}
        outs[index] /= total
        worth[index] = [value / total for value in worth[index]]
        rows[index] = row
        for other in range(index):
            share = rows[other].pop(situation, 0.0)
            if share:
                for left, chance in row.items():
                    rows[other][left] = rows[other].get(left, 0.0) + share * chance
                outs[other] += share * outs[index]
                worth[other] = [
                    value + share * more for value, more in zip(worth[other], worth[index], strict=True)
                ]
    ends: dict[Situation, EndOdds] = {}
    for index, situation in enumerate(group):
        values = worth[index]
        for left, chance in rows[index].items():
            values = [value + chance * more for value, more in zip(values, ends[left], strict=True)]
        ends[situation] = EndOdds(*values)
    return ends


def _groups(moves: Mapping[Situation, Chances]) -> Iterator[list[Situation]]:
    """Yield groups of situations that lead to each other, each after all groups it leads to (Tarjan)."""
    number: dict[Situation, int] = {}
    low: dict[Situation, int] = {}
    waiting: list[Situation] = []
    open_: set[Situation] = set()
    for root in moves:
        if root in number:
            continue
        path: list[tuple[Situation, Iterator[Situation]]] = []
        _visit(root, number, low, waiting, open_)
        path.append((root, iter(moves[root])))
        while path:
            situation, nexts = path[-1]
            for left in nexts:
                if left not in moves:
                    continue
                if left not in number:
                    _visit(left, number, low, waiting, open_)
                    path.append((left, iter(moves[left])))
                    break
                if left in open_:
                    low[situation] = min(low[situation], number[left])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[situation])
                if low[situation] == number[situation]:
                    yield _pop_group(situation, waiting, open_)


def _visit(
    situation: Situation,
    number_by_situation: dict[Situation, int],
    low: dict[Situation, int],
    waiting: list[Situation],
    open_: set[Situation],
) -> None:
    number_by_situation[situation] = low[situation] = len(number_by_situation)
    waiting.append(situation)
    open_.add(situation)


def _pop_group(situation: Situation, waiting: list[Situation], open_: set[Situation]) -> list[Situation]:
    group: list[Situation] = []
    while not group or group[-1] != situation:
        group.append(waiting.pop())
        open_.discard(group[-1])
    return group
