"""Best responses in an end-game attack, solved backwards for all dice together (TW-END-3, TW-END-4).

This module has the moves under the box rules and the outcomes of the dice; the solution method is that of a
battle of two sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import NamedTuple

import attrs
import numpy as np

from twingkit.twing.exact_odds.best_responses.best_play import BestPlay
from twingkit.twing.exact_odds.best_responses.dice_arrays import DiceArrays, Floats
from twingkit.twing.exact_odds.best_responses.flow import Flow
from twingkit.twing.exact_odds.best_responses.moves import (
    PLAYS,
    REROLL,
    Move,
    Step,
    left_after_play,
    played_cards,
)
from twingkit.twing.exact_odds.best_responses.plan import Level, Offer, Plan, build_plan
from twingkit.twing.exact_odds.contest import Left
from twingkit.twing.exact_odds.endgame_pairings import EndgameEnd, Pairings, StandingCreatures
from twingkit.twing.rules.response_cards import RESPONSE_CARDS


class Node(NamedTuple):
    """A moment of an attack without its dice and without the side to respond."""

    left: Left
    """The plays that all sides have left, in the order of `Resources.counts`."""
    standing: StandingCreatures
    by_cat: bool = False
    """True if the attacker's last roll was made by a cat."""


@attrs.frozen(eq=False)
class AttackRules:
    """The responses in an end-game attack under the box rules.

    Die 0 is the attacker's, followed by the defenders' dice. The last die is the attacker's as seen by
    everybody without the Socks: only they see the attacker's cats and Miromon (TW-END-4).
    """

    pairings: Pairings
    at_once = False

    @property
    def sides(self) -> int:
        """The number of sides: the attacker and all defenders."""
        return len(self.pairings.sides)

    def rank(self, node: Node) -> tuple[int, ...]:
        """Return the number of plays left."""
        return (sum(node.left),)

    def order(self, name: str) -> int:
        """Return a constant: every level has one node, so there is nothing to order."""
        return 0

    def case(self, node: Node) -> StandingCreatures:
        """Return the creatures still in battle."""
        return node.standing

    def moves(self, node: Node, mover: int) -> Iterator[Move[Node]]:
        """Yield the responses of a side in the order of comparison (TW-BAT-11 to 14, TW-ODDS-2)."""
        left = node.left[PLAYS * mover : PLAYS * (mover + 1)]
        if left[REROLL]:
            then = self._left_after_play(node, mover, REROLL)
            yield "reroll", (Step(1.0, then._replace(by_cat=then.by_cat and mover > 0), rolled=mover),)
        for place, (kind, card) in enumerate(RESPONSE_CARDS.items(), REROLL + 1):
            if not left[place]:
                continue
            then = self._left_after_play(node, mover, place)
            if card.acts == "reroll":
                seen = mover or self.sides
                yield kind, (Step(1.0, then._replace(by_cat=then.by_cat or mover == 0), rolled=seen),)
            elif card.acts == "trap":
                for name, standing in self._targets(node.standing, mover):
                    yield f"{kind} {name}", (Step(1.0, then._replace(standing=standing)),)
            else:
                for die in self._turned(node, mover):
                    yield f"{kind} {die}", (Step(1.0, then, inverted=die),)

    def _turned(self, node: Node, mover: int) -> Iterator[int]:
        """Yield the dice that Miromon can turn: the side's own, then the others' (TW-BAT-12).

        Against the Socks it has no effect.
        """
        pairings = self.pairings
        if mover == 0:
            yield self.sides
            for index, (die, socks) in enumerate(zip(pairings.dice[1:], pairings.socks, strict=True)):
                if die.rolls and not socks:
                    yield index + 1
            return
        if pairings.dice[mover].rolls:
            yield mover
        yield self.sides if node.by_cat else 0

    def _targets(self, standing: StandingCreatures, mover: int) -> Iterator[tuple[str, StandingCreatures]]:
        """Yield the creatures to trap: the strongest that counts.

        An owner of the Cup considers each of the attacker's creatures; among several defenders the strongest
        comes first.
        """
        pairings = self.pairings
        if mover:
            targets = [
                (not pairings.counts(mover - 1, creature, standing), index)
                for index, creature in enumerate(pairings.attack)
                if index not in standing.attack_trapped
            ]
            # without its mount a rider counts against the Cup, so the strongest is not always the best target
            weighed = pairings.cup[mover - 1] and any(pairings.attack[index].rides for _, index in targets)
            for _, index in sorted(targets)[: None if weighed else 1]:
                trapped = standing.attack_trapped | {index}
                yield f"attacker {index}", standing._replace(attack_trapped=trapped)
            return
        open_to = []
        for index, cards in enumerate(pairings.defence):
            taken = standing.defence_trapped[index]
            if not pairings.boots[index] and taken < len(cards):
                open_to.append((-cards[taken].card.power, index))
        for _, index in sorted(open_to):
            taken_now = list(standing.defence_trapped)
            taken_now[index] += 1
            yield str(index), standing._replace(defence_trapped=tuple(taken_now))

    @staticmethod
    def _left_after_play(node: Node, mover: int, kind: int) -> Node:
        return node._replace(left=left_after_play(node.left, PLAYS * mover + kind))


class AttackArrays(DiceArrays):
    """The grids of one attack.

    The first kind of values belongs to the attacker: the sum over all pairings. Then comes one kind for each
    defender. Where the Socks require it, the attacker's die has two axes: with cats, and the last roll
    without them.
    """

    count = 1

    def __init__(self, pairings: Pairings, plan: Plan) -> None:
        self._pairings = pairings
        own, *others = (np.array(die.weights) / 12 for die in pairings.dice)
        dice = [-len(others) + index for index in range(len(others))]
        attack = (dice[0] - 2, dice[0] - 1) if pairings.has_two_values else (dice[0] - 1,)
        self._seen = [
            attack[-1] if pairings.has_two_values and socks else attack[0] for socks in pairings.socks
        ]
        """For each defender, the axis that shows how it sees the attacker's die."""
        first = reduce(np.multiply.outer, others, np.diag(own) if pairings.has_two_values else own)
        records = [attack, *((axis,) for axis in dice), attack[:1]]
        super().__init__(plan, 1, plan.sides, records, [own, *others, own], first)
        self._pairs: dict[StandingCreatures, list[Floats]] = {}

    # A level has one node, so a table is a list of grids, which need not be copied.

    def table(self) -> list[Floats]:
        """Return an empty table for the grids of all nodes."""
        return [self._first_roll] * len(self._plan.nodes)

    def put(self, table: list[Floats], level: Level, grid: Floats) -> None:
        """Store the grid of a level."""
        table[level.first] = grid

    def values_of_offer(self, table: list[Floats], offer: Offer) -> Floats:
        """Return the values of the nodes that a response leads to, for each node of its level."""
        return self.values_of_steps(offer.ways, [table[way.then[0]] for way in offer.ways])

    def values_if_all_pass(self, first: int, last: int) -> Floats:
        """Return the values of the nodes `first` to `last` - 1 if all sides pass now."""
        pairs = self._results(first)
        return np.stack(
            [np.broadcast_to(edge, (1, *self.shape)) for edge in (sum(pairs), *map(np.negative, pairs))]
        )

    def critical_mask(self, first: int, last: int) -> None:
        """Return None: a critical result decides only after all have passed."""

    def _results(self, number: int) -> list[Floats]:
        """Return 1, 0 or −1 for each defender and all dice at a node."""
        standing = self._plan.nodes[number].standing
        if standing not in self._pairs:
            self._pairs[standing] = [self._result(index, standing) for index in range(self._plan.sides - 1)]
        return self._pairs[standing]

    def _result(self, index: int, standing: StandingCreatures) -> Floats:
        pairings, count = self._pairings, self._plan.sides - 1
        dice = pairings.dice[0].states, pairings.dice[index + 1].states
        contest = pairings.pairing(index, standing)
        results = [float(contest.shown_outcome(states)) for states in product(*dice)]
        shape = [1] * len(self.shape)
        shape[self._seen[index]], shape[index - count] = map(len, dice)
        return np.array(results).reshape(shape)

    def outcomes_of(self, level: Level, mass: Floats) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
        """Yield the ends with a positive chance: contest, number of the node, outcome and chance."""
        every = list(product((1, 0, -1), repeat=self._plan.sides - 1))
        code = reduce(
            lambda codes, pair: 3 * codes + 1 - pair, self._results(level.first), np.zeros(self.shape)
        )
        chances = np.bincount(code.astype(np.intp).ravel(), mass.ravel(), len(every))
        for results, chance in zip(every, chances.tolist(), strict=True):
            if chance > 0:
                yield 0, level.first, results, chance


def best_attack_ends(pairings: Pairings) -> list[EndgameEnd]:
    """Return every way in which the attack can end under best responses, with its chance."""
    begin = Node(tuple(count for side in pairings.resources for count in side.counts), pairings.start)
    plan = build_plan([begin], AttackRules(pairings), one_node_per_level=True)
    play = BestPlay(plan, AttackArrays(pairings, plan), at_once=False, keeps_choices=True, kept_passes=0)
    [ends] = Flow(play, [(plan.number(begin), [True])]).chances()
    return [
        EndgameEnd(
            results, *pairings.creatures_lost(results, node.standing), _cards_played(begin, node), chance
        )
        for node, results, chance in ((plan.nodes[number], *end) for number, *end in ends)
    ]


def _cards_played(begin: Node, node: Node) -> tuple[int, ...]:
    """Return how many response cards each side has played; objects are not used up."""
    played = [held - left for held, left in zip(begin.left, node.left, strict=True)]
    return tuple(sum(played_cards(played, side)) for side in range(len(played) // PLAYS))
