"""Tables that commands print."""

from __future__ import annotations

from collections.abc import Sequence


def aligned_table(rows: Sequence[Sequence[str]], left_columns: int = 0) -> list[str]:
    """Return the rows of a table as lines, with its first columns aligned on the left and the others on the
    right.

    >>> aligned_table([["name", "won"], ["greedy", "4"]], left_columns=1)
    ['name    won', 'greedy    4']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column < left_columns else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
