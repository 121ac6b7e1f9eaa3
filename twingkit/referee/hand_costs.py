"""The histories of hands with unknown cards, and the cost of an assignment.

The cost is 0 if each hand held every card that left it and met every demand.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from itertools import pairwise

import attrs

from twingkit.referee.table_rules import Demand, Test

MISSING = 4
"""The cost of a card that a hand lacks."""

SPACING = 16
"""The number of history entries between two snapshots of a hand."""


@attrs.define
class HandEntry:
    """One entry of the history of a hand: `sign` is "+" or "-" (a card, `token`, or the unknown one that came
    at line `slot`), "drop" (all cards of which `test` is true) or "must" (a demand)."""

    sign: str
    line: int
    token: str = ""
    slot: int | None = None
    test: Test | None = None
    demand: Demand | None = None
    weight: int = 1
    """The factor of its cost; it grows where no change makes the whole cheaper."""


Hand = dict[str, int]
"""The cards of a hand with their counts; counts of 0 are left out."""


@attrs.define
class Snapshot:
    """A hand before entry number `at` of its history, and the cost of the entries up to there."""

    at: int
    hand: Hand
    cost: int


Move = dict[int, str]
"""Other cards for some unknown ones, by their lines."""


class HandCosts:
    """The histories of all hands, and what the cards that stand for unknown ones cost.

    `values` are the unknown cards by the lines at which they came, `owner` whose they were; `decks` is the
    deck of each that was drawn, the others were chosen out of a hand, each a card of which its test of
    `passes` is true; `spare` is what is left of a deck.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.values: dict[int, str] = {}
        self.decks: dict[int, Hashable] = {}
        self.owner: dict[int, int] = {}
        self.passes: dict[int, Test] = {}
        self.spare: dict[Hashable, Counter[str]] = {}
        self.fixed: dict[int, str] = {}
        """The cards that went out of a hand unseen and were named since, by their lines."""
        self.orders: dict[int, list[int | None]] = {}
        """The draws of the cards that were put in an order unseen, by the lines of these orders."""
        self.laid_open: set[tuple[int, int]] = set()
        """The lines by which cards left a hand that were shown right after them, each with the seat."""
        self.histories: dict[int, list[HandEntry]] = defaultdict(list)
        self._snapshots: dict[int, list[Snapshot]] = {}
        self._costs: dict[int, int] = {}
        self._places: dict[int, dict[int, list[int]]] = {}
        self._passed: dict[int, list[int]] = {}
        self.work = 0
        """The number of entries that were carried out."""

    def _token(self, op: HandEntry, move: Mapping[int, str]) -> str:
        if op.slot is None:
            return op.token
        return move.get(op.slot) or self.values[op.slot]

    def _apply(self, op: HandEntry, hand: Hand, move: Mapping[int, str]) -> int:
        """Carry out one entry; what it costs."""
        if op.sign == "must":
            assert op.demand is not None
            return op.weight * op.demand(hand)
        if op.sign == "drop":
            assert op.test is not None
            for token in [token for token in hand if op.test(token)]:
                del hand[token]
            return 0
        token = self._token(op, move)
        if op.sign == "+":
            hand[token] = hand.get(token, 0) + 1
            return 0
        held = hand.get(token, 0)
        if not held:
            return op.weight * MISSING
        if held == 1:
            del hand[token]
        else:
            hand[token] = held - 1
        return 0

    def _measure(self, seat: int) -> int:
        """The cost of a hand, with the snapshots at which a changed card begins."""
        hand: Hand = {}
        snapshots: list[Snapshot] = []
        cost = 0
        for at, op in enumerate(self.histories[seat]):
            if at % SPACING == 0:
                snapshots.append(Snapshot(at, dict(hand), cost))
            cost += self._apply(op, hand, {})
        self._snapshots[seat], self._costs[seat] = snapshots, cost
        self.work += len(self.histories[seat])
        return cost

    def _changed(self, seat: int, move: Move, most: int) -> int:
        """The cost of a hand with other cards; no more exactly than `most`."""
        history, snapshots = self.histories[seat], self._snapshots[seat]
        changes = sorted(at for slot in move for at in self._places[slot].get(seat, ()))
        if not changes:
            return self._costs[seat]
        snapshot = snapshots[changes[0] // SPACING]
        hand, cost, at = dict(snapshot.hand), snapshot.cost, snapshot.at
        for change, following in pairwise((*changes, len(history))):
            while at <= change:
                cost += self._apply(history[at], hand, move)
                at += 1
                self.work += 1
            while at < following and cost <= most:
                if at % SPACING == 0 and hand == snapshots[at // SPACING].hand:  # from here on as it was
                    last = snapshots[following // SPACING] if following < len(history) else None
                    if last is None:
                        return cost + self._costs[seat] - snapshots[at // SPACING].cost
                    if last.at > at:
                        cost += last.cost - snapshots[at // SPACING].cost
                        hand, at = dict(last.hand), last.at
                cost += self._apply(history[at], hand, move)
                at += 1
                self.work += 1
            if cost > most:
                return cost
        return cost

    def measure(self) -> int:
        """Return the cost of all hands: 0 if all demands hold."""
        self._places = {slot: {} for slot in self.values}
        for seat, history in self.histories.items():
            for at, op in enumerate(history):
                if op.slot is not None:
                    self._places[op.slot].setdefault(seat, []).append(at)
        self._passed = defaultdict(list)
        for slot, seat in self.owner.items():
            if slot not in self.decks:
                self._passed[seat].append(slot)
        return sum(self._measure(seat) for seat in list(self.histories))
