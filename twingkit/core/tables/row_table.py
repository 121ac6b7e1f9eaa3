"""Convert rows to a table, and results of an analysis to tables and rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

import attrs

from twingkit.core.tables.lazy_types import DataFrame


def frame_from_rows(
    rows: Iterable[Any], columns: type | Mapping[str, str] | Iterable[str] = (), **facts: Any
) -> DataFrame:
    """Return rows as a DataFrame, with `facts` as plain data in its `attrs`. Needs pandas.

    A row is a mapping, a tuple, or an instance of an attrs class. `columns` names the columns: a list, a
    mapping to their types, or an attrs class with these fields. If it is empty, the rows name them, as
    mappings and attrs instances do.

    >>> frame_from_rows([("a", 1)], {"label": "str", "n": "float64"}, lang="en").to_dict("records")
    [{'label': 'a', 'n': 1.0}]
    """
    import pandas as pd

    names = [field.name for field in attrs.fields(columns)] if isinstance(columns, type) else list(columns)
    cells = [attrs.asdict(row, recurse=False) if attrs.has(type(row)) else row for row in rows]
    frame = pd.DataFrame(cells, columns=names or None)
    frame.attrs.update({name: plain_data(value) for name, value in facts.items()})
    return frame.astype(dict(columns)) if isinstance(columns, Mapping) else frame


def plain_data(value: object) -> Any:  # as JSON has it
    """Return a value as plain data for the `attrs` of a table: texts, numbers, lists and mappings.

    Numbers of numpy become Python's own; anything else, such as a fraction or a variant, becomes its text.

    >>> from fractions import Fraction
    >>> plain_data({"odds": Fraction(1, 3), "sides": ("attacker",), 1: None})
    {'odds': '1/3', 'sides': ['attacker'], '1': None}
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        return {str(name): plain_data(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return [plain_data(entry) for entry in value]
    if type(value).__module__ == "numpy":
        if isinstance(value, Integral):
            return int(value)
        return float(value) if isinstance(value, Real) else plain_data(value.tolist())  # type: ignore[attr-defined]
    return str(value)


def is_dataframe(value: object) -> bool:
    """True for a DataFrame; does not import pandas."""
    return hasattr(value, "columns") and hasattr(value, "attrs") and hasattr(value, "groupby")


def as_frame(result: Any) -> DataFrame:  # any result of an analysis
    """Return a DataFrame as it is, what a result's method `frame` returns, or anything else unchanged."""
    make = None if is_dataframe(result) else getattr(result, "frame", None)
    frame: DataFrame = make() if callable(make) else result
    return frame


def with_index_as_columns(frame: DataFrame) -> DataFrame:
    """Return a DataFrame whose index, if it has names, is among the columns."""
    return frame.reset_index() if any(name is not None for name in frame.index.names) else frame


def cells_by_column(entry: Any) -> Mapping[Any, object] | None:  # any entry of a result
    """Return the cells of a mapping, a named tuple or an attrs instance; None for anything else."""
    if isinstance(entry, Mapping):
        return entry
    if hasattr(entry, "_asdict"):
        cells: Mapping[str, object] = entry._asdict()
        return cells
    return attrs.asdict(entry, recurse=False) if attrs.has(type(entry)) else None
