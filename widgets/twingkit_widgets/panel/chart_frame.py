"""Rows for a chart of a panel, without pandas."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from twingkit.core.tables.safe_cell import safe_cell

Row = Mapping[str, Any]


@attrs.frozen
class Frame:
    """Rows with metadata, in the form that `twingkit.analyse.charts` reads from a DataFrame, without
    pandas.
    """

    rows: Sequence[Row]
    attrs: Mapping[str, object] = attrs.field(factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0]) if self.rows else ()

    @property
    def index(self) -> Frame:
        """The index, which has no name."""
        return self

    @property
    def names(self) -> tuple[None]:
        """The names of the index."""
        return (None,)

    def to_dict(self, _orient: str) -> list[Row]:
        """The rows as mappings."""
        return list(self.rows)

    def csv(self) -> str:
        """Return the rows as comma-separated text with a head; no cell is a formula (`safe_cell`)."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(safe_cell, self.columns))
        writer.writerows(map(safe_cell, row.values()) for row in self.rows)
        return text.getvalue()
