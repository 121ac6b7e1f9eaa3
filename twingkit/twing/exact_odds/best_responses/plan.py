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

from twingkit.twing.exact_odds.best_responses.moves import Case, Move, MoveRules, Node, Step

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

NodeT = TypeVar("NodeT", bound=Hashable, default=Any)
"""The type of the nodes of a plan."""

CaseT = TypeVar("CaseT", bound=Hashable, default=Any)
"""The part of a node that, with its dice, decides the outcome."""

CaseT_co = TypeVar("CaseT_co", bound=Hashable, covariant=True, default=Any)

Moves = list[list[Move[NodeT]]]
"""The moves of each side at a node."""


class Rules(Protocol[NodeT, CaseT_co]):
    """The rules of play between sides that respond in turn, the attacker first, until all pass in a row."""

    @property
    def sides(self) -> int:
        """The number of sides."""

    @property
    def at_once(self) -> bool:
        """True if a critical result opens a window in which only Miromon may be played (TW-VAR-9)."""

    def moves(self, node: NodeT, mover: int) -> Iterable[Move[NodeT]]:
        """Return the responses of a side at a node, in the order of TW-ODDS-2."""

    def rank(self, node: NodeT) -> tuple[int, ...]:
        """Return the sort key of the solution.

        A move leads to a node of lower rank. The exception is an endless Shamrock, which can lead back to the
        node itself or to one that differs only in the die.
        """

    def order(self, name: str) -> SupportsRichComparison:
        """Return the position of a move in the order of comparison (TW-ODDS-2)."""

    def case(self, node: NodeT) -> CaseT_co:
        """Return the part of a node that, with its dice, decides the outcome."""


class Way(NamedTuple):
    """One step of an offer, for every node of a level.

    `chance`, the re-rolled or inverted die, and the number of the next node (0 where the response is not
    offered).
    """

    chance: float
    rolled: int | None
    inverted: int | None
    then: tuple[int, ...]
    different: bool
    """True if no two nodes lead to the same one."""


class Offer(NamedTuple):
    """A response, by name; `offered` says which nodes of the level have it (None: all of them)."""

    name: str
    ways: tuple[Way, ...]
    offered: tuple[bool, ...] | None

    def is_offered_at(self, place: int) -> bool:
        """True if the node at this position of the level has this response."""
        return self.offered is None or self.offered[place]


Offers = tuple[tuple[Offer, ...], ...]
"""The responses of each side, in the order of TW-ODDS-2."""


class Level(NamedTuple):
    """Nodes that are solved together: numbers `first` to `last` - 1.

    `offers` are their responses, `window` those of the windows in which only Miromon may be played
    (TW-VAR-9).
    """

    first: int
    last: int
    offers: Offers
    window: Offers
    again: Offer | None = None
    """An endless Shamrock that leads back into the level (TW-VAR-22), if every level has one node."""


@attrs.frozen(eq=False)
class Plan(Generic[NodeT, CaseT]):
    """The nodes in the order of solution, and their levels. A node also stands for its Miromon window."""

    sides: int
    nodes: tuple[NodeT, ...]
    numbers: dict[NodeT, int]
    levels: tuple[Level, ...]
    cases: tuple[CaseT, ...]
    case_of: tuple[int, ...]
    """The index in `cases` for each node."""

    def number(self, node: NodeT) -> int:
        """Return the number of a node; for a Miromon window, that of the node it belongs to."""
        return self.numbers[outside_window(node)]


def outside_window(node: NodeT) -> NodeT:
    """Return the node itself, or the node that a Miromon window belongs to."""
    return _with_window(node, False) if getattr(node, "settling", False) else node


def _with_window(node: NodeT, window: bool) -> NodeT:
    """Return the node as a Miromon window, or not as one."""
    windowed: Any = node  # of a type with `settling`
    other: NodeT = windowed._replace(settling=window)
    return other


@lru_cache(maxsize=512)
def plan(begins: tuple[Node, ...], rules: MoveRules, *, one_node_per_level: bool) -> Plan[Node, Case]:
    """Return the plan of everything that can follow these nodes of a contest.

    With `one_node_per_level`, each level has a single node.
    """
    return build_plan(begins, rules, one_node_per_level=one_node_per_level)


def build_plan(
    start_nodes: Iterable[NodeT], rules: Rules[NodeT, CaseT], *, one_node_per_level: bool
) -> Plan[NodeT, CaseT]:
    """Return the plan of everything that can follow these nodes under the given rules."""
    moves_of = _reachable(start_nodes, rules)
    nodes = tuple(sorted(moves_of, key=rules.rank))
    groups = (
        _single_node_groups(nodes, moves_of)
        if one_node_per_level
        else [list(group) for _, group in groupby(nodes, rules.rank)]
    )
    nodes = tuple(node for group in groups for node in group)
    numbers = {node: number for number, node in enumerate(nodes)}
    levels, first = [], 0
    for group in groups:
        windows = [_with_window(node, True) for node in group] if rules.at_once else []
        offers = _offers([moves_of[node] for node in group], group, numbers, rules)
        window = _offers([_moves_of_all_sides(node, rules) for node in windows], windows, numbers, rules)
        levels.append(
            Level(first, first + len(group), offers, window, _endless_offer(moves_of, group, numbers))
        )
        first += len(group)
    by_case: dict[CaseT, int] = {}
    case_of = tuple(by_case.setdefault(rules.case(node), len(by_case)) for node in nodes)
    return Plan(rules.sides, nodes, numbers, tuple(levels), tuple(by_case), case_of)


def _moves_of_all_sides(node: NodeT, rules: Rules[NodeT, CaseT]) -> Moves[NodeT]:
    return [list(rules.moves(node, mover)) for mover in range(rules.sides)]


def _reachable(begins: Iterable[NodeT], rules: Rules[NodeT, CaseT]) -> dict[NodeT, Moves[NodeT]]:
    """Return every reachable node with the moves of all sides."""
    moves_of: dict[NodeT, Moves[NodeT]] = {}
    waiting = [outside_window(node) for node in begins]
    while waiting:
        node = waiting.pop()
        if node in moves_of:
            continue
        moves_of[node] = _moves_of_all_sides(node, rules)
        moves = moves_of[node] + (
            _moves_of_all_sides(_with_window(node, True), rules) if rules.at_once else []
        )
        waiting += [outside_window(step.then) for side in moves for _, steps in side for step in steps]
    return moves_of


def _rolled_again(moves_of: dict[NodeT, Moves[NodeT]], node: NodeT) -> tuple[Step[NodeT], ...]:
    """Return the steps of an endless Shamrock that lead back to the node, or to the node with other dice."""
    steps: tuple[Step[NodeT], ...] = next((steps for _, steps in moves_of[node][0]), ())
    return steps if any(step.then == node for step in steps) else ()


def _single_node_groups(nodes: Iterable[NodeT], moves_of: dict[NodeT, Moves[NodeT]]) -> list[list[NodeT]]:
    """Return groups of one node, or of all nodes that an endless Shamrock connects."""
    groups: dict[NodeT, list[NodeT]] = {}
    placed: set[NodeT] = set()
    for node in nodes:
        if node not in placed:
            groups[node] = list(dict.fromkeys(step.then for step in _rolled_again(moves_of, node))) or [node]
            placed.update(groups[node])
    return list(groups.values())


def _endless_offer(
    moves_of: dict[NodeT, Moves[NodeT]], group: list[NodeT], numbers: dict[NodeT, int]
) -> Offer | None:
    """Return the endless Shamrock that leads back into a level, or None."""
    rows = [_rolled_again(moves_of, node) or None for node in group]
    return _offer("reroll", rows, numbers) if any(rows) else None


def _offers(
    node_moves: list[Moves[NodeT]], group: list[NodeT], numbers: dict[NodeT, int], rules: Rules[NodeT, CaseT]
) -> Offers:
    """Return the moves of the nodes of a level, grouped by name."""
    sides, level = [], set(group)
    for moves in zip(*node_moves, strict=True):
        by_name: dict[str, list[tuple[Step[NodeT], ...] | None]] = {}
        for place, there in enumerate(moves):
            for name, steps in there:
                if steps[0].then not in level:
                    by_name.setdefault(name, [None] * len(group))[place] = steps
        names = sorted(by_name, key=rules.order) if len(group) > 1 else by_name
        sides.append(tuple(_offer(name, by_name[name], numbers) for name in names))
    return tuple(sides)


def _offer(name: str, rows: list[tuple[Step[NodeT], ...] | None], numbers: dict[NodeT, int]) -> Offer:
    """Return a response from its steps at each node of a level; None where it is not offered."""
    first = next(steps for steps in rows if steps)
    ways = []
    for index, step in enumerate(first):
        reached = [numbers[outside_window(steps[index].then)] for steps in rows if steps]
        left = iter(reached)
        then = tuple(next(left) if steps else 0 for steps in rows)
        ways.append(Way(step.chance, step.rolled, step.inverted, then, len(set(reached)) == len(reached)))
    return Offer(name, tuple(ways), None if all(rows) else tuple(map(bool, rows)))
