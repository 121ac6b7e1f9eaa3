"""The companion of a play page at a puzzle: the task, and after the answer what each answer is worth."""

from __future__ import annotations

from twingkit.asking import Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.play.player_view import PlayerView
from twingkit_widgets.puzzles.task import MEMORY, PuzzleTask
from twingkit_widgets.puzzles.view import asked_html, result_html


class PuzzleCompanion(PuzzleTask):
    """The companion at a puzzle."""

    def refused(self, refusal: Refusal) -> None:
        """A rule has refused what was tried: the page says why, and nothing counts."""

    def screen(self, player_view: PlayerView) -> Markup | None:
        """The result, once the person has answered."""
        self.learn_labels(player_view)
        return result_html(self, player_view) if self.given and not self.left else None

    def beside(self, player_view: PlayerView) -> Markup | None:
        """The task above the answers."""
        return asked_html(self) if not self.given else None

    def note(self, player_view: PlayerView, answer: str, alone: bool) -> str:
        """Nothing: an effect that is told would solve the puzzle."""
        return ""

    def acts(self, act: str) -> bool:
        """True for its own buttons."""
        return act in ("puzzle_again", "puzzle_play_on", "puzzle_anew")

    def act(self, act: str, value: object) -> str:
        """Try again, play on from here, or begin anew what the browser kept."""
        if act == "puzzle_again":
            self.panel.act_undo(None)
        elif act == "puzzle_anew":
            self.load_memory(MEMORY, "")
        else:
            self.left = True
        return ""
