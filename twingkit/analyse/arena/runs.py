"""A run of many games: its description, and the folder for its finished games.

The folder of a run holds `run.json`, which describes the run, and its games in parts: `games/00000.parquet`,
`seats/00000.parquet` and `battles/00000.parquet`, `…/00001.parquet` and so on. Each file is first written
under another name and renamed when it is complete, so that a run can be stopped at any moment.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from io import BytesIO
from itertools import islice, permutations
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.analyse.arena.tallies import ColumnTypes, arena_recorder, seat_columns
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.core.running.winners import Sides, teams_of
from twingkit.core.version import __version__
from twingkit.players import policies

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

FORMAT = "twingkit-run 1"
"""The format of `run.json`, and its version."""

TABLES = ("games", "seats", "battles")
"""The tables of a run; in a folder each has a folder of its own."""

_METADATA_KEY = b"twingkit-run"
"""The metadata key in a Parquet file for its run, its first game, and its number of games."""

ParquetByTable = Mapping[str, bytes]
"""The content of a part's Parquet files by table name."""


@attrs.frozen
class Run:
    """The settings of an arena run: game, policies, variant, box and seed. Together with a game's number they
    determine that game completely.

    `players` are names of policies; `variant` and `box` are lines as in a record; with `rotate` the players
    change seats from game to game (`seating`); `version` is that of twingkit.

    >>> from twingkit import arena
    >>> run = arena.simulate(2, ["greedy", "random"], seed=1, processes=1).run
    >>> run.players, run.seating(0), run.seating(1)
    (('greedy', 'random'), ('greedy', 'random'), ('random', 'greedy'))
    """

    game: str
    players: tuple[str, ...]
    variant: str
    box: tuple[str, ...]
    seed: int = 0
    rotate: bool = True
    version: str = __version__

    def seed_of(self, game_number: int) -> int:
        """Return the seed of a game: 48 bits that depend only on the run's seed and the game's number."""
        digest = hashlib.blake2b(f"{self.seed} {game_number}".encode(), digest_size=6)
        return int.from_bytes(digest.digest(), "big")

    def seating(self, game_number: int) -> tuple[str, ...]:
        """Return the policy on each seat of a game, from `p1` on.

        With `rotate` all players move on one seat from game to game, and after a full round the order
        changes: after n! games of n players, all have sat in every seat in every order equally often.
        """
        if not self.rotate:
            return self.players
        count = len(self.players)
        rounds, seat = divmod(game_number, count)
        nth = rounds % factorial(count - 1)
        circle = (self.players[0], *next(islice(permutations(self.players[1:]), nth, None)))
        return circle[seat:] + circle[:seat]

    def new_game(self, game_number: int, *, explain: bool = False) -> Game:
        """Return the game with this number before its first answer."""
        seed = self.seed_of(game_number)
        return arena_recorder(self.game).new_game(len(self.players), self.variant, self.box, seed, explain)

    def play(self, game_number: int, *, explain: bool = False) -> Game:
        """Return the game with this number, played to its end."""
        game = self.new_game(game_number, explain=explain)
        return policies.play(game, self.seating(game_number), self.seed_of(game_number))

    @cached_property
    def teams(self) -> Sides:
        """The seats (from 0) of each side of every game."""
        return teams_of(self.new_game(0))

    @cached_property
    def columns_by_table(self) -> Mapping[str, ColumnTypes]:
        """Names and types of the columns of all tables."""
        policies = tuple(dict.fromkeys(self.players))
        own = arena_recorder(self.game).columns(len(self.players), policies)
        return {**own, "seats": seat_columns(self.seat_names, policies, own["seats"])}

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats in records and tables, such as `p1`."""
        return tuple(map(self.new_game(0).start.seat, range(len(self.players))))

    @cached_property
    def fingerprint(self) -> str:
        """A short text that identifies the run and its columns."""
        text = json.dumps([attrs.asdict(self), self.columns_by_table], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class DamagedPartFault(Fault):
    """A part of a run that cannot be used: `.file`, and whether it is damaged or belongs to another run."""

    def __init__(self, key: str, file: Path, **facts: object) -> None:
        super().__init__(key, None, file=file, **facts)
        self.file = file


@attrs.frozen
class RunFolder:
    """The folder of a run, with `games_per_part` games in each part and `games_requested` games in all."""

    path: Path
    run: Run
    games_per_part: int
    games_requested: int

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open the run in a folder. Raises `Fault` if there is none, or if its description is invalid."""
        file = path / "run.json"
        try:
            entry = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise Fault("arena.no_run", folder=path) from None
        except (OSError, ValueError) as fault:
            raise Fault("arena.bad_run", file=file, why=fault) from fault
        try:
            return cls._from_state(path, entry)
        except (KeyError, TypeError, ValueError) as fault:
            raise Fault("arena.bad_run", file=file, why=repr(fault)) from fault

    @classmethod
    def _from_state(cls, path: Path, state: Mapping[str, Any]) -> RunFolder:
        if state["format"] != FORMAT:
            raise ValueError(state["format"])
        lines = {"players": tuple(state["players"]), "box": tuple(state["box"])}
        run = Run(**{field.name: state[field.name] for field in attrs.fields(Run)} | lines)
        part, games = int(state["part"]), int(state["games"])
        if part < 1 or games < 1:
            raise ValueError(min(part, games))
        return cls(path, run, part, games)

    @classmethod
    def create_or_open(cls, path: Path, run: Run, games: int, games_per_part: int) -> RunFolder:
        """Create the folder for a run, or open the folder of the same run to continue it.

        Existing parts keep their size; `games_requested` may grow. Raises `Fault`, and changes nothing, if
        the folder holds another run or other files.
        """
        if (path / "run.json").exists():
            existing = cls.open(path)
            if existing.run != run:
                raise Fault("arena.other_run", folder=path, differences=_Differences(existing.run, run))
            folder = attrs.evolve(existing, games_requested=max(existing.games_requested, games))
        else:
            others = [file.name for file in path.iterdir()] if path.exists() else []
            if any(not name.endswith(".tmp") for name in others):
                raise Fault("arena.not_empty", folder=path, file=min(others))
            folder, existing = cls(path, run, games_per_part, games), None
        if folder != existing:
            path.mkdir(parents=True, exist_ok=True)
            state = attrs.asdict(run) | {
                "format": FORMAT,
                "part": folder.games_per_part,
                "games": folder.games_requested,
            }
            write_atomically(
                path / "run.json", json.dumps(state, indent=1, ensure_ascii=False).encode() + b"\n"
            )
        for table in TABLES:
            (path / table).mkdir(exist_ok=True)
        for draft in (*path.glob(".*.tmp"), *path.glob("*/.*.tmp")):  # left by a run killed while writing
            draft.unlink(missing_ok=True)
        return folder

    def part_ranges(self, games: int | None = None) -> Iterator[range]:
        """Yield the game numbers of each part, up to `games_requested` games."""
        for begin in range(0, games or self.games_requested, self.games_per_part):
            yield range(begin, min(begin + self.games_per_part, self.games_requested))

    def file(self, table: str, game_numbers: range) -> Path:
        """Return the path of the Parquet file that holds `table` for the games `game_numbers` of a part."""
        return self.path / table / f"{game_numbers.start // self.games_per_part:05}.parquet"

    def count_stored_games(self, game_numbers: range, columns: list[str] | None = None) -> int:
        """Return the number of games of a part that all its files hold; 0 if a file is missing.

        The files are read with all columns or some. Raises `DamagedPartFault` if one is damaged or belongs to
        another run. A part holds fewer games than its range if the run was meant to be shorter.
        """
        if not all(self.file(table, game_numbers).exists() for table in TABLES):
            return 0
        return min(self._read(table, game_numbers, columns)[0] for table in TABLES)

    def read_parts(self, table: str, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Yield a table of all stored games, or some of its columns, part by part.

        One part is in memory at a time. Raises `DamagedPartFault` if a file is damaged or belongs to another
        run, and `KeyError` for an unknown column.
        """
        types = self.run.columns_by_table[table]
        names = list(types) if columns is None else list(columns)
        named = list(dict.fromkeys(["game", *(name for name in names if types[name])]))
        for numbers, count in self.stored_parts():
            frame = _typed(self._read(table, numbers, named)[1], types)
            yield frame.loc[frame["game"] < numbers.start + count, names]

    def read_all(self, table: str) -> pd.DataFrame:
        """Return a table of all stored games. Raises `DamagedPartFault`.

        Parts are joined before they become a DataFrame, because converting takes longer than reading.
        """
        import pyarrow as pa
        import pyarrow.compute as pc

        parts = []
        for numbers, count in self.stored_parts():
            there, rows = self._read(table, numbers)
            if there > (most := min(count, len(numbers))):
                rows = rows.filter(pc.less(rows["game"], numbers.start + most))
            parts.append(rows)
        types = self.run.columns_by_table[table]
        return _typed(pa.concat_tables(parts), types) if parts else rows_as_frame((), types)

    def stored_parts(self) -> Iterator[tuple[range, int]]:
        """Yield the range of game numbers of each stored part, and the number of its games that all tables
        hold. Raises `DamagedPartFault`. Reads no rows.
        """
        for numbers in self.part_ranges():
            if count := self.count_stored_games(numbers, []):
                yield numbers, count

    def _read(self, table: str, numbers: range, columns: list[str] | None = None) -> tuple[int, pa.Table]:
        """Return the number of games in a part's file, and its rows with all columns or some."""
        file = self.file(table, numbers)
        try:
            mark, rows = _from_parquet(file, columns)
        except (OSError, ValueError) as fault:  # includes those of pyarrow
            raise DamagedPartFault("arena.damaged", file, why=one_line_excerpt(str(fault), 120)) from fault
        key, _, count = mark.rpartition(" ")
        if key != f"{self.run.fingerprint} {numbers.start}":
            raise DamagedPartFault("arena.foreign", file)
        return int(count), rows

    def write(self, files: ParquetByTable, game_numbers: range) -> None:
        """Write a part's files, each atomically; the file of the table `games` is written last."""
        for name in reversed(TABLES):
            write_atomically(self.file(name, game_numbers), files[name])


def pack_tables(run: Run, tables: Mapping[str, pd.DataFrame], game_numbers: range) -> ParquetByTable:
    """Return a part's tables as the content of its Parquet files, marked with their run."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    mark = {_METADATA_KEY: f"{run.fingerprint} {game_numbers.start} {len(game_numbers)}".encode()}
    files = {}
    for name in TABLES:
        table = pa.Table.from_pandas(tables[name], preserve_index=False)
        marked = table.replace_schema_metadata({**table.schema.metadata, **mark})
        sink = pa.BufferOutputStream()
        pq.write_table(marked, sink, compression="zstd", write_page_checksum=True)
        files[name] = sink.getvalue().to_pybytes()
    return files


def unpack_tables(run: Run, files: ParquetByTable) -> dict[str, pd.DataFrame]:
    """Return the tables from the content of a part's Parquet files."""
    return {
        name: _typed(_from_parquet(BytesIO(files[name]))[1], run.columns_by_table[name]) for name in TABLES
    }


def _from_parquet(file: Path | BytesIO, columns: list[str] | None = None) -> tuple[str, pa.Table]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
            mark = (parquet.schema_arrow.metadata or {}).get(_METADATA_KEY, b"").decode(errors="replace")
            return mark, parquet.read(columns)
    except pa.ArrowException as fault:
        raise ValueError(str(fault)) from fault


def _typed(rows: pa.Table, columns: ColumnTypes) -> pd.DataFrame:
    frame: pd.DataFrame = rows.to_pandas()
    there = frame.dtypes
    types = pandas_type_by_column({name: kind for name, kind in columns.items() if name in frame})
    # Two category types are equal regardless of their order.
    return frame.astype(
        {name: kind for name, kind in types.items() if not isinstance(kind, str) or there[name] != kind}
    )


def pandas_type_by_column(columns: ColumnTypes) -> dict[str, Any]:
    """Return the pandas type of each column by its name; columns of texts become categories."""
    return {name: _categories(kind) if isinstance(kind, tuple) else kind for name, kind in columns.items()}


@cache
def _categories(texts: tuple[str, ...]) -> Any:  # a pandas dtype
    import pandas as pd

    return pd.CategoricalDtype(list(texts))


def rows_as_frame(rows: Sequence[tuple[object, ...]], columns: ColumnTypes) -> pd.DataFrame:
    """Convert rows of cells to a DataFrame with these column names and types."""
    import pandas as pd

    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    typed = pandas_type_by_column(columns).items()
    return pd.DataFrame(
        # arrays instead of Series: their indexes would double the time for the small table of a part
        {name: _array(list(column), kind) for (name, kind), column in zip(typed, values, strict=True)}
    )


def _array(values: list[object], kind: object) -> Any:  # a pandas or numpy type
    import numpy as np
    import pandas as pd

    dtype: Any = pd.api.types.pandas_dtype(kind)  # a pandas or numpy type
    # pandas types: categories, numbers with missing values
    own = isinstance(dtype, pd.api.extensions.ExtensionDtype)
    return pd.array(values, dtype=dtype) if own else np.array(values, dtype=dtype)


@attrs.frozen
class _Differences:
    """The differences between a stored run and the requested one."""

    stored_run: Run
    requested_run: Run

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return all differences in one line."""
        sentences = []
        for field in attrs.fields(Run):
            there, here = getattr(self.stored_run, field.name), getattr(self.requested_run, field.name)
            if there != here:
                facts = {"there": _excerpt(there), "here": _excerpt(here)}
                sentences.append(message("arena.difference", name=field.name, **facts))
        return "; ".join(sentences)


def _excerpt(value: object) -> str:
    return one_line_excerpt(" ".join(value) if isinstance(value, tuple) else str(value))


def write_atomically(file: Path, content: bytes) -> None:
    """Write a file atomically: it appears under its name only when it is complete. Creates its folder if
    needed.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(content)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
