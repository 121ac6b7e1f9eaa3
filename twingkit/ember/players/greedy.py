"""The computer player `greedy`: it maximizes the Victory Points of this turn by exact counts.

It discards the card that costs the fewest Victory Points on average, conjures the best creature that it can
pay for, uses abilities that draw or harm as soon as it may, cancels abilities that would harm it, and calls
when it leads.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.ember.players.outlook import DrawOutlook, HandWorthAfterDraw, sorted_card_indexes
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import ARCHMAGE, without_cards
from twingkit.ember.rules.choices import EmberChoice
from twingkit.ember.rules.questions import (
    PASS,
    TURN,
    AnswerAbility,
    ConjureStep,
    DrawStepQuestion,
    LastRoundUse,
    RespondInWindow,
)
from twingkit.ember.rules.table import EmberTable

_HARMFUL_VERBS = ("mark", "discard", "steal", "limit")
"""Verbs of effects that `greedy` uses against opponents as soon as possible."""

Rank = tuple[float, ...]


class GreedyPlayer:
    """The policy `greedy`, a computer player that looks one turn ahead; deterministic for a seed.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> GreedyPlayer(1)(position_game(line, seed=1))
    'conjure cerberus A5 E5 F5 A9 E9'
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, game: Game) -> str:
        """Return the answer to the pending question."""
        question = game.question
        assert question is not None
        table: EmberTable = game.table
        answers: list[str] = list(question.options())
        if len(answers) == 1:
            return answers[0]
        if uses.CALL_ANSWER in answers and self.should_call(table, question.player):
            return uses.CALL_ANSWER
        kind = "choice" if isinstance(question, EmberChoice) else question.kind
        chosen: Callable[[EmberTable, Question, list[str]], str] = getattr(self, f"on_{kind}")
        return chosen(table, question, [answer for answer in answers if answer != uses.CALL_ANSWER])

    # -- questions

    def should_call(self, table: EmberTable, seat: int) -> bool:
        """Return True if this player leads."""
        others = max(player.total for player in table.opponents(seat))
        return table.players[seat].total >= table.variant.length and table.players[seat].total > others

    def on_draw(self, table: EmberTable, question: DrawStepQuestion, answers: list[str]) -> str:
        """Answer step 1: use an ability that harms, otherwise choose the draw with the best outlook."""
        harm = self.harmful_use(table, question.player, answers)
        if harm:
            return harm
        return self.best_draw_or_stay(DrawOutlook(table, question.player), table, question.player, answers)

    def best_draw_or_stay(
        self, outlook: DrawOutlook, table: EmberTable, seat: int, answers: Sequence[str]
    ) -> str:
        """Return the draw or `stay` with the best outlook, without considering `refresh`."""
        steps = [answer for answer in answers if not uses.is_ability_use(answer) and answer != "refresh"]
        return max(steps, key=lambda answer: self.draw_step_rank(outlook, table, seat, answer))

    def draw_step_rank(self, outlook: DrawOutlook, table: EmberTable, seat: int, answer: str) -> Rank:
        """Rank an answer to step 1 by the mean value of the best creature that the hand can pay for
        afterwards, then by a tie-breaker.
        """
        words = answer.split()
        if words[0] == "stay":
            return float(outlook.best_affordable_creature_value(outlook.hand)), 0.0
        hand = without_cards(table.players[seat].hand, [card for card in words[1:] if card != "pile"])
        if words[-1] == "pile" and table.pile:
            return float(
                outlook.best_affordable_creature_value(sorted_card_indexes([*hand, table.pile[-1]]))
            ), 0.0
        return outlook.draw_worth(sorted_card_indexes(hand))

    def on_conjure(self, table: EmberTable, question: ConjureStep, answers: list[str]) -> str:
        """Answer step 2: first use abilities that draw, then conjure the best creature."""
        ways = [answer for answer in answers if answer.startswith("conjure")]
        draws = self.drawing_use(table, question.player, answers)
        if not ways:
            return draws or self.harmful_use(table, question.player, answers) or "done"
        return max(ways, key=lambda answer: self.payment_rank(table, answer))

    def payment_rank(self, table: EmberTable, answer: str) -> Rank:
        """Return a payment's rank: the value of the creature, then the fewest Archmages."""
        _, name, *cards = answer.split()
        return float(table.creatures[name].points), -float(cards.count(ARCHMAGE))

    def on_respond(self, table: EmberTable, question: RespondInWindow, answers: list[str]) -> str:
        """Answer a window: pass for the rest of the turn."""
        return TURN

    def on_last(self, table: EmberTable, question: LastRoundUse, answers: list[str]) -> str:
        """Answer the last round: harm the opponent with the most Victory Points."""
        return self.harmful_use(table, question.player, answers) or PASS

    def on_answer(self, table: EmberTable, question: AnswerAbility, answers: list[str]) -> str:
        """Answer an announced use: stop it with the lowest creature possible if it targets this player."""
        if question.player in uses.affected_seats(table, question.use):
            return min(answers[1:], key=lambda answer: table.creatures[answer.split()[1]].value)
        return PASS

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[str]) -> str:
        """Answer a choice: give up the cards that are least useful to the hand, otherwise take any option."""
        if question.kind in ("discard", "give", "redraw"):
            outlook = DrawOutlook(table, question.player)
            hand = table.players[question.player].hand

            def worth_of_rest(answer: str) -> HandWorthAfterDraw:
                left = without_cards(hand, answer.split()[1:])
                return outlook.draw_worth(sorted_card_indexes(left))

            return max(answers, key=worth_of_rest)
        return self.rng.choice(answers)

    # -- abilities

    def drawing_use(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return an ability use that draws cards, or "" if there is none."""
        return next((answer for answer in answers if used_ability_verb(table, seat, answer) == "draw"), "")

    def harmful_use(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return an ability use that harms the opponent with the most Victory Points but not this seat, or ""
        if there is none.
        """
        leader = max(table.opponents(seat), key=lambda player: player.total).seat
        for answer in answers:
            if used_ability_verb(table, seat, answer) in _HARMFUL_VERBS:
                affected = uses.affected_seats(table, uses.parse_ability_use(table, seat, answer))
                if leader in affected and seat not in affected:
                    return answer
        return ""


def used_ability_verb(table: EmberTable, seat: int, answer: str) -> str:
    """Return the first verb of the creature ability that an answer uses, or "" if the answer uses no
    creature.
    """
    return uses.parse_ability_use(table, seat, answer).effects[0].verb if answer.startswith("use ") else ""
