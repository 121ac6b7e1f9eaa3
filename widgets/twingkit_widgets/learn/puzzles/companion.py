"""The companion of a play page at a puzzle: the task, and after the answer the value of each answer."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.questions import Refusal
from twingkit.learn.puzzles import Puzzle
from twingkit_widgets.learn.puzzles.task import MEMORY, PuzzleTask
from twingkit_widgets.learn.puzzles.view import asked_html, result_html
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.story import opened_rule


class PuzzleCompanion(PuzzleTask):
    """The companion at a puzzle on a play page."""

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
        """True once the person plays on from here."""

    def on_question(self) -> None:
        """Handle a new question: the first answer after the position is the attempted solution."""
        game = self.match_panel.match.game
        if len(game) <= self.begun:
            self.given, self.left = "", False
        elif not self.given:
            self.take_answer(game.entries(self.begun, self.begun + 1)[0].answer)

    def learn_labels(self, player_view: PlayerView) -> None:
        """Remember the labels of the answers while they are offered."""
        asked = player_view.asked
        if self.given or asked is None:
            return
        self.labels = {
            answer.answer: player_view.rules.hint_text(asked, asked.parse_answer(answer.answer), player_view)
            for answer in self.puzzle.answers
        }

    def on_refusal(self, refusal: Refusal) -> None:
        """Do nothing: the page says why, and a refused answer does not count."""

    def screen(self, player_view: PlayerView) -> Markup | None:
        """Return the result, once the person has answered, with the rule that is open."""
        self.learn_labels(player_view)
        if not self.given or self.left:
            return None
        rule = player_view.ui_state.open_rule
        opened = opened_rule(rule, player_view.book, player_view.sentences_of_rule(rule))
        return el("div", result_html(self, player_view.book, play_on=True), opened, cls="tk-puzzle-question")

    def beside(self, player_view: PlayerView) -> Markup | None:
        """Return the task above the answers."""
        return asked_html(self) if not self.given else None

    def note(self, player_view: PlayerView, answer: str, alone: bool) -> str:
        """Return "": telling an effect would solve the puzzle."""
        return ""

    def routine_answer(self, game: Game) -> str:
        """Return "": every question is the person's."""
        return ""

    def routine_case(self, game: Game) -> str:
        """Return "": no question is answered automatically."""
        return ""

    def taken(self, kind: str, happened: str = "") -> str:
        """Return "": no question is answered automatically."""
        return ""

    def handles(self, act: str) -> bool:
        """True for its own buttons."""
        return act in ("puzzle_again", "puzzle_play_on", "puzzle_anew")

    def act(self, act: str, value: object) -> str:
        """Try again, play on from here, or replace unreadable browser data."""
        if act == "puzzle_again":
            self.match_panel.act_undo(None)
        elif act == "puzzle_anew":
            self.load_memory(MEMORY, "")
        else:
            self.left = True
        return ""
