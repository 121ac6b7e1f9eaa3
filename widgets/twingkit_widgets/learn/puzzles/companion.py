"""The companion of a play page at a puzzle: shows the task, and after the answer the value of each answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.questions import Refusal
from twingkit.learn.puzzles import Puzzle
from twingkit_widgets.learn.puzzles.task import MEMORY, PuzzleTask
from twingkit_widgets.learn.puzzles.view import result_html, task_html
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.story import open_rule_html


class PuzzleCompanion(PuzzleTask):
    """The part of a play page that shows a puzzle and its result."""

    repeated_announcements: Collection[str] = ()

    def __init__(
        self,
        entry: GameEntry,
        panel: MatchPanel,
        puzzle: Puzzle,
        filters: Mapping[str, str],
        day: int | None = None,
    ) -> None:
        super().__init__(entry, panel, puzzle, filters, day)
        self.match_panel = panel
        self.begun = len(panel.match.game)
        self.left = False
        """True once the person plays on from the puzzle."""

    def on_question(self) -> None:
        """Handle a new question: the first answer given at the puzzle is the attempted solution."""
        game = self.match_panel.match.game
        if len(game) <= self.begun:
            self.given, self.left = "", False
        elif not self.given:
            self.record_answer(game.entries(self.begun, self.begun + 1)[0].answer)

    def remember_labels(self, player_view: PlayerView) -> None:
        """Remember the labels of the answers while they are offered."""
        question = player_view.question
        if self.given or question is None:
            return
        self.labels = {
            answer.answer: player_view.rules.hint_text(
                question, question.parse_answer(answer.answer), player_view
            )
            for answer in self.puzzle.answers
        }

    def on_refusal(self, refusal: Refusal) -> None:
        """Do nothing: the page shows the reason, and a refused answer does not count."""

    def screen_html(self, player_view: PlayerView) -> Markup | None:
        """Return the result with the open rule once the person has answered; None before."""
        self.remember_labels(player_view)
        if not self.given or self.left:
            return None
        rule = player_view.ui_state.open_rule
        opened = open_rule_html(rule, player_view.book, player_view.reasons_to_show_rule(rule))
        return el("div", result_html(self, player_view.book, play_on=True), opened, cls="tk-puzzle-question")

    def question_aside_html(self, player_view: PlayerView) -> Markup | None:
        """Return the task above the answers; None once the person has answered."""
        return task_html(self) if not self.given else None

    def answer_note(self, player_view: PlayerView, answer: str, stands_alone: bool) -> str:
        """Return "": the effect of an answer would reveal the solution."""
        return ""

    def automatic_answer(self, game: Game) -> str:
        """Return "": no question is answered automatically."""
        return ""

    def automatic_answer_reason(self, game: Game) -> str:
        """Return "": no question is answered automatically."""
        return ""

    def automatic_answer_text(self, kind: str, happened: str = "") -> str:
        """Return "": no question is answered automatically."""
        return ""

    def held_back_remarks(self) -> dict[str, str]:
        """Return nothing: opponents of a puzzle do not hold back."""
        return {}

    def shows_forbidden_answer(self, player_view: PlayerView, refusal: Refusal) -> bool:
        """Return True: every forbidden answer is shown."""
        return True

    def handles_action(self, act: str) -> bool:
        """True if an action belongs to this companion."""
        return act in ("puzzle_again", "puzzle_play_on", "puzzle_anew")

    def run_action(self, act: str, value: object) -> str:
        """Carry out an action: try again, play on from here, or replace unreadable browser data."""
        if act == "puzzle_again":
            self.match_panel.act_undo(None)
        elif act == "puzzle_anew":
            self.load_memory(MEMORY, "")
        else:
            self.left = True
        return ""
