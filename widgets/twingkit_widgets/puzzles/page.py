"""The page of puzzles: the game's own play page at the position of a puzzle, with a companion."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode

from twingkit import Game
from twingkit.games import GameEntry
from twingkit.links import pack
from twingkit.puzzles import HARDNESS, Puzzle, daily, puzzles
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.play.panel import MatchPanel
from twingkit_widgets.puzzles.companion import PuzzleCompanion
from twingkit_widgets.puzzles.task import fits
from twingkit_widgets.site.addresses import all_pages_of, loaded
from twingkit_widgets.site.query import AddressFault, PageContent, Query

FILTERS = ("theme", "hardness")


def opened_puzzles(query: Query, entry: GameEntry) -> PageContent:
    """The puzzle that the address asks for: `?puzzle=1a2b3c4d` (or a theme), `?hardness=hard`,
    `?theme=conjure`; that of today, if it names none. What there is not is said, and today's is shown."""
    there = puzzles(entry.id)
    themes = tuple(sorted({puzzle.kind for puzzle in there}))
    query.expect("puzzle", hardness=HARDNESS, theme=themes)
    known = {"hardness": HARDNESS, "theme": themes}
    wanted = query.value("puzzle")
    filters = {name: value for name, value in query.values(*FILTERS).items() if value in known[name]}
    if wanted in themes:  # a list of a class names a theme so
        filters["theme"], wanted = wanted, None
    elif wanted in HARDNESS:
        filters["hardness"], wanted = wanted, None
    puzzle = _puzzle(query, entry, filters, wanted)
    panel = _panel(query, entry, puzzle)
    if isinstance(panel, MatchPanel):
        panel.sit_beside(PuzzleCompanion(entry, panel, puzzle, filters))
    return PageContent(panel, query.value("puzzle") is not None)


def _puzzle(query: Query, entry: GameEntry, filters: dict[str, str], wanted: str | None) -> Puzzle:
    """The puzzle that is wanted, the first that fits the filters, or that of today."""
    there = sorted(puzzles(entry.id), key=lambda puzzle: puzzle.id)
    if wanted is not None:
        for puzzle in there:
            if puzzle.id == wanted:
                return puzzle
        query.faults.append(AddressFault("value", wanted="puzzle", value=wanted[:60], known="1a2b3c4d, …"))
    today = daily(entry.id, date.today())
    fitting = [puzzle for puzzle in there if fits(puzzle, filters)] if filters else []
    return next((puzzle for puzzle in fitting if puzzle.id >= today.id), fitting[0] if fitting else today)


def _panel(query: Query, entry: GameEntry, puzzle: Puzzle) -> Panel:
    """The panel of the play page of the game at the puzzle, as that page makes it."""
    page = next(page for page in all_pages_of(entry).pages if page.kind == "play")
    game = puzzle.game()
    record = Game.replay(game.record).record
    asked = {"game": pack(record), "seat": f"p{puzzle.seat + 1}", "opponents": "steady"}
    inner = Query(urlencode({**asked, "lang": query.lang}))
    content: PageContent = loaded(page.make)(inner, entry)
    query.faults += inner.faults
    return content.panel
