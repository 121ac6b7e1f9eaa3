"""Playing many games: on one core, on all, on a Dask cluster; in memory, or in a folder to go on with."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from twingkit.analyse.arena.results import DamagedPart, Results, Stopped
from twingkit.analyse.arena.runs import TABLES, Damage, Folder, Run, frame_of
from twingkit.analyse.arena.tallies import tally
from twingkit.analyse.arena.workers import Crew, Part, Tables, play_parts
from twingkit.core.arguments import BOOLEAN, COUNT, PATH, TEXT, check_arguments
from twingkit.core.games import default_game
from twingkit.core.messages import Fault
from twingkit.core.running.processes import cores
from twingkit.core.running.progress_bar import progress_bar
from twingkit.players import policies
from twingkit.players.policies import PLAYERS

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["bots", "load", "play"]

MIN_GAMES_PER_PROCESS = 50
"""The number of games that are played faster than another process starts."""

PARTS_PER_WORKER = 8
"""The number of parts for each of those who play, at least: then all of them end at about the same time."""


@check_arguments(
    games=COUNT,
    players=PLAYERS,
    game=TEXT,
    rotate=BOOLEAN,
    processes=COUNT,
    part=COUNT,
    out=PATH,
)
def play(
    games: int,
    players: Sequence[str],
    variant: object = "box",
    seed: int = 0,
    *,
    game: str = "",
    box: object = None,
    rotate: bool = True,
    processes: int | None = None,
    scheduler: str | Client | None = None,
    out: Path | str | None = None,
    progress: bool = False,
    part: int | None = None,
) -> Results:
    """Play many games and return their tables; `game` names an installed game, the first without it.

    `players` are policies' names, one for each seat; they change seats from game to game so that none has an
    advantage by its place (`Run.seating`), unless `rotate` is False. `variant` is a variant or its line,
    `box` an owner’s box or its file. The same `seed` gives the same games.

    `processes`: how many play at once; without it as many as there are cores, but one for few games. With
    more than one, a script must call this under `if __name__ == "__main__":`, as with everything that starts
    processes.
    `scheduler`: play on a Dask cluster, given by the address of its scheduler ("tcp://host:8786") or by an
    open `distributed.Client` (see `docs/clusters.md`). Its workers need the same twingkit, and no access to
    `out`, which this process writes.
    `out`: a folder to keep what is finished, in Parquet parts of `part` games (100 to 1000 without it, fewer
    if somebody would have nothing to do at the end). The same call goes on where it was stopped; `games` may
    be more than before, and parts stay as they were cut. A part that is damaged, or another run's, is played
    again, with a `DamagedPart` warning. One run at a time in a folder. Several runs as one: `play_plan`.
    `progress` shows a bar on the error stream.

    Raises `Fault` for what cannot be played, an unknown policy, a folder that holds something else, a cluster
    that cannot be used, or if pyarrow is missing; `GameFailed` if a policy breaks; `OSError` if a folder
    cannot be written; `Stopped` on Ctrl-C.

    >>> from twingkit import arena
    >>> results = arena.play(4, ["random", "random"], variant="short", seed=1, processes=1)
    >>> results.finished, results.games["game"].tolist()
    (4, [0, 1, 2, 3])
    """
    run = prepare_run(game or default_game().id, players, variant, box, seed, rotate)
    with crew_for(games, run, processes, scheduler) as (crew, many):
        part = part or part_size(games, many)
        if out is None:
            part = min(part, -(-games // many))  # nothing is kept: everybody gets some
            cuts = range(0, games, part)
            parts = [Part(run, None, range(begin, min(begin + part, games))) for begin in cuts]
            return _play_all(parts, run, games, None, crew, progress)
        require_pyarrow()
        folder = Folder.begin(Path(out), run, games, part)
        return _play_all(missing_parts(folder, games), run, games, folder, crew, progress)


@contextmanager
def crew_for(
    games: int, run: Run, processes: int | None, scheduler: str | Client | None
) -> Iterator[tuple[Crew, int]]:
    """Whoever plays so many games of runs like this one, and how many they are: processes, or a cluster.

    Raises `Fault` for both at once, and for a cluster that cannot be used.
    """
    if scheduler is None:
        many = processes or min(cores(), -(-games // MIN_GAMES_PER_PROCESS))
        yield partial(play_parts, processes=many), many
        return
    if processes is not None:
        raise Fault("cluster.processes", found=processes)
    for package in ("distributed", "pyarrow"):
        if find_spec(package) is None:
            raise Fault("cluster.missing", package=package)
    from twingkit.analyse.arena.cluster import open_cluster

    with open_cluster(scheduler, run) as cluster:
        yield cluster.play_parts, cluster.threads()


def part_size(games: int, workers: int) -> int:
    """The number of games of a part where so many play: few enough that all have something to do to the end.

    >>> part_size(100_000, 8), part_size(800, 8), part_size(800, 1)
    (1000, 13, 100)
    """
    part = min(max(games // 32, 100), 1000)
    return min(part, -(-games // (PARTS_PER_WORKER * workers))) if workers > 1 else part


@check_arguments(game=TEXT)
def bots(game: str = "") -> tuple[str, ...]:
    """The computer players of a game by name, the strongest first; of the first installed game without one.

    Raises `Fault` for a game that is not installed.

    >>> bots("ember")[-1]
    'random'
    """
    known = game or default_game().id
    own = getattr(tally(known), "bots", None)  # of a game whose starts know their players themselves
    return tuple(dict.fromkeys([*(own() if own else policies.players_of(known)), "random"]))


@check_arguments(folder=PATH)
def load(folder: Path | str) -> Results:
    """The run that a folder holds, with all games that are finished.

    Raises `Fault` if it holds none, or if pyarrow is missing.

    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import arena
    >>> with TemporaryDirectory() as folder:
    ...     played = arena.play(4, ["random", "random"], "short", seed=1, processes=1, out=folder)
    ...     print(arena.load(folder).games.equals(played.games))
    True
    """
    require_pyarrow()
    folder_kept = Folder.open(Path(folder))
    return Results(folder_kept.run, folder_kept.games, folder_kept.path)


def prepare_run(
    game: str, players: Sequence[str], variant: object, box: object, seed: int, rotate: bool
) -> Run:
    """The run, after a first look at everything that can be wrong with it."""
    begun = tally(game)
    line, lines = begun.prepare(len(players), str(variant), box)
    run = Run(game, tuple(players), line, lines, seed, rotate)
    policies.seat_players(begun.new_game(len(players), line, lines, 0, explain=False), run.players)
    return run


def require_pyarrow() -> None:
    """Raise `Fault` where there is nothing to write and read folders with."""
    if find_spec("pyarrow") is None:
        raise Fault("arena.pyarrow")


def missing_parts(folder: Folder, games: int) -> list[Part]:
    """The parts of so many games that are not there or not whole; `DamagedPart` warns of the damaged."""
    parts = [numbers for numbers in folder.parts(games) if not _usable(folder, numbers)]
    return [Part(folder.run, folder, numbers) for numbers in parts]


def _usable(folder: Folder, numbers: range) -> bool:
    try:
        return folder.is_complete(numbers)
    except Damage as damage:
        warnings.warn(DamagedPart(damage), stacklevel=4)
        return False


def _play_all(
    parts: list[Part], run: Run, games: int, folder: Folder | None, crew: Crew, progress: bool
) -> Results:
    """Play the parts of a run that are missing, and return the results with those that were there."""
    finished: dict[int, Tables] = {}

    def finish(part: Part, tables: Tables | None) -> None:
        if tables is not None:
            finished[part.numbers.start] = tables

    def results() -> Results:
        if folder is not None:
            return Results(run, games, folder.path)
        import pandas as pd

        parts = [part for _, part in sorted(finished.items())]
        parts = parts or [{name: frame_of((), run.columns[name]) for name in TABLES}]
        joined = {name: pd.concat([part[name] for part in parts], ignore_index=True) for name in TABLES}
        return Results(run, games, None, joined)

    try:
        with progress_bar(games, games - games_of(parts), progress) as show:
            crew(parts, finish=finish, show=show)
    except KeyboardInterrupt:
        raise Stopped(results()) from None
    return results()


def games_of(parts: Sequence[Part]) -> int:
    """The number of games of some parts."""
    return sum(len(part.numbers) for part in parts)
