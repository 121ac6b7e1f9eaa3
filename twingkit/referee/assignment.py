"""The search for an assignment: a card for each unknown one, so that all demands on hands hold.

The order of a deck does not matter here. Unknown cards from the same deck, before it was reshuffled, can be
swapped: all open draws stay the same, and only the hands decide whether the swap fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from twingkit.core.slices import Slices
from twingkit.referee.hand_costs import MISSING, Hand, HandCosts, HandEntry, Move

MOST_MOVES = 50
"""The maximum number of changes to compare at one step."""

MOST_PLACES = 5
"""The maximum number of places from which to fetch one card."""

MOST_PASSES = 3
"""The maximum number of hands through which to trace a card back."""

ALONG = 0.5
"""The share of changes in which a card that was passed on changes with the one that came."""

MOST_GONE = 40
"""The largest number of cards that came into a hand which are looked at though they have left it since."""

MOST_PAIRS = 5
"""The largest number of pairs of cards of a hand that are looked at as taken for each other."""

MOST_TOKENS = 4
"""The largest number of cards that one which goes with another may be instead."""

LOOKS_BACK = 0.15
"""The share of steps that first consider cards that have left a hand."""

WANDERS = 0.15
"""The share of steps that do not take the best change."""


@attrs.frozen
class Unmet:
    """An entry with a cost, with the hand at that moment and the unknown cards in it, the latest first."""

    op: HandEntry
    hand: Mapping[str, int]
    there: Sequence[int]
    gone: Sequence[int]
    """Those that had come into it last and have left it."""
    pairs: Sequence[tuple[int, int]]
    """Those of the first with those of the second that left after they had come: the two may be taken for
    each other."""

    def mends(self, old: str, new: str) -> bool:
        """True if the entry costs less after replacing one card of the hand."""
        if self.op.demand is None:
            return new == self.op.token
        other = Counter(self.hand)
        other[old] -= 1
        other[new] += 1
        return self.op.demand(+other) < self.op.demand(self.hand)


class Assignment(HandCosts):
    """The cards that stand for unknown ones, and the search for others that meet every demand."""

    def _faults(self, seat: int) -> list[Unmet]:
        """Return the entries with a cost, in any order."""
        hand: Hand = {}
        faults: list[Unmet] = []
        came: dict[int, int] = {}
        left: dict[str, int] = {}
        for op in self.histories[seat]:
            if op.sign == "+" and op.slot is not None:
                came[op.slot] = op.line
            if self._apply(op, hand, {}):
                there = self._there(hand, list(came))
                gone = [slot for slot in reversed(list(came)[-MOST_GONE:]) if slot not in there]
                last = {slot: left.get(self.values[slot], -1) for slot in gone}
                pairs = [(slot, other) for slot in there for other in gone if last[other] > came[slot]]
                faults.append(Unmet(op, dict(hand), there, gone, pairs))
            if op.sign == "-":
                left[self._token(op, {})] = op.line
        self.rng.shuffle(faults)
        return faults

    def tokens(self, slot: int) -> set[str]:
        """Return the cards that an unknown one could be."""
        if slot not in self.decks:
            came = {self._token(op, {}) for op in self.histories[self.owner[slot]] if op.sign == "+"}
            return {token for token in came if self._may_pass(slot, token)}
        deck = self.decks[slot]
        others = {self.values[other] for other, own in self.decks.items() if own == deck}
        return others | {token for token, number in self.spare.get(deck, Counter()).items() if number > 0}

    def _may_pass(self, passed: int, token: str) -> bool:
        return passed not in self.passes or self.passes[passed](token)

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
        if not (steps and self._may_pass(passed, token)):
            return
        for slot in self._held_before(passed):
            if slot in self.decks:
                moves = self._fetched(slot, token)
            else:
                moves = self._fetched_before(slot, token, steps - 1)
            for move in moves:
                yield {**move, passed: token}

    def _passable(self, passed: int) -> set[str]:
        """The cards that one which was passed on could be, if it had been drawn."""
        drawn = [slot for slot in self._held_before(passed) if slot in self.decks]
        tokens = set[str]().union(*map(self.tokens, drawn))
        return {token for token in tokens if self._may_pass(passed, token)}

    def _held_before(self, passed: int) -> list[int]:
        """The unknown cards in a hand before one of them was passed on."""
        hand: Hand = {}
        came: list[int] = []
        for op in self.histories[self.owner[passed]]:
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
            for passed in self._passed.get(self.owner[slot], ()):
                same = passed > slot and self.values[passed] == self.values[slot]
                if same and self._may_pass(passed, token) and self.rng.random() < ALONG:
                    along[passed] = token
        return along

    def _moves(self, seat: int) -> list[Move]:
        """The changes that may mend a fault of a hand, sometimes by cards that had left it before."""
        for fault in self._faults(seat):
            tiers = [fault.there, fault.gone] if fault.op.sign == "-" else [fault.there]
            if self.rng.random() < LOOKS_BACK:
                tiers.reverse()
            for slots in tiers:
                moves = self._mending(fault.op, slots)
                if slots is fault.there:
                    moves += self._instead(fault)
                if moves:
                    return self.rng.sample(moves, MOST_MOVES) if len(moves) > MOST_MOVES else moves
        return []

    def _mending(self, op: HandEntry, slots: Sequence[int]) -> list[Move]:
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
            able = sorted(self._passable(op.slot))
            for token in self.rng.sample(able, min(len(able), MOST_TOKENS)):
                moves += self._fetched_before(op.slot, token)
        return moves

    def _ways_to(self, slot: int, token: str) -> list[Move]:
        """The ways in which an unknown card is another one, drawn or passed on."""
        if slot in self.decks:
            return list(self._fetched(slot, token))
        return [{slot: token}, *self._fetched_before(slot, token)]

    def _instead(self, fault: Unmet) -> list[Move]:
        """The changes in which a card that is there was the one that left the hand, and what was taken for it
        is another one, with which the entry costs less."""
        moves: list[Move] = []
        for slot, other in self.rng.sample(fault.pairs, min(len(fault.pairs), MOST_PAIRS)):
            old, token = self.values[slot], self.values[other]
            firsts = self._ways_to(slot, token) if old != token else [{}]
            if not firsts:
                continue
            first = max(firsts, key=lambda move: self._gain(move)[0])
            before = self._put(first)
            able = [new for new in sorted(self.tokens(other)) if fault.mends(old, new)]
            for new in self.rng.sample(able, min(len(able), MOST_TOKENS)):
                seconds = self._ways_to(other, new)
                moves += [{**first, **second} for second in seconds if slot not in second]
            self._put(before)
        return moves

    def _touched(self, move: Move) -> list[int]:
        return sorted({seat for slot in move for seat in self._places[slot]})

    def _gain(self, move: Move) -> tuple[int, dict[int, int]]:
        """Return the reduction of cost by a change, and the costs of the hands after it."""
        costs = {
            seat: self._changed(seat, move, self._costs[seat] + 2 * MISSING) for seat in self._touched(move)
        }
        return sum(self._costs[seat] - cost for seat, cost in costs.items()), costs

    def _put(self, move: Move) -> Move:
        """Apply a change to unknown cards; return the change that undoes it."""
        before = {slot: self.values[slot] for slot in move}
        for slot, token in move.items():
            deck = self.decks.get(slot)
            if slot in self.decks and deck in self.spare:
                self.spare[deck][self.values[slot]] += 1
                self.spare[deck][token] -= 1
            self.values[slot] = token
        return before

    def _take(self, move: Move) -> None:
        touched = self._touched(move)
        self._put(move)
        for seat in touched:
            self._measure(seat)

    def _weigh(self, seats: Iterable[int]) -> None:
        """Raise the weight of entries with a cost, so that other entries give way."""
        for seat in seats:
            hand: Hand = {}
            for op in self.histories[seat]:
                if self._apply(op, hand, {}):
                    op.weight += 1
            self._measure(seat)

    def reserve(self, token: str) -> None:
        """Reserve a card in the deck, because it will be drawn next."""
        for spare in self.spare.values():
            if spare[token] > 0:
                spare[token] -= 1
                return

    def keep(self, token: str) -> bool:
        """Put a card back into the deck and keep it there, as if another one had been drawn in its place.

        Returns False if no unknown card from that deck could be the other one.
        """
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
        """Change unknown cards until all demands hold, in at most `steps` steps; return False if that
        fails. In slices.
        """
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
        """Swap unknown cards at random while all demands stay met."""
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
