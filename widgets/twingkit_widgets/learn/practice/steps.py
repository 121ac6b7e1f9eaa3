"""A question that is played out, step by step."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit import Game
from twingkit.learn.quiz import Item
from twingkit_widgets.learn.practice.words import WORDS

AnswerSentence = Callable[[Game, str], str]
"""An answer in words: the game before it, its text, the language."""


@attrs.frozen
class Step:
    """A moment of a question that is played out: the game after `place` answers, and what the last one
    brought about: rulings, or, where no rule had anything to say, the answer itself."""

    place: int
    game: Game
    before: Game | None = None
    line: str = ""

    @classmethod
    def of(cls, item: Item, place: int) -> Step:
        """The moment after `place` of the answers that play the question out."""
        start, lines = played(item)
        if not place:
            return cls(0, start)
        before = start.give_answers(*lines[: place - 1])
        return cls(place, before.copy().give_answers(lines[place - 1]), before, lines[place - 1])

    def sentences(self, answer: AnswerSentence) -> list[tuple[str, str]]:
        """Return what happened, each sentence with the id of its rule ("" for none)."""
        if self.before is None:
            return [(WORDS.say("quiz.step_begin"), "")]
        sentences = [(ruling.text(), ruling.rule) for ruling in self.game.transcript[-1].rulings]
        return sentences or [(answer(self.before, self.line), "")]


def played(item: Item) -> tuple[Game, tuple[str, ...]]:
    """The game at the first step of a question, and the answers that play it out; for a game that was over
    when the question was made, the whole of it."""
    lines = lines_of(item)
    return item.game() if lines is item.after else item.start_game(), lines


def lines_of(item: Item) -> tuple[str, ...]:
    """The answers that play a question out, as `played` returns them; a page that only counts them plays
    nothing where they are there."""
    return item.before if not item.after and item.game().over else item.after
