"""The pictures of Imajica that the general panels use; anything else they draw plainly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.rulebook import Ruling
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.entry import GAME
from twingkit.imajica.variants.variant import Variant
from twingkit.imajica.view import GameView
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.imajica.pictures.cards import full_card_html
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import answer_label
from twingkit_widgets.imajica.play.play_game import STORY_FORMAT
from twingkit_widgets.imajica.referee.answer_texts import (
    WORDS,
    answer_part_text,
    answer_text,
    public_table_html,
)
from twingkit_widgets.imajica.words import say
from twingkit_widgets.learn.practice.pictures import QuestionPictures, TablePictures
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import DefaultGameViews
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


class _ImajicaQuestionPictures(QuestionPictures):
    def table_pictures(
        self, item: QuizItem, *, answered: bool, step: int | None, rule_act: str
    ) -> TablePictures:
        """Render the table as the learner's seat sees it, or nothing if the question needs no table."""
        if f"{item.topic}:{item.kind}" in QUESTIONS_WITHOUT_TABLE:
            return TablePictures()
        return super().table_pictures(item, answered=answered, step=step, rule_act=rule_act)

    def option_text(self, before: Game, answer_line: str) -> str:
        """Return an answer in words."""
        return capitalize_first(answer_label(before.strip_seat(answer_line)))


IMAJICA_CSS = (Path(__file__).parent / "pictures" / "imajica.css").read_text(encoding="utf-8")
"""The style of the pictures."""


class _ImajicaViews(DefaultGameViews[GameView]):
    """The pictures of Imajica for the general panels."""

    css = IMAJICA_CSS
    line_texts = WORDS
    questions = _ImajicaQuestionPictures(GAME)

    def table(self, view: GameView, size: str = "page") -> Markup:
        """Render all face-up cards and the viewer's own hand."""
        return table_html(view, size)

    def component_html(self, name: str) -> Markup:
        """Render a whole card, or the name of anything else in a frame."""
        card = load_cards().get(name.partition(".")[0])
        return full_card_html(card, "b") if card else el("span", name, cls="tk-thing")

    def goal(self, view: GameView) -> str:
        """Return an Autarch's goal in a sentence."""
        return say(f"table.goal_{Variant.resolve(view.variant).victory}")

    def option_text(self, option: object, answer: str) -> str:
        """Return an answer in words."""
        return capitalize_first(answer_label(str(option)))

    def answer_text(self, answer: str, names: Mapping[str, str]) -> str:
        """Return the words for an answer in a game that people play with real cards."""
        return answer_text(answer, names)

    def answer_word_text(self, word: str, first_word: str) -> str:
        """Return the display text of one part (`word`) of an answer that is chosen word by word."""
        return answer_part_text(word)

    def is_announced(self, ruling: Ruling) -> bool:
        """Return whether to include a ruling in a short account of the game."""
        return (ruling.rule, ruling.case) in STORY_FORMAT.important_rulings

    def public_table(self, view: GameView, names: Mapping[str, str]) -> Markup:
        """Render the table as everybody can see it."""
        return public_table_html(view, names)


VIEWS = _ImajicaViews(GAME)
"""The pictures that the game's entry refers to."""
