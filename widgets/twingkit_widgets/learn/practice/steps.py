"""Play a quiz question out step by step."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit import Game
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.learn.practice.words import WORDS

AnswerSentence = Callable[[Game, str], str]
"""A function that returns an answer in words, given the game before it and its text."""


@attrs.frozen
class PlayOutStep:
    """One step in the replay that follows a practice question: the game after `answer_count` answers, and
    what the last of them caused.
    """

    answer_count: int
    game: Game
    game_before: Game | None = None
    last_answer: str = ""

    @classmethod
    def after_answers(cls, item: QuizItem, answer_count: int) -> PlayOutStep:
        """Return the moment after the first `answer_count` answers that play the question out."""
        start, lines = game_and_play_out_answers(item)
        if not answer_count:
            return cls(0, start)
        before = start.give_answers(*lines[: answer_count - 1])
        return cls(
            answer_count, before.copy().give_answers(lines[answer_count - 1]), before, lines[answer_count - 1]
        )

    def sentences(self, answer_sentence: AnswerSentence) -> list[tuple[str, str]]:
        """Return the events of the step as sentences with the ids of their rules ("" for none)."""
        if self.game_before is None:
            return [(WORDS.say("quiz.step_begin"), "")]
        sentences = [(ruling.text(), ruling.rule) for ruling in self.game.transcript[-1].rulings]
        return sentences or [(answer_sentence(self.game_before, self.last_answer), "")]


def game_and_play_out_answers(item: QuizItem) -> tuple[Game, tuple[str, ...]]:
    """Return the game and the answers with which the page replays what follows a practice question. If the
    game was over when the question was made, these are its start and all of its answers.
    """
    lines = play_out_answers(item)
    return item.game() if lines is item.answers_after else item.start_game(), lines


def play_out_answers(item: QuizItem) -> tuple[str, ...]:
    """Return the answers that the page replays after a practice question, like `game_and_play_out_answers`,
    but without starting a game if possible.
    """
    return item.answers_before if not item.answers_after and item.game().over else item.answers_after
