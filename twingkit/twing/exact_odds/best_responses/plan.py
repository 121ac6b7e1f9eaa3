"""The plan of a contest's best play: every node that can be reached, level by level, with its moves.

The nodes of a level do not lead to each other, so a level can be solved at once. A plan depends on what both
sides hold and on the rules of the moves, not on points and dice: many contests share one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import attrs

from twingkit.twing.exact_odds.best_responses.moves import ORDER, Move, MoveRules, Node, Step, moves

Both = tuple[list[Move], list[Move]]
"""The moves of both sides at a node."""


class Way(NamedTuple):
    """One of the steps of an offer for every node of a level: `chance`, the die that is rolled or inverted,
    and the number of the node that follows (0 where the response is not offered)."""

    chance: float
    rolled: int | None
    inverted: int | None
    then: tuple[int, ...]
    different: bool
    """True if no two nodes lead to the same one."""


class Offer(NamedTuple):
    """A response that nodes of a level have, by its name; `offered` says which of them (None: all)."""

    name: str
    ways: tuple[Way, ...]
    offered: tuple[bool, ...] | None

    def there(self, place: int) -> bool:
        """True if the node at a place of the level has this response."""
        return self.offered is None or self.offered[place]


Offers = tuple[tuple[Offer, ...], tuple[Offer, ...]]
"""The responses of attacker and defender, in the order of TW-ODDS-2."""


class Level(NamedTuple):
    """Nodes that are solved together, from number `first` to before `last`: their responses, and those of the
    windows in which only Miromon may be played (TW-VAR-9)."""

    first: int
    last: int
    offers: Offers
    window: Offers
    again: Offer | None = None
    """An endless Shamrock that leads back to the node itself (TW-VAR-22), where nodes are apart."""


Case = tuple[tuple[int, int], tuple[bool, bool], bool]
"""What decides the outcome of a node beside its dice: traps that took something, dice turned, an own roll."""


@attrs.frozen(eq=False)
class Plan:
    """The nodes in the order of solving, and their levels. A node stands for its window of Miromon, too."""

    nodes: tuple[Node, ...]
    numbers: dict[Node, int]
    levels: tuple[Level, ...]
    cases: tuple[Case, ...]
    case_of: tuple[int, ...]
    """The place in `cases` for each node."""

    def number(self, node: Node) -> int:
        """The number of a node, or of the one whose window of Miromon it is."""
        return self.numbers[node._replace(settling=False) if node.settling else node]


@lru_cache(maxsize=128)
def plan(begins: tuple[Node, ...], rules: MoveRules, *, apart: bool) -> Plan:
    """Return the plan of what can follow these nodes; `apart`: with one node on each level."""
    found = _reachable(begins, rules)
    nodes = tuple(sorted(found, key=_rank))
    numbers = {node: number for number, node in enumerate(nodes)}
    groups = [[node] for node in nodes] if apart else [list(group) for _, group in groupby(nodes, _rank)]
    levels, first = [], 0
    for group in groups:
        windows = [node._replace(settling=True) for node in group] if rules.terms.at_once else []
        offers = _offers([found[node] for node in group], group, numbers)
        window = _offers([_both(node, rules) for node in windows], windows, numbers)
        levels.append(Level(first, first + len(group), offers, window, _again(found, group[0], first)))
        first += len(group)
    by_case: dict[Case, int] = {}
    case_of = tuple(
        by_case.setdefault((node.taken, node.turned, node.own_roll), len(by_case)) for node in nodes
    )
    return Plan(nodes, numbers, tuple(levels), tuple(by_case), case_of)


def _rank(node: Node) -> tuple[int, int]:
    """A move leads to a node of lower rank, but for an endless Shamrock at the node itself."""
    return sum(node.left) + node.two_cats, sum(node.turned) + node.own_roll


def _both(node: Node, rules: MoveRules) -> Both:
    return list(moves(node, 0, rules)), list(moves(node, 1, rules))


def _reachable(begins: tuple[Node, ...], rules: MoveRules) -> dict[Node, Both]:
    """Every node that can be reached, with the moves of both sides."""
    found: dict[Node, Both] = {}
    waiting = [node._replace(settling=False) for node in begins]
    while waiting:
        node = waiting.pop()
        if node in found:
            continue
        both = found[node] = _both(node, rules)
        waiting += [step.then for side in both for _, steps in side for step in steps]
    return found


def _again(found: dict[Node, Both], node: Node, number: int) -> Offer | None:
    """The endless Shamrock of a node, if it leads back to it."""
    for name, [step, *_] in found[node][0]:
        if step.then == node:
            return Offer(name, (Way(step.chance, step.rolled, step.inverted, (number,), True),), None)
    return None


def _offers(found: list[Both], group: list[Node], numbers: dict[Node, int]) -> Offers:
    """The moves of the nodes of a level, those of one name together."""
    sides = []
    for mover in (0, 1):
        by_name: dict[str, list[tuple[Step, ...] | None]] = {}
        for place, (both, node) in enumerate(zip(found, group, strict=True)):
            for name, steps in both[mover]:
                if steps[0].then != node:
                    by_name.setdefault(name, [None] * len(group))[place] = steps
        sides.append(tuple(_offer(name, by_name[name], numbers) for name in ORDER if name in by_name))
    return sides[0], sides[1]


def _offer(name: str, rows: list[tuple[Step, ...] | None], numbers: dict[Node, int]) -> Offer:
    """A response from the steps that it has at each node of a level, None where it is not offered."""
    first = next(steps for steps in rows if steps)
    ways = []
    for index, step in enumerate(first):
        reached = [numbers[steps[index].then._replace(settling=False)] for steps in rows if steps]
        left = iter(reached)
        then = tuple(next(left) if steps else 0 for steps in rows)
        ways.append(Way(step.chance, step.rolled, step.inverted, then, len(set(reached)) == len(reached)))
    return Offer(name, tuple(ways), None if all(rows) else tuple(map(bool, rows)))
