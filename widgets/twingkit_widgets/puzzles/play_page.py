"""The play page of a game at the position of a puzzle."""

from __future__ import annotations

from urllib.parse import urlencode

from twingkit import Game
from twingkit.games import GameEntry
from twingkit.links import pack
from twingkit.puzzles import Puzzle
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.site.addresses import all_pages_of, loaded
from twingkit_widgets.site.query import PageContent, Query


def puzzle_panel(query: Query, entry: GameEntry, puzzle: Puzzle) -> Panel:
    """Return the panel of the play page of the game at the puzzle, as that page makes it."""
    page = next(page for page in all_pages_of(entry).pages if page.kind == "play")
    game = puzzle.game()
    record = Game.replay(game.record).record
    asked = {"game": pack(record), "seat": f"p{puzzle.seat + 1}", "opponents": "steady"}
    inner = Query(urlencode({**asked, "lang": query.lang}))
    content: PageContent = loaded(page.make)(inner, entry)
    query.faults += inner.faults
    return content.panel
