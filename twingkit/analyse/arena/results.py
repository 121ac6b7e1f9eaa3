"""The results of many games: the tables, the shares of wins, and the error of a stopped run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import attrs

from twingkit.analyse.arena import standings
from twingkit.analyse.arena.adjusted import POLICY, adjusted_effects
from twingkit.analyse.arena.runs import DamagedPartFault, Run, RunFolder
from twingkit.analyse.arena.tallies import EMPTY_BATTLE_COLUMNS, TIME_COLUMN
from twingkit.core.arguments import TEXT, check_arguments, list_or_single
from twingkit.core.games import games
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.near_names import NearestName
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import (
    SHARED_PACKAGE,
    add_column_meanings,
    listed_tables,
    meaning_by_column,
    tables_package,
    with_column_meanings,
)
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE, won_share_cells
from twingkit.odds.shares import wilson_interval as wilson_interval

BY_ARGUMENT = list_or_single("argument.column_names", str)
"""The kind of one or several columns of the seats."""


class DamagedPart(UserWarning):
    """A warning that a part of a folder was damaged or belongs to another run, and is played again; `.damage`
    says which part and why.

    >>> from twingkit.analyse.arena.runs import DamagedPartFault
    >>> print(DamagedPart(DamagedPartFault("arena.foreign", Path("games-0.parquet"))))
    games-0.parquet belongs to another run and cannot be used
    """

    def __init__(self, damage: DamagedPartFault) -> None:
        super().__init__(str(damage))
        self.damage = damage


class ArenaInterrupted(KeyboardInterrupt):
    """Raised on Ctrl-C: `.results` holds the finished games (for a plan its `PlanResults`); `.text(lang)`
    says how to continue.

    >>> from twingkit import arena
    >>> print(ArenaInterrupted(arena.simulate(2, ["random", "random"], "short", seed=1, processes=1)))
    stopped after 2 of 2 games; they are lost, because you gave no folder
    """

    def __init__(self, results: Results | PlanResults) -> None:
        super().__init__(results)
        self.results = results

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a sentence with the number of saved games and how to continue."""
        results = self.results
        key = "arena.stopped" if results.folder is None else "arena.stopped_kept"
        facts = {"n": results.games_finished, "games": results.games_requested, "folder": results.folder}
        return message(key, **facts)

    def __str__(self) -> str:
        return self.text()


@attrs.define(eq=False)
class Results:
    """The results of a run so far: `games`, `seats` and `battles`, DataFrames with the columns of the game's
    `tally`.

    `run` is the description of the run, `games_requested` the number of games, `folder` their folder (None:
    they are only in memory). With a folder the tables are read on access, which raises `DamagedPartFault` for
    a damaged part.

    >>> from twingkit import arena
    >>> results = arena.simulate(4, ["greedy", "random"], variant="short", seed=1, processes=1)
    >>> results.wins()[["policy", "games", "fair_share"]].values.tolist()
    [['greedy', 4, 0.5], ['random', 4, 0.5]]
    >>> results.replay_game(3).over
    True
    """

    run: Run
    games_requested: int
    folder: Path | None = None
    _tables: dict[str, DataFrame] = attrs.field(factory=dict, repr=False)

    @property
    def games(self) -> DataFrame:
        """A table with one row for each finished game, sorted by the number of the game."""
        return self._table("games")

    @property
    def seats(self) -> DataFrame:
        """A table with one row for each seat of each finished game.

        It begins with the same columns in every game: `game`, `seed`, `seat` (from 0), `player` ("p1" …),
        `policy`, `won` (1 for a winner, alone or with others), `score` (what decides the game, such as
        points), `rounds` (or turns), `answers`, and `seconds`, the time that the game took: the only column
        that a repetition of the run does not repeat.

        >>> from twingkit import arena
        >>> results = arena.simulate(2, ["greedy", "random"], game="ember", seed=1, processes=1)
        >>> results.seats[["game", "seat", "player", "policy", "won", "score"]].values.tolist()[0]
        [0, 0, 'p1', 'greedy', 1, 35]
        """
        return self._table("seats")

    @property
    def battles(self) -> DataFrame:
        """A table with one row for each battle, sorted by the number of the game and by the order of its
        battles.

        For a game without battles it is empty, and `attrs["notes"]` says so.
        """
        frame = self._table("battles")
        if self.run.columns_by_table["battles"] == EMPTY_BATTLE_COLUMNS:
            frame.attrs["notes"] = [message("arena.no_battles", game=self.run.game)]
        return frame

    def _table(self, name: str) -> DataFrame:
        if name not in self._tables and self.folder is not None:
            self._tables[name] = self._opened(self.folder).read_all(name)
        frame = self._tables[name]
        if "columns" not in frame.attrs:
            add_column_meanings(frame, _package(self.run.game, name), name)
        return frame

    @with_column_meanings
    @check_arguments(search=TEXT, table=TEXT)
    @localized
    def column_meanings(self, search: str = "", table: str = "games", lang: Lang | None = None) -> DataFrame:
        """Return a table of the columns of `games`, `seats` or `battles` with their meanings.

        With `search`, it returns only the columns whose name or meaning has, for each word of `search`, a
        word that begins with it (ignoring case). Raises `Fault` for another table.

        >>> from twingkit import arena
        >>> results = arena.simulate(2, ["random", "random"], variant="short", seed=1, processes=1)
        >>> results.column_meanings("hat", table="seats")[["column", "meaning"]].values.tolist()
        [['got_hat', 'the turn in which the seat first owned hat; missing: never']]
        """
        types = self.run.columns_by_table
        if table not in types:
            raise Fault(
                "arena.table", found=table, known=", ".join(types), near=NearestName(table, tuple(types))
            )
        said = meaning_by_column(_package(self.run.game, table), table, types[table])
        wanted = [re.compile(rf"(?:\b|_){re.escape(word)}", re.IGNORECASE) for word in search.split()]
        rows = [
            (name, kind if isinstance(kind, str) else "category", said.get(name, ""))
            for name, kind in types[table].items()
            if all(word.search(f"{name} {said.get(name, '')}") for word in wanted)
        ]
        return frame_from_rows(rows, ["column", "type", "meaning"], table=table, lang=language())

    def head_to_head(self, confidence: float = DEFAULT_CONFIDENCE) -> DataFrame:
        """Compare each pair of players in the run (see `arena.head_to_head`)."""
        return standings.head_to_head(self, confidence)

    def strengths(self, confidence: float = DEFAULT_CONFIDENCE) -> DataFrame:
        """Return a strength for each player in the run, with its interval (see `arena.player_strengths`)."""
        return standings.player_strengths(self, confidence)

    def adjusted_effects(self, by: str | Sequence[str], confidence: float = DEFAULT_CONFIDENCE) -> DataFrame:
        """Return the effects associated with winning, adjusted for players and seats (see
        `arena.adjusted_effects`).
        """
        return adjusted_effects(self, by, confidence)

    def table_parts(self, table: str = "games", columns: Sequence[str] | None = None) -> Iterator[DataFrame]:
        """Yield a table in parts, with all columns or some, for a folder that does not fit into memory.

        One part is read at a time. Raises `KeyError` for an unknown table or column.
        """
        types = self.run.columns_by_table[table]
        names = list(types) if columns is None else list(columns)
        if table in self._tables or self.folder is None:
            yield self._tables[table][names]
            return
        for part in self._opened(self.folder).read_parts(table, list(dict.fromkeys(["game", *names]))):
            yield part.loc[part["game"] < self.games_requested, names]

    @property
    def games_finished(self) -> int:
        """The number of finished games. Reads no rows from a folder."""
        if self.folder is None:
            return len(self.games)
        parts = self._opened(self.folder).stored_parts()
        return sum(min(count, self.games_requested - numbers.start) for numbers, count in parts)

    def value_counts(self, column: str, table: str = "games") -> Counter[Any]:  # keys have the column's type
        """Count how often each value occurs in a column; missing values count under None. Reads only this
        column.

        >>> from twingkit import arena
        >>> arena.simulate(4, ["random", "random"], "short").value_counts("end_reason")
        Counter({'last': 4})
        """
        counts: Counter[object] = Counter()
        for part in self.table_parts(table, [column]):
            values = part[column].dropna()
            counts.update({value: count for value, count in values.value_counts().items() if count})
            counts.update({None: len(part) - len(values)})
        return +counts

    def _opened(self, folder: Path) -> RunFolder:
        return attrs.evolve(RunFolder.open(folder), games_requested=self.games_requested)

    def replay_game(self, game_number: int) -> Game:
        """Replay a game of the run with all its rulings, for example to step through it or to get its record.

        Raises `IndexError` if the run has no game with this number.
        """
        if not 0 <= game_number < self.games_requested:
            raise IndexError(game_number)
        return self.run.play(game_number, explain=True)

    @property
    def games_without_winner(self) -> int:
        """The number of finished games that nobody won."""
        return sum(line_up.winner_counts[()] for line_up in standings.line_up_results(self))

    @with_column_meanings
    @check_arguments(by=BY_ARGUMENT)
    @localized
    def wins(
        self,
        by: str | Sequence[str] = POLICY,
        confidence: float = DEFAULT_CONFIDENCE,
        lang: Lang | None = None,
    ) -> DataFrame:
        """Return how often each policy won, with a confidence interval. `by` groups the wins by other
        columns, such as the seat or the faction.

        Parameters
        ----------
        by
            "policy", or another column of `seats` with words or whole numbers: "seat", "player", "character",
            "faction", "deck", "first_strategy_card" …; or a list of several, for one row per combination.
        confidence
            The confidence level of `low` and `high`.
        lang
            The language of `attrs["columns"]`.

        Returns
        -------
        DataFrame
            One row for each value, or combination of values, that occurs: the columns in `by`, then

            - `seats`: for a policy its seats in each game; else the number of seats with this value;
            - `games`: games played, including those that nobody won;
            - `won`: for a policy the games that it won, alone or with others; else the seats that won;
            - `share`: won / games for a policy, else won / seats, 0 to 1;
            - `low`, `high`: the Wilson interval of the share;
            - `fair_share`: the share if all seats won equally often (with teams, each team as often as any
              other).

        Raises
        ------
        Fault
            For a name that is not such a column.

        Examples
        --------
        >>> from twingkit import arena
        >>> results = arena.simulate(20, ["random", "random"], game="ember", seed=1, processes=1)
        >>> results.wins(by="player")[["player", "seats", "games", "fair_share"]].values.tolist()
        [['p1', 20, 20, 0.5], ['p2', 20, 20, 0.5]]
        >>> results.wins(by=["seat", "dealer"])[["seat", "dealer"]].values.tolist()
        [[0, 0], [0, 1], [1, 0], [1, 1]]
        """
        names = [by] if isinstance(by, str) else list(dict.fromkeys(by))
        rows = self._wins_of_policies(confidence) if names == [POLICY] else self._wins_by(names, confidence)
        columns = ["seats", "games", "won", "share", "low", "high", "fair_share"]
        frame = frame_from_rows(rows, [*names, *columns], by=names, confidence=confidence)
        own = meaning_by_column(_package(self.run.game, "seats"), "seats", names)
        frame.attrs["columns"] = own | meaning_by_column(SHARED_PACKAGE, "Results.wins", columns)
        return frame

    def _wins_of_policies(self, confidence: float) -> list[tuple[object, ...]]:
        played = standings.line_up_results(self)
        games, rows = sum(line_up.games for line_up in played), []
        for name in dict.fromkeys(self.run.players):
            won = sum(line_up.count_wins(name) for line_up in played)
            sides = sum(
                line_up.count_teams_with(name) * (line_up.games if games else 1) for line_up in played
            )
            fair = sides / (len(self.run.teams) * (games or len(played)))
            shares = won_share_cells(won, games, confidence).values()
            rows.append((name, self.run.players.count(name), games, *shares, fair))
        return rows

    def _wins_by(self, by: list[str], confidence: float) -> list[tuple[object, ...]]:
        """Return the rows of `wins` for the combinations of values in some columns of the seats."""
        types = self.run.columns_by_table["seats"]
        known = [
            name
            for name, kind in types.items()
            if name not in ("game", "seed", "won") and (isinstance(kind, tuple) or "int" in kind.lower())
        ]
        for name in by or [""]:
            if name not in known:
                raise standings.unknown_column_fault("arena.no_standing", name, known)
        seats: Counter[tuple[object, ...]] = Counter()
        won: Counter[tuple[object, ...]] = Counter()
        games: dict[tuple[object, ...], set[int]] = {}
        for part in self.table_parts("seats", list(dict.fromkeys(["game", *by, "won"]))):
            for values, rows in part.dropna(subset=by).groupby(by, observed=True):
                seats[values] += len(rows)
                won[values] += int(rows["won"].sum())
                games.setdefault(values, set()).update(rows["game"])
        order = [  # that of the words of a column, or of its numbers
            dict(zip(kind, count(), strict=False)) if isinstance(kind := types[name], tuple) else {}
            for name in by
        ]

        def place(values: tuple[Any, ...]) -> list[Any]:
            return [places.get(value, value) for places, value in zip(order, values, strict=True)]

        fair, found = 1 / len(self.run.teams), []
        for values in sorted(games, key=place):
            shares = won_share_cells(won[values], seats[values], confidence).values()
            found.append((*values, seats[values], len(games[values]), *shares, fair))
        return found

    @with_column_meanings
    def time_per_game(self) -> DataFrame:
        """Return the distribution of the seconds per game as a table with one row, for `charts.spread`.

        The times are those of the computers that played, so another run has others.

        >>> from twingkit import arena
        >>> results = arena.simulate(4, ["random", "random"], game="ember", seed=1, processes=1)
        >>> frame = results.time_per_game()
        >>> int(frame.loc[0, "games"]), bool(frame.loc[0, "p5"] <= frame.loc[0, "median"])
        (4, True)
        """
        import pandas as pd

        columns = ["seat", TIME_COLUMN]
        parts = [part.loc[part["seat"] == 0, TIME_COLUMN] for part in self.table_parts("seats", columns)]
        times = pd.concat(parts) if parts else pd.Series(dtype="float64")
        names = ("p5", "p25", "median", "p75", "p95")
        levels = dict(zip(names, times.quantile([0.05, 0.25, 0.5, 0.75, 0.95]), strict=True))
        label = ", ".join(self.run.players)
        row = {"label": label, "games": len(times), "total": times.sum(), "mean": times.mean(), **levels}
        return frame_from_rows([row], unit="s")


@attrs.frozen(eq=False)
class PlanResults:
    """The results of a plan so far: `runs` maps the name of each condition to its results, `folder` is the
    plan's folder.

    Other programs can read everything at once: each run is a folder in it, with its games as Parquet files
    (`notebooks/analyse/a-million-games.ipynb` does so).

    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import arena
    >>> with TemporaryDirectory() as folder:
    ...     plan = {"two": arena.Condition(4, ["random", "random"], "short")}
    ...     results = arena.simulate_plan(plan, folder, processes=1)
    ...     print(results.games_finished, results.games_requested, list(results.runs))
    4 4 ['two']
    """

    runs: Mapping[str, Results]
    folder: Path

    @property
    def games_finished(self) -> int:
        """The number of finished games of all conditions. Reads no rows."""
        return sum(results.games_finished for results in self.runs.values())

    @property
    def games_requested(self) -> int:
        """The number of games of all conditions."""
        return sum(results.games_requested for results in self.runs.values())


def _package(game: str, table: str) -> str:
    entry = next(entry for entry in games() if entry.id == game)
    own = tables_package((entry.rules or entry.starts).partition(":")[0])
    return own if table in listed_tables(own) else SHARED_PACKAGE
