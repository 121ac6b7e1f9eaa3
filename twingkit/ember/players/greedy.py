"""The computer player `greedy`: it maximizes the Victory Points of this turn by exact counts.

It discards the card that costs the fewest Victory Points on average, conjures the best creature that it can
pay for, uses abilities that draw or harm as soon as it may, cancels abilities that would harm it, and calls
when it leads.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.ember.players.outlook import DrawOutlook, HandWorthAfterDraw, sorted_card_indexes
from twingkit.ember.rules import acts, questions, uses
from twingkit.ember.rules.cards import ARCHMAGE, without_cards
from twingkit.ember.rules.choices import DiscardHandCards, EmberChoice
from twingkit.ember.rules.table import EmberTable

_HARMFUL_VERBS = ("mark", "discard", "steal", "limit")
"""Verbs of effects that `greedy` uses against opponents as soon as possible."""

Rank = tuple[float, ...]


class GreedyPlayer:
    """The policy `greedy`, a computer player that looks one turn ahead; deterministic for a seed.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> str(GreedyPlayer(1)(position_game(line, seed=1)))
    'conjure cerberus A5 E5 F5 A9 E9'
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.methods: dict[type[Question], Callable[[EmberTable, Any, list[Act]], Act]] = {
            questions.DrawStepQuestion: self.on_draw,
            questions.ConjureStep: self.on_conjure,
            questions.RespondInWindow: self.on_respond,
            questions.LastRoundUse: self.on_last,
            questions.AnswerAbility: self.on_answer,
            DiscardHandCards: self.on_discard,
            EmberChoice: self.on_choice,
        }

    def __call__(self, game: Game) -> Act:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        table: EmberTable = game.table
        answers: list[Act] = list(question.options())
        if len(answers) == 1:
            return answers[0]
        if acts.CALL in answers and self.should_call(table, question.player):
            return acts.CALL
        answer = next(self.methods[each] for each in type(question).__mro__ if each in self.methods)
        return answer(table, question, [answer for answer in answers if answer != acts.CALL])

    # -- questions

    def should_call(self, table: EmberTable, seat: int) -> bool:
        """Return True if this player leads."""
        others = max(player.total for player in table.opponents(seat))
        return table.players[seat].total >= table.variant.length and table.players[seat].total > others

    def on_draw(self, table: EmberTable, question: questions.DrawStepQuestion, answers: list[Act]) -> Act:
        """Answer step 1: use an ability that harms, otherwise choose the draw with the best outlook."""
        harm = self.harmful_use(table, question.player, answers)
        if harm:
            return harm
        return self.best_draw_or_stay(DrawOutlook(table, question.player), table, question.player, answers)

    def best_draw_or_stay(
        self, outlook: DrawOutlook, table: EmberTable, seat: int, answers: Sequence[Act]
    ) -> Act:
        """Return the draw or `stay` with the best outlook, without considering `refresh`."""
        steps = [answer for answer in answers if isinstance(answer, acts.Draw | acts.Stay)]
        return max(steps, key=lambda answer: self.draw_step_rank(outlook, table, seat, answer))

    def draw_step_rank(
        self, outlook: DrawOutlook, table: EmberTable, seat: int, answer: acts.Draw | acts.Stay
    ) -> Rank:
        """Rank an answer to step 1 by the mean value of the best creature that the hand can pay for
        afterwards, then by a tie-breaker.
        """
        if isinstance(answer, acts.Stay):
            return float(outlook.best_affordable_creature_value(outlook.hand)), 0.0
        hand = without_cards(table.players[seat].hand, answer.words_of_kind("card"))
        if answer.from_pile and table.pile:
            return float(
                outlook.best_affordable_creature_value(sorted_card_indexes([*hand, table.pile[-1]]))
            ), 0.0
        return outlook.draw_worth(sorted_card_indexes(hand))

    def on_conjure(self, table: EmberTable, question: questions.ConjureStep, answers: list[Act]) -> Act:
        """Answer step 2: first use abilities that draw, then conjure the best creature."""
        ways = [answer for answer in answers if isinstance(answer, acts.Conjure)]
        draws = self.drawing_use(table, question.player, answers)
        if not ways:
            return draws or self.harmful_use(table, question.player, answers) or acts.DONE
        return max(ways, key=lambda answer: self.payment_rank(table, answer))

    def payment_rank(self, table: EmberTable, answer: acts.Conjure) -> Rank:
        """Return a payment's rank: the value of the creature, then the fewest Archmages."""
        return float(table.creatures[answer.creature].points), -float(answer.cards.count(ARCHMAGE))

    def on_respond(self, table: EmberTable, question: questions.RespondInWindow, answers: list[Act]) -> Act:
        """Answer a window: pass for the rest of the turn."""
        return acts.PASS_TURN

    def on_last(self, table: EmberTable, question: questions.LastRoundUse, answers: list[Act]) -> Act:
        """Answer the last round: harm the opponent with the most Victory Points."""
        return self.harmful_use(table, question.player, answers) or acts.PASS

    def on_answer(self, table: EmberTable, question: questions.AnswerAbility, answers: list[Act]) -> Act:
        """Answer an announced use: stop it with the lowest creature possible if it targets this player."""
        if question.player in uses.affected_seats(table, question.use):
            ways = [answer for answer in answers if isinstance(answer, acts.AnswerWith)]
            return min(ways, key=lambda answer: table.creatures[answer.creature].value)
        return acts.PASS

    def on_discard(self, table: EmberTable, question: DiscardHandCards, answers: list[Act]) -> Act:
        """Give up the cards that are least useful to the hand."""
        outlook, hand = DrawOutlook(table, question.player), table.players[question.player].hand

        def worth_of_rest(answer: Act) -> HandWorthAfterDraw:
            left = without_cards(hand, answer.words_of_kind("card"))
            return outlook.draw_worth(sorted_card_indexes(left))

        return max(answers, key=worth_of_rest)

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[Act]) -> Act:
        """Answer another choice with any option."""
        return self.rng.choice(answers)

    # -- abilities

    def drawing_use(self, table: EmberTable, seat: int, answers: Sequence[Act]) -> Act | None:
        """Return an ability use that draws cards, or None."""
        return next((answer for answer in answers if used_ability_verb(table, answer) == "draw"), None)

    def harmful_use(self, table: EmberTable, seat: int, answers: Sequence[Act]) -> Act | None:
        """Return an ability use that harms the opponent with the most Victory Points but not this seat, or
        None.
        """
        leader = max(table.opponents(seat), key=lambda player: player.total).seat
        for answer in answers:
            if used_ability_verb(table, answer) in _HARMFUL_VERBS:
                affected = uses.affected_seats(table, uses.ability_use(table, seat, answer))
                if leader in affected and seat not in affected:
                    return answer
        return None


def used_ability_verb(table: EmberTable, answer: Act) -> str:
    """Return the first verb of the creature ability that an answer uses, or "" if the answer uses no
    creature.
    """
    return table.creatures[answer.creature].effects[0].verb if isinstance(answer, acts.Use) else ""
