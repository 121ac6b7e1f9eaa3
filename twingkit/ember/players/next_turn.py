"""The worth of a hand for its player's next turn: the best discard and the draw, counted exactly.

The results are the same as those of `DrawOutlook.mean_value_after_draw` for each discard, but each cost is
checked only once for all discards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from twingkit.ember.players.outlook import DrawOutlook, sorted_card_indexes
from twingkit.ember.rules.cards import bitmask_of, indexes_in_bitmask
from twingkit.ember.rules.table import EmberTable


class NextTurnOutlook:
    """A player's outlook on the next turn; takes a `goal` like `DrawOutlook`, or an existing `outlook`."""

    def __init__(
        self, table: EmberTable, seat: int, goal: int = 0, outlook: DrawOutlook | None = None
    ) -> None:
        self.outlook = outlook or DrawOutlook(table, seat, goal)
        self.size = table.players[seat].hand_limit

    def hand_worth(self, hand: tuple[int, ...]) -> float:
        """Return the mean value of the best creature of the next turn for a hand (ascending card indexes)."""
        if not hand:
            return self.outlook.mean_value_after_draw(hand)[0]
        if len(hand) < self.size:
            return max(self.outlook.best_payable_value(hand), self.outlook.mean_value_after_draw(hand)[0])
        now, means = self.worth_without_each(hand)
        return max(now, *means)

    def worth_without_each(self, hand: tuple[int, ...]) -> tuple[float, list[float]]:
        """Return the hand's present value, and for each card the mean value after replacing it."""
        unseen = self.outlook.unseen
        cards = max(1, unseen.bit_count())
        totals, covered, going = dict.fromkeys(hand, 0.0), dict.fromkeys(hand, 0), set(hand)
        held, now = bitmask_of(hand), 0.0
        for value, completions in self.outlook.costs:
            outs, pays = dict.fromkeys(hand, 0), set[int]()
            exact, completing = completions.exact, completions.completing_all_mask
            for chosen in combinations(hand, completions.cost.size - 1):
                bits = exact.get(chosen)
                if bits is None:
                    bits = completing(chosen)
                if not bits:
                    continue
                for card in hand:
                    if card not in chosen:
                        outs[card] |= bits
                for last in indexes_in_bitmask(bits & held & ~bitmask_of(chosen)):
                    now = now or value
                    pays.update(card for card in hand if card != last and card not in chosen)
            for card in tuple(going):
                if card in pays:
                    totals[card] += value * (cards - covered[card].bit_count())
                    going.discard(card)
                elif new := outs[card] & unseen & ~covered[card]:
                    totals[card] += value * new.bit_count()
                    covered[card] |= new
            if not going:
                break
        return now, [totals[card] / cards for card in hand]

    def cards_to_discard(self, hand: tuple[int, ...], count: int) -> Iterator[int]:
        """Yield the indexes of the `count` cards that the hand misses least, chosen one by one."""
        for _ in range(count):
            _, means = self.worth_without_each(hand)
            card = hand[max(range(len(hand)), key=means.__getitem__)]
            yield card
            hand = tuple(place for place in hand if place != card)


def turns_saved_next_turn(table: EmberTable, seat: int) -> float:
    """Return the average number of turns towards the call that the next turn saves with this hand.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> 1.4 < turns_saved_next_turn(position_game(line, seed=1).table, 0) < 2.8
    True
    """
    player = table.players[seat]
    goal = max(1, table.variant.length - player.total)
    return NextTurnOutlook(table, seat, goal).hand_worth(sorted_card_indexes(player.hand))
