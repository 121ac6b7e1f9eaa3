"""The history of each hand at a table with unknown cards, and a cost that counts how far the cards dealt for
them are from being possible.

The cost is 0 if each hand held every card that left it and met every demand.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from itertools import pairwise

import attrs

from twingkit.referee.referee_rules import CardTest, HandDemand

MISSING_CARD_COST = 4
"""The cost of a card that a hand lacks."""

_SNAPSHOT_INTERVAL = 16
"""In history entries."""


@attrs.define
class HandEvent:
    """One event in the history of a hand: a card came or left, or a question put a demand on the hand.

    `operation` is "+" or "-" (`token`, or the unknown card typed in line `unknown_line`, came or left),
    "drop" (all cards for which `dropped_card_test` is true left) or "must" (the hand had to meet `demand`).
    """

    operation: str
    line_index: int
    token: str = ""
    unknown_line: int | None = None
    dropped_card_test: CardTest | None = None
    demand: HandDemand | None = None
    weight: int = 1
    """The factor of its cost; the search raises it when no change lowers the total cost."""


Hand = dict[str, int]
"""The cards of a hand with their counts; counts of 0 are left out."""


@attrs.define
class _HandSnapshot:
    """A hand right before history entry `entry_index`, and the cost of all entries before that one."""

    entry_index: int
    hand: Hand
    cost: int


CardChanges = dict[int, str]
"""New tokens for some unknown cards, by the indices of the lines in which these were typed."""


class DealtCardMismatches:
    """The histories of all hands, and the cost of the cards that are currently dealt for unknown ones:
    how far these are from being possible.

    All mappings use the index of the line in which an unknown card was typed. `dealt_tokens` holds the token
    dealt for it and `owner` the seat whose hand it was in; `decks` holds the deck of a drawn card. A card
    that is not in `decks` was chosen from a hand, and its test in `choosable_tests` must be true for it.
    `spare` counts the cards left in each deck.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.dealt_tokens: dict[int, str] = {}
        self.decks: dict[int, Hashable] = {}
        self.owner: dict[int, int] = {}
        self.choosable_tests: dict[int, CardTest] = {}
        self.spare: dict[Hashable, Counter[str]] = {}
        self.fixed: dict[int, str] = {}
        """The cards that left a hand unseen and have been named since, by their lines."""
        self.orders: dict[int, list[int | None]] = {}
        """For each line that puts unseen cards in an order, the lines that drew these cards."""
        self.laid_open: set[tuple[int, int]] = set()
        """The lines with which cards left a hand and were shown right after, each with the seat."""
        self.histories: dict[int, list[HandEvent]] = defaultdict(list)
        self._snapshots: dict[int, list[_HandSnapshot]] = {}
        self._costs: dict[int, int] = {}
        self._places: dict[int, dict[int, list[int]]] = {}
        self._passed: dict[int, list[int]] = {}
        self.work = 0
        """The number of history entries processed so far."""

    def _token(self, op: HandEvent, move: Mapping[int, str]) -> str:
        if op.unknown_line is None:
            return op.token
        return move.get(op.unknown_line) or self.dealt_tokens[op.unknown_line]

    def _apply(self, op: HandEvent, hand: Hand, move: Mapping[int, str]) -> int:
        if op.operation == "must":
            assert op.demand is not None
            return op.weight * op.demand(hand)
        if op.operation == "drop":
            assert op.dropped_card_test is not None
            for token in [token for token in hand if op.dropped_card_test(token)]:
                del hand[token]
            return 0
        token = self._token(op, move)
        if op.operation == "+":
            hand[token] = hand.get(token, 0) + 1
            return 0
        held = hand.get(token, 0)
        if not held:
            return op.weight * MISSING_CARD_COST
        if held == 1:
            del hand[token]
        else:
            hand[token] = held - 1
        return 0

    def _measure(self, seat: int) -> int:
        """Return the cost of a hand, and store snapshots from which a changed card can be recomputed."""
        hand: Hand = {}
        snapshots: list[_HandSnapshot] = []
        cost = 0
        for at, op in enumerate(self.histories[seat]):
            if at % _SNAPSHOT_INTERVAL == 0:
                snapshots.append(_HandSnapshot(at, dict(hand), cost))
            cost += self._apply(op, hand, {})
        self._snapshots[seat], self._costs[seat] = snapshots, cost
        self.work += len(self.histories[seat])
        return cost

    def _changed(self, seat: int, move: CardChanges, most: int) -> int:
        """Return the cost of a hand after changes; any value above `most` stands for "too much"."""
        history, snapshots = self.histories[seat], self._snapshots[seat]
        changes = sorted(at for slot in move for at in self._places[slot].get(seat, ()))
        if not changes:
            return self._costs[seat]
        snapshot = snapshots[changes[0] // _SNAPSHOT_INTERVAL]
        hand, cost, at = dict(snapshot.hand), snapshot.cost, snapshot.entry_index
        for change, following in pairwise((*changes, len(history))):
            while at <= change:
                cost += self._apply(history[at], hand, move)
                at += 1
                self.work += 1
            while at < following and cost <= most:
                # unchanged from here on
                if at % _SNAPSHOT_INTERVAL == 0 and hand == snapshots[at // _SNAPSHOT_INTERVAL].hand:
                    last = snapshots[following // _SNAPSHOT_INTERVAL] if following < len(history) else None
                    if last is None:
                        return cost + self._costs[seat] - snapshots[at // _SNAPSHOT_INTERVAL].cost
                    if last.entry_index > at:
                        cost += last.cost - snapshots[at // _SNAPSHOT_INTERVAL].cost
                        hand, at = dict(last.hand), last.entry_index
                cost += self._apply(history[at], hand, move)
                at += 1
                self.work += 1
            if cost > most:
                return cost
        return cost

    def total_cost(self) -> int:
        """Compute the costs of all hands again and return their sum; 0 if every demand is met."""
        self._places = {slot: {} for slot in self.dealt_tokens}
        for seat, history in self.histories.items():
            for at, op in enumerate(history):
                if op.unknown_line is not None:
                    self._places[op.unknown_line].setdefault(seat, []).append(at)
        self._passed = defaultdict(list)
        for slot, seat in self.owner.items():
            if slot not in self.decks:
                self._passed[seat].append(slot)
        return sum(self._measure(seat) for seat in list(self.histories))
