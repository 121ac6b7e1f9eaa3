"""The responses of a side at a moment of a battle, and the nodes they lead to (TW-BAT-10 to 14).

A node is a moment without its dice and without the side to respond. Moves are listed in the order in which
best play compares them (TW-ODDS-2); the contest's `ContestVariant` say what a variant changes. Odds, advice
and hidden hands all take their moves from here; the battle script is the reference implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import attrs

from twingkit.twing.exact_odds.contest import Contest, PlaysLeft
from twingkit.twing.exact_odds.terms import ContestVariant
from twingkit.twing.rules import response_cards as held
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL
from twingkit.twing.rules.response_cards import (
    KINDS_BY_EFFECT,
    RESPONSE_CARD_KINDS,
    RESPONSE_CARDS,
    CardEffect,
)

PLAY_KINDS_PER_SIDE = 1 + len(RESPONSE_CARD_KINDS)
"""The number of kinds of plays of a side: its reroll object, and each kind of response card."""

REROLL, CAT, TRAP = 0, 1 + held.CAT, 1 + held.TRAP
"""Indices of the reroll object, a cat and a trap among the plays of one side."""

_MOVE_ORDER = (
    "reroll",
    "two-cats",
    *(f"{kind}{target}" for kind in RESPONSE_CARD_KINDS for target in ("", " own", " other", " again")),
)
"""The names of the moves, in the order of comparison (TW-ODDS-2)."""

_TRAP_FAIL_CHANCE = sum(CROSS < face < 0 and face != SPIRAL for face in FACES) / len(FACES)
"""The chance that a trap fails, in variants where it can (TW-PLAY-3)."""


class BattleNode(NamedTuple):
    """A state of a battle in the search for best play, without its dice and without the side to respond."""

    plays_left: PlaysLeft
    """The plays that both sides have left, in the order of `Contest.play_limits`."""
    successful_traps: tuple[int, int] = (0, 0)
    """For each side, the number of its traps that have taken a creature."""
    dice_turned: tuple[bool, bool] = (False, False)
    """Whether each die has been turned round since its roll, in variants where that matters later."""
    rolled_for_cats: bool = False
    """True if the attacker's die was rolled for two cats (TW-PLAY-3)."""
    awaits_two_cats_roll: bool = False
    """True if the roll for two cats is still to come (TW-PLAY-3)."""
    in_miromon_window: bool = False
    """True if only Miromon may be played, before a critical result decides (TW-VAR-9)."""


OutcomeFacts = tuple[tuple[int, int], tuple[bool, bool], bool]
"""Facts of a node that decide its outcome with the dice: successful traps, turned dice, roll for cats."""


NumberT = TypeVar("NumberT", int, float)

NodeT = TypeVar("NodeT")
"""The type of the nodes of a plan."""


class MoveOutcome(NamedTuple, Generic[NodeT]):
    """One possible result of a response: the next node, its chance, and the index of the die that is rerolled
    or turned round.
    """

    chance: float
    next_node: NodeT
    rolled_die: int | None = None
    inverted_die: int | None = None


Move = tuple[str, tuple[MoveOutcome[NodeT], ...]]
"""The name of a response, and the nodes it can lead to."""


@attrs.frozen(cache_hash=True)
class MoveRules:
    """The rules that determine which responses are legal in a contest: its variant terms, and which sides
    roll a die.
    """

    terms: ContestVariant
    rolls_die: tuple[bool, bool]

    side_count = 2

    @property
    def has_miromon_window(self) -> bool:
        """True if a critical result opens a window for Miromon (TW-VAR-9)."""
        return self.terms.has_miromon_window

    def moves(self, node: BattleNode, mover: int) -> Iterator[Move[BattleNode]]:
        """Yield the moves of side `mover` at a node in the order of TW-ODDS-2, each with its next nodes."""
        left, first = node.plays_left, PLAY_KINDS_PER_SIDE * mover
        if node.in_miromon_window:
            for kind in KINDS_BY_EFFECT["turn"]:
                place = first + 1 + RESPONSE_CARD_KINDS.index(kind)
                if left[place]:
                    yield from _invert_die(node, mover, self, kind, place)
            return
        if left[first + REROLL]:
            endless = self.terms.endless_shamrock and mover == 0
            rest = left if endless else plays_left_after(left, first + REROLL)
            yield "reroll", (_roll(node, rest, mover, self),)
        if mover == 0 and node.awaits_two_cats_roll:
            step = _roll(node, left, 0, self)
            then = step.next_node._replace(rolled_for_cats=True, awaits_two_cats_roll=False)
            yield "two-cats", (step._replace(next_node=then),)
        for place, kind in enumerate(RESPONSE_CARD_KINDS, first + 1):
            if left[place]:
                yield from _MOVES_BY_CARD_EFFECT[RESPONSE_CARDS[kind].effect](node, mover, self, kind, place)

    def solution_sort_key(self, node: BattleNode) -> tuple[int, int]:
        """Return the rank by which nodes are solved: the plays left, then the number of dice that were turned
        or rolled for two cats.
        """
        return sum(node.plays_left) + node.awaits_two_cats_roll, sum(node.dice_turned) + node.rolled_for_cats

    def move_sort_key(self, name: str) -> int:
        """Return the position of a move in the order of comparison (TW-ODDS-2)."""
        return _MOVE_ORDER.index(name)

    def outcome_facts(self, node: BattleNode) -> OutcomeFacts:
        """Return the facts of a node that decide its outcome, together with the dice."""
        return node.successful_traps, node.dice_turned, node.rolled_for_cats

    @property
    def remembers_turned_dice(self) -> bool:
        """True if a turned die behaves differently from a die that was rolled to the same face."""
        return self.terms.remembers_turned_dice or self.terms.turned_die_stays_turned


def move_rules(contest: Contest) -> MoveRules:
    """Return the rules that determine which responses are legal in a contest."""
    attack_rolls, defence_rolls = (len(profile.states) > 1 for profile in contest.profiles)
    return MoveRules(contest.terms, (attack_rolls, defence_rolls))


def start_nodes(contest: Contest) -> tuple[BattleNode, ...]:
    """Return the nodes at which the responses of a contest can start: one, or two if a variant offers the
    attacker two cats (TW-PLAY-3), without and with them.
    """
    limits, terms = contest.play_limits, contest.terms
    if terms.two_cats_stage != "offered":
        laid = terms.two_cats_stage == "laid"
        return (
            BattleNode(
                limits, (0, 0), terms.dice_turned, terms.rolled_for_cats, laid, terms.in_miromon_window
            ),
        )
    return BattleNode(limits), BattleNode(
        plays_left_after(plays_left_after(limits, CAT), CAT), awaits_two_cats_roll=True
    )


def response_card_counts(play_counts: Sequence[NumberT], side: int) -> Sequence[NumberT]:
    """Return one side's counts of response cards, cut out of counts of plays in the order of
    `Contest.play_limits`.
    """
    return play_counts[PLAY_KINDS_PER_SIDE * side + 1 : PLAY_KINDS_PER_SIDE * (side + 1)]


def plays_left_after(left: PlaysLeft, play_index: int) -> PlaysLeft:
    """Return the plays left after using one play of the kind at index `play_index`."""
    return (*left[:play_index], left[play_index] - 1, *left[play_index + 1 :])


def _roll(node: BattleNode, left: PlaysLeft, die: int, rules: MoveRules) -> MoveOutcome[BattleNode]:
    """Return a new roll of a die; only a turned die may stay turned (TW-BAT-11, TW-BAT-12)."""
    turned = node.dice_turned
    if not rules.terms.turned_die_stays_turned:
        turned = (turned[0] and die != 0, turned[1] and die != 1)
    then = node._replace(
        plays_left=left, dice_turned=turned, rolled_for_cats=node.rolled_for_cats and die != 0
    )
    return MoveOutcome(1.0, then, rolled_die=die)


def _reroll(
    node: BattleNode, mover: int, rules: MoveRules, kind: str, place: int
) -> Iterator[Move[BattleNode]]:
    """Yield the moves that reroll a die: the side's own die and, in a variant, also the enemy's
    (TW-BAT-11).
    """
    rest = plays_left_after(node.plays_left, place)
    if rules.terms.cats_reroll_own[mover] and rules.rolls_die[mover]:
        yield kind, (_roll(node, rest, mover, rules),)
    if rules.terms.cats_reroll_enemy[mover] and rules.rolls_die[1 - mover]:
        yield f"{kind} other", (_roll(node, rest, 1 - mover, rules),)


def _play_trap(
    node: BattleNode, mover: int, rules: MoveRules, kind: str, place: int
) -> Iterator[Move[BattleNode]]:
    """Yield the move that traps the enemy's strongest remaining creature (TW-BAT-13); in a variant it can
    fail (TW-PLAY-3).
    """
    taken = (node.successful_traps[0] + (mover == 0), node.successful_traps[1] + (mover == 1))
    missed = node._replace(plays_left=plays_left_after(node.plays_left, place))
    took = missed._replace(successful_traps=taken)
    if not rules.terms.trap_can_fail:
        yield kind, (MoveOutcome(1.0, took),)
    elif node.successful_traps[mover] < rules.terms.trap_victim_counts[mover]:
        yield kind, (MoveOutcome(1.0 - _TRAP_FAIL_CHANCE, took), MoveOutcome(_TRAP_FAIL_CHANCE, missed))


def _invert_die(
    node: BattleNode, mover: int, rules: MoveRules, kind: str, place: int
) -> Iterator[Move[BattleNode]]:
    then = node._replace(plays_left=plays_left_after(node.plays_left, place))
    for die, name in ((mover, f"{kind} own"), (1 - mover, f"{kind} other")):
        if not rules.rolls_die[die] or (die != mover and not rules.terms.miromon_turns_enemy[mover]):
            continue
        if rules.remembers_turned_dice:
            turned = node.dice_turned[0] != (die == 0), node.dice_turned[1] != (die == 1)
            yield name, (MoveOutcome(1.0, then._replace(dice_turned=turned)),)
        else:
            yield name, (MoveOutcome(1.0, then, inverted_die=die),)


def _invert_or_reroll(
    node: BattleNode, mover: int, rules: MoveRules, kind: str, place: int
) -> Iterator[Move[BattleNode]]:
    """Yield the moves that turn a die round or, for Miromon in a variant, reroll the side's own die
    (TW-BAT-11).
    """
    yield from _invert_die(node, mover, rules, kind, place)
    if rules.terms.miromon_rerolls_own[mover] and kind == "miromon":
        yield "miromon again", (_roll(node, plays_left_after(node.plays_left, place), mover, rules),)


_MOVES_BY_CARD_EFFECT: Mapping[
    CardEffect, Callable[[BattleNode, int, MoveRules, str, int], Iterator[Move[BattleNode]]]
] = {"reroll": _reroll, "trap": _play_trap, "turn": _invert_or_reroll}
