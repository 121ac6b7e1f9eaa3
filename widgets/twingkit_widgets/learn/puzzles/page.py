"""The page of puzzles: the play page of the game at the position of a puzzle, with a companion."""

from __future__ import annotations

from datetime import date
from functools import partial

from twingkit.core.games import GameEntry
from twingkit.learn.puzzles.puzzle import HARDNESS, Puzzle, puzzle_of_day, puzzle_set, puzzles
from twingkit_widgets.learn.puzzles.companion import PuzzleCompanion
from twingkit_widgets.learn.puzzles.play_page import play_panel_at_puzzle
from twingkit_widgets.learn.puzzles.question_panel import ExactPuzzlePanel
from twingkit_widgets.learn.puzzles.task import matches_filters
from twingkit_widgets.panel.address.query import AddressFault, OpenedPanel, Query
from twingkit_widgets.table.play.panel import MatchPanel

_FILTERS = ("theme", "hardness")


def open_puzzle_page(query: Query, entry: GameEntry) -> OpenedPanel:
    """Return the puzzle page for a query: `?puzzle=1a2b3c4d` (or a theme), `?hardness=hard`,
    `?theme=conjure`, by default today's puzzle; an unknown puzzle is reported.
    """
    there = puzzles(entry.id)
    themes = tuple(sorted({puzzle.kind for puzzle in there}))
    query.check_parameters("puzzle", "seed", hardness=HARDNESS, theme=themes, show=("print",))
    known = {"hardness": HARDNESS, "theme": themes}
    wanted = query.value("puzzle")
    filters = {name: value for name, value in query.values(*_FILTERS).items() if value in known[name]}
    if wanted in themes:  # class lists name a theme this way
        filters["theme"], wanted = wanted, None
    elif wanted in HARDNESS:
        filters["hardness"], wanted = wanted, None
    if query.value("show") == "print":
        sheet = _on_paper(query, entry, wanted or filters.get("theme") or filters.get("hardness", ""))
        if sheet is not None:
            return sheet
    puzzle = _puzzle(query, entry, filters, wanted)
    if puzzle.is_exact:
        exact = ExactPuzzlePanel(entry, puzzle, filters, query.lang)
        return OpenedPanel(exact, query.value("puzzle") is not None)
    panel = play_panel_at_puzzle(query, entry, puzzle)
    if isinstance(panel, MatchPanel):
        panel.add_companion(PuzzleCompanion(entry, panel, puzzle, filters))
    return OpenedPanel(panel, query.value("puzzle") is not None)


def _on_paper(query: Query, entry: GameEntry, name: str) -> OpenedPanel | None:
    """Return a printable sheet of the puzzles with this name or theme, selected by `&seed=`; None if there
    are none.
    """
    from twingkit_widgets.learn.practice.pictures import pictures_of
    from twingkit_widgets.learn.practice.view import QUIZ_CSS
    from twingkit_widgets.learn.printed.puzzle_sheet import puzzle_sheet
    from twingkit_widgets.learn.printed.sheet import SheetPanel
    from twingkit_widgets.panel.views import views_of

    if not puzzle_set(entry.id, name):
        return None
    seed = query.seed_or_default()
    css = QUIZ_CSS + views_of(entry.id).css + pictures_of(entry.id).css
    parameters = {**({"puzzle": name} if name else {}), "seed": str(seed)}
    return OpenedPanel(
        SheetPanel(partial(puzzle_sheet, entry.id, name, seed), parameters, query.lang, css),
        has_named_state=True,
    )


def _puzzle(query: Query, entry: GameEntry, filters: dict[str, str], wanted: str | None) -> Puzzle:
    there = sorted(puzzles(entry.id), key=lambda puzzle: puzzle.id)
    if wanted is not None:
        for puzzle in there:
            if puzzle.id == wanted:
                return puzzle
        query.faults.append(AddressFault("value", wanted="puzzle", value=wanted[:60], known="1a2b3c4d, …"))
    today = puzzle_of_day(entry.id, date.today())
    fitting = [puzzle for puzzle in there if matches_filters(puzzle, filters)] if filters else [today]
    return min(fitting, key=lambda puzzle: (HARDNESS.index(puzzle.hardness), puzzle.id < today.id, puzzle.id))
