"""Playing many games: on one core, on all, on a Dask cluster; in memory, or in a folder to go on with."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from twingkit import policies
from twingkit.arena.results import DamagedPart, Results, Stopped
from twingkit.arena.runs import TABLES, Damage, Folder, Run, frame_of
from twingkit.arena.tallies import tally
from twingkit.arena.workers import AHEAD, Crew, Tables, play_parts
from twingkit.arguments import COUNT, PATH, TEXT, TRUTH, takes
from twingkit.games import default_game
from twingkit.messages import Fault
from twingkit.policies import PLAYERS
from twingkit.running.processes import cores
from twingkit.running.progress_bar import progress_bar

if TYPE_CHECKING:
    from distributed import Client

    from twingkit.arena.cluster import Cluster

__all__ = ["bots", "load", "play"]

FEW = 50
"""The number of games that are played faster than another process starts."""


@takes(
    games=COUNT,
    players=PLAYERS,
    game=TEXT,
    rotate=TRUTH,
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
    if a cluster would have idle workers). The same call goes on where it was stopped; `games` may be more
    than before, and parts stay as they were cut. A part that is damaged, or another run's, is played again,
    with a `DamagedPart` warning. One run at a time in a folder.
    `progress` shows a bar on the error stream.

    Raises `Fault` for what cannot be played, an unknown policy, a folder that holds something else, a cluster
    that cannot be used, or if pyarrow is missing; `GameFailed` if a policy breaks; `OSError` if a folder
    cannot be written; `Stopped` on Ctrl-C.

    >>> from twingkit import arena
    >>> results = arena.play(4, ["random", "random"], variant="short", seed=1, processes=1)
    >>> results.finished, results.games["game"].tolist()
    (4, [0, 1, 2, 3])
    """
    run = _prepared(game or default_game().id, players, variant, box, seed, rotate)
    if processes is not None and scheduler is not None:
        raise Fault("cluster.processes", found=processes)
    with _cluster(scheduler, run) as cluster:
        many = cluster.threads() if cluster else processes or min(cores(), -(-games // FEW))
        crew: Crew = cluster.play_parts if cluster else partial(play_parts, processes=many)
        if part is None:
            part = min(max(games // 32, 100), 1000)
            if cluster:
                part = min(part, -(-games // (AHEAD * many)))
        if out is None:
            part = min(part, -(-games // many))  # nothing is kept: everybody gets some
            missing = [range(begin, min(begin + part, games)) for begin in range(0, games, part)]
            return _play_missing(run, games, None, missing, crew, progress)
        _need_pyarrow()
        folder = Folder.begin(Path(out), run, games, part)
        missing = [numbers for numbers in folder.parts(games) if not _usable(folder, numbers)]
        return _play_missing(run, games, folder, missing, crew, progress)


def _cluster(scheduler: str | Client | None, run: Run) -> AbstractContextManager[Cluster | None]:
    """The cluster that is to play; none without a scheduler."""
    if scheduler is None:
        return nullcontext()
    for package in ("distributed", "pyarrow"):
        if find_spec(package) is None:
            raise Fault("cluster.missing", package=package)
    from twingkit.arena.cluster import connected

    return connected(scheduler, run)


@takes(game=TEXT)
def bots(game: str = "") -> tuple[str, ...]:
    """The computer players of a game by name, the strongest first; of the first installed game without one.

    Raises `Fault` for a game that is not installed.

    >>> bots("ember")[-1]
    'random'
    """
    known = game or default_game().id
    own = getattr(tally(known), "bots", None)  # of a game whose starts know their players themselves
    return tuple(dict.fromkeys([*(own() if own else policies.players_of(known)), "random"]))


@takes(folder=PATH)
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
    _need_pyarrow()
    folder_kept = Folder.open(Path(folder))
    return Results(folder_kept.run, folder_kept.games, folder_kept.path)


def _prepared(
    game: str, players: Sequence[str], variant: object, box: object, seed: int, rotate: bool
) -> Run:
    """The run, after a first look at everything that can be wrong with it."""
    begun = tally(game)
    line, lines = begun.prepared(len(players), str(variant), box)
    run = Run(game, tuple(players), line, lines, seed, rotate)
    policies.seat_players(begun.new_game(len(players), line, lines, 0, explain=False), run.players)
    return run


def _need_pyarrow() -> None:
    if find_spec("pyarrow") is None:
        raise Fault("arena.pyarrow")


def _usable(folder: Folder, numbers: range) -> bool:
    try:
        return folder.complete(numbers)
    except Damage as damage:
        warnings.warn(DamagedPart(damage), stacklevel=3)
        return False


def _play_missing(
    run: Run, games: int, folder: Folder | None, missing: list[range], crew: Crew, progress: bool
) -> Results:
    """Play the parts that are missing, and return the results with those that were there."""
    finished: dict[int, Tables] = {}

    def finish(numbers: range, tables: Tables | None) -> None:
        if tables is not None:
            finished[numbers.start] = tables

    def results() -> Results:
        if folder is not None:
            return Results(run, games, folder.path)
        import pandas as pd

        parts = [part for _, part in sorted(finished.items())]
        parts = parts or [{name: frame_of((), run.columns[name]) for name in TABLES}]
        joined = {name: pd.concat([part[name] for part in parts], ignore_index=True) for name in TABLES}
        return Results(run, games, None, joined)

    try:
        with progress_bar(games, games - sum(map(len, missing)), progress) as show:
            crew(run, folder, missing, finish=finish, show=show)
    except KeyboardInterrupt:
        raise Stopped(results()) from None
    return results()
