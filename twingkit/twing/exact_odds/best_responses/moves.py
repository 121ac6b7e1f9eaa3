"""The responses of a side at a moment of a battle, and the nodes they lead to (TW-BAT-10 to 14).

A node is a moment without its dice and without the side to respond. Moves are listed in the order in which
best play compares them (TW-ODDS-2); the contest's `Terms` say what a variant changes. Odds, advice and hidden
hands all take their moves from here; the battle script is the reference implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import attrs

from twingkit.twing.exact_odds.contest import Contest, Left
from twingkit.twing.exact_odds.terms import Terms
from twingkit.twing.rules import response_cards as held
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL
from twingkit.twing.rules.response_cards import KINDS_BY_EFFECT, RESPONSE_CARDS, SPECIALS, CardEffect

PLAYS = 1 + len(SPECIALS)
"""The number of kinds of plays of a side: its re-roll object, and each kind of response card."""

REROLL, CAT, TRAP = 0, 1 + held.CAT, 1 + held.TRAP
"""The indices of some plays in a side's half of the plays left."""

ORDER = (
    "reroll",
    "two-cats",
    *(f"{kind}{target}" for kind in SPECIALS for target in ("", " own", " other", " again")),
)
"""The names of the moves, in the order of comparison (TW-ODDS-2)."""

TRAP_FAILS = sum(CROSS < face < 0 and face != SPIRAL for face in FACES) / len(FACES)
"""The chance that a trap fails, in variants where it can (TW-PLAY-3)."""


class Node(NamedTuple):
    """A moment of a battle without its dice and without the side to respond."""

    left: Left
    """The plays that both sides have left, in the order of `Contest.limits`."""
    taken: tuple[int, int] = (0, 0)
    """How many traps of each side have taken something."""
    turned: tuple[bool, bool] = (False, False)
    """Whether each die has been turned round since its roll, in variants where that matters later."""
    own_roll: bool = False
    """True if the attacker's die was rolled for two cats (TW-PLAY-3)."""
    two_cats: bool = False
    """True if the roll for two cats is still to come (TW-PLAY-3)."""
    settling: bool = False
    """True if only Miromon may be played, before a critical result decides (TW-VAR-9)."""


Case = tuple[tuple[int, int], tuple[bool, bool], bool]
"""The part of a node that, with its dice, decides the outcome: successful traps, turned dice, own roll."""


NumberT = TypeVar("NumberT", int, float)

NodeT = TypeVar("NodeT")
"""The type of the nodes of a plan."""


class Step(NamedTuple, Generic[NodeT]):
    """A node that a move leads to, with its chance, and the index of the re-rolled or inverted die."""

    chance: float
    then: NodeT
    rolled: int | None = None
    inverted: int | None = None


Move = tuple[str, tuple[Step[NodeT], ...]]
"""The name of a response, and the nodes it can lead to."""


@attrs.frozen(cache_hash=True)
class MoveRules:
    """What determines the moves of a contest besides the node: its terms, and which sides roll a die."""

    terms: Terms
    rolls: tuple[bool, bool]

    sides = 2

    @property
    def at_once(self) -> bool:
        """True if a critical result opens a window for Miromon (TW-VAR-9)."""
        return self.terms.at_once

    def moves(self, node: Node, mover: int) -> Iterator[Move[Node]]:
        """Return the responses of a side at a node."""
        return moves(node, mover, self)

    def rank(self, node: Node) -> tuple[int, int]:
        """Return the sort key of the solution: the number of plays left, then what the dice remember."""
        return sum(node.left) + node.two_cats, sum(node.turned) + node.own_roll

    def order(self, name: str) -> int:
        """Return the position of a move in the order of comparison (TW-ODDS-2)."""
        return ORDER.index(name)

    def case(self, node: Node) -> Case:
        """Return the part of a node that, with its dice, decides the outcome."""
        return node.taken, node.turned, node.own_roll

    @property
    def remembers(self) -> bool:
        """True if a turned die behaves differently from a die that was rolled to the same face."""
        return self.terms.remembers or self.terms.stays_turned


def move_rules(contest: Contest) -> MoveRules:
    """Return the rules that determine a contest's moves."""
    attack_rolls, defence_rolls = (len(profile.states) > 1 for profile in contest.profiles)
    return MoveRules(contest.terms, (attack_rolls, defence_rolls))


def start_nodes(contest: Contest) -> tuple[Node, ...]:
    """Return the nodes from which play can start: without two cats and, where a variant allows it, with them
    (TW-PLAY-3).
    """
    limits, terms = contest.limits, contest.terms
    if terms.two_cats != "offered":
        laid = terms.two_cats == "laid"
        return (Node(limits, (0, 0), terms.turned, terms.own_roll, laid, terms.settling),)
    return Node(limits), Node(left_after_play(left_after_play(limits, CAT), CAT), two_cats=True)


def played_cards(played: Sequence[NumberT], side: int) -> Sequence[NumberT]:
    """Return the response cards of one side from a list of plays in the order of `Contest.limits`."""
    return played[PLAYS * side + 1 : PLAYS * (side + 1)]


def left_after_play(left: Left, place: int) -> Left:
    """Return the plays left after using one at this position."""
    return (*left[:place], left[place] - 1, *left[place + 1 :])


def moves(node: Node, mover: int, rules: MoveRules) -> Iterator[Move[Node]]:
    """Yield the responses of a side at a node, in the order of TW-ODDS-2."""
    left, first = node.left, PLAYS * mover
    if node.settling:
        for kind in KINDS_BY_EFFECT["turn"]:
            place = first + 1 + SPECIALS.index(kind)
            if left[place]:
                yield from _invert_die(node, mover, rules, kind, place)
        return
    if left[first + REROLL]:
        rest = left if rules.terms.endless_shamrock and mover == 0 else left_after_play(left, first + REROLL)
        yield "reroll", (_roll(node, rest, mover, rules),)
    if mover == 0 and node.two_cats:
        step = _roll(node, left, 0, rules)
        yield "two-cats", (step._replace(then=step.then._replace(own_roll=True, two_cats=False)),)
    for place, kind in enumerate(SPECIALS, first + 1):
        if left[place]:
            yield from ACTIONS[RESPONSE_CARDS[kind].acts](node, mover, rules, kind, place)


def _roll(node: Node, left: Left, die: int, rules: MoveRules) -> Step[Node]:
    """Return a new roll of a die. It resets what the die remembers, but a turned die may stay turned (TW-
    BAT-11,
    TW-BAT-12).
    """
    turned = node.turned
    if not rules.terms.stays_turned:
        turned = (turned[0] and die != 0, turned[1] and die != 1)
    then = node._replace(left=left, turned=turned, own_roll=node.own_roll and die != 0)
    return Step(1.0, then, rolled=die)


def _reroll(node: Node, mover: int, rules: MoveRules, kind: str, place: int) -> Iterator[Move[Node]]:
    """Re-roll a die: the side's own one, in a variant also the enemy's (TW-BAT-11)."""
    rest = left_after_play(node.left, place)
    if rules.terms.cats_reroll_own[mover] and rules.rolls[mover]:
        yield kind, (_roll(node, rest, mover, rules),)
    if rules.terms.cats_reroll_enemy[mover] and rules.rolls[1 - mover]:
        yield f"{kind} other", (_roll(node, rest, 1 - mover, rules),)


def _play_trap(node: Node, mover: int, rules: MoveRules, kind: str, place: int) -> Iterator[Move[Node]]:
    """Trap the strongest remaining creature (TW-BAT-13); in a variant the trap can fail (TW-PLAY-3)."""
    taken = (node.taken[0] + (mover == 0), node.taken[1] + (mover == 1))
    missed = node._replace(left=left_after_play(node.left, place))
    took = missed._replace(taken=taken)
    if not rules.terms.trap_fails:
        yield kind, (Step(1.0, took),)
    elif node.taken[mover] < rules.terms.victims[mover]:
        yield kind, (Step(1.0 - TRAP_FAILS, took), Step(TRAP_FAILS, missed))


def _invert_die(node: Node, mover: int, rules: MoveRules, kind: str, place: int) -> Iterator[Move[Node]]:
    """Turn a die round (TW-BAT-12)."""
    then = node._replace(left=left_after_play(node.left, place))
    for die, name in ((mover, f"{kind} own"), (1 - mover, f"{kind} other")):
        if not rules.rolls[die] or (die != mover and not rules.terms.miromon_turns_enemy[mover]):
            continue
        if rules.remembers:
            turned = node.turned[0] != (die == 0), node.turned[1] != (die == 1)
            yield name, (Step(1.0, then._replace(turned=turned)),)
        else:
            yield name, (Step(1.0, then, inverted=die),)


def _invert_or_reroll(
    node: Node, mover: int, rules: MoveRules, kind: str, place: int
) -> Iterator[Move[Node]]:
    """Turn a die round or, with Miromon in a variant, re-roll the side's own die (TW-BAT-11)."""
    yield from _invert_die(node, mover, rules, kind, place)
    if rules.terms.miromon_rerolls_own[mover] and kind == "miromon":
        yield "miromon again", (_roll(node, left_after_play(node.left, place), mover, rules),)


ACTIONS: Mapping[CardEffect, Callable[[Node, int, MoveRules, str, int], Iterator[Move[Node]]]] = {
    "reroll": _reroll,
    "trap": _play_trap,
    "turn": _invert_or_reroll,
}
"""The functions that yield the moves with a response card, by what the card does."""
