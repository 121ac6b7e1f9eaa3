"""A companion on the play page, such as a teacher. The page calls it at every new question.

`panel.sit_beside(companion)` adds one to a panel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from twingkit import Game
from twingkit.core.questions import Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.player_view import PlayerView


class Companion(Protocol):
    """A companion: what it shows and does.

    `memories` maps names of browser storage to traits of the panel, `css` is its style.
    """

    memories: Mapping[str, str]
    css: str

    def on_question(self) -> None:
        """Called at every new question, and for a new game."""

    def on_refusal(self, refusal: Refusal) -> None:
        """Called when a rule has refused what the person tried."""

    def screen(self, player_view: PlayerView) -> Markup | None:
        """Return a screen instead of the game; None to show the game."""

    def beside(self, player_view: PlayerView) -> Markup | None:
        """Return the part between the question and its answers, or below the end of the game."""

    def note(self, player_view: PlayerView, answer: str, alone: bool) -> str:
        """Return in a few words what an answer does, if the game does not say it; "" for nothing.

        The answer is `alone` if its group has no title either.
        """

    def routine_answer(self, game: Game) -> str:
        """Return the answer to give automatically to the pending question; "" to ask the person."""

    def routine_case(self, game: Game) -> str:
        """Return the reason for that answer in one word, if questions of one kind have several; else ""."""

    def taken(self, kind: str, happened: str = "") -> str:
        """Return a sentence that a question of this kind was answered automatically, perhaps with what
        `happened`; "" for none.
        """

    def handles(self, act: str) -> bool:
        """True if an action belongs to the companion now."""

    def act(self, act: str, value: object) -> str:
        """Carry out such an action, and return the text for screen readers."""

    def address(self) -> dict[str, str]:
        """Return the query of the page's address."""

    def load_memory(self, name: str, text: str) -> None:
        """Load what the browser has saved under this name."""
