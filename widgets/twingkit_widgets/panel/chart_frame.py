"""Rows for a chart of a panel, without pandas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

Row = Mapping[str, Any]

FORMULA = ("=", "+", "-", "@")
"""The beginnings of what a spreadsheet takes for a formula."""

NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


@attrs.frozen
class Frame:
    """Rows with what they are about, as `twingkit.charts` reads a DataFrame; pandas is not needed."""

    rows: Sequence[Row]
    attrs: Mapping[str, object] = attrs.field(factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0]) if self.rows else ()

    @property
    def index(self) -> Frame:
        """The rows are only counted: their index has no name."""
        return self

    @property
    def names(self) -> tuple[None]:
        """The names of the index."""
        return (None,)

    def to_dict(self, _orient: str) -> list[Row]:
        """The rows as mappings."""
        return list(self.rows)

    def csv(self) -> str:
        """The rows as comma-separated text with a head; no text in it is a formula (`harmless`)."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(harmless, self.columns))
        writer.writerows(map(harmless, row.values()) for row in self.rows)
        return text.getvalue()


def harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: a text that would be one begins with an apostrophe.

    >>> [harmless(cell) for cell in ("F5 + F4", "=1+1", "@SUM(A1)", "-2", -2)]
    ['F5 + F4', "'=1+1", "'@SUM(A1)", '-2', -2]
    """
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\r", " ")  # spreadsheets take it for the end of a row
    return f"'{text}" if text.lstrip().startswith(FORMULA) and not NUMBER.fullmatch(text) else text
