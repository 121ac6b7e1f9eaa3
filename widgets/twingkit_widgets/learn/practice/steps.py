"""A question played out step by step."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit import Game
from twingkit.learn.quiz import Item
from twingkit_widgets.learn.practice.words import WORDS

AnswerSentence = Callable[[Game, str], str]
"""Returns an answer in words, from the game before it and its text."""


@attrs.frozen
class Step:
    """A moment of a question that is played out: the game after `place` answers, and the rulings of the last
    answer, or without rulings the answer itself.
    """

    place: int
    game: Game
    before: Game | None = None
    line: str = ""

    @classmethod
    def of(cls, item: Item, place: int) -> Step:
        """Return the moment after `place` of the answers that play the question out."""
        start, lines = played(item)
        if not place:
            return cls(0, start)
        before = start.give_answers(*lines[: place - 1])
        return cls(place, before.copy().give_answers(lines[place - 1]), before, lines[place - 1])

    def sentences(self, answer: AnswerSentence) -> list[tuple[str, str]]:
        """Return what happened, as sentences with the ids of their rules ("" for none)."""
        if self.before is None:
            return [(WORDS.say("quiz.step_begin"), "")]
        sentences = [(ruling.text(), ruling.rule) for ruling in self.game.transcript[-1].rulings]
        return sentences or [(answer(self.before, self.line), "")]


def played(item: Item) -> tuple[Game, tuple[str, ...]]:
    """Return the game at the first step of a question and the answers that play it out; for a game that was
    over when the question was made, all of its answers.
    """
    lines = lines_of(item)
    return item.game() if lines is item.after else item.start_game(), lines


def lines_of(item: Item) -> tuple[str, ...]:
    """Return the answers that play a question out, like `played`, but without playing if possible."""
    return item.before if not item.after and item.game().over else item.after
