"""One puzzle at a play page: what was answered, how the answers are called, what the browser keeps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from twingkit.games import GameEntry
from twingkit.lookahead import lookahead_of
from twingkit.messages import Fault
from twingkit.puzzles import Puzzle, puzzles
from twingkit.puzzles.solved import Solved
from twingkit_widgets.play.panel import MatchPanel
from twingkit_widgets.play.player_view import PlayerView
from twingkit_widgets.puzzles.words import WORDS

CSS = Path(__file__).with_name("puzzles.css").read_text(encoding="utf-8")
"""The style of what it shows."""

MEMORY = "puzzles"
"""The name under which the browser keeps which puzzles were tried."""


class PuzzleTask:
    """A puzzle at the page of a panel; `filters` are the theme and the hardness that the address asked for,
    `day` is that of the ledger (today, if it is not given)."""

    memories: Mapping[str, str] = {MEMORY: MEMORY}
    css = CSS

    def __init__(
        self,
        entry: GameEntry,
        panel: MatchPanel,
        puzzle: Puzzle,
        filters: Mapping[str, str],
        day: int | None = None,
    ) -> None:
        self.entry, self.panel, self.puzzle, self.filters = entry, panel, puzzle, filters
        self.day = date.today().toordinal() if day is None else day
        self.begun = len(panel.match.game)
        self.solved = Solved()
        self.fault: Fault | None = None
        """The fault in what the browser kept; nothing is added to it then."""
        judged = lookahead_of(panel.match.game).worth is not None
        self.how = "result.how_judged" if judged else "result.how"
        """The sentence that says how the worth of answers was found."""
        self.labels: dict[str, str] = {}
        """The answers in words."""
        self.given = ""
        """The answer of the person; "" before it."""
        self.left = False
        """True once the person has gone on to play from here."""

    def say(self, key: str, **facts: object) -> str:
        """A sentence in the language of the page."""
        return WORDS.say(self.panel.lang, key, **facts)

    # -- the page

    def looks(self) -> None:
        """Another question: the first answer after the position is the solution that was tried."""
        game = self.panel.match.game
        if len(game) <= self.begun:
            self.given, self.left = "", False
        elif not self.given:
            self.given = game.entries(self.begun, self.begun + 1)[0].answer
            if self.fault is None:
                self.solved.note(self.entry.id, self.puzzle.id, self.given == self.puzzle.best, self.day)
                self.panel.set_trait(MEMORY, self.solved.text)

    def learn_labels(self, player_view: PlayerView) -> None:
        """Learn how the answers are called, as long as they are asked."""
        asked = player_view.asked
        if self.given or asked is None:
            return
        self.labels = {
            one.answer: player_view.rules.hint_text(asked, asked.read(one.answer), player_view)
            for one in self.puzzle.answers
        }

    def address(self) -> dict[str, str]:
        """The query of this very puzzle."""
        return {"puzzle": self.puzzle.id}

    def load_memory(self, name: str, text: str) -> None:
        """Take up which puzzles were tried. What cannot be read stays as it is, nothing is added to it."""
        try:
            self.solved = Solved.read(text)
        except Fault as fault:
            self.fault = fault
        else:
            self.fault = None
            self.panel.set_trait(MEMORY, text)

    # -- the way on

    @property
    def right(self) -> bool:
        """True if the best answer was given."""
        return self.given == self.puzzle.best

    def next(self) -> Puzzle | None:
        """The next puzzle that fits the filters and was not tried; None if all were."""
        tried = self.solved.of(self.entry.id)
        fitting = [one for one in puzzles(self.entry.id) if fits(one, self.filters) and one.id not in tried]
        rest = sorted((one for one in fitting if one != self.puzzle), key=lambda one: one.id)
        return next((one for one in rest if one.id > self.puzzle.id), rest[0] if rest else None)


def fits(puzzle: Puzzle, filters: Mapping[str, str]) -> bool:
    """True if a puzzle is of the theme and the hardness that are asked for."""
    return all(getattr(puzzle, {"theme": "kind"}.get(name, name)) == value for name, value in filters.items())
