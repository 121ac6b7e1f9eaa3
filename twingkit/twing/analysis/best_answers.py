"""The defender's best answer to an attack among all its legal lays.

The best answer leaves the attacker the lowest edge. Among equals it is the cheapest: the fewest cards, then
the fewest creatures, then a die rather than a shield and an own-element die rather than another, then the
fewest points on the cards, then the first in the order of the notation. Not every pair of lays has to be
solved. Of two answers with the same die and as many creatures within reach of traps, the one with at least as
many points after every number of traps is at least as good for the defender, because every end of the battle
is (TW-BAT-16, 17). The search therefore starts with the undominated answers and continues only below those
that tie for the best.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter, ge
from typing import TypeVar

import attrs

from twingkit.core.messages import Fault
from twingkit.twing.analysis.lay_table import LayClass, LayNumbers, LayTable
from twingkit.twing.analysis.match_ups import Edge, Key, MatchUps, Stance

MAX_STANCES = 2_000
"""Largest number of lays of one side with different odds for which best answers are computed."""

TIE = 1e-9
"""Edges that differ by less are equal."""

T = TypeVar("T")

Search = Generator[Sequence[Key], None, T]
"""A search: yields the battles that must be solved before it continues, and returns its result."""

Cost = tuple[int, int, int, int]
"""The sort key among equally good answers; see `cost_of`."""


def cost_of(numbers: LayNumbers) -> Cost:
    """Return the cost of an answer, the lower the better: cards, creatures, die (own element, other, none),
    points.
    """
    return numbers.cards, numbers.creatures, 1 - numbers.own_element + (not numbers.rolls), numbers.power


class Node:
    """All lays of one stance, and the stances directly below it, which are never better."""

    __slots__ = ("_cheapest", "above", "below", "every", "points", "stance")

    def __init__(self, stance: Stance) -> None:
        self.stance, self.points = stance, stance.points
        self.every: list[LayClass] = []
        self.above: list[Node] = []
        self.below: list[Node] = []
        self._cheapest: tuple[Cost, list[LayClass]] | None = None

    @property
    def cheapest(self) -> tuple[Cost, list[LayClass]]:
        """The lowest cost of these lays, and the lays with that cost."""
        if self._cheapest is None:
            costs = [cost_of(lay_class.numbers) for lay_class in self.every]
            least = min(costs)
            some = [lay_class for lay_class, cost in zip(self.every, costs, strict=True) if cost == least]
            self._cheapest = least, some
        return self._cheapest


@attrs.frozen
class Answer:
    """The defender's best answer to a stance: its text, its numbers, and the battle's key."""

    text: str
    numbers: LayNumbers
    key: Key


class Answers:
    """All lays of a defender, ordered so that the best answer to any attack is found quickly."""

    def __init__(self, table: LayTable) -> None:
        nodes: dict[Stance, Node] = {}
        for lay_class in table.classes:
            stance = Stance.from_numbers(lay_class.numbers)
            node = nodes.get(stance)
            if node is None:
                node = nodes[stance] = Node(stance)
            node.every.append(lay_class)
        groups: dict[tuple[bool | None, bool, int], list[Node]] = {}
        for node in nodes.values():
            kind = node.stance.die, node.stance.empty, len(node.stance.losses)
            groups.setdefault(kind, []).append(node)
        self._groups = list(groups.values())

    @cached_property
    def undominated(self) -> list[Node]:
        """The stances that no other stance dominates; links all others below them."""
        tops = []
        for group in self._groups:
            group.sort(key=attrgetter("points"), reverse=True)
            _link(group)
            tops += [node for node in group if not node.above]
        return tops

    def unlink(self) -> None:
        """Remove the links between the stances; no search can continue afterwards."""
        for node in chain.from_iterable(self._groups):
            node.above.clear()
            node.below.clear()

    def best(self, match_ups: MatchUps, attacks: Sequence[Stance]) -> list[Answer]:
        """Return the best answer to each of these attacks. Raises `Fault` if there is too much to compare."""
        search = self.search_best(match_ups, attacks)
        while True:
            try:
                match_ups.solve(next(search))
            except StopIteration as end:
                answers: list[Answer] = end.value
                return answers

    def search_best(self, match_ups: MatchUps, attacks: Sequence[Stance]) -> Search[list[Answer]]:
        """Run `best` as a search that waits until the battles it yields are solved."""
        check_stances(max(len(attacks), *map(len, self._groups)))
        searches = [_Search(match_ups, attack) for attack in attacks]
        for search in searches:
            search.add_candidates(self.undominated)
        while keys := [key for search in searches for key in search.pending_battles]:
            yield keys
            for search in searches:
                search.compare_solved()
        return [search.answer() for search in searches]


def check_stances(count: int) -> None:
    """Raise `Fault` if a side has more than `MAX_STANCES` lays with different odds."""
    if count > MAX_STANCES:
        raise Fault("lays.too_different", n=f"{count:,}", most=f"{MAX_STANCES:,}")


def _is_nowhere_lower(points: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Return whether `points` are at no position lower than `others`."""
    return all(map(ge, points, others))


def _link(group: list[Node]) -> None:
    """Find the stances directly above each: earlier ones that are nowhere lower, without those above
    these."""
    for index, node in enumerate(group):
        mine, nearest = node.points, node.above
        for other in group[index - 1 :: -1] if index else ():
            if _is_nowhere_lower(other.points, mine):
                for near in nearest:
                    if _is_nowhere_lower(other.points, near.points):
                        break
                else:
                    nearest.append(other)
                    other.below.append(node)
                    if len(mine) == 1:
                        break  # all other stances are above this one


class _Search:
    """The search for the best answer to one attack."""

    def __init__(self, match_ups: MatchUps, attack: Stance) -> None:
        self._match_ups, self._attack = match_ups, attack
        self._seen: set[int] = set()
        self._keys: dict[int, Key] = {}
        self._waiting: list[Node] = []
        self._tied: list[Node] = []
        self._worse: set[int] = set()
        self._best: Edge | None = None

    @property
    def pending_battles(self) -> list[Key]:
        """The battles that must be solved before the search can continue."""
        return [self._keys[id(node)] for node in self._waiting]

    def add_candidates(self, nodes: Iterable[Node]) -> None:
        """Add these answers to the search."""
        for node in nodes:
            if id(node) not in self._seen:
                self._seen.add(id(node))
                self._keys[id(node)] = self._match_ups.key(self._attack, node.stance)
                self._waiting.append(node)

    def compare_solved(self) -> None:
        """Compare the solved answers, and continue below the best ones as far as those are solved too."""
        while self._waiting:
            judged, self._waiting = self._waiting, []
            edges = [self._match_ups.edge(self._keys[id(node)]) for node in judged]
            best = min(edges) if self._best is None else min(self._best, *edges)
            if self._best is None or best < self._best:
                self._best = best
            for node, edge in zip(judged, edges, strict=True):
                if edge <= self._best + TIE:
                    self._tied.append(node)
                else:
                    self._worse.add(id(node))
            for node, edge in zip(judged, edges, strict=True):
                if edge <= self._best + TIE:
                    self.add_candidates(
                        below for below in node.below if not any(id(up) in self._worse for up in below.above)
                    )
            if any(not self._match_ups.is_solved(key) for key in self.pending_battles):
                break

    def answer(self) -> Answer:
        """Return the cheapest of the answers that tie for the best."""
        least = min([node.cheapest[0] for node in self._tied])
        candidates = [
            (lay_class.first, lay_class.numbers, self._keys[id(node)])
            for node in self._tied
            if node.cheapest[0] == least
            for lay_class in node.cheapest[1]
        ]
        return Answer(*min(candidates, key=lambda candidate: candidate[0]))
