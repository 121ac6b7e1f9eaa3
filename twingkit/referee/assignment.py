"""The search for an assignment: a card for each unknown one such that all demands on hands are met.

The history of each hand has a cost, which counts how far the cards dealt for unknown ones are from being
possible. It is 0 if each hand held every card that left it and met every demand.

The order of a deck does not matter here. Unknown cards from the same deck, before it was reshuffled, can be
swapped: all open draws stay the same, and only the hands decide whether the swap is possible.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import attrs

from twingkit.core.slices import Slices
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


_MAX_COMPARED_CHANGES = 50
"""The maximum number of changes to compare at one step."""

_MAX_CARD_SOURCES = 5
"""Places from which to fetch one card."""

_MAX_TRACED_PASSES = 3
"""The maximum number of hands through which to trace a card back."""

_PAIRED_CHANGE_SHARE = 0.5
"""The probability that a change of a drawn card also changes the same card where it was passed on."""

_MAX_DEPARTED_CARDS = 40
"""The maximum number of cards to consider that came into a hand and have left it since."""

_MAX_CARD_PAIRS = 5
"""Pairs of confusable cards in one hand."""

_MAX_ALTERNATIVE_CARDS = 4
"""The maximum number of other cards to try in place of one that depends on another change."""

_DEPARTED_FIRST_SHARE = 0.15
"""The share of steps that first consider cards that have left a hand."""

_RANDOM_STEP_SHARE = 0.15
"""The share of steps that do not take the best change."""


@attrs.frozen
class _UnmetEntry:
    """An entry of a hand's history that the cards now dealt do not satisfy, with the hand at that moment.

    `unknown_in_hand` are the lines of the unknown cards in that hand, the latest first.
    """

    entry: HandEvent
    hand: Mapping[str, int]
    unknown_in_hand: Sequence[int]
    unknown_departed: Sequence[int]
    """The lines of the latest unknown cards that had come into the hand and have left it."""
    confusable_pairs: Sequence[tuple[int, int]]
    """Pairs of an unknown card in the hand and a departed one: the wrong one of them may have left."""

    def is_improved_by(self, old: str, new: str) -> bool:
        """True if the entry costs less after replacing card `old` of the hand with `new`."""
        if self.entry.demand is None:
            return new == self.entry.token
        other = Counter(self.hand)
        other[old] -= 1
        other[new] += 1
        return self.entry.demand(+other) < self.entry.demand(self.hand)


class CardAssignmentSearch:
    """A local search that changes the cards dealt for unknown ones until the hands meet every demand in their
    histories.

    The cost of the cards that are currently dealt says how far they are from being possible. All mappings use
    the index of the line in which an unknown card was typed. `dealt_tokens` holds the token dealt for it and
    `owner` the seat whose hand it was in; `decks` holds the deck of a drawn card. A card that is not in
    `decks` was chosen from a hand, and its test in `choosable_tests` must be true for it. `spare` counts the
    cards left in each deck.
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

    def _faults(self, seat: int) -> list[_UnmetEntry]:
        """Return the entries of a hand's history that the dealt cards do not satisfy, in random order."""
        hand: Hand = {}
        faults: list[_UnmetEntry] = []
        came: dict[int, int] = {}
        left: dict[str, int] = {}
        for op in self.histories[seat]:
            if op.operation == "+" and op.unknown_line is not None:
                came[op.unknown_line] = op.line_index
            if self._apply(op, hand, {}):
                there = self._still_held(hand, list(came))
                gone = [slot for slot in reversed(list(came)[-_MAX_DEPARTED_CARDS:]) if slot not in there]
                last = {slot: left.get(self.dealt_tokens[slot], -1) for slot in gone}
                pairs = [(slot, other) for slot in there for other in gone if last[other] > came[slot]]
                faults.append(_UnmetEntry(op, dict(hand), there, gone, pairs))
            if op.operation == "-":
                left[self._token(op, {})] = op.line_index
        self.rng.shuffle(faults)
        return faults

    def possible_tokens(self, line_index: int) -> set[str]:
        """Return the tokens that the unknown card of line `line_index` could have.

        They are in its deck, or were in the hand from which it was chosen.
        """
        if line_index not in self.decks:
            came = {
                self._token(op, {}) for op in self.histories[self.owner[line_index]] if op.operation == "+"
            }
            return {token for token in came if self._may_pass(line_index, token)}
        deck = self.decks[line_index]
        others = {self.dealt_tokens[other] for other, own in self.decks.items() if own == deck}
        return others | {token for token, number in self.spare.get(deck, Counter()).items() if number > 0}

    def _may_pass(self, passed: int, token: str) -> bool:
        return passed not in self.choosable_tests or self.choosable_tests[passed](token)

    def _fetch_changes(self, slot: int, token: str) -> Iterator[CardChanges]:
        """Yield changes that make an unknown card this token, from the deck or another hand."""
        if slot not in self.decks:
            yield {slot: token}
            return
        deck = self.decks[slot]
        if self.spare.get(deck, Counter())[token] > 0:
            yield self._with_later_passes({slot: token})
        places = [
            other
            for other, own in self.decks.items()
            if own == deck and other != slot and self.dealt_tokens[other] == token
        ]
        for other in self.rng.sample(places, min(len(places), _MAX_CARD_SOURCES)):
            yield self._with_later_passes({slot: token, other: self.dealt_tokens[slot]})

    def _earlier_fetch_changes(
        self, passed: int, token: str, steps: int = _MAX_TRACED_PASSES
    ) -> Iterator[CardChanges]:
        """Yield changes that make a passed card this token both where it was passed on and where it was
        drawn.
        """
        if not (steps and self._may_pass(passed, token)):
            return
        for slot in self._held_before(passed):
            if slot in self.decks:
                moves = self._fetch_changes(slot, token)
            else:
                moves = self._earlier_fetch_changes(slot, token, steps - 1)
            for move in moves:
                yield {**move, passed: token}

    def _passable(self, passed: int) -> set[str]:
        """Return the tokens that a passed card could have if it had been drawn before."""
        drawn = [slot for slot in self._held_before(passed) if slot in self.decks]
        tokens = set[str]().union(*map(self.possible_tokens, drawn))
        return {token for token in tokens if self._may_pass(passed, token)}

    def _held_before(self, passed: int) -> list[int]:
        """Return the lines of the unknown cards in a hand right before one of them was passed on."""
        hand: Hand = {}
        came: list[int] = []
        for op in self.histories[self.owner[passed]]:
            if op.unknown_line == passed and op.operation == "-":
                break
            if op.operation == "+" and op.unknown_line is not None:
                came.append(op.unknown_line)
            self._apply(op, hand, {})
        return self._still_held(hand, came)

    def _still_held(self, hand: Hand, came: Sequence[int]) -> list[int]:
        """Return those of the unknown cards that came into a hand which are still in it, the latest first."""
        left, there = dict(hand), []
        for slot in reversed(came):
            token = self.dealt_tokens[slot]
            if left.get(token, 0) > 0:
                left[token] -= 1
                there.append(slot)
        return there

    def _with_later_passes(self, move: CardChanges) -> CardChanges:
        """Return a card change that, at random, also changes the same cards at the lines that passed them on
        later.
        """
        along = dict(move)
        for slot, token in move.items():
            for passed in self._passed.get(self.owner[slot], ()):
                same = passed > slot and self.dealt_tokens[passed] == self.dealt_tokens[slot]
                if same and self._may_pass(passed, token) and self.rng.random() < _PAIRED_CHANGE_SHARE:
                    along[passed] = token
        return along

    def _moves(self, seat: int) -> list[CardChanges]:
        for fault in self._faults(seat):
            tiers = (
                [fault.unknown_in_hand, fault.unknown_departed]
                if fault.entry.operation == "-"
                else [fault.unknown_in_hand]
            )
            if self.rng.random() < _DEPARTED_FIRST_SHARE:
                tiers.reverse()
            for slots in tiers:
                moves = self._mending(fault.entry, slots)
                if slots is fault.unknown_in_hand:
                    moves += self._confusion_changes(fault)
                if moves:
                    return (
                        self.rng.sample(moves, _MAX_COMPARED_CHANGES)
                        if len(moves) > _MAX_COMPARED_CHANGES
                        else moves
                    )
        return []

    def _mending(self, op: HandEvent, slots: Sequence[int]) -> list[CardChanges]:
        """Return changes of these unknown cards that may reduce the cost of an entry."""
        moves: list[CardChanges] = []
        for slot in slots:
            tokens = self.possible_tokens(slot) - {self.dealt_tokens[slot]}
            if op.operation == "-":
                tokens &= {self._token(op, {})}
            for token in sorted(tokens):
                moves += self._fetch_changes(slot, token)
            if op.operation == "-" and slot not in self.decks:
                moves += self._earlier_fetch_changes(slot, self._token(op, {}))
        if op.operation == "-" and op.unknown_line is not None:  # the passed card may have been another one
            moves += [
                {op.unknown_line: token}
                for token in sorted(
                    self.possible_tokens(op.unknown_line) - {self.dealt_tokens[op.unknown_line]}
                )
            ]
            able = sorted(self._passable(op.unknown_line))
            for token in self.rng.sample(able, min(len(able), _MAX_ALTERNATIVE_CARDS)):
                moves += self._earlier_fetch_changes(op.unknown_line, token)
        return moves

    def _ways_to(self, slot: int, token: str) -> list[CardChanges]:
        """Return the changes that make an unknown card this token, whether it was drawn or passed on."""
        if slot in self.decks:
            return list(self._fetch_changes(slot, token))
        return [{slot: token}, *self._earlier_fetch_changes(slot, token)]

    def _confusion_changes(self, fault: _UnmetEntry) -> list[CardChanges]:
        """Return changes that exchange an unknown card in a hand with one that left the hand, to reduce the
        cost of an unmet entry.
        """
        moves: list[CardChanges] = []
        for slot, other in self.rng.sample(
            fault.confusable_pairs, min(len(fault.confusable_pairs), _MAX_CARD_PAIRS)
        ):
            old, token = self.dealt_tokens[slot], self.dealt_tokens[other]
            firsts = self._ways_to(slot, token) if old != token else [{}]
            if not firsts:
                continue
            first = max(firsts, key=lambda move: self._gain(move)[0])
            before = self._put(first)
            able = [new for new in sorted(self.possible_tokens(other)) if fault.is_improved_by(old, new)]
            for new in self.rng.sample(able, min(len(able), _MAX_ALTERNATIVE_CARDS)):
                seconds = self._ways_to(other, new)
                moves += [{**first, **second} for second in seconds if slot not in second]
            self._put(before)
        return moves

    def _touched(self, move: CardChanges) -> list[int]:
        return sorted({seat for slot in move for seat in self._places[slot]})

    def _gain(self, move: CardChanges) -> tuple[int, dict[int, int]]:
        """Return how much a change reduces the total cost, and the costs of the changed hands after it."""
        costs = {
            seat: self._changed(seat, move, self._costs[seat] + 2 * MISSING_CARD_COST)
            for seat in self._touched(move)
        }
        return sum(self._costs[seat] - cost for seat, cost in costs.items()), costs

    def _put(self, move: CardChanges) -> CardChanges:
        """Apply a change to unknown cards; return the change that undoes it."""
        before = {slot: self.dealt_tokens[slot] for slot in move}
        for slot, token in move.items():
            deck = self.decks.get(slot)
            if slot in self.decks and deck in self.spare:
                self.spare[deck][self.dealt_tokens[slot]] += 1
                self.spare[deck][token] -= 1
            self.dealt_tokens[slot] = token
        return before

    def _take(self, move: CardChanges) -> None:
        touched = self._touched(move)
        self._put(move)
        for seat in touched:
            self._measure(seat)

    def _weigh(self, seats: Iterable[int]) -> None:
        """Raise the weight of each unmet entry in the hand histories of these seats, so that the search meets
        these entries rather than others.
        """
        for seat in seats:
            hand: Hand = {}
            for op in self.histories[seat]:
                if self._apply(op, hand, {}):
                    op.weight += 1
            self._measure(seat)

    def reserve_in_deck(self, token: str) -> None:
        """Remove a card from the deck's spare cards, because the next line draws it."""
        for spare in self.spare.values():
            if spare[token] > 0:
                spare[token] -= 1
                return

    def exchange_dealt_card(self, token: str) -> bool:
        """Exchange a dealt card for another one from its deck, so that it can be drawn later; return whether
        this was possible.

        It is not if no unknown card has this token and could be another one.
        """
        for slot in sorted(self.dealt_tokens, reverse=True):
            spare = self.spare.get(self.decks.get(slot))
            if spare is not None and self.dealt_tokens[slot] == token:
                others = sorted(other for other, number in spare.items() if number > 0 and other != token)
                if others:
                    self.dealt_tokens[slot] = self.rng.choice(others)
                    spare[self.dealt_tokens[slot]] -= 1
                    return True
        return False

    def meet_demands(self, max_steps: int) -> Slices[bool]:
        """Change unknown cards until all demands on hands are met; return False if that fails. In slices."""
        self.total_cost()
        for step in range(max_steps):
            yield step / max_steps
            costly = [seat for seat, cost in self._costs.items() if cost]
            if not costly:
                return True
            moves = self._moves(self.rng.choice(costly))
            if not moves:
                if len(costly) == 1:
                    return False
                continue
            if self.rng.random() < _RANDOM_STEP_SHARE:
                self._take(self.rng.choice(moves))
                continue
            self.rng.shuffle(moves)
            gains = [self._gain(move)[0] for move in moves]
            best = max(range(len(moves)), key=gains.__getitem__)
            if gains[best] <= 0:
                self._weigh(costly)
            self._take(moves[best])
        return not any(self._costs.values())

    def swap_randomly(self, rounds: int) -> None:
        """Swap unknown cards at random while all demands stay met."""
        self.total_cost()
        slots = [slot for slot in self.dealt_tokens if slot in self.decks]
        for _ in range(rounds * len(slots)):
            slot = self.rng.choice(slots)
            tokens = sorted(self.possible_tokens(slot) - {self.dealt_tokens[slot]})
            moves = list(self._fetch_changes(slot, self.rng.choice(tokens))) if tokens else []
            if moves:
                move = self.rng.choice(moves)
                if self._gain(move)[0] >= 0:
                    self._take(move)
