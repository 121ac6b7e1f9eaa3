"""The plan of best play: every reachable node, level by level, with its moves.

The nodes of a level do not lead to each other, so a level can be solved at once. A plan depends on the plays
of all sides and on the rules of the moves, not on points and dice, so many contests share one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

import attrs
from typing_extensions import TypeVar

from twingkit.twing.exact_odds.best_responses.moves import (
    BattleNode,
    Move,
    MoveOutcome,
    MoveRules,
    OutcomeFacts,
)

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

NodeT = TypeVar("NodeT", bound=Hashable, default=Any)
"""The type of the nodes of a plan."""

FactsT = TypeVar("FactsT", bound=Hashable, default=Any)
"""The type of the facts of a node that decide its outcome, together with the dice."""

FactsT_co = TypeVar("FactsT_co", bound=Hashable, covariant=True, default=Any)

Moves = list[list[Move[NodeT]]]
"""The moves of each side at a node."""


class ResponseRules(Protocol[NodeT, FactsT_co]):
    """The protocol for the response rules of a battle: the sides respond in turn, the attacker first, until
    all pass.
    """

    @property
    def side_count(self) -> int:
        """The number of sides."""

    @property
    def has_miromon_window(self) -> bool:
        """True if a critical result opens a window in which only Miromon may be played (TW-VAR-9)."""

    def moves(self, node: NodeT, mover: int) -> Iterable[Move[NodeT]]:
        """Return the moves of side `mover` at a node in the order of TW-ODDS-2."""

    def solution_sort_key(self, node: NodeT) -> tuple[int, ...]:
        """Return the rank by which nodes are solved, the lowest first.

        A move leads to a node of lower rank. The exception is an endless Shamrock, which can lead back to the
        node itself or to one that differs only in the die.
        """

    def move_sort_key(self, name: str) -> SupportsRichComparison:
        """Return the position of a move in the order of comparison (TW-ODDS-2)."""

    def outcome_facts(self, node: NodeT) -> FactsT_co:
        """Return the facts of a node that decide its outcome, together with the dice."""


class LevelDiceStep(NamedTuple):
    """One possible result of a response, stored for all nodes of a level at once.

    `next_numbers` are the numbers of the nodes it leads to, 0 for a node without the response.
    """

    chance: float
    rolled_die: int | None
    inverted_die: int | None
    next_numbers: tuple[int, ...]
    has_distinct_targets: bool
    """True if the step leads from different nodes to different nodes."""


ResponseDiceStep = LevelDiceStep | MoveOutcome[Any]
"""One possible result of a response: whether a die is rerolled or turned round, and its probability."""


class OfferedResponse(NamedTuple):
    """A response that is available at some or all nodes of one level, with its possible results.

    `offered_mask` says which nodes of the level have it (None: all of them).
    """

    name: str
    steps: tuple[LevelDiceStep, ...]
    offered_mask: tuple[bool, ...] | None

    def is_offered_at(self, node_index: int) -> bool:
        """Return whether the node at index `node_index` of the level has this response."""
        return self.offered_mask is None or self.offered_mask[node_index]


Offers = tuple[tuple[OfferedResponse, ...], ...]
"""The responses of each side, in the order of TW-ODDS-2."""


class NodeLevel(NamedTuple):
    """A group of nodes of a solving plan that are solved together: those with numbers `first_number` to
    `end_number` - 1.

    `offers` are their responses, `window_offers` those of the windows in which only Miromon may be played
    (TW-VAR-9).
    """

    first_number: int
    end_number: int
    offers: Offers
    window_offers: Offers
    endless_shamrock_offer: OfferedResponse | None = None
    """An endless Shamrock that leads back into the level (TW-VAR-22); only if every level has one node."""

    def offers_of_side(self, mover: int, in_miromon_window: bool) -> tuple[OfferedResponse, ...]:
        """Return the responses of a side, in Miromon's window if `in_miromon_window`; an endless Shamrock is
        first.
        """
        if in_miromon_window:
            return self.window_offers[mover]
        endless = self.endless_shamrock_offer if mover == 0 else None
        return (endless, *self.offers[mover]) if endless else self.offers[mover]


@attrs.frozen(eq=False)
class SolvingPlan(Generic[NodeT, FactsT]):
    """The order in which all reachable nodes of a search are solved, grouped into levels.

    A node also represents its Miromon window.
    """

    side_count: int
    nodes: tuple[NodeT, ...]
    number_by_node: dict[NodeT, int]
    levels: tuple[NodeLevel, ...]
    cases: tuple[FactsT, ...]
    case_indices: tuple[int, ...]
    """The index in `cases` for each node."""
    arrays: dict[int, Any] = attrs.field(factory=dict, init=False, repr=False)
    """What `ArrayGrids` derive from the plan, by their number of axes."""

    def node_number(self, node: NodeT) -> int:
        """Return the number of a node; for a Miromon window, that of the node it belongs to."""
        return self.number_by_node[_node_outside_window(node)]


def _node_outside_window(node: NodeT) -> NodeT:
    """Return the node that a Miromon window belongs to; any other node is returned unchanged."""
    return _with_window(node, False) if getattr(node, "in_miromon_window", False) else node


def _with_window(node: NodeT, window: bool) -> NodeT:
    windowed: Any = node  # of a type with `in_miromon_window`
    other: NodeT = windowed._replace(in_miromon_window=window)
    return other


@lru_cache(maxsize=512)
def contest_plan(
    start_nodes: tuple[BattleNode, ...], rules: MoveRules, *, one_node_per_level: bool
) -> SolvingPlan[BattleNode, OutcomeFacts]:
    """Return the solving plan of all nodes that a contest can reach from these start nodes; plans are cached.

    With `one_node_per_level`, each level has a single node.
    """
    return build_plan(start_nodes, rules, one_node_per_level=one_node_per_level)


def build_plan(
    start_nodes: Iterable[NodeT], rules: ResponseRules[NodeT, FactsT], *, one_node_per_level: bool
) -> SolvingPlan[NodeT, FactsT]:
    """Return the solving plan of all nodes that can be reached from the start nodes under these response
    rules.
    """
    moves_of = _reachable(start_nodes, rules)
    nodes = tuple(sorted(moves_of, key=rules.solution_sort_key))
    groups = (
        _single_node_groups(nodes, moves_of)
        if one_node_per_level
        else [list(group) for _, group in groupby(nodes, rules.solution_sort_key)]
    )
    nodes = tuple(node for group in groups for node in group)
    numbers = {node: number for number, node in enumerate(nodes)}
    levels, first = [], 0
    for group in groups:
        windows = [_with_window(node, True) for node in group] if rules.has_miromon_window else []
        offers = _offers([moves_of[node] for node in group], group, numbers, rules)
        window = _offers([_moves_of_all_sides(node, rules) for node in windows], windows, numbers, rules)
        levels.append(
            NodeLevel(first, first + len(group), offers, window, _endless_offer(moves_of, group, numbers))
        )
        first += len(group)
    by_case: dict[FactsT, int] = {}
    case_of = tuple(by_case.setdefault(rules.outcome_facts(node), len(by_case)) for node in nodes)
    return SolvingPlan(rules.side_count, nodes, numbers, tuple(levels), tuple(by_case), case_of)


def _moves_of_all_sides(node: NodeT, rules: ResponseRules[NodeT, FactsT]) -> Moves[NodeT]:
    return [list(rules.moves(node, mover)) for mover in range(rules.side_count)]


def _reachable(begins: Iterable[NodeT], rules: ResponseRules[NodeT, FactsT]) -> dict[NodeT, Moves[NodeT]]:
    moves_of: dict[NodeT, Moves[NodeT]] = {}
    waiting = [_node_outside_window(node) for node in begins]
    while waiting:
        node = waiting.pop()
        if node in moves_of:
            continue
        moves_of[node] = _moves_of_all_sides(node, rules)
        moves = moves_of[node] + (
            _moves_of_all_sides(_with_window(node, True), rules) if rules.has_miromon_window else []
        )
        waiting += [
            _node_outside_window(step.next_node) for side in moves for _, steps in side for step in steps
        ]
    return moves_of


def _endless_roll_steps(moves_of: dict[NodeT, Moves[NodeT]], node: NodeT) -> tuple[MoveOutcome[NodeT], ...]:
    """Return the steps of an endless Shamrock that lead back to the node, or to the node with other dice."""
    steps: tuple[MoveOutcome[NodeT], ...] = next((steps for _, steps in moves_of[node][0]), ())
    return steps if any(step.next_node == node for step in steps) else ()


def _single_node_groups(nodes: Iterable[NodeT], moves_of: dict[NodeT, Moves[NodeT]]) -> list[list[NodeT]]:
    """Return groups of one node, or of all nodes that an endless Shamrock connects."""
    groups: dict[NodeT, list[NodeT]] = {}
    placed: set[NodeT] = set()
    for node in nodes:
        if node not in placed:
            groups[node] = list(
                dict.fromkeys(step.next_node for step in _endless_roll_steps(moves_of, node))
            ) or [node]
            placed.update(groups[node])
    return list(groups.values())


def _endless_offer(
    moves_of: dict[NodeT, Moves[NodeT]], group: list[NodeT], numbers: dict[NodeT, int]
) -> OfferedResponse | None:
    """Return the endless Shamrock that leads back into a level, or None."""
    rows = [_endless_roll_steps(moves_of, node) or None for node in group]
    return _offer("reroll", rows, numbers) if any(rows) else None


def _offers(
    node_moves: list[Moves[NodeT]],
    group: list[NodeT],
    numbers: dict[NodeT, int],
    rules: ResponseRules[NodeT, FactsT],
) -> Offers:
    sides, level = [], set(group)
    for moves in zip(*node_moves, strict=True):
        by_name: dict[str, list[tuple[MoveOutcome[NodeT], ...] | None]] = {}
        for place, there in enumerate(moves):
            for name, steps in there:
                if steps[0].next_node not in level:
                    by_name.setdefault(name, [None] * len(group))[place] = steps
        names = sorted(by_name, key=rules.move_sort_key) if len(group) > 1 else by_name
        sides.append(tuple(_offer(name, by_name[name], numbers) for name in names))
    return tuple(sides)


def _offer(
    name: str, rows: list[tuple[MoveOutcome[NodeT], ...] | None], numbers: dict[NodeT, int]
) -> OfferedResponse:
    """Return a response from its steps at each node of a level; None where it is not offered."""
    first = next(steps for steps in rows if steps)
    ways = []
    for index, step in enumerate(first):
        reached = [numbers[_node_outside_window(steps[index].next_node)] for steps in rows if steps]
        left = iter(reached)
        then = tuple(next(left) if steps else 0 for steps in rows)
        ways.append(
            LevelDiceStep(
                step.chance, step.rolled_die, step.inverted_die, then, len(set(reached)) == len(reached)
            )
        )
    return OfferedResponse(name, tuple(ways), None if all(rows) else tuple(map(bool, rows)))
