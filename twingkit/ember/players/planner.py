"""The planning computer player behind `expert`, which plans with abilities.

Like `steady` it counts the turns left until the call. In addition it values abilities until
then (`prospects.py`): it draws and conjures for them, flips and revives by their worth, takes cards from a
hand just before that player conjures, replaces bad cards, and orders the deck before it draws.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.acts import Act
from twingkit.ember.players.best_use import best_last_round_use, best_use
from twingkit.ember.players.greedy import used_ability_verb
from twingkit.ember.players.outlook import DrawOutlook, NextTurnOutlook, sorted_card_indexes
from twingkit.ember.players.prospects import POINTS_PER_TURN, Prospects, turns_needed
from twingkit.ember.players.steady import SteadyPlayer, missing_points, value_with_new_cards
from twingkit.ember.rules import choices
from twingkit.ember.rules.acts import PASS, AbilityAct, Conjure
from twingkit.ember.rules.cards import (
    bitmask_of,
    card_indexes,
    card_notation,
    indexes_in_bitmask,
    without_cards,
)
from twingkit.ember.rules.drawing import DECK, PILE
from twingkit.ember.rules.questions import DrawStepQuestion, LastRoundUse
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.rules.uses import AbilityUse

_BETTER_CARDS_MARGIN = 5.0
"""Victory Points that a conjuring may bring less than the best one if it keeps better cards."""

SAMPLES = 20
"""Number of hands dealt to estimate the gain from replacing cards."""

_MIN_GAIN_BY_VERB = {"draw": 1.0, "top": 1.0, "any": 1.5, "redraw": 1.2}
"""Victory Points that new cards must bring beyond the hand's present value, by verb or scope."""

ENDGAME_TURNS = 0.6
"""Number of turns left from which a small gain is enough."""

LITTLE, LAST_RESORT = 0.15, 0.01
"""Minimum gains near the end of the game, and for a hand that pays for nothing."""


def turns_saved_outlook(table: EmberTable, seat: int) -> DrawOutlook:
    """Return a seat's `DrawOutlook` in which each creature counts by the turns that its points and its
    ability save.

    If the seat has ordered cards on the deck, the first of them is the next card.
    """
    missing, prospects = missing_points(table, seat), Prospects(table, seat)

    def worth(name: str) -> float:
        creature = table.creatures[name]
        points = creature.points
        saved = turns_needed(missing) - turns_needed(missing - points)
        if points >= missing:
            return saved
        return saved + prospects.expected_ability_points(creature, points) / POINTS_PER_TURN

    outlook = DrawOutlook(table, seat, worth={name: worth(name) for name in table.pool})
    if seat in table.deck.seats_knowing_next:
        outlook.unseen = bitmask_of(card_indexes(table.deck.known_top[:1]))
    return outlook


class Planner(SteadyPlayer):
    """The policy `expert`, a computer player that also plans with creatures' abilities; deterministic for a
    seed.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> str(Planner(1)(position_game(line, seed=1)))
    'conjure titan A5 E5 F5 A9 E9'
    """

    sample_count = 10

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.methods |= {
            choices.FlipOwnCreature: self.on_flip_own,
            choices.Redraw: self.on_redraw,
            choices.DiscardOpponentCard: self.on_pick,
            choices.DrawSource: self.on_source,
            choices.OrderDeckCards: self.on_order,
        }

    def on_draw(self, table: EmberTable, question: DrawStepQuestion, answers: list[Act]) -> Act:
        """Answer step 1: use an ability if it is worth it, order the deck, then choose the best draw."""
        seat = question.player
        use: Act | None = self.best_use(table, seat, answers)
        if not use and seat not in table.deck.seats_knowing_next:
            orders = (answer for answer in answers if used_ability_verb(table, answer) == "order")
            use = next(orders, None)
        return use or self.best_draw_or_stay(turns_saved_outlook(table, seat), table, seat, answers)

    def best_use(self, table: EmberTable, seat: int, answers: Sequence[Act]) -> AbilityAct | None:
        """Return the ability use that is worth most until the call, or None if none is worth it."""
        return best_use(table, seat, answers)

    def promising_conjurings(self, table: EmberTable, ranked: list[Conjure]) -> list[Conjure]:
        """Return the conjurings to weigh: those that bring almost as much now as the best one."""
        prospects, gained = Prospects(table, table.current), dict[str, float]()
        for answer in ranked:
            creature = table.creatures[answer.creature]
            points = creature.points
            gained[creature.id] = points + prospects.expected_ability_points(creature, points)
        least = max(gained.values()) - _BETTER_CARDS_MARGIN
        near = [answer for answer in ranked if gained[answer.creature] >= least]
        return sorted(near, key=lambda answer: gained[answer.creature], reverse=True)

    def _lasting(self, table: EmberTable, answer: Conjure) -> float:
        """Return the worth in Victory Points of a conjured creature's ability."""
        creature = table.creatures[answer.creature]
        return Prospects(table, table.current).expected_ability_points(creature, creature.points)

    def card_outlook(self, table: EmberTable, seat: int) -> DrawOutlook:
        """Return the outlook that values new cards by the turns that they save."""
        return turns_saved_outlook(table, seat)

    def gain_from_cards(self, outlook: DrawOutlook, use: AbilityUse, now: float) -> float:
        """Return the Victory Points that the cards of a use add to a hand, 0 if they are too few."""
        effect, prospects = use.effects[0], Prospects(outlook.table, outlook.seat)
        ending = prospects.ability_turns_left() < ENDGAME_TURNS
        kind = effect.scope or effect.verb
        least = LAST_RESORT if not now else LITTLE if ending else _MIN_GAIN_BY_VERB[kind]
        if effect.verb == "redraw":
            then = self.best_redraw(outlook, effect.amount)[0]
        else:
            then = value_with_new_cards(outlook, use)
        gain = POINTS_PER_TURN * (then - now)
        return gain if gain >= least else 0.0

    def best_redraw(self, outlook: DrawOutlook, max_count: int) -> tuple[float, list[int]]:
        """Return the best redraw of at most `max_count` cards: the average number of turns that the new hand
        saves, and the indexes of the cards to replace.

        The cards are given up one by one, each the one that the hand misses least.
        """
        rng, unseen = random.Random(outlook.table.turn), list(indexes_in_bitmask(outlook.unseen))
        left, best, gone = outlook.hand, (-1.0, list[int]()), list[int]()
        turn = NextTurnOutlook(outlook.table, outlook.seat, outlook=outlook)
        for card in turn.cards_to_discard(outlook.hand, min(max_count, len(outlook.hand))):
            gone.append(card)
            left = tuple(place for place in left if place != card)
            deals = [rng.sample(unseen, min(len(gone), len(unseen))) for _ in range(SAMPLES)]
            mean = (
                sum(outlook.best_affordable_creature_value(tuple(sorted((*left, *deal)))) for deal in deals)
                / SAMPLES
            )
            if mean > best[0]:
                best = mean, list(gone)
        return best

    def on_last(self, table: EmberTable, question: LastRoundUse, answers: list[Act]) -> Act:
        """Answer the last round with the use that improves this seat's lead most."""
        return best_last_round_use(table, question.player, answers) or PASS

    def on_flip_own(self, table: EmberTable, question: choices.FlipOwnCreature, answers: list[Act]) -> Act:
        """Flip the creature whose loss costs least."""
        prospects = Prospects(table, question.player)
        return question.choose(
            [min(question.choices, key=lambda name: prospects.loss_if_flipped(table.creatures[name]))]
        )

    def on_redraw(self, table: EmberTable, question: choices.Redraw, answers: list[Act]) -> Act:
        """Replace the cards whose replacement saves most turns."""
        _, gone = self.best_redraw(turns_saved_outlook(table, question.player), question.count_to_choose)
        return question.choose([card_notation(place) for place in gone])

    def on_discard(self, table: EmberTable, question: choices.DiscardHandCards, answers: list[Act]) -> Act:
        """Give up the cards without which the hand saves most turns."""
        outlook, hand = turns_saved_outlook(table, question.player), table.players[question.player].hand
        return max(answers, key=lambda answer: _left_worth(outlook, hand, answer.words_of_kind("card")))

    def on_pick(self, table: EmberTable, question: choices.DiscardOpponentCard, answers: list[Act]) -> Act:
        """Discard the card without which the other hand saves fewest turns."""
        outlook, hand = turns_saved_outlook(table, question.player), question.choices
        return min(answers, key=lambda answer: _left_worth(outlook, hand, answer.words_of_kind("card")))

    def on_source(self, table: EmberTable, question: choices.DrawSource, answers: list[Act]) -> Act:
        """Draw from the pile if its top card pays for as much as a card of the deck does on average."""
        outlook, hand = turns_saved_outlook(table, question.player), table.players[question.player].hand
        pile = outlook.best_affordable_creature_value(sorted_card_indexes([*hand, table.pile[-1]]))
        return question.choose([PILE if pile >= outlook.draw_worth(outlook.hand).mean_best else DECK])

    def on_order(self, table: EmberTable, question: choices.OrderDeckCards, answers: list[Act]) -> Act:
        """Put the cards that the hand needs most on top."""
        outlook, hand = turns_saved_outlook(table, question.player), table.players[question.player].hand
        return question.choose(sorted(question.choices, key=lambda card: -_with_card(outlook, hand, card)))


def _left_worth(outlook: DrawOutlook, hand: Sequence[str], gone: Sequence[str]) -> float:
    """Return the turns that a hand saves without the cards `gone`, counting payable creatures most."""
    table, held = outlook.table, sorted_card_indexes(without_cards(hand, gone))
    later = outlook.draw_worth(held).mean_best
    owner = table.current == outlook.seat or tuple(hand) != tuple(table.players[outlook.seat].hand)
    if not (table.awaits_conjuring and owner):
        return later
    return outlook.best_affordable_creature_value(held) + 0.3 * later


def _with_card(outlook: DrawOutlook, hand: Sequence[str], card: str) -> float:
    """Return the turns that a hand saves with one more card, after the best discard if it is full."""
    full = len(hand) >= outlook.table.players[outlook.seat].hand_limit
    kept = [without_cards(hand, [gone]) for gone in hand] if full else [list(hand)]
    return max(outlook.best_affordable_creature_value(sorted_card_indexes([*cards, card])) for cards in kept)
