"""The worth of a hand for its player's next turn: the best discard and the draw, counted exactly.

The results are those of `DrawOutlook.draw_worth` for each discard, all computed at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.ember.exact_odds.held_sets import LANE_BITS
from twingkit.ember.players.outlook import DrawOutlook, sorted_card_indexes
from twingkit.ember.rules.table import EmberTable


class NextTurnOutlook:
    """An evaluator of hands for the next turn: the value of a hand is the mean value of the best creature it
    can then pay for.
    """

    def __init__(
        self, table: EmberTable, seat: int, goal: int = 0, outlook: DrawOutlook | None = None
    ) -> None:
        self.outlook = outlook or DrawOutlook(table, seat, goal)
        self.size = table.players[seat].hand_limit

    def hand_worth(self, hand: tuple[int, ...]) -> float:
        """Return the mean value of the best creature of the next turn for a hand (ascending card indexes)."""
        if not hand:
            return self.outlook.draw_worth(hand).mean_best
        if len(hand) < self.size:
            return max(
                self.outlook.best_affordable_creature_value(hand),
                self.outlook.draw_worth(hand).mean_best,
            )
        now, means = self.worth_replacing_each(hand)
        return max(now, *means)

    def worth_replacing_each(self, hand: tuple[int, ...]) -> tuple[float, list[float]]:
        """Return the value of the best creature that the hand can pay for now, and for each card the mean
        value after replacing it.
        """
        unseen, last_lane = self.outlook.unseen, LANE_BITS * len(hand)
        cards = max(1, unseen.bit_count())
        now, totals, covered = 0.0, [0.0] * len(hand), 0
        unseen_of_all = sum([unseen << lane for lane in range(0, last_lane, LANE_BITS)])
        unpaid = list(range(len(hand)))
        for value, completing, paying in self.outlook.lane_masks_by_cost(hand):
            if paying >> last_lane:
                now = now or value
            new = completing & unseen_of_all & ~covered
            still_unpaid = []
            for index in unpaid:
                lane = LANE_BITS * index
                if paying >> lane & 1:
                    totals[index] += value * (cards - (covered >> lane & unseen).bit_count())
                else:
                    still_unpaid.append(index)
                    totals[index] += value * (new >> lane & unseen).bit_count()
            unpaid = still_unpaid
            if not unpaid:
                break
            covered |= new
        return now, [total / cards for total in totals]

    def cards_to_discard(self, hand: tuple[int, ...], count: int) -> Iterator[int]:
        """Yield the indexes of the `count` least useful cards of a hand, chosen one by one."""
        for _ in range(count):
            _, means = self.worth_replacing_each(hand)
            card = hand[max(range(len(hand)), key=means.__getitem__)]
            yield card
            hand = tuple(place for place in hand if place != card)


def turns_saved_next_turn(table: EmberTable, seat: int) -> float:
    """Return by how many turns, on average, a seat's next turn with its present hand brings it closer to the
    call.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> 1.4 < turns_saved_next_turn(position_game(line, seed=1).table, 0) < 2.8
    True
    """
    player = table.players[seat]
    goal = max(1, table.variant.length - player.total)
    return NextTurnOutlook(table, seat, goal).hand_worth(sorted_card_indexes(player.hand))
