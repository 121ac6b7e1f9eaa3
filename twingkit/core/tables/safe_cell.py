"""Table cells that are safe to open in a spreadsheet: no text in them acts as a formula."""

from __future__ import annotations

import re

_FORMULA_FIRST_CHARACTERS = ("=", "+", "-", "@")

_NUMBER_PATTERN = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def formula_safe_cell(cell: object) -> object:
    """Return a cell made safe for spreadsheets: text that looks like a formula gets a leading apostrophe.

    Text that looks like one gets a leading apostrophe.

    >>> [formula_safe_cell(cell) for cell in ("F5 + F4", "=1+1", "@SUM(A1)", "-2", -2)]
    ['F5 + F4', "'=1+1", "'@SUM(A1)", '-2', -2]
    """
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\r", " ")  # spreadsheets read it as the end of a row
    return (
        f"'{text}"
        if text.lstrip().startswith(_FORMULA_FIRST_CHARACTERS) and not _NUMBER_PATTERN.fullmatch(text)
        else text
    )
