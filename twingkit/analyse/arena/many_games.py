"""Play many games: on one core, on all cores, or on a Dask cluster; in memory, or in a folder so that a run
can resume.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from twingkit.analyse.arena.results import ArenaInterrupted, DamagedPart, Results
from twingkit.analyse.arena.runs import TABLES, DamagedPartFault, Run, RunFolder, rows_as_frame
from twingkit.analyse.arena.tallies import arena_recorder
from twingkit.analyse.arena.workers import PartRunner, RunPart, Tables, play_parts
from twingkit.core.arguments import BOOLEAN, COUNT, PATH, TEXT, check_arguments
from twingkit.core.games import default_game, game_by_id
from twingkit.core.messages import Fault
from twingkit.core.running.processes import usable_core_count
from twingkit.core.running.progress_bar import progress_bar
from twingkit.players import policies
from twingkit.players.policies import PLAYERS

if TYPE_CHECKING:
    from distributed import Client

_MIN_GAMES_PER_PROCESS = 50
"""The number of games that can be played in the time that another process needs to start."""

_PARTS_PER_WORKER = 8
"""The minimum number of parts for each worker, so that all workers end at about the same time."""


@check_arguments(
    games=COUNT,
    players=PLAYERS,
    game=TEXT,
    rotate=BOOLEAN,
    processes=COUNT,
    games_per_part=COUNT,
    out=PATH,
)
def simulate(
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
    games_per_part: int | None = None,
) -> Results:
    """Play many games between computer players and return their results as tables.

    Parameters
    ----------
    games
        The number of games.
    players
        Names of policies (computer players), one for each seat. They change seats from game to game so that
        no seat gives an advantage (`Run.seating`), unless `rotate` is False.
    variant
        A variant or its notation.
    seed
        The same seed gives the same games.
    game
        The id of an installed game; the first one by default.
    box
        A custom box, or its file.
    processes
        The number of games to play at once; by default one per core, or one for few games. With more than
        one, a script must call this under `if __name__ == "__main__":`, as for all new processes.
    scheduler
        Play on a Dask cluster, given by the address of its scheduler ("tcp://host:8786") or by an open
        `distributed.Client` (see `docs/clusters.md`). Its workers need the same twingkit, and no access to
        `out`, which this process writes.
    out
        A folder for finished games, in Parquet parts of `games_per_part` games (by default 100 to 1000; fewer
        if a worker would be idle at the end). Repeat the call to continue a stopped run; `games_requested`
        may grow, and existing parts keep their size. A part that is damaged or belongs to another run is
        played again, with a `DamagedPart` warning. Use a folder for one run at a time. For several runs as
        one, see `simulate_plan`.
    progress
        Show a bar on the error stream.

    Raises
    ------
    Fault
        For arguments that cannot be played, an unknown policy, a folder with other content, a cluster that
        cannot be used, or if pyarrow is missing.
    GameFailed
        If a policy fails.
    OSError
        If a folder cannot be written.
    Stopped
        On Ctrl-C, with the finished games.

    Examples
    --------
    >>> from twingkit import arena
    >>> results = arena.simulate(4, ["random", "random"], variant="short", seed=1, processes=1)
    >>> results.games_finished, results.games["game"].tolist()
    (4, [0, 1, 2, 3])
    """
    run = prepare_run(game or default_game().id, players, variant, box, seed, rotate)
    with open_part_runner(games, run, processes, scheduler) as (crew, many):
        games_per_part = games_per_part or part_size(games, many)
        if out is None:
            games_per_part = min(games_per_part, -(-games // many))  # in memory only: give each worker a part
            cuts = range(0, games, games_per_part)
            parts = [RunPart(run, None, range(begin, min(begin + games_per_part, games))) for begin in cuts]
            return _play_all(parts, run, games, None, crew, progress)
        require_pyarrow()
        folder = RunFolder.create_or_open(Path(out), run, games, games_per_part)
        return _play_all(missing_parts(folder, games), run, games, folder, crew, progress)


@contextmanager
def open_part_runner(
    games: int, run: Run, processes: int | None, scheduler: str | Client | None
) -> Iterator[tuple[PartRunner, int]]:
    """Open worker processes or a Dask cluster for these games; yield the function that plays parts of a run
    and the number of workers.

    Raises `Fault` if both are given, or for a cluster that cannot be used.
    """
    if scheduler is None:
        many = processes or min(usable_core_count(), -(-games // _MIN_GAMES_PER_PROCESS))
        yield partial(play_parts, processes=many), many
        return
    if processes is not None:
        raise Fault("cluster.processes", found=processes)
    for package in ("distributed", "pyarrow"):
        if find_spec(package) is None:
            raise Fault("cluster.missing", package=package)
    from twingkit.analyse.arena.cluster import open_cluster

    with open_cluster(scheduler, run) as cluster:
        yield cluster.play_parts, cluster.thread_count()


def part_size(games: int, workers: int) -> int:
    """Return the number of games in a part, small enough that all workers stay busy until the end.

    >>> part_size(100_000, 8), part_size(800, 8), part_size(800, 1)
    (1000, 13, 100)
    """
    part = min(max(games // 32, 100), 1000)
    return min(part, -(-games // (_PARTS_PER_WORKER * workers))) if workers > 1 else part


@check_arguments(game=TEXT)
def bots(game: str = "") -> tuple[str, ...]:
    """Return the names of a game's computer players, strongest first (default: the first installed game).

    Raises `Fault` for a game that is not installed.

    >>> bots("ember")[-1]
    'random'
    """
    entry = game_by_id(game) if game else default_game()
    return tuple(policies.player_factories(entry.id))


@check_arguments(folder=PATH)
def load_run(folder: Path | str) -> Results:
    """Load the run in a folder, with all finished games.

    Raises `Fault` if the folder holds no run, or if pyarrow is missing.

    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import arena
    >>> with TemporaryDirectory() as folder:
    ...     played = arena.simulate(4, ["random", "random"], "short", seed=1, processes=1, out=folder)
    ...     print(arena.load_run(folder).games.equals(played.games))
    True
    """
    require_pyarrow()
    folder_kept = RunFolder.open(Path(folder))
    return Results(folder_kept.run, folder_kept.games_requested, folder_kept.path)


def prepare_run(
    game: str, players: Sequence[str], variant: object, box: object, seed: int, rotate: bool
) -> Run:
    """Return the description of a run, after checking the arguments."""
    begun = arena_recorder(game)
    line, lines = begun.variant_and_box_lines(len(players), str(variant), box)
    run = Run(game, tuple(players), line, lines, seed, rotate)
    policies.policies_by_seat(begun.new_game(len(players), line, lines, 0, explain=False), run.players)
    return run


def require_pyarrow() -> None:
    """Raise `Fault` if pyarrow, which writes and reads folders, is missing."""
    if find_spec("pyarrow") is None:
        raise Fault("arena.pyarrow")


def missing_parts(folder: RunFolder, games: int) -> list[RunPart]:
    """Return the parts of a run that its folder lacks or holds incompletely; warn of damaged files
    (`DamagedPart`).
    """
    parts = [numbers for numbers in folder.part_ranges(games) if not _usable(folder, numbers)]
    return [RunPart(folder.run, folder, numbers) for numbers in parts]


def _usable(folder: RunFolder, numbers: range) -> bool:
    try:
        return folder.count_stored_games(numbers) == len(numbers)
    except DamagedPartFault as damage:
        warnings.warn(DamagedPart(damage), stacklevel=4)
        return False


def _play_all(
    parts: list[RunPart], run: Run, games: int, folder: RunFolder | None, crew: PartRunner, progress: bool
) -> Results:
    finished: dict[int, Tables] = {}

    def finish(part: RunPart, tables: Tables | None) -> None:
        if tables is not None:
            finished[part.game_numbers.start] = tables

    def results() -> Results:
        if folder is not None:
            return Results(run, games, folder.path)
        import pandas as pd

        parts = [part for _, part in sorted(finished.items())]
        parts = parts or [{name: rows_as_frame((), run.columns_by_table[name]) for name in TABLES}]
        joined = {name: pd.concat([part[name] for part in parts], ignore_index=True) for name in TABLES}
        return Results(run, games, None, joined)

    try:
        with progress_bar(games, games - count_games(parts), progress) as show:
            crew(parts, finish=finish, show=show)
    except KeyboardInterrupt:
        raise ArenaInterrupted(results()) from None
    return results()


def count_games(parts: Sequence[RunPart]) -> int:
    """Return the total number of games in these parts of a run."""
    return sum(len(part.game_numbers) for part in parts)
