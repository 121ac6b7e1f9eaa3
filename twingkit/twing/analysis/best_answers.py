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
from twingkit.twing.analysis.match_ups import BattleKey, Edge, MatchUps, Stance

_MAX_STANCES = 2_000
"""Largest number of lays of one side with different odds for which best answers are searched."""

EDGE_TOLERANCE = 1e-9
"""Largest difference of two edges that count as equal."""

T = TypeVar("T")

BattleSearch = Generator[Sequence[BattleKey], None, T]
"""A generator that yields the battles it needs solved before it continues, and returns its result."""

CheapnessKey = tuple[int, int, int, int]
"""The result of `cheapness_key`."""


def cheapness_key(numbers: LayNumbers) -> CheapnessKey:
    """Return the sort key of equally good answers; the lowest is the cheapest, and preferred.

    The key is (cards, creatures, die, points); an own-element die comes first, then another, then no die.
    """
    return (
        numbers.card_count,
        numbers.creature_count,
        1 - numbers.has_own_element + (not numbers.rolls_die),
        numbers.total_power,
    )


class StanceNode:
    """All lays with the same stance, linked to the stances that are better or worse in every way."""

    __slots__ = ("_cheapest", "above", "below", "every", "points", "stance")

    def __init__(self, stance: Stance) -> None:
        self.stance, self.points = stance, stance.points_after_traps
        self.every: list[LayClass] = []
        self.above: list[StanceNode] = []
        self.below: list[StanceNode] = []
        self._cheapest: tuple[CheapnessKey, list[LayClass]] | None = None

    @property
    def cheapest_lays(self) -> tuple[CheapnessKey, list[LayClass]]:
        """The key of the cheapest lays with this stance, and the classes of lays that have it."""
        if self._cheapest is None:
            keys = [cheapness_key(lay_class.numbers) for lay_class in self.every]
            least = min(keys)
            some = [lay_class for lay_class, key in zip(self.every, keys, strict=True) if key == least]
            self._cheapest = least, some
        return self._cheapest


@attrs.frozen
class BestAnswer:
    """The defender's best answer to an attack: its notation, its `LayNumbers`, and the key of the battle."""

    text: str
    numbers: LayNumbers
    key: BattleKey


class AnswerFinder:
    """All lays of a defender, arranged so that the best answer to any attack is found quickly."""

    def __init__(self, table: LayTable) -> None:
        nodes: dict[Stance, StanceNode] = {}
        for lay_class in table.classes:
            stance = Stance.from_numbers(lay_class.numbers)
            node = nodes.get(stance)
            if node is None:
                node = nodes[stance] = StanceNode(stance)
            node.every.append(lay_class)
        groups: dict[tuple[bool | None, bool, int], list[StanceNode]] = {}
        for node in nodes.values():
            kind = node.stance.own_element_die, node.stance.is_empty_defence, len(node.stance.trap_losses)
            groups.setdefault(kind, []).append(node)
        self._groups = list(groups.values())

    @cached_property
    def undominated_nodes(self) -> list[StanceNode]:
        """The stances that no other stance beats in every way; all others are linked below them."""
        tops = []
        for group in self._groups:
            group.sort(key=attrgetter("points"), reverse=True)
            _link(group)
            tops += [node for node in group if not node.above]
        return tops

    def unlink_nodes(self) -> None:
        """Remove the links between stances, to free memory; no search can continue afterwards."""
        for node in chain.from_iterable(self._groups):
            node.above.clear()
            node.below.clear()

    def best_answers(self, match_ups: MatchUps, attacks: Sequence[Stance]) -> list[BestAnswer]:
        """Return the best answer to each of these attacks. Raises `Fault` if there are too many lays."""
        search = self.search_best_answers(match_ups, attacks)
        while True:
            try:
                match_ups.solve_odds(next(search))
            except StopIteration as end:
                answers: list[BestAnswer] = end.value
                return answers

    def search_best_answers(
        self, match_ups: MatchUps, attacks: Sequence[Stance]
    ) -> BattleSearch[list[BestAnswer]]:
        """Search for the best answers to these attacks: a generator that yields the battles to solve next and
        returns the answers.
        """
        check_stance_count(max(len(attacks), *map(len, self._groups)))
        searches = [_Search(match_ups, attack) for attack in attacks]
        for search in searches:
            search.add_candidates(self.undominated_nodes)
        while keys := [key for search in searches for key in search.pending_battles]:
            yield keys
            for search in searches:
                search.compare_solved()
        return [search.answer() for search in searches]


def check_stance_count(count: int) -> None:
    """Raise `Fault` if `count`, the number of stances of a side, exceeds `MAX_STANCES`."""
    if count > _MAX_STANCES:
        raise Fault("lays.too_different", n=f"{count:,}", most=f"{_MAX_STANCES:,}")


def is_nowhere_lower(points: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Return whether each of these points is at least as high as the one at the same place of `others`."""
    return all(map(ge, points, others))


def _link(group: list[StanceNode]) -> None:
    """Link each stance to those directly above it: nowhere lower, with none in between."""
    for index, node in enumerate(group):
        mine, nearest = node.points, node.above
        for other in group[index - 1 :: -1] if index else ():
            if is_nowhere_lower(other.points, mine):
                for near in nearest:
                    if is_nowhere_lower(other.points, near.points):
                        break
                else:
                    nearest.append(other)
                    other.below.append(node)
                    if len(mine) == 1:
                        break  # all other stances are above this one


class _Search:
    def __init__(self, match_ups: MatchUps, attack: Stance) -> None:
        self._match_ups, self._attack = match_ups, attack
        self._seen: set[int] = set()
        self._keys: dict[int, BattleKey] = {}
        self._waiting: list[StanceNode] = []
        self._tied: list[StanceNode] = []
        self._worse: set[int] = set()
        self._best: Edge | None = None

    @property
    def pending_battles(self) -> list[BattleKey]:
        return [self._keys[id(node)] for node in self._waiting]

    def add_candidates(self, nodes: Iterable[StanceNode]) -> None:
        for node in nodes:
            if id(node) not in self._seen:
                self._seen.add(id(node))
                self._keys[id(node)] = self._match_ups.battle_key(self._attack, node.stance)
                self._waiting.append(node)

    def compare_solved(self) -> None:
        """Compare the solved answers, then the solved stances below the best ones."""
        while self._waiting:
            judged, self._waiting = self._waiting, []
            edges = [self._match_ups.edge(self._keys[id(node)]) for node in judged]
            best = min(edges) if self._best is None else min(self._best, *edges)
            if self._best is None or best < self._best:
                self._best = best
            for node, edge in zip(judged, edges, strict=True):
                if edge <= self._best + EDGE_TOLERANCE:
                    self._tied.append(node)
                else:
                    self._worse.add(id(node))
            for node, edge in zip(judged, edges, strict=True):
                if edge <= self._best + EDGE_TOLERANCE:
                    self.add_candidates(
                        below for below in node.below if not any(id(up) in self._worse for up in below.above)
                    )
            if any(not self._match_ups.is_solved(key) for key in self.pending_battles):
                break

    def answer(self) -> BestAnswer:
        """Return the cheapest of the answers that tie for the best."""
        least = min([node.cheapest_lays[0] for node in self._tied])
        candidates = [
            (lay_class.first_notation, lay_class.numbers, self._keys[id(node)])
            for node in self._tied
            if node.cheapest_lays[0] == least
            for lay_class in node.cheapest_lays[1]
        ]
        return BestAnswer(*min(candidates, key=lambda candidate: candidate[0]))
