"""The hands of a table as a ledger: what came into each and left it, with unknown cards as unknowns, and the
demands that each hand had to meet in between; and the search for cards that meet them all.

The deck has no order that matters: unknown cards that came from the same deck, before it was made anew, may
change places. So a change keeps all that was drawn openly, and only the hands decide whether it fits.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import attrs

from twingkit.referee.table_rules import Demand
from twingkit.slices import Slices

MISSING = 4
"""The cost of a card that a hand should have, and has not."""

MOST_MOVES = 50
"""The largest number of changes that are compared at one step."""

MOST_PLACES = 5
"""The largest number of places from which one card is fetched."""

MOST_PASSES = 3
"""The largest number of hands through which it is looked back where a card had come from."""

SPACING = 16
"""The number of entries of a ledger between two at which the hand is noted."""

ALONG = 0.5
"""The share of changes in which a card that was passed on changes with the one that came."""

MOST_GONE = 40
"""The largest number of cards that came into a hand which are looked at though they have left it since."""

LOOKS_BACK = 0.15
"""The share of steps that look first at cards which have left a hand."""

WANDERS = 0.15
"""The share of steps that are not the best ones."""


@attrs.define
class Op:
    """One entry of the ledger of a hand: `sign` is "+" or "-" (a card, `token`, or the unknown one that came
    at line `slot`), "drop" (all cards of which `test` is true) or "must" (a demand)."""

    sign: str
    line: int
    token: str = ""
    slot: int | None = None
    test: Callable[[str], bool] | None = None
    demand: Demand | None = None
    weight: int = 1
    """The factor of its cost; it grows where no change makes the whole cheaper."""


Hand = dict[str, int]
"""The cards of a hand, with their numbers; none with 0."""


@attrs.define
class Stand:
    """A hand and the cost so far, before one entry of its ledger."""

    at: int
    hand: Hand
    cost: int


@attrs.frozen
class Fault:
    """An entry that costs something, the unknown cards in the hand then, the last one first, and the last ones
    that had come into it, gone or not."""

    op: Op
    there: Sequence[int]
    came: Sequence[int]


Move = dict[int, str]
"""Other cards for some unknown ones, by their lines."""


class Ledger:
    """The ledgers of all hands.

    `values` are the unknown cards by the lines at which they came, `owner` whose they were; `decks` is the
    deck of each that was drawn, the others were chosen out of a hand, cards of which `passes` is true;
    `spare` is what is left of a deck.
    """

    def __init__(self, rng: random.Random, passes: Callable[[str], bool] | None = None) -> None:
        self.rng, self.passes = rng, passes
        self.values: dict[int, str] = {}
        self.decks: dict[int, Hashable] = {}
        self.owner: dict[int, int] = {}
        self.spare: dict[Hashable, Counter[str]] = {}
        self.fixed: dict[int, str] = {}
        """The cards that went out of a hand unseen and were named since, by their lines."""
        self.orders: dict[int, list[int | None]] = {}
        """The draws of the cards that were put in an order unseen, by the lines of these orders."""
        self.laid_open: set[tuple[int, int]] = set()
        """The lines by which cards left a hand that were shown right after them, each with the seat."""
        self.ops: dict[int, list[Op]] = defaultdict(list)
        self._stands: dict[int, list[Stand]] = {}
        self._costs: dict[int, int] = {}
        self._places: dict[int, dict[int, list[int]]] = {}
        self._passed: dict[int, list[int]] = {}
        self.work = 0
        """The number of entries that were carried out."""

    # -- what a hand costs

    def _token(self, op: Op, move: Mapping[int, str]) -> str:
        if op.slot is None:
            return op.token
        return move.get(op.slot) or self.values[op.slot]

    def _apply(self, op: Op, hand: Hand, move: Mapping[int, str]) -> int:
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
        """The cost of a hand, with the stands at which a changed card begins."""
        hand: Hand = {}
        stands: list[Stand] = []
        cost = 0
        for at, op in enumerate(self.ops[seat]):
            if at % SPACING == 0:
                stands.append(Stand(at, dict(hand), cost))
            cost += self._apply(op, hand, {})
        self._stands[seat], self._costs[seat] = stands, cost
        self.work += len(self.ops[seat])
        return cost

    def _changed(self, seat: int, move: Move, most: int) -> int:
        """The cost of a hand with other cards; no more exactly than `most`."""
        ops, stands = self.ops[seat], self._stands[seat]
        changes = sorted(at for slot in move for at in self._places[slot].get(seat, ()))
        if not changes:
            return self._costs[seat]
        stand = stands[changes[0] // SPACING]
        hand, cost, at = dict(stand.hand), stand.cost, stand.at
        for change, following in pairwise((*changes, len(ops))):
            while at <= change:
                cost += self._apply(ops[at], hand, move)
                at += 1
                self.work += 1
            while at < following and cost <= most:
                if at % SPACING == 0 and hand == stands[at // SPACING].hand:  # from here on as it was
                    last = stands[following // SPACING] if following < len(ops) else None
                    if last is None:
                        return cost + self._costs[seat] - stands[at // SPACING].cost
                    if last.at > at:
                        cost += last.cost - stands[at // SPACING].cost
                        hand, at = dict(last.hand), last.at
                cost += self._apply(ops[at], hand, move)
                at += 1
                self.work += 1
            if cost > most:
                return cost
        return cost

    def measure(self) -> int:
        """The cost of all hands: 0 if all demands are met."""
        self._places = {slot: {} for slot in self.values}
        for seat, ops in self.ops.items():
            for at, op in enumerate(ops):
                if op.slot is not None:
                    self._places[op.slot].setdefault(seat, []).append(at)
        self._passed = defaultdict(list)
        for slot, seat in self.owner.items():
            if slot not in self.decks:
                self._passed[seat].append(slot)
        return sum(self._measure(seat) for seat in list(self.ops))

    # -- what could be otherwise

    def _faults(self, seat: int) -> list[Fault]:
        """The entries that cost something, in any order."""
        hand: Hand = {}
        faults: list[Fault] = []
        came: list[int] = []
        for op in self.ops[seat]:
            if op.sign == "+" and op.slot is not None:
                came.append(op.slot)
            if self._apply(op, hand, {}):
                faults.append(Fault(op, self._there(hand, came), came[-MOST_GONE:]))
        self.rng.shuffle(faults)
        return faults

    def tokens(self, slot: int) -> set[str]:
        """The cards that an unknown one could be."""
        if slot not in self.decks:
            came = {self._token(op, {}) for op in self.ops[self.owner[slot]] if op.sign == "+"}
            return set(filter(self.passes, came)) if self.passes else came
        deck = self.decks[slot]
        others = {self.values[other] for other, own in self.decks.items() if own == deck}
        return others | {token for token, number in self.spare.get(deck, Counter()).items() if number > 0}

    def _may_pass(self, token: str) -> bool:
        return self.passes is None or self.passes(token)

    def _fetched(self, slot: int, token: str) -> Iterator[Move]:
        """Yield the ways in which an unknown card is another one: out of the deck, or from another hand."""
        if slot not in self.decks:
            yield {slot: token}
            return
        deck = self.decks[slot]
        if self.spare.get(deck, Counter())[token] > 0:
            yield self._along({slot: token})
        places = [
            other
            for other, own in self.decks.items()
            if own == deck and other != slot and self.values[other] == token
        ]
        for other in self.rng.sample(places, min(len(places), MOST_PLACES)):
            yield self._along({slot: token, other: self.values[slot]})

    def _fetched_before(self, passed: int, token: str, steps: int = MOST_PASSES) -> Iterator[Move]:
        """Yield the ways in which a card that was passed on is another one: any that was in that hand, and
        had come as this one."""
        if not (steps and self._may_pass(token)):
            return
        for slot in self._held_before(passed):
            if slot in self.decks:
                moves = self._fetched(slot, token)
            else:
                moves = self._fetched_before(slot, token, steps - 1)
            for move in moves:
                yield {**move, passed: token}

    def _held_before(self, passed: int) -> list[int]:
        """The unknown cards in a hand before one of them was passed on."""
        hand: Hand = {}
        came: list[int] = []
        for op in self.ops[self.owner[passed]]:
            if op.slot == passed and op.sign == "-":
                break
            if op.sign == "+" and op.slot is not None:
                came.append(op.slot)
            self._apply(op, hand, {})
        return self._there(hand, came)

    def _there(self, hand: Hand, came: Sequence[int]) -> list[int]:
        """Those of the unknown cards that came into a hand which are in it now, the last one first."""
        left, there = dict(hand), []
        for slot in reversed(came):
            token = self.values[slot]
            if left.get(token, 0) > 0:
                left[token] -= 1
                there.append(slot)
        return there

    def _along(self, move: Move) -> Move:
        """A change, sometimes with the cards that were passed on after they came."""
        along = dict(move)
        for slot, token in move.items():
            if not self._may_pass(token):
                continue
            for passed in self._passed.get(self.owner[slot], ()):
                same = passed > slot and self.values[passed] == self.values[slot]
                if same and self.rng.random() < ALONG:
                    along[passed] = token
        return along

    def _moves(self, seat: int) -> list[Move]:
        """The changes that may mend a fault of a hand, sometimes by cards that had left it before."""
        for fault in self._faults(seat):
            gone = [slot for slot in reversed(fault.came) if slot not in fault.there]
            tiers = [fault.there, gone] if fault.op.sign == "-" else [fault.there]
            if self.rng.random() < LOOKS_BACK:
                tiers.reverse()
            for slots in tiers:
                moves = self._mending(fault.op, slots)
                if moves:
                    return self.rng.sample(moves, MOST_MOVES) if len(moves) > MOST_MOVES else moves
        return []

    def _mending(self, op: Op, slots: Sequence[int]) -> list[Move]:
        """The changes of these unknown cards that may mend what an entry costs."""
        moves: list[Move] = []
        for slot in slots:
            tokens = self.tokens(slot) - {self.values[slot]}
            if op.sign == "-":
                tokens &= {self._token(op, {})}
            for token in sorted(tokens):
                moves += self._fetched(slot, token)
            if op.sign == "-" and slot not in self.decks:
                moves += self._fetched_before(slot, self._token(op, {}))
        if op.sign == "-" and op.slot is not None:  # what was passed on may have been another card
            moves += [{op.slot: token} for token in sorted(self.tokens(op.slot) - {self.values[op.slot]})]
        return moves

    def _touched(self, move: Move) -> list[int]:
        return sorted({seat for slot in move for seat in self._places[slot]})

    def _gain(self, move: Move) -> tuple[int, dict[int, int]]:
        """The cost that a change spares, and the costs of the hands then."""
        costs = {
            seat: self._changed(seat, move, self._costs[seat] + 2 * MISSING) for seat in self._touched(move)
        }
        return sum(self._costs[seat] - cost for seat, cost in costs.items()), costs

    def _take(self, move: Move) -> None:
        touched = self._touched(move)
        for slot, token in move.items():
            deck = self.decks.get(slot)
            if slot in self.decks and deck in self.spare:
                self.spare[deck][self.values[slot]] += 1
                self.spare[deck][token] -= 1
            self.values[slot] = token
        for seat in touched:
            self._measure(seat)

    def _weigh(self, seats: Iterable[int]) -> None:
        """Let the entries that cost something cost more, so that others give way."""
        for seat in seats:
            hand: Hand = {}
            for op in self.ops[seat]:
                if self._apply(op, hand, {}):
                    op.weight += 1
            self._measure(seat)

    def reserve(self, token: str) -> None:
        """Leave a card in the deck, which is to come next."""
        for spare in self.spare.values():
            if spare[token] > 0:
                spare[token] -= 1
                return

    def keep(self, token: str) -> bool:
        """Let a card be in the deck still, and stay there: another one was drawn in its place. False if no
        unknown card that came from there could be it."""
        for slot in sorted(self.values, reverse=True):
            spare = self.spare.get(self.decks.get(slot))
            if spare is not None and self.values[slot] == token:
                others = sorted(other for other, number in spare.items() if number > 0 and other != token)
                if others:
                    self.values[slot] = self.rng.choice(others)
                    spare[self.values[slot]] -= 1
                    return True
        return False

    def settle(self, steps: int) -> Slices[bool]:
        """Change unknown cards, by no more than so many steps, until all demands are met; False if that was
        not found. In slices."""
        self.measure()
        for step in range(steps):
            yield step / steps
            costly = [seat for seat, cost in self._costs.items() if cost]
            if not costly:
                return True
            moves = self._moves(self.rng.choice(costly))
            if not moves:
                if len(costly) == 1:
                    return False
                continue
            if self.rng.random() < WANDERS:
                self._take(self.rng.choice(moves))
                continue
            self.rng.shuffle(moves)
            gains = [self._gain(move)[0] for move in moves]
            best = max(range(len(moves)), key=gains.__getitem__)
            if gains[best] <= 0:
                self._weigh(costly)
            self._take(moves[best])
        return not any(self._costs.values())

    def shuffle(self, rounds: int) -> None:
        """Let unknown cards change places at random, as long as all demands stay met."""
        self.measure()
        slots = [slot for slot in self.values if slot in self.decks]
        for _ in range(rounds * len(slots)):
            slot = self.rng.choice(slots)
            tokens = sorted(self.tokens(slot) - {self.values[slot]})
            moves = list(self._fetched(slot, self.rng.choice(tokens))) if tokens else []
            if moves:
                move = self.rng.choice(moves)
                if self._gain(move)[0] >= 0:
                    self._take(move)
