"""A result that shows as a short table: as text in a terminal, as HTML in a notebook."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from typing import Any

from twingkit.core.arguments.checking import check_arguments
from twingkit.core.language import localized

Rows = list[tuple[str, str]]
"""Pairs of a label and a number, in one language."""


class ResultTable(ABC):
    """A base class for results that print as a small table of names and values: `print(result)`,
    `result.text("de")`.

    >>> class Two(ResultTable):
    ...     def rows(self) -> Rows:
    ...         return [("wins", "50%"), ("resources", "3.5")]
    >>> print(Two())
    wins       50%
    resources  3.5
    """

    __slots__ = ()

    @abstractmethod
    def rows(self) -> Rows:
        """Return the rows of the table."""

    @check_arguments()
    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the table as lines of text."""
        rows = self.rows()
        wide = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{wide}}  {number}" for name, number in rows)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # IPython is untyped
        printer.text(type(self).__name__ if cycle else self.text())

    def _repr_html_(self) -> str:
        body = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th><td>{html.escape(number)}</td></tr>"
            for name, number in self.rows()
        )
        return f"<table>{body}</table>"
