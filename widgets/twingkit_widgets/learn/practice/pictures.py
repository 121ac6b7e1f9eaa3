"""The pictures of a question's table: a game's own, or default ones.

A game's views can have an attribute `questions`: an instance of a `QuestionPictures` subclass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from twingkit import Game
from twingkit.core.games import GameEntry, game_by_id
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.learn.practice.steps import PlayOutStep
from twingkit_widgets.panel.markup import Child, Markup
from twingkit_widgets.panel.views import views_of


class TablePictures(NamedTuple):
    """The pictures of the game table for a practice question, and an optional part to show elsewhere on the
    page.
    """

    table: Sequence[Child] = ()
    elsewhere: Markup | None = None


class QuestionPictures:
    """The pictures for a game's practice questions; the defaults use the game's general views."""

    css = ""
    """The style of the pictures."""

    def __init__(self, entry: GameEntry) -> None:
        self.entry = entry

    def table_pictures(
        self, item: QuizItem, *, answered: bool, step: int | None, rule_act: str
    ) -> TablePictures:
        """Return pictures of the game table that the question is about, as the learner's seat sees it.

        While the question is open, the table must not reveal the answer. `rule_act` is the page action that
        opens a rule.
        """
        game = item.game() if step is None else PlayOutStep.after_answers(item, step).game
        return TablePictures([views_of(self.entry.id).table(game.view(item.seat), "small")])

    def thing_pictures(self, thing_names: str) -> Sequence[Child]:
        """Return pictures of the things that a text names (`Item.cards`, `AnswerOption.cards`), separated by
        commas.
        """
        names = filter(None, (name.strip() for name in thing_names.split(",")))
        return [views_of(self.entry.id).component_html(name) for name in names]

    def answer_text(self, before: Game, answer_line: str) -> str:
        """Return a given answer in words; by default as it is typed."""
        return before.strip_seat(answer_line)

    def option_text(self, before: Game, answer_line: str) -> str:
        """Return a possible answer in words."""
        return self.answer_text(before, answer_line)

    def reference_html(self, item: QuizItem) -> Markup | None:
        """Return the values and texts of the components on the table, for reference while the question is
        open; None (the default) if there are none.
        """
        return None

    def lab_query(self, item: QuizItem) -> Mapping[str, str] | None:
        """Return the query that opens the question's position in the lab, or None (the default)."""
        return None


@cache
def pictures_of(game: str) -> QuestionPictures:
    """Return the object that draws the pictures for a game's practice questions."""
    entry = game_by_id(game)
    own: Any = getattr(entry.load("views"), "questions", None)  # defined by the game
    return own or QuestionPictures(entry)
