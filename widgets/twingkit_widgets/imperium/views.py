"""The pictures of Twilight Imperium for the machines of the panels: those of a battle, or of a whole game, as
the view is of one or the other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.starts import BattleStart, BattleView
from twingkit.imperium.entry import GAME
from twingkit.imperium.galaxy.view import View
from twingkit_widgets.imperium.pictures.map_svg import MAP_CSS
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.imperium.pictures.table import goal_text, position_html, table_html
from twingkit_widgets.imperium.pictures.things import thing_html
from twingkit_widgets.imperium.play.turn.news import RESULTS
from twingkit_widgets.imperium.practice.pictures import ImperiumQuestions
from twingkit_widgets.imperium.referee.answer_text import (
    WORDS,
    answer_text,
    open_table,
    question_text,
    word_text,
)
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import PlainViews

TABLE_CSS = MAP_CSS + Path(__file__).with_name("pictures").joinpath("table.css").read_text(encoding="utf-8")
"""The style of the pictures of whole games."""


class ImperiumViews(PlainViews[BattleView | View]):
    """The pictures of Twilight Imperium: whole games are drawn; battles are shown as text."""

    css = TABLE_CSS
    lines = WORDS
    questions = ImperiumQuestions()

    def table(self, view: BattleView | View, size: str = "page") -> Markup:
        """The map with all that stands on it and the sheets; of a battle its values."""
        if isinstance(view, View):
            return table_html(view, size)
        return super().table(view, size)

    def position(self, game: Game, seat: int) -> Markup:
        """Return the map, the open cards, the player's cards and sheet, and the other sheets folded; of a
        battle both forces with their effects.
        """
        if isinstance(game.start, BattleStart):
            return el("div", self.questions.forces(game, game.start.battle), cls="tk-stack")
        return position_html(game.view(seat))

    def thing(self, name: str) -> Markup:
        """The picture and the words of a unit, a planet, a system or a card."""
        return thing_html(name) or super().thing(name)

    def goal(self, view: BattleView | View) -> str:
        """The aim of a player in a sentence."""
        return goal_text(view) if isinstance(view, View) else super().goal(view)

    def way(self, text: str, names: Mapping[str, str]) -> str:
        """An answer at a real table in words."""
        return answer_text(text, names)

    def word(self, said: str, first: str) -> str:
        """A word of an answer that is chosen word by word."""
        return word_text(said, first)

    def asks(self, question: Question, names: Mapping[str, str]) -> str:
        """The question as it is asked at a real table."""
        return question_text(question, names)

    def weighty(self, ruling: Ruling) -> bool:
        """True for what something came to."""
        return (ruling.rule, ruling.case) in RESULTS

    def limits(self) -> str:
        """The limits of the real table."""
        return WORDS.say("limits")

    def open_table(self, view: BattleView | View, names: Mapping[str, str]) -> Markup:
        """The sheets and everything open, then the map."""
        return open_table(view, names) if isinstance(view, View) else self.table(view)

    def option(self, option: object, text: str) -> str:
        """One answer in words."""
        return answer_label(str(option)) if isinstance(option, str) else super().option(option, text)


VIEWS = ImperiumViews(GAME)
"""The pictures that the entry names."""
