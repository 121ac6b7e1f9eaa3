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

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter, ge
from typing import TypeVar

import attrs

from twingkit.core.messages import Fault
from twingkit.twing.analysis.lay_table import LayClass, LayNumbers
from twingkit.twing.analysis.match_ups import (
    BattleKey,
    Edge,
    LayStrength,
    MatchUps,
    RequestedBattles,
    solve_odds_together,
)

_MAX_STANCES = 2_000
"""Largest number of lays of one side with different odds for which best answers are searched."""

EDGE_TOLERANCE = 1e-9
"""Largest difference of two edges that count as equal."""

T = TypeVar("T")

BattleSearch = Generator[list[RequestedBattles], None, T]
"""A generator that yields the battles it needs solved before it continues, and returns its result."""

CheapnessKey = tuple[int, int, int, int]
"""The result of `cheapness_key`."""


def cheapness_key(numbers: LayNumbers) -> CheapnessKey:
    """Return a sort key for a defender's lays that are equally good; the lay that costs least comes first.

    The key is (cards, creatures, die, points); an own-element die comes first, then another, then no die.
    """
    return (
        numbers.card_count,
        numbers.creature_count,
        1 - numbers.has_own_element + (not numbers.rolls_die),
        numbers.total_power,
    )


class StanceNode:
    """A group of lays with equal strength, linked to the groups that are better or worse in every way."""

    def __init__(self, stance: LayStrength) -> None:
        self.stance, self.points = stance, stance.points_after_traps
        self.every: list[LayClass] = []
        self.above: list[StanceNode] = []
        self.below: list[StanceNode] = []

    @cached_property
    def cheapest_lays(self) -> tuple[CheapnessKey, list[LayClass]]:
        """The key of the cheapest lays with this stance, and the classes of lays that have it."""
        keys = [cheapness_key(lay_class.numbers) for lay_class in self.every]
        least = min(keys)
        return least, [lay_class for lay_class, key in zip(self.every, keys, strict=True) if key == least]


@attrs.frozen
class BestAnswer:
    """The defender's best answer to an attack: its notation, its `LayNumbers`, and the key of the battle."""

    notation: str
    numbers: LayNumbers
    key: BattleKey


class AnswerFinder:
    """All lays of a defender, arranged so that the best answer to any attack is found quickly."""

    def __init__(self, classes: Iterable[LayClass]) -> None:
        nodes: dict[LayStrength, StanceNode] = {}
        for lay_class in classes:
            stance = LayStrength.from_numbers(lay_class.numbers)
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

    def search_best_answers(
        self, match_ups: MatchUps, attacks: Sequence[LayStrength]
    ) -> BattleSearch[list[BestAnswer]]:
        """Search for the best answers to these attacks. Raises `Fault` if there are too many lays."""
        check_stance_count(max(len(attacks), *map(len, self._groups)))
        return (yield from search_together(self._search_answer(match_ups, attack) for attack in attacks))

    def _search_answer(self, match_ups: MatchUps, attack: LayStrength) -> BattleSearch[BestAnswer]:
        """Search for the defender's best answer to an attack; of equally good answers, the cheapest."""
        tied = yield from search_best_stances(
            self.undominated_nodes,
            match_ups,
            lambda answer: [match_ups.register_battle(attack, answer)],
            lambda edges: -edges[0],
        )
        least = min([node.cheapest_lays[0] for node in tied])
        candidates = [
            (lay_class.first_notation, lay_class.numbers, match_ups.register_battle(attack, node.stance))
            for node in tied
            if node.cheapest_lays[0] == least
            for lay_class in node.cheapest_lays[1]
        ]
        return BestAnswer(*min(candidates, key=lambda candidate: candidate[0]))


def search_best_stances(
    tops: Iterable[StanceNode],
    match_ups: MatchUps,
    keys_of: Callable[[LayStrength], list[BattleKey]],
    worth_of: Callable[[list[Edge]], float],
) -> BattleSearch[list[StanceNode]]:
    """Search for the groups of lays with the highest worth among `tops` and all groups linked below them;
    battles to solve are requested by `yield`.

    `keys_of` returns the battles that decide the worth of a stance, `worth_of` the worth from their edges.
    """
    worths: dict[int, float] = {}
    tied: list[StanceNode] = []
    candidates = list(tops)
    while candidates:
        keys = [keys_of(node.stance) for node in candidates]
        yield [(match_ups, chain.from_iterable(keys))]
        for node, row in zip(candidates, keys, strict=True):
            worths[id(node)] = worth_of(list(map(match_ups.attacker_edge, row)))
        least = max(worths.values()) - EDGE_TOLERANCE
        tied = [node for node in (*tied, *candidates) if worths[id(node)] >= least]
        below = {id(node): node for above in tied for node in above.below if id(node) not in worths}
        candidates = [
            node
            for node in below.values()
            if all(worths.get(id(above), least) >= least for above in node.above)
        ]
    return tied


def search_together(searches: Iterable[BattleSearch[T]]) -> BattleSearch[list[T]]:
    """Run several searches in step, so that the battles that they request are solved in one go; return their
    results in order.
    """
    results: dict[int, T] = {}
    going = dict(enumerate(searches))
    while going:
        wanted: list[RequestedBattles] = []
        for index, search in list(going.items()):
            try:
                wanted += next(search)
            except StopIteration as end:
                results[index] = end.value
                del going[index]
        yield wanted
    return [results[index] for index in sorted(results)]


def finish_search(search: BattleSearch[T]) -> T:
    """Run a search to its end, solving the battles that it requests, and return its result."""
    while True:
        try:
            solve_odds_together(next(search))
        except StopIteration as end:
            result: T = end.value
            return result


def check_stance_count(count: int) -> None:
    """Raise `Fault` if `count`, the number of stances of a side, exceeds `_MAX_STANCES`."""
    if count > _MAX_STANCES:
        raise Fault("lays.too_different", n=f"{count:,}", most=f"{_MAX_STANCES:,}")


def is_nowhere_lower(points: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Return whether every number in `points` is at least as high as the number at the same index in
    `others`.
    """
    return all(map(ge, points, others))


def _link(group: list[StanceNode]) -> None:
    """Link each stance to its nearest superiors in the group: stances nowhere lower, with no other stance in
    between.
    """
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
