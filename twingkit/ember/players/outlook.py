"""The worth of a hand for the next turn: the average Victory Points that it brings, by exact counts.

`DrawOutlook` looks at one draw, `NextTurnOutlook` at all discards before it at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from twingkit.ember.box.pool import Pool
from twingkit.ember.exact_odds.held_sets import LANE_BITS, held_sets
from twingkit.ember.players.prospects import turns_needed
from twingkit.ember.rules.cards import ALL_CARDS_MASK, bitmask_of, card_indexes
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.table import EmberTable


@lru_cache(maxsize=512)
def _ranked_costs(creatures: Pool, pool: tuple[str, ...], goal: int) -> list[tuple[float, Cost]]:
    """Return the costs in a Pool with the value of the best creature that each pays for, the best first."""
    worth: dict[str, float] = {}
    for name in pool:
        points = creatures[name].points
        value: float = points
        if goal:
            value = turns_needed(goal) - turns_needed(goal - points)
        worth[name] = value
    return _costs_best_first(creatures, worth)


def _costs_best_first(creatures: Pool, worth: Mapping[str, float]) -> list[tuple[float, Cost]]:
    """Return the costs of creatures with the largest worth that each pays for, the best first."""
    best: dict[Cost, float] = {}
    for name, value in worth.items():
        cost = creatures[name].cost
        best[cost] = max(best.get(cost, 0), value)
    return [(value, cost) for cost, value in sorted(best.items(), key=lambda pair: -pair[1])]


class HandWorthAfterDraw(NamedTuple):
    """The value of a hand after one more draw: mean values, over all unseen cards, of the creatures it can
    pay for.
    """

    mean_best: float
    """The mean value of the best creature."""
    mean_sum: float
    """The mean sum of the values of all creatures, which breaks ties."""


class DrawOutlook:
    """What one player can expect from draws: the values and costs of the creatures in the Pool, and the cards
    still unseen.

    Cards are indexes (see `twingkit.ember.rules.cards`), hands are sorted. A creature is worth its Victory
    Points. With a `goal`, the Victory Points missing for the call, it is worth the turns that it saves on the
    way there; with `worth`, the value of its id in that mapping.
    """

    def __init__(
        self, table: EmberTable, seat: int, goal: int = 0, worth: Mapping[str, float] | None = None
    ) -> None:
        self.table, self.seat = table, seat
        creatures, pool = table.creatures, table.pool
        self.costs = _costs_best_first(creatures, worth) if worth else _ranked_costs(creatures, pool, goal)
        self.hand = sorted_card_indexes(table.players[seat].hand)
        self.unseen = ALL_CARDS_MASK & ~bitmask_of(card_indexes([*table.players[seat].hand, *table.pile]))

    def best_affordable_creature_value(self, hand: tuple[int, ...]) -> float:
        """Return the value of the best creature that a hand can pay for now, or 0."""
        held = held_sets(hand)
        return next((value for value, cost in self.costs if held.lane_masks(cost)[1] >> held.last_lane), 0)

    def draw_worth(self, kept: tuple[int, ...]) -> HandWorthAfterDraw:
        """Return what the kept cards and one drawn card can pay for on average."""
        gone = [index for index, card in enumerate(self.hand) if card not in kept]
        if len(gone) == 1 and len(kept) == len(self.hand) - 1:  # all discards of the hand share its sets
            rows, lane = self._completions_of_hand, LANE_BITS * gone[0]
        else:
            rows, lane = self.lane_masks_by_cost(kept), LANE_BITS * len(kept)
        unseen = self.unseen
        cards = unseen.bit_count()
        now = next((value for value, _, paying in rows if paying >> lane & 1), 0)
        total, more = 0.0, 0.0
        covered = 0
        for value, completing, _ in rows:
            if value <= now:
                break
            outs = completing >> lane & unseen
            more += value * outs.bit_count()
            total += value * (outs & ~covered).bit_count()
            covered |= outs
        total += now * (cards - covered.bit_count())
        return HandWorthAfterDraw(total / max(1, cards), more / max(1, cards))

    def lane_masks_by_cost(self, hand: tuple[int, ...]) -> list[tuple[float, int, int]]:
        """Return the value of each cost, the best first, with its `HeldSets.lane_masks` for a hand.

        Costs that no card completes are left out, and those after which a hand without any of its cards can
        pay for something better.
        """
        held, rows = held_sets(hand), []
        unpaid = held.all_lanes
        for value, cost in self.costs:
            completing, paying = held.lane_masks(cost)
            if completing:
                rows.append((value, completing, paying))
                unpaid &= ~paying
                if not unpaid:
                    break
        return rows

    @cached_property
    def _completions_of_hand(self) -> list[tuple[float, int, int]]:
        return self.lane_masks_by_cost(self.hand)


def sorted_card_indexes(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the indexes of cards in ascending order."""
    return tuple(sorted(card_indexes(cards)))


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
                self.outlook.best_affordable_creature_value(hand), self.outlook.draw_worth(hand).mean_best
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
