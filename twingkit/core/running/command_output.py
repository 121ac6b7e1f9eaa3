"""The output of every command: signs that a console cannot show, closed streams, full disks, closed pipes."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

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


def run_command(command: Callable[[], object]) -> NoReturn:
    """Run a command as this program, and exit with the code that it returns (None: 0).

    Its output streams work whatever they are connected to: what is written to a closed one is dropped, and
    signs that one cannot encode are replaced. See `flushed_output` for output that fails.
    """
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_ENCODING_ERROR_HANDLER)
    with flushed_output():
        code = command()
    sys.exit(code if isinstance(code, int) else 0)


def _open_closed_streams() -> None:
    """Connect standard streams that the caller has closed to the null device, also for child processes.

    Otherwise Python has no stream object for them, and the next file that is opened takes their place.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            _connect_to_null_device(number)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _connect_to_null_device(number: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, number)
    if null == number:
        os.set_inheritable(number, True)
    else:
        os.close(null)


@contextmanager
def flushed_output() -> Iterator[None]:
    """Flush everything that is printed inside the block, and handle failures of output.

    A full disk, a deleted folder and similar errors end the program with one line on the error stream and
    exit code 2. If the reader of the output has gone, nothing is reported, and the exit code is 1.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _connect_to_null_device(sys.stdout.fileno())  # drop the rest of the buffered output
        sys.exit(1)
    except OSError as fault:
        _connect_to_null_device(sys.stdout.fileno())
        about = f"{fault.filename}: " if fault.filename else ""
        why = f"{about}{fault.strerror or fault}"
        try:
            print(f"twingkit: {message('cli.system', why=why)}", file=sys.stderr, flush=True)
        except OSError:
            _connect_to_null_device(sys.stderr.fileno())  # nobody can be told
        sys.exit(2)
