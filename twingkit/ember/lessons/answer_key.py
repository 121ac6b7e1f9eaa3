"""The right answers in a lesson of Ember, and the numbers that its texts can use.

=========  ============================================================================================
ask        the right answer, in addition to the questions of `twingkit.learn.lesson.answer_key`
=========  ============================================================================================
count      the number of `what` after `then`: `hand p1`, `limit p1` (the Hand Size), `points p1`, `pile`,
           `deck`
lies       how the creature `what` lies after it: `up`, `down`, or `pool`
top        the card on top of the Charred Pile after it, by the options' `answer`
where      where the card `what` is after it: `p1` (a hand), `pile`, `deck`
winner     who wins after it, as records name the seat; `both` if the win is shared
rarest     the option whose `cost` the fewest five-card hands can pay
chance     the option whose range contains the chance to pay `cost` with the hand within `turns` turns
keep       the option whose discard (`answer`) gives the best chance to pay `cost` in one turn
=========  ============================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.words import format_percent
from twingkit.ember.box.pool import load_pool
from twingkit.ember.box.rarity import HANDS, rarity
from twingkit.ember.exact_odds.chance_within import chance_within, keep_table
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.table import SEATS, EmberTable, Player
from twingkit.learn.lesson.answer_key import (
    AnswerKey,
    Ask,
    Field,
    Item,
    KeyedAnswer,
    Reasons,
    option_in_range,
    option_text,
)
from twingkit.learn.lesson.lesson import LessonError, Option, Step
from twingkit.learn.quiz.quiz_of import quiz_of


def _cost(value: object) -> str:
    """Return a cost in the notation of the rules."""
    return str(Cost.parse(str(value)))


class EmberAnswerKey(AnswerKey):
    """The right answers in the lessons of Ember."""

    opponent_names = ("ida", "otto", "vera", "kurt")
    numbers = True
    fields: Mapping[str, Field] = {"what": str, "cost": _cost, "turns": int}
    option_fields: Mapping[str, Field] = {"cost": _cost}
    default_options: Mapping[str, Sequence[str]] = {**AnswerKey.default_options, "lies": ("up", "down")}

    @property
    def topics(self) -> Sequence[str]:
        """Return the topics for the check at the end of a lesson: those of the questions."""
        return tuple(quiz_of("ember").topics)

    @property
    def asks(self) -> Mapping[str, Ask]:
        """Return the kinds of predictions, by name."""
        return {
            **super().asks,
            "count": self.count,
            "lies": self.lies,
            "top": self.top,
            "where": self.where,
            "winner": self.winner,
            "rarest": rarest,
            "chance": chance,
            "keep": keep,
        }

    def check_thing(self, name: str) -> None:
        """Raise `ValueError` if `name` is not a card (`A5`, `*`), the id of a creature, `deck` or `pile`."""
        if name not in (*DECK, *load_pool(), "deck", "pile"):
            raise ValueError(f"there is no thing {name!r}")

    # -- numbers and questions

    def number(self, request: str) -> str:
        """Return a number that a lesson names.

        `hands N4` is how many of 10,000 five-card hands can pay N4, counting Archmages; `chance 2 E4 A5 A6 A7
        F9` is the chance to pay E4 within 2 turns from this hand. Raises `LessonError` for any other request.
        """
        kind, *words = request.split()
        if kind == "hands":
            return str(round(10_000 * rarity(words[0]) / HANDS))
        if kind == "chance":
            return format_percent(chance_within(words[2:], words[1], int(words[0])))
        raise LessonError(f"there is no number {request!r}")

    def questions(self, topic: str, deal: int, count: int) -> Sequence[Item]:
        """Return the questions of the check at the end of a lesson."""
        return quiz_of("ember").check(topic, deal, count)

    # -- right answers

    def _outcome(self, game: Game, step: Step) -> tuple[EmberTable, Reasons]:
        """Return the table after the answers that a step plays, and the rulings that explain it."""
        return self.game_after(game, step).table, self.explanations(game, step.then, step)

    def count(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the number of cards or points after the step."""
        table, why = self._outcome(game, step)
        kind, _, seat = step.fact("what").partition(" ")
        if kind in ("pile", "deck"):
            return _option_for(step, str(len(table.pile) if kind == "pile" else table.deck_size)), why
        player = table.players[SEATS.index(seat)]
        numbers = {"hand": len(player.hand), "limit": player.hand_size, "points": player.total}
        return _option_for(step, str(numbers[kind])), why

    def lies(self, game: Game, step: Step) -> KeyedAnswer:
        """Return which way a creature lies after the step."""
        table, why = self._outcome(game, step)
        name = step.fact("what")
        owner = table.owner_of(name)
        owned = owner.find(name) if owner else None
        return ("pool" if owned is None else "up" if owned.up else "down"), why

    def top(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the top card of the Charred Pile after the step."""
        table, why = self._outcome(game, step)
        return _option_for(step, table.pile[-1]), why

    def where(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the place of a card after the step."""
        table, why = self._outcome(game, step)
        card = step.fact("what")
        holders: list[Player] = [player for player in table.players if card in player.hand]
        return (holders[0].name if holders else "pile" if card in table.pile else "deck"), why

    def next_step(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the kind of the next question."""
        kind, why = super().next_step(game, step)
        return _option_for(step, kind), why

    def whether_allowed(self, game: Game, step: Step) -> KeyedAnswer:
        """Return `yes` or `no`; `no` also if the text is not an answer to the pending question."""
        try:
            return super().whether_allowed(game, step)
        except Refusal as no:  # a use while the hand is replenished (EM-CONJ-3)
            return "no", (no,)

    def winner(self, game: Game, step: Step) -> KeyedAnswer:
        """Return the winner after the step."""
        twin = self.game_after(game, step)
        if not twin.over:
            raise LessonError(f"step {step.id!r}: the game is not over")
        result = twin.result
        won = "both" if result.winner is None else SEATS[result.winner]
        return won, self.explanations(game, step.then, step)


def _option_for(step: Step, value: str) -> str:
    """Return the option with this value as its `answer`, otherwise the value itself."""
    return next((option.id for option in step.options if option_text(option) == value), value)


def rarest(game: Game, step: Step) -> KeyedAnswer:
    """Return the option with the cost that the fewest hands can pay."""
    return min(step.options, key=lambda option: rarity(option.facts["cost"])).id, ()


def chance(game: Game, step: Step) -> KeyedAnswer:
    """Return the option whose range contains the chance to pay a cost with the best discards."""
    hand = game.table.players[0].hand
    return option_in_range(step, chance_within(hand, step.fact("cost"), int(step.fact("turns") or 1))), ()


def keep(game: Game, step: Step) -> KeyedAnswer:
    """Return the discard with the best chance to pay a cost in this turn."""
    rows = keep_table(game.table.players[0].hand, step.fact("cost"), 1)
    counts = {row.discard: row.successes for row in rows}

    def worth(option: Option) -> int:
        return counts[option_text(option).removeprefix("draw ")]

    ranked = sorted(step.options, key=worth, reverse=True)
    if worth(ranked[0]) == worth(ranked[1]):
        raise LessonError(f"step {step.id!r}: two of its discards are equally good")
    return ranked[0].id, ()


OF_EMBER = EmberAnswerKey("ember")
"""The right answers in all lessons of the game."""
