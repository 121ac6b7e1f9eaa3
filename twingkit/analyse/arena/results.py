"""The results of a run of many games: its tables, the shares of wins, and the error of a stopped run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.analyse.arena.adjusted import adjusted_effects
from twingkit.analyse.arena.runs import Damage, Folder, Run
from twingkit.analyse.arena.standings import head_to_head, line_ups, strengths
from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.games import games
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import (
    SHARED,
    add_meanings,
    listed_tables,
    meanings,
    tables_package,
    with_column_meanings,
)
from twingkit.core.tables.row_table import row_table
from twingkit.odds.shares import CONFIDENCE, wilson, won_share

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DamagedPart", "PlanResults", "Results", "Stopped", "wilson"]


class DamagedPart(UserWarning):
    """A part of a folder was damaged or belongs to another run, and is played again; `.damage` says which and
    why.

    >>> from twingkit.analyse.arena.runs import Damage
    >>> print(DamagedPart(Damage("arena.foreign", Path("games-0.parquet"))))
    games-0.parquet belongs to another run and cannot be used
    """

    def __init__(self, damage: Damage) -> None:
        super().__init__(str(damage))
        self.damage = damage


class Stopped(KeyboardInterrupt):
    """Ctrl-C: `.results` holds the finished games (for a plan its `PlanResults`); `.text(lang)` says how to
    continue.

    >>> from twingkit import arena
    >>> print(Stopped(arena.play(2, ["random", "random"], "short", seed=1, processes=1)))
    stopped after 2 of 2 games; they are lost, as no folder was given
    """

    def __init__(self, results: Results | PlanResults) -> None:
        super().__init__()
        self.results = results

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a sentence with the number of saved games and how to resume."""
        results = self.results
        key = "arena.stopped" if results.folder is None else "arena.stopped_kept"
        facts = {"n": results.finished, "games": results.wanted, "folder": results.folder}
        return message(key, **facts)

    def __str__(self) -> str:
        return self.text()


@attrs.define(eq=False)
class Results:
    """The results of a run so far: `games` and `battles`, DataFrames with the columns of the game's `tally`.

    `run` describes what was played, `wanted` is the number of games, `folder` holds them (None: only in
    memory). With a folder the tables are read on access, which raises `Damage` for a damaged part.

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
        """One row for each finished game, by number."""
        return self._table("games")

    @property
    def battles(self) -> pd.DataFrame:
        """One row for each attacker and defender of each battle, by game and order."""
        return self._table("battles")

    def _table(self, name: str) -> pd.DataFrame:
        if name not in self._tables and self.folder is not None:
            self._tables[name] = self._opened(self.folder).read_all(name)
        frame = self._tables[name]
        if "columns" not in frame.attrs:
            add_meanings(frame, _package(self.run.game, name), name)
        return frame

    @with_column_meanings
    @check_arguments(search=TEXT, table=TEXT)
    @localized
    def columns(self, search: str = "", table: str = "games", lang: Lang | None = None) -> pd.DataFrame:
        """Return the meanings of the columns of `games` or `battles`.

        With `search`, only columns are listed whose name or meaning has a word that begins with each word of
        it, ignoring case. Raises `Fault` for another table.

        >>> from twingkit import arena
        >>> results = arena.play(2, ["random", "random"], variant="short", seed=1, processes=1)
        >>> results.columns("hat p1")[["column", "meaning"]].values.tolist()
        [['got_hat_p1', 'the turn in which the seat p1 first owned hat; missing: never']]
        """
        types = self.run.columns
        if table not in types:
            raise Fault("arena.table", found=table, known=", ".join(types))
        said = meanings(_package(self.run.game, table), table, types[table])
        wanted = [re.compile(rf"(?:\b|_){re.escape(word)}", re.IGNORECASE) for word in search.split()]
        rows = [
            (name, kind if isinstance(kind, str) else "category", said.get(name, ""))
            for name, kind in types[table].items()
            if all(word.search(f"{name} {said.get(name, '')}") for word in wanted)
        ]
        return row_table(rows, ["column", "type", "meaning"], table=table, lang=language())

    def head_to_head(self, confidence: float = CONFIDENCE) -> pd.DataFrame:
        """Compare each pair of players in the run (see `arena.head_to_head`)."""
        return head_to_head(self, confidence)

    def strengths(self, confidence: float = CONFIDENCE) -> pd.DataFrame:
        """Return one strength for each player in the run, with its interval (see `arena.strengths`)."""
        return strengths(self, confidence)

    def adjusted_effects(self, by: str | Sequence[str], confidence: float = CONFIDENCE) -> pd.DataFrame:
        """Return the effects that go along with winning, adjusted for players and seats (see
        `arena.adjusted_effects`).
        """
        return adjusted_effects(self, by, confidence)

    def parts(self, table: str = "games", columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Yield a table in pieces, with all columns or some: for a folder that does not fit into memory.

        One piece is read at a time. Raises `KeyError` for an unknown table or column.
        """
        types = self.run.columns[table]
        names = list(types) if columns is None else list(columns)
        if table in self._tables or self.folder is None:
            yield self._tables[table][names]
            return
        for part in self._opened(self.folder).read(table, list(dict.fromkeys(["game", *names]))):
            yield part.loc[part["game"] < self.wanted, names]

    @property
    def finished(self) -> int:
        """The number of finished games. Reads no rows from a folder."""
        if self.folder is None:
            return len(self.games)
        parts = self._opened(self.folder).finished_parts()
        return sum(min(count, self.wanted - numbers.start) for numbers, count in parts)

    def counts(self, column: str, table: str = "games") -> Counter[Any]:  # keys have the column's type
        """Count the values of a column; missing ones under None. Reads only this column.

        >>> from twingkit import arena
        >>> arena.play(4, ["random", "random"], "short").counts("by")
        Counter({'last': 4})
        """
        counts: Counter[object] = Counter()
        for part in self.parts(table, [column]):
            values = part[column].dropna()
            counts.update({value: count for value, count in values.value_counts().items() if count})
            counts.update({None: len(part) - len(values)})
        return +counts

    def _opened(self, folder: Path) -> Folder:
        return attrs.evolve(Folder.open(folder), games=self.wanted)

    def game(self, number: int) -> Game:
        """Replay a game of the run with all its rulings: to step through it, or for its record.

        Raises `IndexError` if the run has no game with this number.
        """
        if not 0 <= number < self.wanted:
            raise IndexError(number)
        return self.run.play(number, explain=True)

    @property
    def games_without_winner(self) -> int:
        """The number of finished games that nobody won."""
        return sum(line_up.won[()] for line_up in line_ups(self))

    @with_column_meanings
    def wins(self) -> pd.DataFrame:
        """Return one row for each policy: how often it won, with an interval.

        Columns:

        - `policy`: the computer player;
        - `seats`: its seats in each game;
        - `games`: games played, including those that nobody won;
        - `won`: games won, alone or with others;
        - `share`: won / games, 0 to 1;
        - `low`, `high`: the 95 % Wilson interval of the share;
        - `chance`: the share if all seats won equally often (with teams, each team as often as any other).
        """
        import pandas as pd

        played = line_ups(self)
        count, rows = sum(line_up.games for line_up in played), {}
        for name in dict.fromkeys(self.run.players):
            shares = won_share(sum(line_up.wins(name) for line_up in played), count).values()
            sides = sum(line_up.sides_with(name) * (line_up.games if count else 1) for line_up in played)
            chance = sides / (len(self.run.teams) * (count or len(played)))
            rows[name] = (self.run.players.count(name), count, *shares, chance)
        names = ["seats", "games", "won", "share", "low", "high", "chance"]
        frame = pd.DataFrame.from_dict(rows, orient="index", columns=names)
        frame.index.name = "policy"
        return frame


@attrs.frozen(eq=False)
class PlanResults:
    """The results of a plan so far: `runs` by the names of their conditions, and their `folder`.

    Other programs can read everything at once: each run is a folder in it, with its games as Parquet files
    (`notebooks/analyse/a-million-games.ipynb` does so).

    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import arena
    >>> with TemporaryDirectory() as folder:
    ...     plan = {"two": arena.Condition(4, ["random", "random"], "short")}
    ...     results = arena.play_plan(plan, folder, processes=1)
    ...     print(results.finished, results.wanted, list(results.runs))
    4 4 ['two']
    """

    runs: Mapping[str, Results]
    folder: Path

    @property
    def finished(self) -> int:
        """The number of finished games of all conditions. Reads no rows."""
        return sum(results.finished for results in self.runs.values())

    @property
    def wanted(self) -> int:
        """The number of games of all conditions."""
        return sum(results.wanted for results in self.runs.values())


def _package(game: str, table: str) -> str:
    """Return the package that explains the columns of a game's table: its own, or the shared one."""
    entry = next(entry for entry in games() if entry.id == game)
    own = tables_package((entry.rules or entry.starts).partition(":")[0])
    return own if table in listed_tables(own) else SHARED
