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

from twingkit.twing.exact_odds.best_responses.best_play import BestPlayValues, ForwardPass
from twingkit.twing.exact_odds.best_responses.moves import (
    PLAY_KINDS_PER_SIDE,
    REROLL,
    Move,
    MoveOutcome,
    plays_left_after,
    response_card_counts,
)
from twingkit.twing.exact_odds.best_responses.numpy_grids import ArrayGrids, Floats
from twingkit.twing.exact_odds.best_responses.plan import NodeLevel, OfferedResponse, SolvingPlan, build_plan
from twingkit.twing.exact_odds.contest import PlaysLeft
from twingkit.twing.exact_odds.endgame_pairings import EndgameAttackEnd, EndgamePairings, TrappedCreatures
from twingkit.twing.rules.response_cards import RESPONSE_CARDS


class EndgameNode(NamedTuple):
    """A state of an end-game attack in the search for best play, without dice and the side to respond."""

    plays_left: PlaysLeft
    """The plays that each side has left, the attacker first, as in `RemainingSidePlays.play_counts`."""
    trapped_creatures: TrappedCreatures
    rolled_by_cat: bool = False
    """True if the attacker's last roll was made by a cat."""


@attrs.frozen(eq=False)
class _EndgameRules:
    """The rules for responses in an end-game attack when all switches are as in the box.

    Die 0 is the attacker's, followed by the defenders' dice. The last die is the attacker's as seen by
    everybody without the Socks: only they see the attacker's cats and Miromon (TW-END-4).
    """

    pairings: EndgamePairings
    has_miromon_window = False

    @property
    def side_count(self) -> int:
        """The number of sides: the attacker and all defenders."""
        return len(self.pairings.sides)

    def solution_sort_key(self, node: EndgameNode) -> tuple[int, ...]:
        """Return the rank by which nodes are solved: the number of plays left."""
        return (sum(node.plays_left),)

    def move_sort_key(self, name: str) -> int:
        """Return a constant: every level has one node, so there is nothing to order."""
        return 0

    def outcome_facts(self, node: EndgameNode) -> TrappedCreatures:
        """Return the creatures still in battle, which decide the outcome together with the dice."""
        return node.trapped_creatures

    def moves(self, node: EndgameNode, mover: int) -> Iterator[Move[EndgameNode]]:
        """Yield the moves of side `mover` at a node in the order of TW-ODDS-2, each with its next nodes."""
        left = node.plays_left[PLAY_KINDS_PER_SIDE * mover : PLAY_KINDS_PER_SIDE * (mover + 1)]
        if left[REROLL]:
            then = self._left_after_play(node, mover, REROLL)
            then = then._replace(rolled_by_cat=then.rolled_by_cat and mover > 0)
            yield "reroll", (MoveOutcome(1.0, then, rolled_die=mover),)
        for place, (kind, card) in enumerate(RESPONSE_CARDS.items(), REROLL + 1):
            if not left[place]:
                continue
            then = self._left_after_play(node, mover, place)
            if card.effect == "reroll":
                then = then._replace(rolled_by_cat=then.rolled_by_cat or mover == 0)
                yield kind, (MoveOutcome(1.0, then, rolled_die=mover or self.side_count),)
            elif card.effect == "trap":
                for name, trapped in self._targets(node.trapped_creatures, mover):
                    yield f"{kind} {name}", (MoveOutcome(1.0, then._replace(trapped_creatures=trapped)),)
            else:
                for die in self._invertible_dice(node, mover):
                    yield f"{kind} {die}", (MoveOutcome(1.0, then, inverted_die=die),)

    def _invertible_dice(self, node: EndgameNode, mover: int) -> Iterator[int]:
        """Yield the dice that Miromon can turn: the side's own, then the others.

        Against the Socks it has no effect.
        """
        pairings = self.pairings
        if mover == 0:
            yield self.side_count
            for index, (die, socks) in enumerate(zip(pairings.dice[1:], pairings.has_socks, strict=True)):
                if die.rolls_die and not socks:
                    yield index + 1
            return
        if pairings.dice[mover].rolls_die:
            yield mover
        yield self.side_count if node.rolled_by_cat else 0

    def _targets(
        self, trapped_creatures: TrappedCreatures, mover: int
    ) -> Iterator[tuple[str, TrappedCreatures]]:
        """Yield each trap with the creatures left after it; a trap takes the strongest creature that counts.

        An owner of the Cup considers each of the attacker's creatures; among several defenders the strongest
        comes first.
        """
        pairings = self.pairings
        if mover:
            targets = [
                (not pairings.counts_against(mover - 1, creature, trapped_creatures), index)
                for index, creature in enumerate(pairings.attack)
                if index not in trapped_creatures.attack_trapped_indices
            ]
            # without its mount a rider counts against the Cup, so the strongest is not always the best target
            weighed = pairings.has_cup[mover - 1] and any(
                pairings.attack[index].is_rider for _, index in targets
            )
            for _, index in sorted(targets)[: None if weighed else 1]:
                trapped = trapped_creatures.attack_trapped_indices | {index}
                yield f"attacker {index}", trapped_creatures._replace(attack_trapped_indices=trapped)
            return
        open_to = []
        for index, cards in enumerate(pairings.defence):
            taken = trapped_creatures.defence_trapped_counts[index]
            if not pairings.has_boots[index] and taken < len(cards):
                open_to.append((-cards[taken].card.power, index))
        for _, index in sorted(open_to):
            taken_now = list(trapped_creatures.defence_trapped_counts)
            taken_now[index] += 1
            yield str(index), trapped_creatures._replace(defence_trapped_counts=tuple(taken_now))

    @staticmethod
    def _left_after_play(node: EndgameNode, mover: int, kind: int) -> EndgameNode:
        return node._replace(plays_left=plays_left_after(node.plays_left, PLAY_KINDS_PER_SIDE * mover + kind))


class _EndgameArrays(ArrayGrids):
    """Values and probabilities of one end-game attack as numpy arrays.

    The first kind of values belongs to the attacker: the sum over all pairings. Then comes one kind for each
    defender. Where the Socks require it, the attacker's die has two axes: with cats, and the last roll
    without them.
    """

    contest_count = 1

    def __init__(self, pairings: EndgamePairings, plan: SolvingPlan) -> None:
        self._pairings = pairings
        own, *others = (np.array(die.roll_counts) / 12 for die in pairings.dice)
        dice = [-len(others) + index for index in range(len(others))]
        attack = (dice[0] - 2, dice[0] - 1) if pairings.attacker_die_can_differ else (dice[0] - 1,)
        self._seen = [
            attack[-1] if pairings.attacker_die_can_differ and socks else attack[0]
            for socks in pairings.has_socks
        ]
        """For each defender, the axis that shows how it sees the attacker's die."""
        first = reduce(np.multiply.outer, others, np.diag(own) if pairings.attacker_die_can_differ else own)
        records = [attack, *((axis,) for axis in dice), attack[:1]]
        super().__init__(plan, 1, plan.side_count, records, [own, *others, own], first)
        self._pairs: dict[TrappedCreatures, list[Floats]] = {}

    # A level has one node, so a table is a list of grids, which need not be copied.

    def empty_table(self) -> list[Floats]:
        """Return an empty table for the values of all nodes."""
        return [self._first_roll] * len(self._plan.nodes)

    def store_level_grid(self, table: list[Floats], level: NodeLevel, grid: Floats) -> None:
        """Store the values of the nodes of one level in the table."""
        table[level.first_number] = grid

    def values_of_offer(self, table: list[Floats], offer: OfferedResponse) -> Floats:
        """Return the values of a response at each node of its level, from the nodes it leads to."""
        return self.values_of_steps(offer.steps, [table[way.next_numbers[0]] for way in offer.steps])

    def values_if_all_pass(self, first_number: int, end_number: int) -> Floats:
        """Return the values of the nodes `first_number` to `end_number` - 1 if all sides pass now."""
        pairs = self._results(first_number)
        return np.stack(
            [np.broadcast_to(edge, (1, *self.shape)) for edge in (sum(pairs), *map(np.negative, pairs))]
        )

    def critical_result_mask(self, first_number: int, end_number: int) -> None:
        """Return None: a critical result decides only after all have passed."""

    def _results(self, node_number: int) -> list[Floats]:
        """Return, for each defender, the attacker's outcome (1, 0 or −1) at a node for every combination of
        dice.
        """
        trapped_creatures = self._plan.nodes[node_number].trapped_creatures
        if trapped_creatures not in self._pairs:
            self._pairs[trapped_creatures] = [
                self._result(defender_index, trapped_creatures)
                for defender_index in range(self._plan.side_count - 1)
            ]
        return self._pairs[trapped_creatures]

    def _result(self, defender_index: int, trapped_creatures: TrappedCreatures) -> Floats:
        pairings, count = self._pairings, self._plan.side_count - 1
        dice = pairings.dice[0].states, pairings.dice[defender_index + 1].states
        contest = pairings.pairing_contest(defender_index, trapped_creatures)
        results = [float(contest.shown_outcome_sign(states)) for states in product(*dice)]
        shape = [1] * len(self.shape)
        shape[self._seen[defender_index]], shape[defender_index - count] = map(len, dice)
        return np.array(results).reshape(shape)

    def end_chances(
        self, level: NodeLevel, mass: Floats
    ) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
        """Yield the possible ends as (index of the contest, number of the node, outcome, chance)."""
        every = list(product((1, 0, -1), repeat=self._plan.side_count - 1))
        code = reduce(
            lambda codes, pair: 3 * codes + 1 - pair, self._results(level.first_number), np.zeros(self.shape)
        )
        chances = np.bincount(code.astype(np.intp).ravel(), mass.ravel(), len(every))
        for results, chance in zip(every, chances.tolist(), strict=True):
            if chance > 0:
                yield 0, level.first_number, results, chance


def attack_ends_under_best_play(pairings: EndgamePairings) -> list[EndgameAttackEnd]:
    """Return every way an end-game attack can end if all respond optimally, with its chance."""
    begin = EndgameNode(
        tuple(count for side in pairings.side_plays for count in side.play_counts),
        pairings.no_trapped_creatures,
    )
    plan = build_plan([begin], _EndgameRules(pairings), one_node_per_level=True)
    play = BestPlayValues(
        plan, _EndgameArrays(pairings, plan), at_once=False, keeps_choices=True, kept_passes=0
    )
    [ends] = ForwardPass(play, [(plan.node_number(begin), [True])]).end_chances()
    return [
        EndgameAttackEnd(
            results,
            *pairings.creatures_lost(results, node.trapped_creatures),
            _cards_played(begin, node),
            chance,
        )
        for node, results, chance in ((plan.nodes[number], *end) for number, *end in ends)
    ]


def _cards_played(begin: EndgameNode, node: EndgameNode) -> tuple[int, ...]:
    played = [held - left for held, left in zip(begin.plays_left, node.plays_left, strict=True)]
    return tuple(
        sum(response_card_counts(played, side)) for side in range(len(played) // PLAY_KINDS_PER_SIDE)
    )
