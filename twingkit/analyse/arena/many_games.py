"""Play many games: on one core, on all cores, or on a Dask cluster; in memory, or in a folder so that a run
can resume.

A plan is many runs in one folder, with different games, players, numbers of players and variants:

    arena.simulate_plan(
        {
            "two": arena.Condition(1000, ["greedy", "random"]),
            "three-short": arena.Condition(500, ["greedy", "random", "random"], "short"),
        },
        out="many",
    )

Each condition is a run as in `arena.simulate`, in a folder with the name of the condition. The parts of all
conditions are handed out as one list, so that no worker waits between two conditions, and all advance
together: a plan stopped halfway has about half of each condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

import attrs

from twingkit.analyse.arena.results import ArenaInterrupted, DamagedPart, PlanResults, Results
from twingkit.analyse.arena.runs import TABLES, DamagedPartFault, Run, RunFolder, rows_as_frame
from twingkit.analyse.arena.tallies import arena_recorder
from twingkit.analyse.arena.workers import PartRunner, RunPart, Tables, play_parts
from twingkit.core.arguments import (
    BOOLEAN,
    COUNT,
    PATH,
    SEED,
    TEXT,
    ArgumentKind,
    check_arguments,
    instance_of,
    mapping_of,
    require_valid_argument,
)
from twingkit.core.arguments.kinds import as_int, as_int_or_none
from twingkit.core.games import default_game, game_by_id
from twingkit.core.messages import Fault
from twingkit.core.running.caller_warnings import warn_caller
from twingkit.core.running.processes import startable_processes, usable_core_count
from twingkit.core.running.progress_bar import progress_bar
from twingkit.players import policies
from twingkit.players.policies import PLAYERS

if TYPE_CHECKING:
    from distributed import Client

_MIN_GAMES_PER_PROCESS = 50
"""The number of games that can be played in the time that another process needs to start."""

_PARTS_PER_WORKER = 8
"""The minimum number of parts for each worker, so that all workers end at about the same time."""


EXAMPLE_OF_GAME = """
>>> from twingkit import {game}
>>> results = {game}.simulate(2, ["random"] * {players}, {options}seed=1, processes=1)
>>> len(results.games), len(results.seats)
(2, {seats})
"""
"""The doctest of `simulate` for one game (see `for_game`)."""


@check_arguments(
    games=COUNT, players=PLAYERS, game=TEXT, rotate=BOOLEAN, processes=COUNT, games_per_part=COUNT, out=PATH
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
        one, a script must call this under `if __name__ == "__main__":`, as for all new processes. A worker
        of a pool or of Dask plays with one process and warns of it (`OneProcessWarning`).
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
        many = startable_processes(processes or min(usable_core_count(), -(-games // _MIN_GAMES_PER_PROCESS)))
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
        warn_caller(DamagedPart(damage))
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


_CONDITION_NAME_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
"""The names are valid folder names on any system."""


_CONDITION_NAME_ARGUMENT = ArgumentKind(
    "argument.condition_names",
    lambda name: isinstance(name, str) and bool(_CONDITION_NAME_PATTERN.fullmatch(name)),
)


def _seated(players: object) -> tuple[str, ...]:
    require_valid_argument("players", players, PLAYERS)
    return tuple(cast("Sequence[str]", players))


@attrs.frozen(eq=False)
class Condition:
    """One run of a plan: the number of games, and the other arguments of `arena.simulate`.

    `games_per_part`, the number of games in a part, depends on the number of games by default; choose small
    parts for long games. Raises `Fault` for a field of the wrong kind.

    >>> from twingkit import arena
    >>> arena.Condition(100, ["greedy", "random"], "short").players
    ('greedy', 'random')
    """

    games: int = attrs.field(converter=as_int)
    players: Sequence[str] = attrs.field(converter=_seated)
    variant: object = "box"
    seed: int = attrs.field(default=0, converter=as_int)
    game: str = ""
    box: object = None
    rotate: bool = True
    games_per_part: int | None = attrs.field(default=None, converter=as_int_or_none)

    def __attrs_post_init__(self) -> None:
        require_valid_argument("games", self.games, COUNT)
        require_valid_argument("seed", self.seed, SEED)
        require_valid_argument("game", self.game, TEXT)
        require_valid_argument("rotate", self.rotate, BOOLEAN)
        if self.games_per_part is not None:
            require_valid_argument("games_per_part", self.games_per_part, COUNT)

    def make_run(self) -> Run:
        """Return the description of the run. Raises `Fault` if it cannot be played."""
        game = self.game or default_game().id
        return prepare_run(game, self.players, self.variant, self.box, self.seed, self.rotate)


@check_arguments(
    plan=mapping_of(_CONDITION_NAME_ARGUMENT, instance_of("argument.condition", Condition)),
    out=PATH,
    processes=COUNT,
)
def simulate_plan(
    plan: Mapping[str, Condition],
    out: Path | str,
    *,
    processes: int | None = None,
    scheduler: str | Client | None = None,
    progress: bool = False,
) -> PlanResults:
    """Play all conditions of a plan into one folder and return their results.

    Parameters
    ----------
    plan
        Conditions by name; the name is also that of the folder. A later plan for the same folder may have
        more conditions, and its conditions more games.
    out
        The folder. Repeat the call to continue a stopped plan.
    processes, scheduler, progress
        As in `arena.simulate`.

    Raises
    ------
    Fault
        For a condition that cannot be played (before anything is written), for a folder with other content,
        and as in `arena.simulate`.
    Stopped
        On Ctrl-C, with the `PlanResults` so far.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import arena
    >>> plan = {
    ...     "two": arena.Condition(4, ["random", "random"], "short"),
    ...     "three": arena.Condition(2, ["random"] * 3, game="ember"),
    ... }
    >>> with TemporaryDirectory() as folder:
    ...     results = arena.simulate_plan(plan, folder, processes=1)
    ...     print(results.games_finished, len(results.runs["three"].games))
    6 2
    """
    require_pyarrow()
    out = Path(out)
    runs = {name: _run_of_condition(name, condition) for name, condition in plan.items()}
    if not runs:
        raise Fault("arena.no_conditions")
    wanted = sum(condition.games for condition in plan.values())
    with open_part_runner(wanted, next(iter(runs.values())), processes, scheduler) as (crew, many):
        _only_folders(out)
        folders = {}
        for name, condition in plan.items():
            size = condition.games_per_part or part_size(condition.games, many)
            folders[name] = RunFolder.create_or_open(out / name, runs[name], condition.games, size)
        parts = [part for name, folder in folders.items() for part in missing_parts(folder, plan[name].games)]
        parts.sort(key=lambda part: part.game_numbers.start / cast(RunFolder, part.folder).games_requested)
        results = PlanResults(
            {name: Results(run, plan[name].games, folders[name].path) for name, run in runs.items()}, out
        )
        try:
            with progress_bar(wanted, wanted - count_games(parts), progress) as show:
                crew(parts, finish=lambda *_: None, show=show)
        except KeyboardInterrupt:
            raise ArenaInterrupted(results) from None
        return results


def _run_of_condition(name: str, condition: Condition) -> Run:
    try:
        return condition.make_run()
    except Fault as fault:
        raise Fault("arena.condition", name=name, why=fault) from fault


def _only_folders(out: Path) -> None:
    others = [file.name for file in out.iterdir() if not file.is_dir()] if out.exists() else []
    if others:
        raise Fault("arena.not_empty", folder=out, file=min(others))
