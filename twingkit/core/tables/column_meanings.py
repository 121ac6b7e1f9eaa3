"""The meanings of table columns, in any game: one sentence each, in the reader's language.

A package with tables lists their columns in `tables.toml`, under the function that returns them:

    odds_many = ["position", "win", "tie", "loss", "edge", "refused"]

and describes each in `columns.toml`: under `[odds_many]` if it has a meaning of its own there, under `[any]`
if it means the same in all tables of the package. Columns that all games share are described in this package.
The entry `win=side_win` is a column `win` with the sentence `side_win`; `got_<object>` stands for all columns
with this beginning, and `{object}` in its sentence for the rest of the name.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from importlib.resources import files
from typing import cast

import attrs

from twingkit.core.arguments.checking import FunctionT
from twingkit.core.language import call_in_language, localized
from twingkit.core.tables.lazy_types import DataFrame, Series
from twingkit.core.tables.row_table import plain_data
from twingkit.core.words import SentenceCatalogue

TABLES, SENTENCES = "tables.toml", "columns.toml"
"""The files with the columns of each table in a package, and with their sentences."""

SHARED_PACKAGE = "twingkit.core.tables"
"""The package whose sentences are used for all games."""

_ANY_TABLE_KEY = "any"
"""The key of the sentences that are used for all tables of a package."""

_HOLE = re.compile(r"<(\w+)>")


@attrs.frozen
class DescribedColumn:
    """The description of a column of a result table: its name or name pattern, and the keys of its meaning.

    `name` is its name or a pattern such as `got_<object>`; `sentence_keys` are the keys under which its
    meaning is looked up, the most specific first.

    >>> DescribedColumn("got_<object>", ()).match_placeholders("got_hat")
    {'object': 'hat'}
    """

    name: str
    sentence_keys: tuple[tuple[str, str], ...]

    def match_placeholders(self, name: str) -> dict[str, str] | None:
        """Return the texts of the placeholders if a column name matches this pattern; None if it does not."""
        pieces = _HOLE.split(self.name)
        pattern = "".join(
            f"(?P<{piece}>.+)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces)
        )
        match = re.fullmatch(pattern, name)
        return match.groupdict() if match else None

    def sentence(self, name: str = "") -> str:
        """Return the meaning of a column with this name or, without a name, the meaning of the whole
        pattern.
        """
        holes = (
            self.match_placeholders(name)
            if name
            else {hole: f"<{hole}>" for hole in _HOLE.findall(self.name)}
        )
        for package, key in self.sentence_keys:
            if key in _sentences(package):
                return _sentences(package).say(key, **(holes or {}))
        raise KeyError(
            f"no {SENTENCES} describes {self.name}: {', '.join(key for _, key in self.sentence_keys)}"
        )


@cache
def _tables(package: str) -> Mapping[str, list[str]]:
    listed = files(package).joinpath(TABLES)
    return tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}


@cache
def _sentences(package: str) -> SentenceCatalogue:
    said = files(package).joinpath(SENTENCES)
    return SentenceCatalogue(said) if said.is_file() else SentenceCatalogue()


def table_columns(package: str, table: str) -> tuple[DescribedColumn, ...]:
    """Return the described columns of a table from the `tables.toml` of a package; empty if it does not list
    the table.

    >>> [column.name for column in table_columns("twingkit.twing", "margins")]
    ['position', 'margin', 'chance']
    """
    columns = []
    for entry in _tables(package).get(table, ()):
        name, _, other = entry.partition("=")
        key = other or name
        homes = (package, SHARED_PACKAGE) if package != SHARED_PACKAGE else (SHARED_PACKAGE,)
        own = [(home, f"{part}.{key}") for home in homes for part in (table, _ANY_TABLE_KEY)]
        columns.append(DescribedColumn(name, tuple(own)))
    return tuple(columns)


def listed_tables(package: str) -> tuple[str, ...]:
    """Return the names of the result tables that the `tables.toml` of a package lists."""
    return tuple(_tables(package))


def table_key_of_function(function: Callable[..., object]) -> tuple[str, str]:
    """Return the package whose `tables.toml` describes the table that a function returns, and the table's key
    in it.

    The table may also be the `frame()` of the function's result.

    >>> from twingkit import twing
    >>> table_key_of_function(twing.margins)
    ('twingkit.twing', 'margins')
    """
    returned = str(getattr(function, "__annotations__", {}).get("return", ""))
    return _listed_table_by_name(function.__module__, function.__qualname__, returned)


def _listed_table_by_name(module: str, name: str, returned: str = "") -> tuple[str, str]:
    """Return the same as `table_key_of_function` for a function given by its module, its name and its return
    type.

    >>> _listed_table_by_name("twingkit.ember.exact_odds.odds_in_tie", "odds_in_tie", "TieOdds")
    ('twingkit.ember', 'TieOdds')
    """
    name = name.removesuffix(".frame")
    for package in dict.fromkeys((tables_package(module), SHARED_PACKAGE)):
        for table in (name, returned.partition("[")[0].rpartition(".")[2]):
            if table in _tables(package):
                return package, table
    return SHARED_PACKAGE, name


@cache
def tables_package(module: str) -> str:
    """Return the name of the package whose `tables.toml` describes the tables of a module's game; the shared
    package if there is none.

    A game of the kit is a package in `twingkit`; other games are packages of their own.

    >>> tables_package("twingkit.twing.rules.rulebook"), tables_package("json.decoder")
    ('twingkit.twing', 'twingkit.core.tables')
    """
    parts = module.split(".")
    homes = (".".join(parts[:length]) for length in (2, 1) if length <= len(parts))
    return next((home for home in homes if _lists_tables(home)), SHARED_PACKAGE)


def _lists_tables(name: str) -> bool:
    try:
        return files(name).joinpath(TABLES).is_file()
    except (ModuleNotFoundError, TypeError):  # a plain module is not a package with files
        return False


@localized
def describe_columns(function: Callable[..., object], lang: str | None = None) -> dict[str, str]:
    """Return the meaning of each column in the table that a function returns.

    Column names that depend on the arguments are given as patterns: `got_<object>`. A table itself holds the
    meanings of its own columns in `attrs["columns"]`, in its own language.

    >>> from twingkit import twing
    >>> describe_columns(twing.percentile_table)["median"]
    'the median: half of the values are below it'
    >>> describe_columns(twing.margins, "de")["margin"]
    'die Punkte des Angreifers minus die des Verteidigers'
    """
    return {column.name: column.sentence() for column in table_columns(*table_key_of_function(function))}


def meaning_by_column(package: str, table: str, names: Iterable[str]) -> dict[str, str]:
    """Return the meanings of these columns of a table; columns that are not listed are left out."""
    listed = table_columns(package, table)
    said = {}
    for name in names:
        exact = [column for column in listed if column.name == name]
        for column in exact or [column for column in listed if column.match_placeholders(name) is not None]:
            said[name] = column.sentence(name)
            break
    return said


def with_column_meanings(function: FunctionT) -> FunctionT:
    """Decorate a function that returns a table: the meanings of the columns are added to the table's `attrs`
    and to the docstring.

    The table has the meanings in `attrs["columns"]`, in the language of the call (`lang`) or the current one.
    """
    parameters = inspect.signature(function).parameters
    place = list(parameters).index("lang") if "lang" in parameters else -1

    @wraps(function)
    def answered(*given: object, **named: object) -> object:
        frame = function(*given, **named)
        lang = given[place] if 0 <= place < len(given) else named.get("lang")
        if hasattr(frame, "attrs"):  # a table; objects with `.frame()` explain it themselves
            call_in_language(
                cast("str | None", lang),
                add_column_meanings,
                cast("DataFrame", frame),
                *table_key_of_function(function),
            )
        return frame

    listed = describe_columns(function)
    if listed:
        lines = "\n".join(f"    {name}: {text}" for name, text in listed.items())
        answered.__doc__ = f"{inspect.getdoc(function) or ''}\n\nColumns:\n{lines}\n"
    return cast("FunctionT", answered)


def add_column_meanings(frame: DataFrame | Series[float], package: str, table: str, **facts: object) -> None:
    """Add plain data to a frame's `attrs`: the meanings of its columns and its named index as
    `attrs["columns"]`, and `facts`, such as `title`.

    Every public analysis gets its `attrs` here: through `explained_frame`, or through the decorator
    `with_column_meanings`.
    """
    index = [str(name) for name in frame.index.names if name is not None]
    names = [*index, *map(str, getattr(frame, "columns", [getattr(frame, "name", "")]))]
    known = meaning_by_column(package, table, names)
    described = frame.attrs.get("columns", {})
    frame.attrs |= {name: plain_data(value) for name, value in facts.items()}
    if len(known) == len(names) or not all(name in described for name in names):
        frame.attrs["columns"] = known  # otherwise the table of another function, with its own meanings
