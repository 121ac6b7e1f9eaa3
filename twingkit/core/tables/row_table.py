"""Convert rows to a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    import pandas as pd


def row_table(
    rows: Iterable[Any], columns: type | Mapping[str, str] | Iterable[str] = (), **facts: Any
) -> pd.DataFrame:
    """Return rows as a DataFrame, with `facts` in its `attrs`. Needs pandas.

    A row is a mapping, a tuple, or an instance of an attrs class. `columns` names the columns: a list, a
    mapping to their types, or an attrs class with these fields. If it is empty, the rows name them, as
    mappings and attrs instances do.

    >>> row_table([("a", 1)], {"label": "str", "n": "float64"}, lang="en").to_dict("records")
    [{'label': 'a', 'n': 1.0}]
    """
    import pandas as pd

    names = [field.name for field in attrs.fields(columns)] if isinstance(columns, type) else list(columns)
    cells = [attrs.asdict(row, recurse=False) if attrs.has(type(row)) else row for row in rows]
    frame = pd.DataFrame(cells, columns=names or None)
    frame.attrs.update(facts)
    return frame.astype(dict(columns)) if isinstance(columns, Mapping) else frame
