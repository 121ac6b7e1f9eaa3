"""Results that convert to tables with explained columns, in any game, by their method `.frame()`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from twingkit.core.arguments import LANGUAGE, check_argument
from twingkit.core.language import Lang, language, localized
from twingkit.core.tables.column_meanings import add_meanings
from twingkit.core.tables.row_table import row_table

if TYPE_CHECKING:
    import pandas as pd

RowT = TypeVar("RowT")
KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")

CellMakers = Mapping[str, Callable[[RowT], object]]
"""The columns of a table, each with the function that computes its cell from a row."""

LazyCellMakers = CellMakers[RowT] | Callable[[], CellMakers[RowT]]
"""The columns of a table, or a function that returns them in the current language."""


def explained_frame(
    rows: Iterable[RowT], cells: LazyCellMakers[RowT], table: str, **facts: Any
) -> pd.DataFrame:
    """Return the rows as a table with explained columns (`attrs["columns"]`); needs pandas.

    `table` is the package and the name under which its `tables.toml` lists the columns. Raises `Fault` for an
    unknown language.

    >>> from twingkit.core.language import call_in_language
    >>> cells = {"margin": len}
    >>> frame = call_in_language("de", explained_frame, ["a", "bc"], cells, "twingkit.twing.margins")
    >>> frame["margin"].tolist(), frame.attrs["columns"]
    ([1, 2], {'margin': 'die Punkte des Angreifers minus die des Verteidigers'})
    """
    check_argument("lang", language(), LANGUAGE)
    made = cells() if callable(cells) else cells
    values = [{name: cell(row) for name, cell in made.items()} for row in rows]
    frame = row_table(values, list(made), **facts)
    package, _, name = table.rpartition(".")
    add_meanings(frame, package, name)
    return frame


class FrameList(list[RowT]):
    """The rows of a result: a list with `.frame()`.

    >>> rows = FrameList(["a", "bc"], {"margin": len}, "twingkit.twing.margins")
    >>> rows, len(rows.frame())
    (['a', 'bc'], 2)
    """

    def __init__(self, rows: Iterable[RowT], cells: LazyCellMakers[RowT], table: str, **facts: Any) -> None:
        super().__init__(rows)
        self._cells, self._table, self._facts = cells, table, facts

    @localized
    def frame(self, lang: Lang | None = None) -> pd.DataFrame:
        """Return the rows as a table; `attrs["columns"]` explains its columns. Needs pandas."""
        return explained_frame(self, self._cells, self._table, **self._facts)


class FrameDict(dict[KeyT, ValueT]):
    """A result with a value for each key: a dict with `.frame()`, which has a row for each pair.

    >>> answer = FrameDict({2: "a"}, {"margin": lambda pair: pair[0]}, "twingkit.twing.margins")
    >>> answer, answer.frame()["margin"].tolist()
    ({2: 'a'}, [2])
    """

    def __init__(
        self, values: Mapping[KeyT, ValueT], cells: LazyCellMakers[tuple[KeyT, ValueT]], table: str
    ) -> None:
        super().__init__(values)
        self._cells, self._table = cells, table

    @localized
    def frame(self, lang: Lang | None = None) -> pd.DataFrame:
        """Return the pairs as a table; `attrs["columns"]` explains its columns. Needs pandas."""
        return explained_frame(self.items(), self._cells, self._table)


class FrameIterator(Iterator[RowT]):
    """The rows of a possibly long result: an iterator that makes them one by one, with `.frame()` for all
    rows.

    >>> rows = FrameIterator(lambda: iter(["a", "bc"]), {"margin": len}, "twingkit.twing.margins")
    >>> next(rows), len(rows.frame()), list(rows)
    ('a', 2, ['bc'])
    """

    def __init__(self, make: Callable[[], Iterator[RowT]], cells: LazyCellMakers[RowT], table: str) -> None:
        self._make, self._cells, self._table = make, cells, table
        self._begin(0)

    def _begin(self, taken: int) -> None:
        self._rows, self._taken = islice(self._make(), taken, None), taken

    def __next__(self) -> RowT:
        row = next(self._rows)
        self._taken += 1
        return row

    def __reduce__(self) -> tuple[Any, ...]:  # the type that pickle declares
        """Make copies and pickles continue at the same row."""
        return type(self), (self._make, self._cells, self._table), self._taken

    def __setstate__(self, taken: int) -> None:
        self._begin(taken)

    @localized
    def frame(self, lang: Lang | None = None) -> pd.DataFrame:
        """Return all rows as a table; `attrs["columns"]` explains its columns. Needs pandas."""
        return explained_frame(self._make(), self._cells, self._table)


def format_fraction(chance: Fraction) -> str:
    """Return a fraction as an exact text: `17/18`.

    >>> format_fraction(Fraction(17, 18))
    '17/18'
    """
    return f"{chance.numerator}/{chance.denominator}"
