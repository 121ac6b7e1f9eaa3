"""The pictures of Twilight Imperium for all panels, of a battle or a whole game depending on the view."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.starts import BattleStart, BattleView
from twingkit.imperium.entry import GAME
from twingkit.imperium.galaxy.view import GameView
from twingkit_widgets.imperium.pictures.item_html import game_component_html
from twingkit_widgets.imperium.pictures.map_svg import MAP_CSS
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.imperium.pictures.table import goal_text, position_html, table_html
from twingkit_widgets.imperium.play.turn.news import NEWS_FOR_ALL
from twingkit_widgets.imperium.practice.pictures import ImperiumQuestionPictures
from twingkit_widgets.imperium.referee.answer_text import (
    WORDS,
    answer_text,
    answer_word_text,
    public_table_html,
    question_text,
)
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import DefaultGameViews

TABLE_CSS = MAP_CSS + Path(__file__).with_name("pictures").joinpath("table.css").read_text(encoding="utf-8")
"""The stylesheet of whole games."""


class _ImperiumViews(DefaultGameViews[BattleView | GameView]):
    """The pictures of Twilight Imperium: whole games are drawn; battles are shown as text."""

    css = TABLE_CSS
    line_texts = WORDS
    questions = ImperiumQuestionPictures(GAME)

    def table(self, view: BattleView | GameView, size: str = "page") -> Markup:
        """Return the map and the sheets of a whole game, or the values of a battle."""
        if isinstance(view, GameView):
            return table_html(view, size)
        return super().table(view, size)

    def position(self, game: Game, seat: int) -> Markup:
        """Return the map, the open cards, the player's cards and sheet, and the other sheets folded.

        For a battle it is both forces with their effects.
        """
        if isinstance(game.start, BattleStart):
            return el("div", self.questions.forces(game, game.start.battle), cls="tk-stack")
        return position_html(game.view(seat))

    def component_html(self, name: str) -> Markup:
        """Return the picture and text of a unit, a planet, a system or a card."""
        return game_component_html(name) or super().component_html(name)

    def goal(self, view: BattleView | GameView) -> str:
        """Return a player's aim in one sentence."""
        return goal_text(view) if isinstance(view, GameView) else super().goal(view)

    def answer_text(self, answer: str, names: Mapping[str, str]) -> str:
        """Return an answer at a real table as text."""
        return answer_text(answer, names)

    def answer_word_text(self, word: str, first_word: str) -> str:
        """Return the text of one word of an answer that is chosen word by word."""
        return answer_word_text(word, first_word)

    def public_question_text(self, question: Question, names: Mapping[str, str]) -> str:
        """Return a question as text for the players at a real table, with their names."""
        return question_text(question, names)

    def is_announced(self, ruling: Ruling) -> bool:
        """Return whether a ruling states a result that is announced at a real table."""
        return (ruling.rule, ruling.case) in NEWS_FOR_ALL

    def limitations_text(self) -> str:
        """Return the limits of the real-table referee."""
        return WORDS.say("limits")

    def public_table(self, view: BattleView | GameView, names: Mapping[str, str]) -> Markup:
        """Return the sheets and open cards, then the map."""
        return public_table_html(view, names) if isinstance(view, GameView) else self.table(view)

    def option_text(self, option: object, answer: str) -> str:
        """Return one answer as text."""
        is_notation = isinstance(option, str | Act)
        return answer_label(str(option)) if is_notation else super().option_text(option, answer)


VIEWS = _ImperiumViews(GAME)
"""The pictures that the game's entry refers to."""
