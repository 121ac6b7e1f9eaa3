"""The page of puzzles: the play page of the game at the position of a puzzle, with a companion."""

from __future__ import annotations

from functools import partial

from twingkit.core.games import GameEntry
from twingkit.learn.puzzles.puzzle import HARDNESS, Puzzle, puzzle_set, puzzles
from twingkit_widgets.learn.puzzles.companion import PuzzleCompanion
from twingkit_widgets.learn.puzzles.play_page import play_panel_at_puzzle
from twingkit_widgets.learn.puzzles.question_panel import ExactPuzzlePanel
from twingkit_widgets.learn.puzzles.task import first_puzzle
from twingkit_widgets.panel.address.query import AddressFault, OpenedPanel, Query
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.visitor_clock import visitor_day
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
    named = _named_puzzle(query, entry, wanted)
    puzzle = named or first_puzzle(entry.id, filters, visitor_day())
    panel: Panel
    if puzzle.is_exact:
        panel = ExactPuzzlePanel(entry, puzzle, filters, query.lang, is_named=named is not None)
    else:
        panel = play_panel_at_puzzle(query, entry, puzzle)
        if isinstance(panel, MatchPanel):
            panel.add_companion(PuzzleCompanion(entry, panel, puzzle, filters, is_named=named is not None))
    # What the browser has saved may belong to another puzzle, so only a reload restores it.
    return OpenedPanel(panel, has_named_state=True)


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


def _named_puzzle(query: Query, entry: GameEntry, wanted: str | None) -> Puzzle | None:
    """Return the puzzle that the address names; report an unknown one."""
    puzzle = next((puzzle for puzzle in puzzles(entry.id) if puzzle.id == wanted), None)
    if wanted is not None and puzzle is None:
        query.faults.append(AddressFault("value", wanted="puzzle", value=wanted[:60], known="1a2b3c4d, …"))
    return puzzle
