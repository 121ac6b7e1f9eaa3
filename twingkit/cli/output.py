"""Output of all commands: replaces characters that a console cannot show, and ends the command with one line
if output or input fails."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from twingkit.core.messages import message

_ENCODING_ERROR_HANDLER = "twingkit.nearest"

_ASCII_REPLACEMENTS = {
    **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}", "-"),
    **dict.fromkeys(
        "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}\N{SINGLE LOW-9 QUOTATION MARK}", "'"
    ),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("\N{MIDDLE DOT}\N{BULLET}", "*"),
    "\N{MULTIPLICATION SIGN}": "x",
    "→": "->",
    "≥": ">=",
    "≤": "<=",
    "±": "+-",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "ß": "ss",
}


def _nearest_replacement(fault: UnicodeError) -> tuple[str, int]:
    """Return the closest ASCII text for characters that a stream cannot encode, as a codec error handler.

    >>> "−3 … Höhle".encode("ascii", _ENCODING_ERROR_HANDLER)
    b'-3 ... Hoehle'
    """
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(map(_plain, fault.object[fault.start : fault.end])), fault.end


def _plain(sign: str) -> str:
    parts = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii")
    return _ASCII_REPLACEMENTS.get(sign) or parts or "?"


codecs.register_error(_ENCODING_ERROR_HANDLER, _nearest_replacement)


def replace_unencodable() -> None:
    """Make the output and error streams replace characters that they cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_ENCODING_ERROR_HANDLER)


@contextmanager
def flushed_output() -> Iterator[None]:
    """Flush everything that is printed inside the block, and handle failures of output.

    A full disk, a deleted folder and similar errors end the program with one line on the error stream and
    exit code 2. If the reader of the output has gone, nothing is reported.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as fault:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # drop the rest of the buffered output
        about = f"{fault.filename}: " if fault.filename else ""
        why = f"{about}{fault.strerror or fault}"
        print(f"twingkit: {message('cli.system', why=why)}", file=sys.stderr)
        sys.exit(2)


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
