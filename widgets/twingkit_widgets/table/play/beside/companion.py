"""The companion of a person at a play page: a teacher, say. The page asks it on every new question.

A panel gets one by `panel.sit_beside(companion)`; without one nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from twingkit import Game
from twingkit.core.questions import Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.player_view import PlayerView


class Companion(Protocol):
    """A companion: what it shows and does; `memories` are what the browser keeps of it for all pages (name to
    the trait of the panel that holds it), `css` is its style."""

    memories: Mapping[str, str]
    css: str

    def on_question(self) -> None:
        """Another question is on the table, or another game."""

    def on_refusal(self, refusal: Refusal) -> None:
        """A rule has refused what the person tried."""

    def screen(self, player_view: PlayerView) -> Markup | None:
        """A screen in place of the game; None: the game is shown."""

    def beside(self, player_view: PlayerView) -> Markup | None:
        """The part between the question and its answers, or below the end of the game."""

    def note(self, player_view: PlayerView, answer: str, alone: bool) -> str:
        """The effect of an answer, in few words, where the game does not say it itself; "" for nothing. It
        stands `alone` where no title of its group says anything either."""

    def routine_answer(self, game: Game) -> str:
        """The answer that is given for the person at the pending question; "" where the person is asked."""

    def routine_case(self, game: Game) -> str:
        """The reason for this answer in a word, where questions of one kind have several; else ""."""

    def taken(self, kind: str, happened: str = "") -> str:
        """The sentence that a question of this kind was answered so, perhaps with what `happened` by it; ""
        where that needs no word."""

    def handles(self, act: str) -> bool:
        """True if an action is the companion's own now."""

    def act(self, act: str, value: object) -> str:
        """Carry out such an action, and return what a screen reader is told."""

    def address(self) -> dict[str, str]:
        """The query of the page's address."""

    def load_memory(self, name: str, text: str) -> None:
        """Take up what the browser has kept under this name."""
