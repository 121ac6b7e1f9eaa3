"""Rows for a chart of a panel, without pandas."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from twingkit.core.tables.safe_cell import formula_safe_cell

Row = Mapping[str, Any]


@attrs.frozen
class ChartDataFrame:
    """Rows with metadata that `twingkit.analyse.charts` can read like a DataFrame, without pandas."""

    rows: Sequence[Row]
    attrs: Mapping[str, object] = attrs.field(factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0]) if self.rows else ()

    @property
    def index(self) -> ChartDataFrame:
        """A stand-in for the unnamed index of a DataFrame, which the chart functions expect."""
        return self

    @property
    def names(self) -> tuple[None]:
        """The names of the index: a single None, because the index is unnamed."""
        return (None,)

    def to_dict(self, _orient: str) -> list[Row]:
        """Return the rows as a list of mappings; the argument exists for compatibility with DataFrames."""
        return list(self.rows)

    def csv(self) -> str:
        """Return the rows as CSV with a header; cells cannot act as spreadsheet formulas
        (`formula_safe_cell`).
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(formula_safe_cell, self.columns))
        writer.writerows(map(_cell, row.values()) for row in self.rows)
        return text.getvalue()


def _cell(value: object) -> object:
    """Return a cell for a spreadsheet; a list, such as the ids of rules, is written with spaces."""
    return formula_safe_cell(" ".join(map(str, value)) if isinstance(value, list | tuple) else value)
