"""`twingkit simulate`: many games between computer players, as a short table and as a folder for analysis.

Results go to standard output; progress, warnings and errors to standard error. Exit code 2 for bad input, 130
after Ctrl-C.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from twingkit.analyse import arena
from twingkit.cli.options import Lang, LangOption, exit_with_error, reading_box_file
from twingkit.cli.output import aligned_table
from twingkit.core.games import default_game, game_by_id
from twingkit.core.language import localized
from twingkit.core.messages import has_message, message, text_or_str
from twingkit.core.words import format_percent, format_percents

_INTERRUPTED_EXIT_CODE = 130


Players = Annotated[
    str,
    typer.Option(metavar="NAMES", help="Computer players, one for each seat, such as greedy,greedy,random."),
]
Games = Annotated[int, typer.Option(help="Number of games.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Save games and battles in this folder; run again to continue."),
]
VariantOption = Annotated[str, typer.Option(help="A variant or its switches; see twingkit variants.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Processes = Annotated[int | None, typer.Option(help="Number of processes; default: one per core.")]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Dask cluster, such as tcp://host:8786.")
]
GameOption = Annotated[str, typer.Option(help="The id of the game; default: the first one.")]
BoxFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Your own box: a .toml or .csv file.")]


def simulate(
    players: Players,
    games: Games = 1000,
    out: Out = None,
    variant: VariantOption = "box",
    seed: Seed = 0,
    processes: Processes = None,
    scheduler: Scheduler = None,
    box: BoxFile = None,
    game: GameOption = "",
    lang: LangOption = Lang.EN,
) -> None:
    """Let computer players play many games: who wins how often, how long games take, how they end."""
    names = [name.strip() for name in players.split(",")]
    own_box = _box(game or default_game().id, box)
    progress_bar = sys.stderr.isatty()
    with _warnings_on_stderr():
        try:
            results = arena.simulate(
                games,
                names,
                variant,
                seed,
                game=game,
                box=own_box,
                processes=processes,
                scheduler=scheduler,
                out=out,
                progress=progress_bar,
            )
            text = summary(results, lang)
        except arena.ArenaInterrupted as stopped:
            if isinstance(stopped.results, arena.Results) and stopped.results.games_finished:
                print("\n".join(summary(stopped.results, lang)))
            print(f"twingkit: {stopped.text(lang)}", file=sys.stderr)
            raise typer.Exit(_INTERRUPTED_EXIT_CODE) from None
        except OSError as fault:
            file, why = fault.filename or out, fault.strerror or fault
            exit_with_error(message("simulate.unwritable", folder=file, why=why))
    print("\n".join(text))
    if box is not None:
        print(message("simulate.box", file=box))
    if out is not None:
        print(message("simulate.kept", folder=out))


@localized
def summary(results: arena.Results, lang: str | None = None) -> list[str]:
    """Return a summary of results as lines: wins by policy with intervals, rounds, and how games ended."""
    run = results.run
    long = "rounds" if "rounds" in run.columns_by_table["games"] else "answers"
    lengths = results.value_counts(long)
    count = lengths.total()
    mean, error = _mean_and_error(lengths)
    head = {"games": count, "players": len(run.players), "seed": run.seed, "variant": run.variant}
    spread = {"mean": f"{mean:.1f}", "error": f"{error:.1f}"}
    lines = [message("simulate.games", **head), "", *_table(results), ""]
    lines.append(message(f"simulate.{long}", **spread, least=min(lengths), most=max(lengths)))
    if "end_reason" in run.columns_by_table["games"]:
        lines.append(message("simulate.ends", ends=", ".join(_ends(results, count))))
    return lines


def _ends(results: arena.Results, count: int) -> Iterator[str]:
    ends = sorted(results.value_counts("end_reason").items(), key=lambda end: (-end[1], str(end[0])))
    shares = format_percents([games / count for _, games in ends], 1)
    for (end, _), share in zip(ends, shares, strict=True):
        key = f"{results.run.game}.end.{end}"
        words = message(key) if has_message(key) else str(end)
        yield message("simulate.end", words=words, share=share)


def _mean_and_error(counts: Counter[int]) -> tuple[float, float]:
    count = counts.total()
    mean = sum(value * times for value, times in counts.items()) / count
    squares = sum((value - mean) ** 2 * times for value, times in counts.items())
    return mean, (squares / max(count - 1, 1) / count) ** 0.5


def _table(results: arena.Results) -> list[str]:
    head = [message(f"simulate.{name}") for name in ("policy", "won", "share", "interval", "chance")]
    wins: list[Any] = list(results.wins().itertuples())  # pandas rows
    unwon = results.games_without_winner
    shares = format_percents([row.share for row in wins] + [unwon / wins[0].games], 1)
    rows = [
        [
            str(row.policy),
            str(row.won),
            share,
            f"{format_percent(row.low, 1)} – {format_percent(row.high, 1)}",
            format_percent(row.fair_share, 1),
        ]
        for row, share in zip(wins, shares, strict=False)
    ]
    if unwon:
        rows.append([message("simulate.nobody"), str(unwon), shares[-1], "", ""])
    return aligned_table([head, *rows], left_columns=1)


def _box(game: str, file: Path | None) -> Any:  # boxes differ between games
    """Load the user's own box from a file; end the command with a message if it is invalid."""
    if file is None:
        return None
    try:
        load_box = game_by_id(game).load("box")
        with reading_box_file(file):
            return file if load_box is None else load_box(file)
    except ValueError as fault:
        exit_with_error(text_or_str(fault))
    except LookupError:
        return file  # unknown game: the arena raises the error


@contextmanager
def _warnings_on_stderr() -> Iterator[None]:
    """Print warnings about damaged parts of a run on the error stream immediately."""

    def say(*facts: Any, **named: Any) -> None:  # the arguments of `warnings.showwarning`
        if isinstance(facts[0], arena.DamagedPart):
            print(f"twingkit: {message('simulate.again', damage=facts[0].damage)}", file=sys.stderr)
        else:
            usual(*facts, **named)

    with warnings.catch_warnings():
        warnings.simplefilter("always", arena.DamagedPart)
        usual, warnings.showwarning = warnings.showwarning, say
        yield
