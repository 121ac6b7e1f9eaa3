"""The worth of a whole hand for its player's next turn: the best discard and the draw after it, counted
exactly.

The results are the same as those of `Outlook.after_draw` for each discard, but each cost is checked only once
for all discards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from twingkit.ember.players.outlook import Outlook, hand_of
from twingkit.ember.rules.cards import bits_of, places_in
from twingkit.ember.rules.table import EmberTable


class NextTurn:
    """A player's outlook on the next turn; `goal` as in `Outlook`, or an existing `outlook`."""

    def __init__(self, table: EmberTable, seat: int, goal: int = 0, outlook: Outlook | None = None) -> None:
        self.outlook = outlook or Outlook(table, seat, goal)
        self.size = table.players[seat].hand_size

    def worth(self, hand: tuple[int, ...]) -> float:
        """Return the mean value of the best creature of the next turn for a hand (places, lowest first)."""
        if not hand:
            return self.outlook.after_draw(hand)[0]
        if len(hand) < self.size:
            return max(self.outlook.payable(hand), self.outlook.after_draw(hand)[0])
        now, means = self.without_each(hand)
        return max(now, *means)

    def without_each(self, hand: tuple[int, ...]) -> tuple[float, list[float]]:
        """Return the value that a hand pays for now, and for each card the mean value after discarding it and
        drawing.
        """
        unseen = self.outlook.unseen
        cards = max(1, unseen.bit_count())
        totals, covered, going = dict.fromkeys(hand, 0.0), dict.fromkeys(hand, 0), set(hand)
        held, now = bits_of(hand), 0.0
        for value, completions in self.outlook.costs:
            outs, pays = dict.fromkeys(hand, 0), set[int]()
            exact, completing = completions.exact, completions.completing
            for chosen in combinations(hand, completions.cost.size - 1):
                bits = exact.get(chosen)
                if bits is None:
                    bits = completing(chosen)
                if not bits:
                    continue
                for card in hand:
                    if card not in chosen:
                        outs[card] |= bits
                for last in places_in(bits & held & ~bits_of(chosen)):
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

    def kept(self, hand: tuple[int, ...], count: int) -> Iterator[int]:
        """Yield the places of the `count` cards to give up, one after another, each the one that is missed
        least.
        """
        for _ in range(count):
            _, means = self.without_each(hand)
            card = hand[max(range(len(hand)), key=means.__getitem__)]
            yield card
            hand = tuple(place for place in hand if place != card)


def next_turn(table: EmberTable, seat: int) -> float:
    """Return how many turns on the way to the call the next turn saves on average with the present hand.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> 1.4 < next_turn(position_game(line, seed=1).table, 0) < 2.8
    True
    """
    player = table.players[seat]
    goal = max(1, table.variant.length - player.total)
    return NextTurn(table, seat, goal).worth(hand_of(player.hand))
