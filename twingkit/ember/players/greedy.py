"""The computer player `greedy`: it takes the most Victory Points in this turn, by exact counts.

It discards the card that costs the fewest Victory Points on average, conjures the best creature that it can
pay for, uses abilities that draw or harm as soon as it may, cancels abilities that would harm it, and calls
when it leads.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.ember.players.outlook import Outlook, hand_of
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.choices import EmberChoice
from twingkit.ember.rules.questions import PASS, TURN, Answer, Conjure, Draw, LastUse, Respond
from twingkit.ember.rules.table import EmberTable

HARMS = ("mark", "discard", "steal", "limit")
"""Verbs that `greedy` uses on opponents as soon as it may."""

Rank = tuple[float, ...]


class Greedy:
    """A player that looks one turn ahead; it is deterministic for a seed.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> Greedy(1)(position_game(line, seed=1))
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
        if uses.CALL in answers and self.should_call(table, question.player):
            return uses.CALL
        kind = "choice" if isinstance(question, EmberChoice) else question.kind
        chosen: Callable[[EmberTable, Question, list[str]], str] = getattr(self, f"on_{kind}")
        return chosen(table, question, [answer for answer in answers if answer != uses.CALL])

    # -- questions

    def should_call(self, table: EmberTable, seat: int) -> bool:
        """Return True if the player should call, which is when it leads."""
        others = max(player.total for player in table.opponents(seat))
        return table.players[seat].total >= table.variant.length and table.players[seat].total > others

    def on_draw(self, table: EmberTable, question: Draw, answers: list[str]) -> str:
        """Answer step 1: use an ability that harms, otherwise choose the draw with the best outlook."""
        harm = self.harmful_use(table, question.player, answers)
        if harm:
            return harm
        return self.best_step(Outlook(table, question.player), table, question.player, answers)

    def best_step(self, outlook: Outlook, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return the draw, refresh or `stay` with the best outlook."""
        steps = [answer for answer in answers if not uses.is_use(answer) and answer != "refresh"]
        return max(steps, key=lambda answer: self.worth_of_step(outlook, table, seat, answer))

    def worth_of_step(self, outlook: Outlook, table: EmberTable, seat: int, answer: str) -> Rank:
        """Return the Victory Points that an answer in step 1 brings on average."""
        hand = list(table.players[seat].hand)
        words = answer.split()
        if words[0] == "stay":
            return float(outlook.payable(outlook.hand)), 0.0
        for card in words[1:]:
            if card != "pile":
                hand.remove(card)
        if words[-1] == "pile" and table.pile:
            return float(outlook.payable(hand_of([*hand, table.pile[-1]]))), 0.0
        return outlook.after_draw(hand_of(hand))

    def on_conjure(self, table: EmberTable, question: Conjure, answers: list[str]) -> str:
        """Answer step 2: first use abilities that draw, then conjure the best creature, if possible without
        Archmages.
        """
        ways = [answer for answer in answers if answer.startswith("conjure")]
        draws = self.drawing_use(table, question.player, answers)
        if not ways:
            return draws or self.harmful_use(table, question.player, answers) or "done"
        return max(ways, key=lambda answer: self.worth_of_payment(table, answer))

    def worth_of_payment(self, table: EmberTable, answer: str) -> Rank:
        """Return a rank of a payment: the value of the creature, then how few Archmages it takes."""
        _, name, *cards = answer.split()
        creature = table.creatures[name]
        return float(creature.value + creature.bonus), -float(cards.count(ARCHMAGE))

    def on_respond(self, table: EmberTable, question: Respond, answers: list[str]) -> str:
        """Answer a window: wait for the player's own turn."""
        return TURN

    def on_last(self, table: EmberTable, question: LastUse, answers: list[str]) -> str:
        """Answer the last round: harm the player with the most Victory Points."""
        return self.harmful_use(table, question.player, answers) or PASS

    def on_answer(self, table: EmberTable, question: Answer, answers: list[str]) -> str:
        """Answer an announced use: stop it if it targets this player, with the lowest creature that can."""
        if question.player in uses.affected_seats(table, question.use):
            return min(answers[1:], key=lambda answer: table.creatures[answer.split()[1]].value)
        return PASS

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[str]) -> str:
        """Give up the cards without which the hand is worth most; for other choices take any option."""
        if question.kind in ("discard", "give", "redraw"):
            outlook = Outlook(table, question.player)
            hand = table.players[question.player].hand
            return max(answers, key=lambda answer: outlook.after_draw(_left(hand, answer.split()[1:])))
        return self.rng.choice(answers)

    # -- abilities

    def drawing_use(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return a use that draws cards; "" if there is none."""
        return next((answer for answer in answers if _verb(table, seat, answer) == "draw"), "")

    def harmful_use(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return a use that harms the opponent with the most Victory Points; "" if there is none."""
        leader = max(table.opponents(seat), key=lambda player: player.total).seat
        for answer in answers:
            if _verb(table, seat, answer) in HARMS:
                affected = uses.affected_seats(table, uses.parse_use(table, seat, answer))
                if leader in affected and seat not in affected:
                    return answer
        return ""


def _left(hand: Sequence[str], gone: Sequence[str]) -> tuple[int, ...]:
    """Return the places of a hand's cards without the cards `gone`."""
    left = list(hand)
    for card in gone:
        left.remove(card)
    return hand_of(left)


def _verb(table: EmberTable, seat: int, answer: str) -> str:
    """Return the verb of a use of a creature; "" for any other answer."""
    if not answer.startswith("use "):
        return ""
    return uses.parse_use(table, seat, answer).effects[0].verb
