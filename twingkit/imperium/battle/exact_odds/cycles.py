"""Situations that lead to each other, as when a repair undoes a hit: found and solved together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from twingkit.imperium.battle.exact_odds.steps_walk import Situation


def solve_situation_cycle(
    group: Sequence[Situation],
    next_chances: Mapping[Situation, Mapping[Situation, float]],
    mean_values: Callable[[Mapping[Situation, float]], Iterable[float]],
    standoff_values: Callable[[Situation], Sequence[float]],
) -> dict[Situation, Sequence[float]]:
    """Solve a system of linear equations for the expected values of situations that can lead to each other.

    `next_chances` are the chances of the situations that follow each one. `mean_values` returns the mean
    values of situations outside the group, `standoff_values` the values in a group that nothing leads out of.
    """
    inside = set(group)
    rows: list[dict[Situation, float]] = []
    outs: list[float] = []
    worth: list[list[float]] = []
    for situation in group:
        rows.append({left: chance for left, chance in next_chances[situation].items() if left in inside})
        away = {left: chance for left, chance in next_chances[situation].items() if left not in inside}
        outs.append(sum(away.values()))
        worth.append(list(mean_values(away)))
    if not any(outs):
        return {situation: standoff_values(situation) for situation in group}
    for index in range(len(group) - 1, -1, -1):
        situation = group[index]
        row = {left: chance for left, chance in rows[index].items() if left != situation}
        total = outs[index] + sum(row.values())  # 1 minus the chance to stay here, without the difference
        row = {left: chance / total for left, chance in row.items()}
        outs[index] /= total
        worth[index] = [value / total for value in worth[index]]
        rows[index] = row
        for other in range(index):
            share = rows[other].pop(situation, 0)
            if share:
                for left, chance in row.items():
                    rows[other][left] = rows[other].get(left, 0) + share * chance
                outs[other] += share * outs[index]
                worth[other] = [
                    value + share * more for value, more in zip(worth[other], worth[index], strict=True)
                ]
    ends: dict[Situation, Sequence[float]] = {}
    for index, situation in enumerate(group):
        values = worth[index]
        for left, chance in rows[index].items():
            values = [value + chance * more for value, more in zip(values, ends[left], strict=True)]
        ends[situation] = values
    return ends


def cyclic_groups(
    starts: Iterable[Situation], next_situations: Callable[[Situation], Iterable[Situation]]
) -> Iterator[list[Situation]]:
    """Yield the strongly connected groups of battle situations (Tarjan's algorithm), each after all groups it
    leads to.

    `next_situations` returns the situations that can follow one, without those that are in no group.
    """
    number: dict[Situation, int] = {}
    low: dict[Situation, int] = {}
    waiting: list[Situation] = []
    open_: set[Situation] = set()
    for root in starts:
        if root in number:
            continue
        path: list[tuple[Situation, Iterator[Situation]]] = []
        _visit(root, number, low, waiting, open_)
        path.append((root, iter(next_situations(root))))
        while path:
            situation, nexts = path[-1]
            for left in nexts:
                if left not in number:
                    _visit(left, number, low, waiting, open_)
                    path.append((left, iter(next_situations(left))))
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
