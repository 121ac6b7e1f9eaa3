"""Play with hidden hands (TW-ODDS-2): each side considers all hands that the other side may have.

All pairs of hands are nodes of one plan, built for a contest in which both sides hold the maximum of every
card; with open hands they are solved together. A side that does not know the other's hand chooses its
response by the mean of these values over the hands that are still possible (`hidden_card_odds.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import sub
from typing import Generic, NamedTuple, TypeVar

import attrs

from twingkit.twing.exact_odds.best_responses.grids import (
    BestResponse,
    Choice,
    Grid,
    first_best_index,
    loss_probability,
)
from twingkit.twing.exact_odds.best_responses.moves import BattleNode, start_nodes
from twingkit.twing.exact_odds.best_responses.plan import NodeLevel, OfferedResponse
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.contest import Contest, PlaysLeft, RemainingSidePlays

Hand = TypeVar("Hand", bound=tuple[object, ...])
"""The type of a hand: a side's cards, and its conclusions from them about the other side's cards."""


class _PublicNode(NamedTuple):
    """A node as both sides see it: with the plays used so far instead of the plays left."""

    plays_used: PlaysLeft
    node: BattleNode
    """The node with its plays left blanked out."""


class HiddenHandsSolution(Generic[Hand]):
    """The solution of one battle with hidden cards: best play over all possible pairs of hands, each pair
    with its contest and probability.

    `whole` is the contest in which both sides hold the maximum of every card.
    """

    def __init__(
        self,
        whole: Contest,
        contests: Mapping[tuple[Hand, Hand], Contest],
        chances: Mapping[tuple[Hand, Hand], float],
    ) -> None:
        self.whole, self._contests, self._chances = whole, contests, chances
        asked = [*contests.values()]
        asked += [_contest_without_plays(contest, side) for contest in contests.values() for side in (0, 1)]
        nodes = [node for contest in asked for node in start_nodes(contest)]
        self._values = BattleValues([whole], begin=tuple(dict.fromkeys(nodes)))
        self.plain = self._values.plain
        self._beliefs: dict[tuple[int, Hand], list[tuple[PlaysLeft, float]]] = {}
        """For each side and hand, the possible plays of both sides with their chances."""
        for pair, chance in chances.items():
            for side in (0, 1):
                belief = self._beliefs.setdefault((side, pair[side]), [])
                belief.append((contests[pair].play_limits, chance))
        self._choices: dict[tuple[int, Hand, _PublicNode, bool], Choice] = {}
        self._begins: dict[Hand, int] = {}

    def open_hands_win_and_loss(self, pair: tuple[Hand, Hand]) -> tuple[float, float]:
        """Return the attacker's chances to win and to lose if both hands are open."""
        return self._best_play_chances(self._contests[pair])

    def win_and_loss_if_side_passes(self, pair: tuple[Hand, Hand], side: int) -> tuple[float, float]:
        """Return the attacker's chances to win and to lose with open hands if `side` never responds."""
        return self._best_play_chances(_contest_without_plays(self._contests[pair], side))

    def _best_play_chances(self, contest: Contest) -> tuple[float, float]:
        nodes = start_nodes(contest)
        openings = [self._values.values_from_node(node) for node in nodes]
        edge, win = openings[first_best_index([edge for edge, _ in openings])]
        return win, loss_probability(edge, win)

    def hidden_hands_win_and_loss(self, pair: tuple[Hand, Hand]) -> tuple[float, float]:
        """Return the attacker's chances to win and to lose if each side knows only its own hand."""
        nodes = start_nodes(self._contests[pair])
        node = nodes[self._start_index(pair[0])] if len(nodes) > 1 else nodes[0]
        edge, win = _HiddenHandValues(self, pair, node).values_from_node(node)
        return win, loss_probability(edge, win)

    def _start_index(self, own: Hand) -> int:
        """Return 1 if the attacker with this hand lays two cats, otherwise 0 (TW-PLAY-3)."""
        if own not in self._begins:
            sums = [0.0, 0.0]
            for pair, chance in self._chances.items():
                if pair[0] == own:
                    for number, node in enumerate(start_nodes(self._contests[pair])):
                        sums[number] += chance * self._values.values_from_node(node)[0]
            self._begins[own] = first_best_index(sums)
        return self._begins[own]

    def choices_at_node(
        self, side: int, pair: tuple[Hand, Hand], node: BattleNode, other_passed: bool
    ) -> Choice:
        """Return the choices of a side that sees only its own hand, at a node, for every pair of dice.

        Its hand is that in `pair`; `other_passed` says whether the other side has just passed.
        """
        public = _public(self._contests[pair].play_limits, node)
        key = side, pair[side], public, other_passed
        if key not in self._choices:
            weights, nodes = [], []
            for limits, chance in self._beliefs[side, pair[side]]:
                left = tuple(map(sub, limits, public.plays_used))
                if min(left) >= 0:  # otherwise the other side has shown more cards than this hand has
                    weights.append(chance)
                    nodes.append(public.node._replace(plays_left=left))
            total = sum(weights)
            base, offered = self._values.mean_response_values(
                nodes, [weight / total for weight in weights], side, other_passed
            )
            grids = self._values.grids
            _, self._choices[key] = grids.choose_response(
                base, grids.best_response(offered, side, with_index=True), side
            )
        return self._choices[key]


def _public(limits: PlaysLeft, node: BattleNode) -> _PublicNode:
    return _PublicNode(tuple(map(sub, limits, node.plays_left)), node._replace(plays_left=()))


def _contest_without_plays(contest: Contest, side: int) -> Contest:
    resources = [
        RemainingSidePlays() if index == side else held for index, held in enumerate(contest.side_plays)
    ]
    terms = contest.terms if side else attrs.evolve(contest.terms, two_cats_stage="")
    return attrs.evolve(contest, side_plays=(resources[0], resources[1]), terms=terms)


class _HiddenHandValues(BattleValues, Generic[Hand]):
    """The values of a battle for one pair of hands if each side knows only its own hand."""

    def __init__(self, play: HiddenHandsSolution[Hand], pair: tuple[Hand, Hand], begin: BattleNode) -> None:
        self._play, self._pair = play, pair
        super().__init__([play.whole], begin=[begin], plain=play.plain)

    def _best(self, offered: list[tuple[OfferedResponse, Grid]], mover: int) -> None:
        return None

    def _values_after_choice(
        self,
        level: NodeLevel,
        window: bool,
        mover: int,
        passes: int,
        base: Grid,
        offered: list[tuple[OfferedResponse, Grid]],
        best: BestResponse | None,
    ) -> Grid:
        if not offered:
            return base
        choices = []
        for place, node in enumerate(self.plan.nodes[level.first_number : level.end_number]):
            node = node._replace(in_miromon_window=window)
            there = [number for number, (offer, _) in enumerate(offered, 1) if offer.is_offered_at(place)]
            choice = self._play.choices_at_node(mover, self._pair, node, passes > 0)
            choices.append(self.grids.renumber_choice(choice, [0, *there]))
        return self.grids.chosen_values(
            self.grids.stack_choices(choices), (base, *(grid for _, grid in offered))
        )
