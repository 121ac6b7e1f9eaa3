"""Meanings of the columns of tables, in any game: one sentence each, in the reader's language.

A package that has tables names their columns in `tables.toml`, by the function that returns them:

    odds_many = ["battle", "win", "tie", "loss", "edge", "problem"]

and says each in `columns.toml`: below `[odds_many]` what means something of its own there, below `[any]` what
means the same in all its tables; what all games share is said here. `win=side_win` is a
column `win` that `side_win` says, `got_<object>` are all columns that begin so: `{object}` is the rest.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from importlib.resources import files
from typing import TYPE_CHECKING, cast

import attrs

from twingkit.core.arguments.checking import FunctionT
from twingkit.core.language import call_in_language, localized
from twingkit.core.words import Catalogue

if TYPE_CHECKING:
    import pandas as pd

TABLES, SENTENCES = "tables.toml", "columns.toml"
"""The columns of each table of a package, and what they say."""

SHARED = "twingkit.core.tables"
"""The package whose sentences hold in all games."""

ANY = "any"
"""The sentences that hold in all tables of a package."""

_HOLE = re.compile(r"<(\w+)>")


@attrs.frozen
class Column:
    """A column of a table as it is listed: its name, and the sentences that could say it, the nearest first.

    >>> Column("got_<object>", ()).holes("got_hat"), Column("won", ()).holes("win")
    ({'object': 'hat'}, None)
    """

    name: str
    keys: tuple[tuple[str, str], ...]

    def holes(self, name: str) -> dict[str, str] | None:
        """The texts in the holes of a column of this name; None if it is another column."""
        pieces = _HOLE.split(self.name)
        pattern = "".join(
            f"(?P<{piece}>.+)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces)
        )
        match = re.fullmatch(pattern, name)
        return match.groupdict() if match else None

    def sentence(self, name: str = "") -> str:
        """The sentence of a column of this name; without a name that of all such columns."""
        holes = self.holes(name) if name else {hole: f"<{hole}>" for hole in _HOLE.findall(self.name)}
        for package, key in self.keys:
            if key in _sentences(package):
                return _sentences(package).say(key, **(holes or {}))
        raise KeyError(f"no {SENTENCES} says {self.name}: {', '.join(key for _, key in self.keys)}")


@cache
def _tables(package: str) -> Mapping[str, list[str]]:
    listed = files(package).joinpath(TABLES)
    return tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}


@cache
def _sentences(package: str) -> Catalogue:
    said = files(package).joinpath(SENTENCES)
    return Catalogue(said) if said.is_file() else Catalogue()


def table_columns(package: str, table: str) -> tuple[Column, ...]:
    """The columns of a table as a package lists them; none for a table that it does not list.

    >>> [column.name for column in table_columns("twingkit.twing", "margins")]
    ['margin', 'chance', 'series']
    """
    columns = []
    for entry in _tables(package).get(table, ()):
        name, _, other = entry.partition("=")
        key = other or name
        homes = (package, SHARED) if package != SHARED else (SHARED,)
        own = [(home, f"{part}.{key}") for home in homes for part in (table, ANY)]
        columns.append(Column(name, tuple(own)))
    return tuple(columns)


def listed_tables(package: str) -> tuple[str, ...]:
    """The tables that a package lists."""
    return tuple(_tables(package))


def table_of(function: Callable[..., object]) -> tuple[str, str]:
    """The package and the name under which the table of a function is listed, or of what it returns.

    >>> from twingkit import twing
    >>> table_of(twing.margins)
    ('twingkit.twing', 'margins')
    """
    returned = str(getattr(function, "__annotations__", {}).get("return", ""))
    return table_by_name(function.__module__, function.__qualname__, returned)


def table_by_name(module: str, name: str, returned: str = "") -> tuple[str, str]:
    """The same of a function that was not imported: by its module, its name, and what it returns.

    >>> table_named("twingkit.ember.exact_odds.tie_odds", "tie_odds", "TieOdds")
    ('twingkit.ember', 'TieOdds')
    """
    name = name.removesuffix(".frame")
    for package in dict.fromkeys((tables_package(module), SHARED)):
        for table in (name, returned.partition("[")[0]):
            if table in _tables(package):
                return package, table
    return SHARED, name


@cache
def tables_package(module: str) -> str:
    """The package of a game that lists its tables, from the name of any module in it; else the shared one.

    A game of the kit is a package in `twingkit`, that of somebody else a package of its own.

    >>> home_of_tables("twingkit.twing.rules.rulebook"), home_of_tables("json.decoder")
    ('twingkit.twing', 'twingkit.core.tables')
    """
    parts = module.split(".")
    homes = (".".join(parts[:length]) for length in (2, 1) if length <= len(parts))
    return next((home for home in homes if _lists_tables(home)), SHARED)


def _lists_tables(name: str) -> bool:
    try:
        return files(name).joinpath(TABLES).is_file()
    except (ModuleNotFoundError, TypeError):  # a module has no files
        return False


@localized
def columns(function: Callable[..., object], lang: str | None = None) -> dict[str, str]:
    """The meaning of each column of the table that an analysis returns, in the language `lang`.

    Names that depend on what is asked are written with holes: `got_<object>`. The table itself brings the
    meanings of the columns that it has in `attrs["columns"]`, in its own language.

    >>> from twingkit import twing
    >>> columns(twing.spread)["median"]
    'the median: half of the values are below it'
    >>> columns(twing.margins, "de")["margin"]
    'die Punkte des Angreifers minus die des Verteidigers'
    """
    return {column.name: column.sentence() for column in table_columns(*table_of(function))}


def meanings(package: str, table: str, names: Iterable[str]) -> dict[str, str]:
    """The meanings of those columns of a table that are listed: first by their names, then by a pattern."""
    listed = table_columns(package, table)
    said = {}
    for name in names:
        exact = [column for column in listed if column.name == name]
        for column in exact or [column for column in listed if column.holes(name) is not None]:
            said[name] = column.sentence(name)
            break
    return said


def with_column_meanings(function: FunctionT) -> FunctionT:
    """Put the meanings of its columns into what a function returns, and into its docstring.

    The table has them in `attrs["columns"]`, in the language of the call (`lang`) or the one in force.
    """
    parameters = inspect.signature(function).parameters
    place = list(parameters).index("lang") if "lang" in parameters else -1

    @wraps(function)
    def answered(*given: object, **named: object) -> object:
        frame = function(*given, **named)
        lang = given[place] if 0 <= place < len(given) else named.get("lang")
        if hasattr(frame, "attrs"):  # a table; what has one tells it itself
            call_in_language(
                cast("str | None", lang), add_meanings, cast("pd.DataFrame", frame), *table_of(function)
            )
        return frame

    listed = columns(function)
    if listed:
        lines = "\n".join(f"    {name}: {text}" for name, text in listed.items())
        answered.__doc__ = f"{inspect.getdoc(function) or ''}\n\nColumns:\n{lines}\n"
    return cast("FunctionT", answered)


def add_meanings(frame: pd.DataFrame | pd.Series[float], package: str, table: str) -> None:
    """Put the meanings of its columns, and of its index if that has a name, into a frame."""
    index = [str(name) for name in frame.index.names if name is not None]
    names = [*index, *map(str, getattr(frame, "columns", [getattr(frame, "name", "")]))]
    frame.attrs["columns"] = meanings(package, table, names)
