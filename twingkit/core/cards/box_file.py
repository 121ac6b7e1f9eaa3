"""Box files: load a file into a listing to be checked, and write a box as TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from twingkit.core.cards.box_faults import BoxFault, join_names, nearest, quote_value
from twingkit.core.cards.box_form import BoxForm, Contents, keys_of
from twingkit.core.cards.box_listing import Listing
from twingkit.core.cards.box_sheet import parse_csv_listing
from twingkit.core.cards.toml_lines import toml_lines
from twingkit.core.words import Verbatim, translate_texts

SUFFIXES = (".toml", ".csv")
"""The suffixes of box files."""

_HEADER = re.compile(r"\s*\[\[?\s*([\w-]+)")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def load_listing(path: Path, form: BoxForm) -> Listing:
    """Load a box file into a listing; its suffix decides the format.

    Raises `BoxError` if it is not a text of that format, and `OSError` if it cannot be read.
    """
    suffix, source = path.suffix.lower(), str(path)
    if suffix not in SUFFIXES:
        facts = {"allowed": join_names(SUFFIXES), "found": quote_value(path.name)}
        raise form.error(source, BoxFault("box_suffix", facts))
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise form.error(source, BoxFault("box_encoding", line=line)) from fault
    return parse_listing(text, source, suffix, form)


def parse_listing(text: str, source: str, suffix: str, form: BoxForm) -> Listing:
    """Parse a text into a listing: TOML or, with the suffix ".csv", a spreadsheet's table. Raises
    `BoxError`.
    """
    return _toml_listing(text, source, form) if suffix == ".toml" else parse_csv_listing(text, source, form)


def _toml_listing(text: str, source: str, form: BoxForm) -> Listing:
    try:
        return Listing(form, translate_texts(tomllib.loads(text)), cache(lambda: toml_lines(text)))
    except RecursionError as fault:
        raise form.error(source, BoxFault("box_too_deep")) from fault
    except ValueError as fault:  # TOMLDecodeError, or a number with too many digits
        lines = text.rstrip().split("\n")
        match = _AT.search(str(fault))
        line = min(int(match[1]), len(lines)) if match and match[1] else len(lines)
        facts = {"why": Verbatim(_AT.sub("", str(fault))), "found": quote_value(lines[line - 1].strip())}
        broken = BoxFault("box_not_toml", facts, line if match else None)
        raise form.error(source, broken, *_unknown_headers(lines, form)) from fault


def _unknown_headers(lines: Sequence[str], form: BoxForm) -> Iterator[BoxFault]:
    """Report headers with an unknown table name in an invalid TOML text: a wrong name is often the cause."""
    allowed = ("title", *form.tables)
    for number, line in enumerate(lines, start=1):
        header = _HEADER.match(line)
        if header and header[1] not in allowed:
            facts = {"key": quote_value(header[1]), "keys": join_names(allowed)}
            yield BoxFault("box_unknown_key", facts, number, near=nearest(header[1], allowed))


# -- writing


def box_toml(form: BoxForm, box: Contents, notes: Mapping[str, str] | None = None) -> str:
    """Return the box as TOML that loads as the same box.

    `notes` are comments: at the head of the file ("format"), before the title and before each table.
    """
    return "\n".join(_toml_rows(form, box, notes or {})) + "\n"


def _toml_rows(form: BoxForm, box: Contents, notes: Mapping[str, str]) -> Iterator[str]:
    yield from _note(notes.get("format"))
    yield f"format = {_toml(box.format)}"
    yield from ("", *_note(notes.get("title")), "[title]")
    yield from _pairs(box.title)
    for table, kind in form.tables.items():
        yield from ([""] if table in notes else [])
        yield from _note(notes.get(table))
        for entry in getattr(box, table):
            values = {key: getattr(entry, key) for key in keys_of(kind)}
            yield from ("", f"[[{table}]]")
            # Omit an empty `assumed`: keys that an entry does not list are not assumed.
            plain = {key: value for key, value in values.items() if value != []}
            spoken = {key: plain.pop(key) for key in values if isinstance(values[key], Mapping)}
            yield from _pairs(plain)
            for key, texts in spoken.items():
                yield f"[{table}.{key}]"
                yield from _pairs(texts)


def _note(text: str | None) -> Iterator[str]:
    return (f"# {line}".rstrip() for line in (text or "").splitlines())


def _pairs(values: Mapping[str, object]) -> Iterator[str]:
    return (f"{key} = {_toml(value)}" for key, value in values.items())


def _toml(value: object) -> str:
    """Write a value as TOML: like JSON except for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
