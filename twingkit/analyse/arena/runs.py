"""A run of many games: what is played in it, and the folder that keeps what is finished.

A folder of a run holds `run.json`, which says what the run is, and its games in parts:
`games/00000.parquet` and `battles/00000.parquet`, `…/00001.parquet` and so on. Each file is written under
another name first and bears its own only when it is whole, so that a run can be stopped at any moment.
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

from twingkit.analyse.arena.tallies import Columns, tally
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.questions import one_line
from twingkit.core.running.winners import Sides, teams_of
from twingkit.core.version import __version__
from twingkit.players import policies

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

FORMAT = "twingkit-run 1"
"""The format of `run.json`, and its version."""

TABLES = ("games", "battles")
"""The tables of a run; in a folder each has a folder of its own."""

FORMAT_KEY = b"twingkit-run"
"""The key under which a Parquet file says which run it is of, its first game, and how many it holds."""

Files = Mapping[str, bytes]
"""The content of a part's Parquet files by the names of the tables."""


@attrs.frozen
class Run:
    """The description of a run: every game follows from it and the game's number, whoever plays it and when.

    `players` are names of policies; `variant` and `box` are the lines that a record holds; with `rotate` the
    players change seats from game to game (`seating`); `version` is that of twingkit.

    >>> from twingkit import arena
    >>> run = arena.play(2, ["greedy", "random"], seed=1, processes=1).run
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

    def seed_of(self, number: int) -> int:
        """The seed of a game: 48 bits that depend on the run's seed and the game's number alone."""
        digest = hashlib.blake2b(f"{self.seed} {number}".encode(), digest_size=6)
        return int.from_bytes(digest.digest(), "big")

    def seating(self, number: int) -> tuple[str, ...]:
        """The policies of a game by seat, from `p1` on.

        With `rotate` everybody moves on one seat from game to game, and once round the table the order
        changes: after n! games of n players, all have sat everywhere in every order, equally often.
        """
        if not self.rotate:
            return self.players
        count = len(self.players)
        rounds, seat = divmod(number, count)
        nth = rounds % factorial(count - 1)
        circle = (self.players[0], *next(islice(permutations(self.players[1:]), nth, None)))
        return circle[seat:] + circle[:seat]

    def new_game(self, number: int, *, explain: bool = False) -> Game:
        """The game of this number before anybody has played."""
        seed = self.seed_of(number)
        return tally(self.game).new_game(len(self.players), self.variant, self.box, seed, explain)

    def play(self, number: int, *, explain: bool = False) -> Game:
        """The game of this number, played to its end."""
        game = self.new_game(number, explain=explain)
        return policies.play(game, self.seating(number), self.seed_of(number))

    @cached_property
    def teams(self) -> Sides:
        """The seats (from 0) of each side of every game."""
        return teams_of(self.new_game(0))

    @cached_property
    def columns(self) -> Mapping[str, Columns]:
        """Names and types of the columns of both tables."""
        return tally(self.game).columns(len(self.players), tuple(dict.fromkeys(self.players)))

    @cached_property
    def key(self) -> str:
        """A short text that differs for different runs, and for other columns."""
        text = json.dumps([attrs.asdict(self), self.columns], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class Damage(Fault):
    """A part that cannot be used: `.file`, and whether it is damaged or another run's."""

    def __init__(self, key: str, file: Path, **facts: object) -> None:
        super().__init__(key, None, file=file, **facts)
        self.file = file


@attrs.frozen
class Folder:
    """The folder of a run: `part` games in each part, `games` of them wanted."""

    path: Path
    run: Run
    part: int
    games: int

    @classmethod
    def open(cls, path: Path) -> Folder:
        """The run that a folder holds; raises `Fault` if it holds none, or its description is not one."""
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
    def _from_state(cls, path: Path, state: Mapping[str, Any]) -> Folder:
        if state["format"] != FORMAT:
            raise ValueError(state["format"])
        lines = {"players": tuple(state["players"]), "box": tuple(state["box"])}
        run = Run(**{field.name: state[field.name] for field in attrs.fields(Run)} | lines)
        part, games = int(state["part"]), int(state["games"])
        if part < 1 or games < 1:
            raise ValueError(min(part, games))
        return cls(path, run, part, games)

    @classmethod
    def begin(cls, path: Path, run: Run, games: int, part: int) -> Folder:
        """The folder for a run: a new one, or one that holds a beginning of the same run.

        It goes on with the parts as they were cut; `games` may grow. Raises `Fault`, and changes nothing, if
        the folder holds another run or something else.
        """
        if (path / "run.json").exists():
            existing = cls.open(path)
            _check_same_run(path, existing.run, run)
            folder = attrs.evolve(existing, games=max(existing.games, games))
        else:
            others = [file.name for file in path.iterdir()] if path.exists() else []
            if any(not name.endswith(".tmp") for name in others):
                raise Fault("arena.not_empty", folder=path, file=min(others))
            folder, existing = cls(path, run, part, games), None
        if folder != existing:
            path.mkdir(parents=True, exist_ok=True)
            state = attrs.asdict(run) | {"format": FORMAT, "part": folder.part, "games": folder.games}
            write_atomically(
                path / "run.json", json.dumps(state, indent=1, ensure_ascii=False).encode() + b"\n"
            )
        for table in TABLES:
            (path / table).mkdir(exist_ok=True)
        for draft in (*path.glob(".*.tmp"), *path.glob("*/.*.tmp")):  # of a run killed while it wrote
            draft.unlink(missing_ok=True)
        return folder

    def parts(self, games: int | None = None) -> Iterator[range]:
        """The numbers of the games of each part, up to `games` of them."""
        for begin in range(0, games or self.games, self.part):
            yield range(begin, min(begin + self.part, self.games))

    def file(self, table: str, numbers: range) -> Path:
        """The file of a part."""
        return self.path / table / f"{numbers.start // self.part:05}.parquet"

    def has_files(self, numbers: range) -> bool:
        """True if all files of a part are there."""
        return all(self.file(table, numbers).exists() for table in TABLES)

    def count(self, numbers: range) -> int:
        """The number of games of a part that are there; 0 where its files are damaged or foreign."""
        try:
            return min(self._read(name, numbers)[0] for name in TABLES) if self.has_files(numbers) else 0
        except Damage:
            return 0

    def is_complete(self, numbers: range) -> bool:
        """True if a part is there with all its games; raises `Damage` if it is damaged or foreign.

        From when the run was to be shorter, a part may hold fewer games: then it is not complete.
        """
        if not self.has_files(numbers):
            return False
        return all(len(numbers) == self._read(table, numbers)[0] for table in TABLES)

    def read(self, table: str, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """A table of all games that are there, or some of its columns, part by part.

        One part is in memory at a time. Raises `Damage` if a file is damaged or foreign, `KeyError` for a
        column that there is not.
        """
        types = self.run.columns[table]
        names = list(types) if columns is None else list(columns)
        named = list(dict.fromkeys(["game", *(name for name in names if types[name])]))
        for numbers, count in self.finished_parts():
            frame = _typed(self._read(table, numbers, named)[1], types)
            yield frame.loc[frame["game"] < numbers.start + count, names]

    def read_all(self, table: str) -> pd.DataFrame:
        """A table of all games that are there, in one piece; raises `Damage`.

        Parts are joined before they become a DataFrame, which takes longer than to read them.
        """
        import pyarrow as pa
        import pyarrow.compute as pc

        parts = []
        for numbers, count in self.finished_parts():
            there, rows = self._read(table, numbers)
            if there > (most := min(count, len(numbers))):
                rows = rows.filter(pc.less(rows["game"], numbers.start + most))
            parts.append(rows)
        types = self.run.columns[table]
        return _typed(pa.concat_tables(parts), types) if parts else frame_of((), types)

    def finished_parts(self) -> Iterator[tuple[range, int]]:
        """Each part that is there with how many games both tables hold; raises `Damage`. Reads no rows."""
        for numbers in self.parts():
            if self.has_files(numbers):
                yield numbers, min(self._read(table, numbers, [])[0] for table in TABLES)

    def _read(self, table: str, numbers: range, columns: list[str] | None = None) -> tuple[int, pa.Table]:
        """The number of games in a part's file, and its rows in all columns or in some."""
        file = self.file(table, numbers)
        try:
            mark, rows = _from_parquet(file, columns)
        except (OSError, ValueError) as fault:  # those of pyarrow are among them
            raise Damage("arena.damaged", file, why=one_line(str(fault), 120)) from fault
        key, _, count = mark.rpartition(" ")
        if key != f"{self.run.key} {numbers.start}":
            raise Damage("arena.foreign", file)
        return int(count), rows

    def write(self, files: Files, numbers: range) -> None:
        """Write a part's files, each whole or not at all; the games last."""
        for name in reversed(TABLES):
            write_atomically(self.file(name, numbers), files[name])


def pack_tables(run: Run, tables: Mapping[str, pd.DataFrame], numbers: range) -> Files:
    """A part's tables as the content of its files, which say what run they are of."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    mark = {FORMAT_KEY: f"{run.key} {numbers.start} {len(numbers)}".encode()}
    files = {}
    for name in TABLES:
        table = pa.Table.from_pandas(tables[name], preserve_index=False)
        marked = table.replace_schema_metadata({**table.schema.metadata, **mark})
        sink = pa.BufferOutputStream()
        pq.write_table(marked, sink, compression="zstd", write_page_checksum=True)
        files[name] = sink.getvalue().to_pybytes()
    return files


def unpack_tables(run: Run, files: Files) -> dict[str, pd.DataFrame]:
    """The tables that were packed."""
    return {name: _typed(_from_parquet(BytesIO(files[name]))[1], run.columns[name]) for name in TABLES}


def _from_parquet(file: Path | BytesIO, columns: list[str] | None = None) -> tuple[str, pa.Table]:
    """The mark of a file, and its rows; raises `OSError` or `ValueError` if it is damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
            mark = (parquet.schema_arrow.metadata or {}).get(FORMAT_KEY, b"").decode(errors="replace")
            return mark, parquet.read(columns)
    except pa.ArrowException as fault:
        raise ValueError(str(fault)) from fault


def _typed(rows: pa.Table, columns: Columns) -> pd.DataFrame:
    """The rows of files as a DataFrame with the types of these columns."""
    frame: pd.DataFrame = rows.to_pandas()
    there, types = frame.dtypes, dtypes({name: kind for name, kind in columns.items() if name in frame})
    # Two types of categories count as equal whatever their order is.
    return frame.astype(
        {name: kind for name, kind in types.items() if not isinstance(kind, str) or there[name] != kind}
    )


def dtypes(columns: Columns) -> dict[str, Any]:
    """The pandas types of columns: numbers by their names, texts as categories."""
    return {name: _categories(kind) if isinstance(kind, tuple) else kind for name, kind in columns.items()}


@cache
def _categories(texts: tuple[str, ...]) -> Any:  # a dtype of pandas
    """The pandas type of a column that holds some of these texts; made once for all columns alike."""
    import pandas as pd

    return pd.CategoricalDtype(list(texts))


def frame_of(rows: Sequence[tuple[object, ...]], columns: Columns) -> pd.DataFrame:
    """Rows as a DataFrame of these columns."""
    import pandas as pd

    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    typed = dtypes(columns).items()
    return pd.DataFrame(
        # no Series: with the index that each has the small table of a part takes twice as long
        {name: _array(list(column), kind) for (name, kind), column in zip(typed, values, strict=True)}
    )


def _array(values: list[object], kind: object) -> Any:  # of pandas or numpy
    """The values of a column in an array of its pandas type."""
    import numpy as np
    import pandas as pd

    dtype: Any = pd.api.types.pandas_dtype(kind)  # of pandas or numpy
    own = isinstance(dtype, pd.api.extensions.ExtensionDtype)  # of pandas: categories, numbers with gaps
    return pd.array(values, dtype=dtype) if own else np.array(values, dtype=dtype)


def _check_same_run(path: Path, existing: Run, requested: Run) -> None:
    """Raises `Fault` with every difference between the run of a folder and the one that is wanted."""
    if existing == requested:
        return
    differences = [
        _Difference(field.name, getattr(existing, field.name), getattr(requested, field.name))
        for field in attrs.fields(Run)
        if getattr(existing, field.name) != getattr(requested, field.name)
    ]
    raise Fault("arena.other_run", folder=path, differences=_Differences(differences))


@attrs.frozen
class _Difference:
    name: str
    there: object
    here: object

    @localized
    def text(self, lang: str | None = None) -> str:
        """The sentence on the difference between the folder and the run asked for."""
        values = [
            one_line(" ".join(run) if isinstance(run, tuple) else str(run)) for run in (self.there, self.here)
        ]
        return message("arena.difference", name=self.name, there=values[0], here=values[1])


@attrs.frozen
class _Differences:
    differences: Sequence[_Difference]

    @localized
    def text(self, lang: str | None = None) -> str:
        """All differences in one line."""
        return "; ".join(difference.text() for difference in self.differences)


def write_atomically(file: Path, content: bytes) -> None:
    """Write a file that bears its name only when it is whole, in a folder that is made if need be."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(content)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
