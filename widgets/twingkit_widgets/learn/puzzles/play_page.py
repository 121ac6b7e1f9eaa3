"""The play page of a game at the position of a puzzle."""

from __future__ import annotations

from urllib.parse import urlencode

from twingkit import Game
from twingkit.core.games import GameEntry
from twingkit.core.lazy_imports import load_object
from twingkit.core.links import pack_text
from twingkit.learn.puzzles.puzzle import Puzzle, puzzle_source
from twingkit_widgets.panel.address.addresses import all_pages_of
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.panel.panel import Panel


def play_panel_at_puzzle(query: Query, entry: GameEntry, puzzle: Puzzle) -> Panel:
    """Return a panel of the game's play page that starts at the position of the puzzle."""
    page = next(page for page in all_pages_of(entry).pages if page.kind == "play")
    game = puzzle.game()
    record = Game.replay(game.record).record
    asked = {"game": pack_text(record), "seat": f"p{puzzle.seat + 1}", "lang": query.lang}
    if opponents := puzzle_source(entry.id).opponent_player:
        asked["opponents"] = opponents
    inner = Query(urlencode(asked))
    content: OpenedPanel = load_object(page.maker_path)(inner, entry)
    query.faults += inner.faults
    return content.panel
