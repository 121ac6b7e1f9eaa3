"""Results as tables with explained columns, in any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from twingkit.core.arguments import LANGUAGE, require_valid_argument
from twingkit.core.language import language
from twingkit.core.tables.column_meanings import add_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows

RowT = TypeVar("RowT")

CellMakers = Mapping[str, Callable[[RowT], object]]
"""The columns of a table, each with the function that computes its cell from a row."""

LazyCellMakers = CellMakers[RowT] | Callable[[], CellMakers[RowT]]
"""The columns of a table, or a function that returns them in the current language."""


def explained_frame(
    rows: Iterable[RowT], cells: LazyCellMakers[RowT], table_path: str, **facts: Any
) -> DataFrame:
    """Return a DataFrame of `rows`, one column for each function in `cells`, with column meanings in
    `attrs["columns"]`; needs pandas.

    `table_path` is the package and the name under which its `tables.toml` lists the columns, `facts` are
    further `attrs`, such as `title` and the parameters of the analysis. Raises `Fault` for an unknown
    language.

    >>> from twingkit.core.language import call_in_language
    >>> cells = {"margin": len}
    >>> frame = call_in_language("de", explained_frame, ["a", "bc"], cells, "twingkit.twing.margins")
    >>> frame["margin"].tolist(), frame.attrs["columns"]
    ([1, 2], {'margin': 'die Punkte des Angreifers minus die des Verteidigers'})
    """
    require_valid_argument("lang", language(), LANGUAGE)
    made = cells() if callable(cells) else cells
    values = [{name: cell(row) for name, cell in made.items()} for row in rows]
    frame = frame_from_rows(values, list(made))
    package, _, name = table_path.rpartition(".")
    add_column_meanings(frame, package, name, **facts)
    return frame


def format_fraction(chance: Fraction) -> str:
    """Return a fraction as an exact text: `17/18`.

    >>> format_fraction(Fraction(17, 18))
    '17/18'
    """
    return f"{chance.numerator}/{chance.denominator}"
