"""The planning computer player behind `expert`, which plans with abilities.

Like `steady` it counts the turns left until the call. In addition it values abilities until
then (`prospects.py`): it draws and conjures for them, flips and revives by their worth, takes cards from a
hand just before that player conjures, replaces bad cards, and orders the deck before it draws.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.ember.players.best_use import best_last_round_use, best_use
from twingkit.ember.players.next_turn import NextTurnOutlook
from twingkit.ember.players.outlook import DrawOutlook, sorted_card_indexes
from twingkit.ember.players.prospects import POINTS_PER_TURN, Prospects
from twingkit.ember.players.steady import Steady, missing_points
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import bitmask_of, card_indexes, card_token, indexes_in_bitmask
from twingkit.ember.rules.choices import (
    Discard,
    DiscardOpponentCard,
    DrawSource,
    EmberChoice,
    FlipOwnCreature,
    OrderDeckCards,
    Redraw,
)
from twingkit.ember.rules.questions import PASS, ConjureStep, DrawStep, LastRoundUse, RespondInWindow
from twingkit.ember.rules.table import EmberTable

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
    """Return a seat's outlook that values creatures by the turns that their points and abilities save.

    If the seat has ordered cards on the deck, the first of them is the next card.
    """
    missing, prospects = missing_points(table, seat), Prospects(table, seat)

    def worth(name: str) -> float:
        creature = table.creatures[name]
        points = creature.value + creature.bonus_points
        saved = turns_needed(missing) - turns_needed(missing - points)
        return (
            saved
            if points >= missing
            else saved + prospects.expected_ability_points(creature, points) / POINTS_PER_TURN
        )

    outlook = DrawOutlook(table, seat, worth={name: worth(name) for name in table.pool})
    if seat in table.deck.next_known_to:
        outlook.unseen = bitmask_of(card_indexes(table.deck.top[:1]))
    return outlook


class Planner(Steady):
    """A player that plans with abilities; it is deterministic for a seed.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> Planner(1)(position_game(line, seed=1))
    'conjure titan A5 E5 F5 A9 E9'
    """

    sample_count = 10

    def on_draw(self, table: EmberTable, question: DrawStep, answers: list[str]) -> str:
        """Answer step 1: use an ability if it is worth it, order the deck, then choose the best draw."""
        seat = question.player
        use = best_use(table, seat, answers)
        if not use and seat not in table.deck.next_known_to:
            orders = (answer for answer in answers if _verb(table, seat, answer) == "order")
            use = next(orders, "")
        return use or self.best_draw_or_stay(turns_saved_outlook(table, seat), table, seat, answers)

    def on_conjure(self, table: EmberTable, question: ConjureStep, answers: list[str]) -> str:
        """Answer step 2: use worthwhile or card-improving abilities, then conjure the best creature."""
        seat = question.player
        use = best_use(table, seat, answers)
        if use or table.has_conjured or table.has_refreshed:
            return use or "done"
        ways = [answer for answer in answers if answer.startswith("conjure")]
        use = self.card_improving_use(table, seat, answers)
        return use or (self.best_conjuring(table, seat, ways) if ways else "done")

    def promising_conjurings(self, table: EmberTable, ranked: list[str]) -> list[str]:
        """Return the conjurings to weigh: those that bring almost as much now as the best one."""
        prospects, gained = Prospects(table, table.current), dict[str, float]()
        for answer in ranked:
            name = answer.split()[1]
            creature = table.creatures[name]
            points = creature.value + creature.bonus_points
            gained[name] = points + prospects.expected_ability_points(creature, points)
        least = max(gained.values()) - _BETTER_CARDS_MARGIN
        near = [answer for answer in ranked if gained[answer.split()[1]] >= least]
        return sorted(near, key=lambda answer: gained[answer.split()[1]], reverse=True)

    def _lasting(self, table: EmberTable, answer: str) -> float:
        """Return the worth in Victory Points of a conjured creature's ability."""
        creature = table.creatures[answer.split()[1]]
        gained = creature.value + creature.bonus_points
        return Prospects(table, table.current).expected_ability_points(creature, gained)

    def card_improving_use(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return the ability use that draws cards for a better creature than the hand can pay for now, or ""
        if there is none.
        """
        verbs = {answer: _verb(table, seat, answer) for answer in answers}
        if not {"draw", "take", "redraw"} & set(verbs.values()):
            return ""
        outlook = turns_saved_outlook(table, seat)
        now = outlook.best_affordable_creature_value(outlook.hand)
        ending = Prospects(table, seat).ability_turns_left() < ENDGAME_TURNS
        gains = {"": 0.0}
        for answer, verb in verbs.items():
            if verb not in ("draw", "take", "redraw"):
                continue
            effect = uses.parse_use(table, seat, answer).effects[0]
            least = LAST_RESORT if not now else LITTLE if ending else _MIN_GAIN_BY_VERB[effect.scope or verb]
            if verb == "take":
                card = answer.split()[2] if effect.scope == "any" else table.pile[-1]
                then = outlook.best_affordable_creature_value(
                    sorted_card_indexes([*table.players[seat].hand, card])
                )
            elif verb == "draw":
                then = outlook.mean_best_value_after_draw(outlook.hand).best
            else:
                then = self.best_redraw(outlook, effect.amount)[0]
            gain = POINTS_PER_TURN * (then - now)
            if gain >= least:
                gains[answer] = gain
        return max(gains, key=lambda answer: gains[answer])

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

    def on_respond(self, table: EmberTable, question: RespondInWindow, answers: list[str]) -> str:
        """Answer a window: use an ability if it is worth it now, otherwise pass."""
        return best_use(table, question.player, answers) or PASS

    def on_last(self, table: EmberTable, question: LastRoundUse, answers: list[str]) -> str:
        """Answer the last round with the use that improves this seat's lead most."""
        return best_last_round_use(table, question.player, answers) or PASS

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[str]) -> str:
        """Choose the cards, creatures or piles that suit the player's own plan best."""
        seat = question.player
        if isinstance(question, FlipOwnCreature):
            prospects = Prospects(table, seat)
            return min(
                answers, key=lambda answer: prospects.loss_if_flipped(table.creatures[answer.split()[1]])
            )
        outlook, hand = turns_saved_outlook(table, seat), table.players[seat].hand
        if isinstance(question, Redraw):
            _, gone = self.best_redraw(outlook, question.count_to_choose)
            return " ".join(
                [question.answer_prefix, *question.sort_choice([card_token(place) for place in gone])]
            )
        if isinstance(question, Discard):
            return max(answers, key=lambda answer: _left_worth(outlook, hand, answer.split()[1:]))
        if isinstance(question, DiscardOpponentCard):
            return min(answers, key=lambda answer: _left_worth(outlook, question.choices, answer.split()[1:]))
        if isinstance(question, DrawSource):
            pile = outlook.best_affordable_creature_value(sorted_card_indexes([*hand, table.pile[-1]]))
            return (
                "from pile" if pile >= outlook.mean_best_value_after_draw(outlook.hand).best else "from deck"
            )
        if isinstance(question, OrderDeckCards):
            ranked = sorted(question.choices, key=lambda card: -_with_card(outlook, hand, card))
            return " ".join([question.answer_prefix, *ranked])
        return super().on_choice(table, question, answers)


def _verb(table: EmberTable, seat: int, answer: str) -> str:
    return uses.parse_use(table, seat, answer).effects[0].verb if answer.startswith("use ") else ""


def _left_worth(outlook: DrawOutlook, hand: Sequence[str], gone: Sequence[str]) -> float:
    """Return the turns that a hand saves without the cards `gone`, counting payable creatures most."""
    table, left = outlook.table, list(hand)
    for card in gone:
        left.remove(card)
    held = sorted_card_indexes(left)
    later = outlook.mean_best_value_after_draw(held).best
    waiting = table.step == "conjure" and not (table.has_conjured or table.has_refreshed)
    owner = table.current == outlook.seat or tuple(hand) != tuple(table.players[outlook.seat].hand)
    return outlook.best_affordable_creature_value(held) + 0.3 * later if waiting and owner else later


def _with_card(outlook: DrawOutlook, hand: Sequence[str], card: str) -> float:
    """Return the turns that a hand saves with one more card, after the best discard if it is full."""
    kept = [[*hand[:at], *hand[at + 1 :]] for at in range(len(hand))]
    full = len(hand) >= outlook.table.players[outlook.seat].hand_limit
    return max(
        outlook.best_affordable_creature_value(sorted_card_indexes([*cards, card]))
        for cards in (kept if full else [list(hand)])
    )
