"""Table cells that are safe to open in a spreadsheet: no text in them acts as a formula."""

from __future__ import annotations

import re

CSV_ENCODING = "utf-8-sig"
"""UTF-8 with a byte order mark; without the mark, a spreadsheet takes it for another encoding."""

_FORMULA_FIRST_CHARACTERS = ("=", "+", "-", "@")

_NUMBER_PATTERN = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def formula_safe_cell(cell: object) -> object:
    """Return a cell that is safe in the CSV of a spreadsheet: `guard_formula` of a text without carriage
    returns.

    >>> [formula_safe_cell(cell) for cell in ("F5 + F4", "=1+1", "@SUM(A1)", "-2", -2)]
    ['F5 + F4', "'=1+1", "'@SUM(A1)", '-2', -2]
    """
    if not isinstance(cell, str):
        return cell
    return guard_formula(cell.replace("\r", " "))  # spreadsheets read it as the end of a row


def guard_formula(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet could take it for a formula.

    So that `unguard_formula` can tell the two apart, it also gets one if it would look guarded already.

    >>> [guard_formula(text) for text in ("+W6", "'+W6", "'tis", "-2")]
    ["'+W6", "''+W6", "'tis", '-2']
    """
    return f"'{text}" if _acts_as_formula(text.lstrip("'")) else text


def unguard_formula(text: str) -> str:
    """Return the text to which `guard_formula` added its apostrophe.

    >>> [unguard_formula(text) for text in ("'+W6", "''+W6", "'tis", "-2")]
    ['+W6', "'+W6", "'tis", '-2']
    """
    return text[1:] if text.startswith("'") and _acts_as_formula(text.lstrip("'")) else text


def _acts_as_formula(text: str) -> bool:
    return text.lstrip().startswith(_FORMULA_FIRST_CHARACTERS) and not _NUMBER_PATTERN.fullmatch(text)
