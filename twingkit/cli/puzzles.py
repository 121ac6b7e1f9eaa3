"""`twingkit puzzles`: look for puzzles in games of computer players, and add them to a file.

What was found is written at once, so that a search can be stopped at any time and gone on with later.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption, fail
from twingkit.messages import Fault, message
from twingkit.puzzles.puzzle import read_puzzles, source_of
from twingkit.puzzles.search import find

Game = Annotated[str, typer.Argument(help="Which game: its id.")]
Games = Annotated[int, typer.Option(help="How many games to look through.")]
Seed = Annotated[int, typer.Option(help="The seed of the first game; the others follow.")]
Players = Annotated[str, typer.Option(metavar="NAMES", help="Who plays them: greedy,steady.")]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Add them to this file; the game's own without it.")
]


def puzzles(
    game: Game,
    games: Games = 10,
    seed: Seed = 0,
    players: Players = "greedy,steady",
    out: Out = None,
    lang: LangOption = Lang.EN,
) -> None:
    """Find positions in which one answer is clearly better than all others."""
    try:
        file = out or source_of(game).file
        known = read_puzzles(file.read_text(encoding="utf-8").splitlines()) if file.exists() else ()
        names = [name.strip() for name in players.split(",")]
        count = 0
        for puzzle in find(game, range(seed, seed + games), players=names, known=known):
            with file.open("a", encoding="utf-8") as lines:
                lines.write(puzzle.to_json() + "\n")
            count += 1
            print(message("puzzles.found", lang, id=puzzle.id, best=puzzle.best, n=count), flush=True)
    except (Fault, OSError) as fault:
        fail(fault.text(lang) if isinstance(fault, Fault) else str(fault))
    print(message("puzzles.done", lang, n=count, all=len(known) + count, file=file), file=sys.stderr)
