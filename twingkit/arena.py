"""The arena: many games of computer players, as two tables, on every core, in a folder if it is to last.

    results = arena.play(1000, ["greedy", "random"], variant="short", out="duels", progress=True)
    results.wins(), results.games, results.battles
    arena.play(100_000, ["greedy", "random"], out="many", scheduler="tcp://host:8786")  # on a Dask cluster

What a game is depends on the run's seed and the game's number alone: not on the number of processes, not on
the computers that play, and not on how often a run was stopped. With a folder, memory does not grow with the
number of games until a whole table is asked for. The columns of both tables are described in the module
`tally` of the game (`twingkit.twing.tally`). pandas is loaded when games are played, pyarrow when a folder is
written or read.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import attrs

from twingkit import policies
from twingkit.messages import Fault, message
from twingkit.play import Game
from twingkit.runs import TABLES, Damage, Folder, Run, frame_of, tally
from twingkit.workers import AHEAD, Crew, GameFailed, Tables, cores, play_parts

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

    from twingkit.cluster import Cluster

__all__ = ["DamagedPart", "GameFailed", "Results", "Run", "Stopped", "load", "play"]

FEW = 50
"""So many games are played sooner than another process begins."""

CONFIDENCE = 0.95
"""Of the intervals around shares."""


class DamagedPart(UserWarning):
    """A part of a folder was damaged or another run's, and is played again: `.damage` says which and why.

    >>> from twingkit.runs import Damage
    >>> print(DamagedPart(Damage("arena.foreign", Path("games-0.parquet"))))
    games-0.parquet is not a part of this run and cannot be used
    """

    def __init__(self, damage: Damage) -> None:
        super().__init__(str(damage))
        self.damage = damage


class Stopped(KeyboardInterrupt):
    """Ctrl-C: `.results` has the games that are finished, `.text(lang)` says how to go on.

    >>> from twingkit import arena
    >>> print(Stopped(arena.play(2, ["random", "random"], "short", seed=1, processes=1)))
    stopped after 2 of 2 games; without a folder they are not kept
    """

    def __init__(self, results: Results) -> None:
        super().__init__()
        self.results = results

    def text(self, lang: str = "en") -> str:
        """What is kept, and how to go on."""
        results = self.results
        key = "arena.stopped" if results.folder is None else "arena.stopped_kept"
        facts = {"n": results.finished, "games": results.wanted, "folder": results.folder}
        return message(key, lang, **facts)

    def __str__(self) -> str:
        return self.text()


@attrs.define(eq=False)
class Results:
    """What a run has told so far: `games` and `battles`, DataFrames whose columns the game's `tally` names.

    `run` is what was played, `wanted` how many games, `folder` where they lie (None: only in memory). From a
    folder the tables are read when they are asked for; then `Damage` is raised for a part that is damaged.

    >>> from twingkit import arena
    >>> results = arena.play(4, ["greedy", "random"], variant="short", seed=1, processes=1)
    >>> results.wins()[["games", "chance"]]
            games  chance
    policy
    greedy      4     0.5
    random      4     0.5
    >>> results.game(3).over
    True
    """

    run: Run
    wanted: int
    folder: Path | None = None
    _tables: dict[str, pd.DataFrame] = attrs.field(factory=dict, repr=False)

    @property
    def games(self) -> pd.DataFrame:
        """One row for each game that is finished, by number."""
        return self._table("games")

    @property
    def battles(self) -> pd.DataFrame:
        """One row for each attacker and defender of each battle, by game and order."""
        return self._table("battles")

    def _table(self, name: str) -> pd.DataFrame:
        if name not in self._tables:
            import pandas as pd

            parts = list(self.parts(name))
            self._tables[name] = pd.concat(parts or [frame_of((), self.run.columns[name])], ignore_index=True)
        return self._tables[name]

    def parts(self, table: str = "games", columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """A table in pieces, all columns or some: for a folder that does not fit into memory.

        Only one piece is read at a time. Raises `KeyError` for a table or a column that there is not.
        """
        types = self.run.columns[table]
        wanted = list(types) if columns is None else list(columns)
        if table in self._tables or self.folder is None:
            yield self._tables[table][wanted]
            return
        for part in self._kept(self.folder).read(table, list(dict.fromkeys(["game", *wanted]))):
            yield part.loc[part["game"] < self.wanted, wanted]

    @property
    def finished(self) -> int:
        """How many games are finished. Of a folder no rows are read for it."""
        if self.folder is None:
            return len(self.games)
        held = self._kept(self.folder).held()
        return sum(min(count, self.wanted - numbers.start) for numbers, count in held)

    def counts(self, column: str, table: str = "games") -> Counter[Any]:
        """How often each value of a column occurs; missing ones under None. Reads this column alone.

        >>> from twingkit import arena
        >>> arena.play(4, ["random", "random"], "short").counts("by")
        Counter({'last': 4})
        """
        found: Counter[Any] = Counter()
        for part in self.parts(table, [column]):
            there = part[column].dropna()
            found.update({value: count for value, count in there.value_counts().items() if count})
            found.update({None: len(part) - len(there)})
        return +found

    def _kept(self, folder: Path) -> Folder:
        return attrs.evolve(Folder.open(folder), games=self.wanted)

    def game(self, number: int) -> Game:
        """A game of the run once more, with all its rulings: to step through it, or for its record.

        Raises `IndexError` if the run has no game of this number.
        """
        if not 0 <= number < self.wanted:
            raise IndexError(number)
        return self.run.play(number, explain=True)

    def wins(self) -> pd.DataFrame:
        """One row for each policy: how often it won, and how sure that is.

        `seats` of each game; `games` played; `won` of them; `share` = won / games; `low` and `high`, the
        Wilson interval of the share at 95 %; `chance`, the share if all seats won equally often. Games that
        nobody won count as played. Shares are from 0 to 1.
        """
        import pandas as pd

        won = self.counts("winner_policy")
        count, rows = won.total(), {}
        for name in dict.fromkeys(self.run.players):
            wins, seats = won[name], self.run.players.count(name)
            low, high = wilson(wins, count)
            share = wins / count if count else float("nan")
            rows[name] = (seats, count, wins, share, low, high, seats / len(self.run.players))
        names = ["seats", "games", "won", "share", "low", "high", "chance"]
        frame = pd.DataFrame.from_dict(rows, orient="index", columns=names)
        frame.index.name = "policy"
        return frame


def wilson(won: int, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The Wilson interval for the share of `won` in `games`, from 0 to 1; all of it without games.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, squared = won / games, z * z / games
    middle = (share + squared / 2) / (1 + squared)
    half = z * (share * (1 - share) / games + squared / games / 4) ** 0.5 / (1 + squared)
    return max(0.0, middle - half), min(1.0, middle + half)


def play(
    games: int,
    players: Sequence[str],
    variant: object = "box",
    seed: int = 0,
    *,
    game: str = "twing",
    box: Any = None,
    rotate: bool = True,
    processes: int | None = None,
    scheduler: str | Client | None = None,
    out: Path | str | None = None,
    progress: bool = False,
    part: int | None = None,
) -> Results:
    """Play many games and return their tables; `game` names a game of this package.

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
    run = _prepared(game, players, variant, box, seed, rotate)
    for name, number in (("games", games), ("processes", processes), ("part", part)):
        if number is not None and number < 1:
            raise Fault("arena.number", name=name, found=number)
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
    from twingkit.cluster import connected

    return connected(scheduler, run)


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
    kept = Folder.open(Path(folder))
    return Results(kept.run, kept.games, kept.path)


def _prepared(game: str, players: Sequence[str], variant: object, box: Any, seed: int, rotate: bool) -> Run:
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
        with _bar(games, games - sum(map(len, missing)), progress) as show:
            crew(run, folder, missing, finish=finish, show=show)
    except KeyboardInterrupt:
        raise Stopped(results()) from None
    return results()


@contextmanager
def _bar(games: int, there: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar on the error stream; what it gives is told how many more games are finished."""
    if not shown:
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    looks = BarColumn(None), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    with Progress(*looks, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=games, completed=there)
        yield lambda done: bar.update(task, completed=there + done)
