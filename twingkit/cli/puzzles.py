"""`twingkit puzzles`: search for puzzles and add them to a file, or check those already in it.

Each find is written immediately, so that a search can be stopped at any time and continued later.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from twingkit.cli.options import Lang, LangOption
from twingkit.core.messages import Fault, message
from twingkit.core.words import format_percent
from twingkit.learn.puzzles.check import (
    DEFAULT_GAMES_PER_ANSWER,
    StoredPuzzleCheck,
    puzzle_checks,
    sample_puzzles,
)
from twingkit.learn.puzzles.exact import find_exact_puzzles
from twingkit.learn.puzzles.puzzle import Puzzle, parse_puzzles, puzzle_source
from twingkit.learn.puzzles.search import find_puzzles

Game = Annotated[str, typer.Argument(help="The id of the game.")]
Games = Annotated[
    int | None,
    typer.Option(help="Number of games to search (10); with --check: games for each answer (1200)."),
]
Seed = Annotated[int, typer.Option(help="Seed of the first game; the next games use the numbers after it.")]
Players = Annotated[
    str, typer.Option(metavar="NAMES", help="Computer players; default: the game's own choice.")
]
Exact = Annotated[bool, typer.Option("--exact", help="Search for puzzles with exact odds, without playouts.")]
Check = Annotated[
    bool,
    typer.Option(
        "--check", help="Rate the puzzles of the file again; exact ones by the reference implementation."
    ),
]
Sample = Annotated[int, typer.Option(help="With --check: only this many of each theme, chosen by the seed.")]
Drop = Annotated[
    bool,
    typer.Option(
        "--drop",
        help="With --check: take those that fail out of the file, keep the new figures of the others, and "
        "pass over those that have figures of so many games.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Add the puzzles to this file; default: the game's own file."),
]


def puzzles(
    game: Game,
    games: Games = None,
    seed: Seed = 0,
    players: Players = "",
    exact: Exact = False,
    check: Check = False,
    sample: Sample = 0,
    drop: Drop = False,
    out: Out = None,
    lang: LangOption = Lang.EN,
) -> None:
    """Find positions in which one answer is clearly better than all others, or check the existing ones."""
    file = out or puzzle_source(game).file
    known = parse_puzzles(file.read_text(encoding="utf-8").splitlines()) if file.exists() else ()
    if check:
        there = sample_puzzles(known, sample, seed) if sample else known
        _check(game, there, games or DEFAULT_GAMES_PER_ANSWER, file if drop else None)
        return
    count = 0
    for puzzle in _found(game, range(seed, seed + (games or 10)), players, exact, known):
        with file.open("a", encoding="utf-8") as lines:
            lines.write(puzzle.to_json() + "\n")
        count += 1
        print(message("puzzles.found", id=puzzle.id, best=puzzle.best, n=count), flush=True)
    print(message("puzzles.done", n=count, all=len(known) + count, file=file), file=sys.stderr)


def _found(game: str, seeds: range, players: str, exact: bool, known: tuple[Puzzle, ...]) -> Iterator[Puzzle]:
    if not exact:
        return find_puzzles(
            game, seeds, players=[name.strip() for name in players.split(",") if name.strip()], known=known
        )
    source = puzzle_source(game).exact_source
    if source is None:
        raise Fault("puzzles.none_exact", game=game)
    return find_exact_puzzles(source, seeds, known)


def _check(game: str, there: Sequence[Puzzle], games: int, file: Path | None) -> None:
    if file is not None:
        there = [puzzle for puzzle in there if puzzle.is_exact or puzzle.answers[0].playout_count < games]
    failed, walked, apart = 0, 0, 0.0
    for check in puzzle_checks(game, there, games):
        if check.puzzle.is_exact and check.value_difference is not None:
            walked, apart = walked + 1, max(apart, check.value_difference)
        if not check.is_confirmed:
            failed += 1
            facts = {
                "id": check.puzzle.id,
                "theme": check.puzzle.kind,
                "kept": format_percent(check.puzzle.margin),
            }
            now = f"{format_percent(check.rechecked.margin)} ± {format_percent(check.rechecked.error)}"
            print(message("puzzles.failed", **facts, now=now), flush=True)
        if file is not None and not (check.is_confirmed and check.puzzle.is_exact):
            _apply_check(file, check)
    far = f"{apart:.1e}"
    print(message("puzzles.checked", n=len(there), failed=failed, walked=walked, apart=far))


def _apply_check(file: Path, check: StoredPuzzleCheck) -> None:
    """Write the new numbers of a checked puzzle to its file, or remove the puzzle from the file if it fails
    the check.
    """
    lines = []
    for kept in parse_puzzles(file.read_text(encoding="utf-8").splitlines()):
        if kept.id != check.puzzle.id:
            lines.append(kept.to_json() + "\n")
        elif check.is_confirmed:
            lines.append(check.rechecked.to_json() + "\n")
    file.write_text("".join(lines), encoding="utf-8")
