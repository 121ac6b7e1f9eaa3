"""A companion on the play page, such as a teacher. The page calls it at every new question.

`panel.add_companion(companion)` adds one to a panel.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from twingkit import Game
from twingkit.core.questions import Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.player_view import PlayerView


class PlayPageCompanion(Protocol):
    """The interface of a companion: an addition to the play page, such as a teacher, that the page calls at
    every new question. By default it changes nothing about the answers.

    `memory_traits` maps names of browser storage to traits of the panel, `css` is its style,
    `repeated_announcements` are the kinds of questions whose automatic answers are announced each time.
    """

    memory_traits: Mapping[str, str]
    css: str
    repeated_announcements: Collection[str] = ()

    def on_question(self) -> None:
        """React to a new question or a new game."""

    def on_refusal(self, refusal: Refusal) -> None:
        """React to the refusal of the person's answer by a rule."""

    def screen_html(self, player_view: PlayerView) -> Markup | None:
        """Return a screen to show instead of the game, or None."""

    def question_aside_html(self, player_view: PlayerView) -> Markup | None:
        """Return the part between the question and its answers, or below the end of the game."""

    def answer_note(self, player_view: PlayerView, answer: str, has_no_title: bool) -> str:
        """Return a short note on the effect of an answer whose button has none; "" for no note.

        The answer is `has_no_title` if its group has no title either.
        """
        return ""

    def shows_forbidden_answer(self, player_view: PlayerView, refusal: Refusal) -> bool:
        """Return whether an answer that a rule forbids is shown with its reason."""
        return True

    def automatic_answer(self, game: Game) -> str:
        """Return the answer to give automatically to the pending question; "" to ask the person."""
        return ""

    def automatic_answer_case(self, game: Game) -> str:
        """Return the reason for the automatic answer as one word if there are several possible reasons; ""
        otherwise.
        """
        return ""

    def automatic_answer_text(self, question_kind: str, result: str = "") -> str:
        """Return a sentence about an automatic answer to a question of this kind; "" for none.

        `result` is the result of the answer, if known.
        """
        return ""

    def why_opponents_held_back(self) -> dict[str, str]:
        """Map the sentence about each recent action in which an opponent held back to a remark; the remark
        follows that sentence.
        """
        return {}

    def handles_action(self, act: str) -> bool:
        """True if an action belongs to the companion now."""

    def run_action(self, act: str, value: object) -> str:
        """Carry out an action of the companion, and return the text for screen readers."""

    def address(self) -> dict[str, str]:
        """Return the query parameters that the companion adds to the page's address."""

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load the data that the browser saved under this name."""
