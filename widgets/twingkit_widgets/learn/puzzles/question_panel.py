"""The panel of an exact puzzle: the table, the question, its answers as buttons, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import traitlets

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.rulebook import Rulebook
from twingkit.learn.puzzles.puzzle import Puzzle
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.view import QUIZ_CSS
from twingkit_widgets.learn.puzzles import view
from twingkit_widgets.learn.puzzles.puzzle_item import answer_labels, puzzle_item, puzzle_question
from twingkit_widgets.learn.puzzles.task import MEMORY, PuzzlePageState
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.panel.keys import default_shortcut_of_answer
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.panel import CSS
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.panel.views import views_of
from twingkit_widgets.read.rulebook.rulings import rule_html


class ExactPuzzlePanel(GamePanel):
    """The panel of a puzzle whose answers have exactly known odds; `filters` are the theme and hardness from
    the address.

    The trait `puzzles`, which the browser saves, contains the tried puzzles; `state` is the answer given.
    """

    MEMORY_TRAITS: ClassVar[Mapping[str, str]] = {MEMORY: MEMORY}

    state = traitlets.Unicode(help="the answer given to this puzzle; empty before it")
    puzzles = traitlets.Unicode(help="the tried puzzles, as text (`twingkit.learn.puzzles.tried_puzzles`)")

    def __init__(
        self,
        entry: GameEntry,
        puzzle: Puzzle,
        filters: Mapping[str, str],
        lang: str | None = None,
        day: int | None = None,
        *,
        is_named: bool = True,
    ) -> None:
        self._css = CSS + QUIZ_CSS + views_of(entry.id).css + pictures_of(entry.id).css + PuzzlePageState.css
        self.entry, self.puzzle = entry, puzzle
        self.task = PuzzlePageState(entry, self, puzzle, filters, day, is_named=is_named)
        options = puzzle_item(entry.id, puzzle).choices
        self.answers = tuple(option.key for option in options)
        """The answers in the order in which they are offered."""
        self.open_rule_id = ""
        """The rule that is open."""
        super().__init__(lang=lang)

    def _current_game(self) -> Game:
        return self.puzzle.game()

    # -- actions

    def act_answer(self, value: object) -> None:
        """Take answer number `value`, from 0; further answers change nothing."""
        text = str(value)
        if not (text.isascii() and text.isdecimal()) or len(text) > 2 or int(text) >= len(self.answers):
            raise LookupError(f"puzzle {self.puzzle.id} has no answer {text[:20]!r}")
        if not self.task.given_answer:
            self.state = answer = self.answers[int(text)]
            self.task.record_answer(answer)
            self.status = self.task.say("result.right" if self.task.is_right else "result.wrong")

    def act_puzzle_again(self, value: object) -> None:
        """Show the question again; only the first answer counts."""
        self.state = self.task.given_answer = self.open_rule_id = ""
        self.status = puzzle_question(self.entry.id, self.puzzle)

    def act_puzzle_anew(self, value: object) -> None:
        """Replace unreadable browser data."""
        self.task.load_memory(MEMORY, "")

    def act_rule(self, value: object) -> None:
        """Open or close a rule."""
        self.open_rule_id = "" if value == self.open_rule_id else str(value)

    def restore(self, text: str) -> None:
        """Show the result of the answer with this text again, or the question with "".

        Raises `LookupError` if the puzzle has no such answer, and changes nothing then.
        """
        if text and text not in self.answers:
            raise LookupError(f"puzzle {self.puzzle.id} has no answer {text[:20]!r}")
        self.state = self.task.given_answer = text
        self.refresh()

    def address(self) -> dict[str, str]:
        """Return the query of this puzzle."""
        return self.task.address()

    def address_to_open(self) -> dict[str, str] | None:
        """Return the query of the puzzle to open instead; None to stay."""
        return self.task.address_to_open()

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load saved browser data."""
        self.task.load_memory(memory_name, saved_text)
        self.refresh()

    # -- HTML

    def render(self) -> Markup:
        """Return the task, the table and the answers; after the answer also their values."""
        self.task.label_by_answer = answer_labels(self.entry.id, self.puzzle)
        table, rule = self._table(), self._told()
        if self.task.given_answer:
            result = view.puzzle_result_html(self.task, self._book, has_play_on_button=False)
            return el("div", result, rule, table, cls="tk-puzzle-question")
        asked = el(
            "div",
            view.puzzle_introduction_html(self.task),
            self._prompt(),
            table,
            rule,
            cls="tk-quiz-asked",
            data_key="asked",
        )
        side = el(
            "div", self._options(), view.other_puzzles_html(self.task), cls="tk-quiz-side", data_key="side"
        )
        return el("article", asked, side, cls="tk-quiz tk-quiz-open", data_key=f"puzzle:{self.puzzle.id}")

    @property
    def _book(self) -> Rulebook:
        book: Rulebook = self.entry.load("rules")()
        return book

    def _told(self) -> Markup | None:
        if self.open_rule_id not in self._book:
            return None
        rule = rule_html(self._book[self.open_rule_id], self._book)
        return el("div", rule, cls="tk-quiz-rule", data_bring=self.open_rule_id, data_key="rule")

    def _prompt(self) -> Markup:
        text = puzzle_question(self.entry.id, self.puzzle)
        asked = TermMarker(self.entry.id, "word").mark_new_terms(text)
        title = el("h2", asked, tabindex="-1", data_focus=True)
        return el("header", title, cls="tk-quiz-prompt", data_top=True, data_asked=True)

    def _table(self) -> Markup:
        item, pictures = puzzle_item(self.entry.id, self.puzzle), pictures_of(self.entry.id)
        shown, around = pictures.table_pictures(item, answered=False, step=None, rule_act="rule")
        known = pictures.reference_html(item)
        return el("div", shown, around, known, cls="tk-quiz-table", data_key="table")

    def _options(self) -> Markup:
        options = [
            button(
                el("span", self.task.label_by_answer[answer], cls="tk-quiz-words"),
                "answer",
                index,
                key=f"option:{index}",
                cls="tk-button tk-quiz-option",
                shortcut=default_shortcut_of_answer(answer),
            )
            for index, answer in enumerate(self.answers)
        ]
        label = self.task.say("asked.options")
        return el("div", options, cls="tk-quiz-options", role="group", aria_label=label, data_asked=True)
