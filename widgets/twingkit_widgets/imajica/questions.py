"""The pictures beside a question on Imajica: the table if the answer depends on it."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.learn.quiz import Item
from twingkit_widgets.imajica.play.answers import answer_label
from twingkit_widgets.learn.practice.pictures import PlainPictures, TablePictures
from twingkit_widgets.panel.wording import capitalize_first

QUESTIONS_WITHOUT_TABLE = (
    "cards:hidden",
    "setting-up:deck",
    "setting-up:starters",
    "setting-up:tournament",
    "setting-up:first-sites",
    "setting-up:first-hand",
    "setting-up:leader",
    "setting-up:coming",
    "powers:minor",
    "ending:forms",
)
"""The kinds of questions whose answer does not depend on a table."""


class ImajicaQuestionPictures(PlainPictures):
    """The pictures of the questions."""

    def table_html(self, item: Item, *, answered: bool, step: int | None, rule_act: str) -> TablePictures:
        """Render the table as the learner's seat sees it, or nothing if the question needs no table."""
        if f"{item.topic}:{item.kind}" in QUESTIONS_WITHOUT_TABLE:
            return TablePictures()
        return super().table_html(item, answered=answered, step=step, rule_act=rule_act)

    def option_text(self, before: Game, line: str) -> str:
        """Return an answer in words."""
        return capitalize_first(answer_label(before.strip_seat(line)))
