"""The companion of a play page at a puzzle: shows the task, and after the answer the value of each answer."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.questions import Refusal
from twingkit.core.record import record_header_lines
from twingkit.learn.puzzles.puzzle import Puzzle
from twingkit_widgets.learn.puzzles.task import MEMORY, PuzzlePageState
from twingkit_widgets.learn.puzzles.view import puzzle_result_html, task_and_links_html
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.beside.companion import PlayPageCompanion
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.story import open_rule_html


class PuzzleCompanion(PuzzlePageState, PlayPageCompanion):
    """The part of a play page that shows a puzzle and its result, and hides notes on answers that would
    reveal the solution.
    """

    def __init__(
        self,
        entry: GameEntry,
        panel: MatchPanel,
        puzzle: Puzzle,
        filters: Mapping[str, str],
        day: int | None = None,
        *,
        is_named: bool = True,
    ) -> None:
        super().__init__(entry, panel, puzzle, filters, day, is_named=is_named)
        self.match_panel = panel
        self.start_answer_count = len(panel.match.game)
        self._start = self._beginning(panel.match.game)
        self.has_left_puzzle = False
        """True once the person plays on from the puzzle."""

    def _beginning(self, game: Game) -> list[str]:
        answers = [entry.answer for entry in game.entries(0, self.start_answer_count)]
        return [*record_header_lines(game.start), *answers]

    def on_question(self) -> None:
        """Handle a new question: the first answer given at the puzzle is the attempted solution. Another
        game on the page is not the puzzle.
        """
        game = self.match_panel.match.game
        if self._beginning(game) != self._start:
            self.given_answer, self.has_left_puzzle = "", True
        elif len(game) <= self.start_answer_count:
            self.given_answer, self.has_left_puzzle = "", False
        elif not self.given_answer:
            self.record_answer(game.entries(self.start_answer_count, self.start_answer_count + 1)[0].answer)

    def remember_labels(self, player_view: PlayerView) -> None:
        """Remember the labels of the answers while they are offered."""
        question = player_view.question
        if self.given_answer or question is None:
            return
        self.label_by_answer = {
            answer.answer: player_view.play_design.hint_text(
                question, question.parse_answer(answer.answer), player_view
            )
            for answer in self.puzzle.answers
        }

    def on_refusal(self, refusal: Refusal) -> None:
        """Do nothing: the page shows the reason, and a refused answer does not count."""

    def screen_html(self, player_view: PlayerView) -> Markup | None:
        """Return the result with the open rule once the person has answered; None before."""
        self.remember_labels(player_view)
        if not self.given_answer or self.has_left_puzzle:
            return None
        rule = player_view.ui_state.open_rule
        opened = open_rule_html(rule, player_view.book, player_view.reasons_to_show_rule(rule))
        return el(
            "div",
            puzzle_result_html(self, player_view.book, has_play_on_button=True),
            opened,
            cls="tk-puzzle-question",
        )

    def question_aside_html(self, player_view: PlayerView) -> Markup | None:
        """Return the task above the answers; None once the person has answered."""
        return None if self.given_answer or self.has_left_puzzle else task_and_links_html(self)

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
            self.has_left_puzzle = True
        return ""
