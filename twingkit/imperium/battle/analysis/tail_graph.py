"""When to retreat in the rounds of the end that are all alike: for any battle, as a graph of stands.

Stands are those at which a retreat can be announced. A round leads from one to others, back to itself if no
side hits, and where units are repaired also in circles. Stands that lead to each other are solved together,
so nothing is cut off (IM-ODDS-1); what nothing leads out of is a standoff (IM-ODDS-4). `tail_grid` is the
faster twin for independent sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from twingkit.imperium.battle.analysis.ends import EPSILON, Ends, Scale, mean
from twingkit.imperium.battle.analysis.rounds import Rounds, split
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Stand, gather


class GraphTail:
    """Any rounds: a graph of stands, solved group by group."""

    def __init__(self, rounds: Rounds, index: int, begin: Iterable[Stand]) -> None:
        self.rounds, self.index, self.scale = rounds, index, Scale(rounds)
        self._moves: dict[Stand, Chances] = {}
        waiting = list(begin)
        while waiting:
            stand = waiting.pop()
            if stand not in self._moves:
                self._moves[stand] = self._next(stand)
                waiting += [left for left in self._moves[stand] if left.both and left not in self._moves]
        self._groups = list(_groups(self._moves))
        self._fights = self._values({})
        self._leaving: dict[Stand, Ends] = {}

    def _next(self, stand: Stand) -> Chances:
        """The stands at the next announcement, and how the battle can end before it."""
        over, open_ = split(self.rounds.after(stand, self.rounds.settled))
        return gather([*over.items(), *self.rounds.begun_all(open_, self.rounds.settled).items()])

    def win(self, stand: Stand) -> float:
        """The side's chance to win by fighting to the end."""
        return self._fights[stand][self.index]

    def plan(self, begin: Chances, below: float, passed: int = 0) -> Ends:
        """The ends from `begin` if the side fights `passed` rounds and then announces a retreat wherever its
        chance to win is below `below`."""
        leaving = {
            stand: self._leaves(stand)
            for stand, ends in self._fights.items()
            if ends[self.index] < below - EPSILON
        }
        values = self._values(leaving) if leaving else self._fights
        over, open_ = Ends(), begin
        for _ in range(passed):
            ended, open_ = split(
                gather(
                    (left, chance * part)
                    for stand, chance in open_.items()
                    for left, part in self._moves[stand].items()
                )
            )
            over = over.plus(mean(ended, self.scale.ended))
        return over.plus(mean(open_, values.__getitem__))

    def _leaves(self, stand: Stand) -> Ends:
        if stand not in self._leaving:
            after = self.rounds.after(stand, self.rounds.settled)
            self._leaving[stand] = mean(after, self.scale.left)
        return self._leaving[stand]

    def _values(self, ends: Mapping[Stand, Ends]) -> dict[Stand, Ends]:
        """The ends of every stand; `ends` are those that the plan has fixed."""
        values = dict(ends)
        for members in self._groups:
            group = [stand for stand in members if stand not in ends]
            if len(group) == 1:
                values[group[0]] = self._single(group[0], values)
            elif group:
                values.update(self._circle(group, values))
        return values

    def _value(self, stand: Stand, values: Mapping[Stand, Ends]) -> Ends:
        return values[stand] if stand.both else self.scale.ended(stand)

    def _single(self, stand: Stand, values: Mapping[Stand, Ends]) -> Ends:
        """A stand that leads to itself only if no side hits: the chance of that is divided out."""
        away = {left: chance for left, chance in self._moves[stand].items() if left != stand}
        total = sum(away.values())
        if not total:
            return self.scale.ended(stand)
        sums = mean(away, lambda left: self._value(left, values))
        return Ends(*(part / total for part in sums))

    def _circle(self, group: list[Stand], values: Mapping[Stand, Ends]) -> dict[Stand, Ends]:
        """Stands that lead to each other: one system of equations."""
        inside = set(group)
        rows, sums = [], []
        for stand in group:
            moves = self._moves[stand]
            rows.append({left: chance for left, chance in moves.items() if left in inside})
            away = {left: chance for left, chance in moves.items() if left not in inside}
            sums.append((sum(away.values()), list(mean(away, lambda left: self._value(left, values)))))
        return _solved(group, rows, sums, self.scale.ended)


def _solved(
    group: list[Stand],
    rows: list[dict[Stand, float]],
    sums: list[tuple[float, list[float]]],
    standoff: Callable[[Stand], Ends],
) -> dict[Stand, Ends]:
    """`rows` are the chances to stay among `group`, `sums` the chance to leave it and what that is worth."""
    if not any(out for out, _ in sums):
        return {stand: standoff(stand) for stand in group}
    outs, worth = [out for out, _ in sums], [values for _, values in sums]
    for index in range(len(group) - 1, -1, -1):
        stand = group[index]
        row = {left: chance for left, chance in rows[index].items() if left != stand}
        total = outs[index] + sum(row.values())  # 1 minus the chance to stay here, without the difference
        row = {left: chance / total for left, chance in row.items()}
        outs[index] /= total
        worth[index] = [value / total for value in worth[index]]
        rows[index] = row
        for other in range(index):
            share = rows[other].pop(stand, 0.0)
            if share:
                for left, chance in row.items():
                    rows[other][left] = rows[other].get(left, 0.0) + share * chance
                outs[other] += share * outs[index]
                worth[other] = [
                    value + share * more for value, more in zip(worth[other], worth[index], strict=True)
                ]
    ends: dict[Stand, Ends] = {}
    for index, stand in enumerate(group):
        values = worth[index]
        for left, chance in rows[index].items():
            values = [value + chance * more for value, more in zip(values, ends[left], strict=True)]
        ends[stand] = Ends(*values)
    return ends


def _groups(moves: Mapping[Stand, Chances]) -> Iterator[list[Stand]]:
    """The stands in groups that lead to each other, each group after all that it leads to (Tarjan)."""
    number: dict[Stand, int] = {}
    low: dict[Stand, int] = {}
    waiting: list[Stand] = []
    open_: set[Stand] = set()
    for root in moves:
        if root in number:
            continue
        path: list[tuple[Stand, Iterator[Stand]]] = []
        _enter(root, number, low, waiting, open_)
        path.append((root, iter(moves[root])))
        while path:
            stand, nexts = path[-1]
            for left in nexts:
                if left not in moves:
                    continue
                if left not in number:
                    _enter(left, number, low, waiting, open_)
                    path.append((left, iter(moves[left])))
                    break
                if left in open_:
                    low[stand] = min(low[stand], number[left])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[stand])
                if low[stand] == number[stand]:
                    yield _close(stand, waiting, open_)


def _enter(
    stand: Stand, number: dict[Stand, int], low: dict[Stand, int], waiting: list[Stand], open_: set[Stand]
) -> None:
    number[stand] = low[stand] = len(number)
    waiting.append(stand)
    open_.add(stand)


def _close(stand: Stand, waiting: list[Stand], open_: set[Stand]) -> list[Stand]:
    group: list[Stand] = []
    while not group or group[-1] != stand:
        group.append(waiting.pop())
        open_.discard(group[-1])
    return group
