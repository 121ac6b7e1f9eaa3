"""Box files, which list the components of a game: load one into a listing, and write a box as TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from twingkit.core.cards.box_faults import BoxFault, box_value_text, join_names
from twingkit.core.cards.box_listing import UncheckedBox
from twingkit.core.cards.box_schema import BoxFileContents, BoxSchema, entry_keys
from twingkit.core.cards.box_sheet import parse_csv_listing
from twingkit.core.cards.toml_lines import toml_line_numbers
from twingkit.core.near_names import nearest_name
from twingkit.core.words import VerbatimFact, translate_texts

BOX_FILE_SUFFIXES = (".toml", ".csv")
"""The suffixes of box files."""

_HEADER = re.compile(r"\s*\[\[?\s*([\w-]+)")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def load_listing(path: Path, schema: BoxSchema) -> UncheckedBox:
    """Read a box file (the component list of a game), TOML or CSV, and return its content, still unchecked.

    Raises `BoxError` if it is not valid TOML or CSV, and `OSError` if it cannot be read.
    """
    suffix, source = path.suffix.lower(), str(path)
    if suffix not in BOX_FILE_SUFFIXES:
        facts = {"allowed": join_names(BOX_FILE_SUFFIXES), "found": box_value_text(path.name)}
        raise schema.error(source, BoxFault("box_suffix", facts))
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise schema.error(source, BoxFault("box_encoding", line_number=line)) from fault
    return parse_box_listing(text, source, suffix, schema)


def parse_box_listing(text: str, source: str, suffix: str, schema: BoxSchema) -> UncheckedBox:
    """Parse the text of a box file: as TOML if `suffix` is ".toml", otherwise as CSV. The values are still
    unchecked.

    Raises `BoxError` if the text has another format.
    """
    return (
        _toml_listing(text, source, schema) if suffix == ".toml" else parse_csv_listing(text, source, schema)
    )


def _toml_listing(text: str, source: str, form: BoxSchema) -> UncheckedBox:
    try:
        return UncheckedBox(
            form, translate_texts(tomllib.loads(text)), cache(lambda: toml_line_numbers(text))
        )
    except RecursionError as fault:
        raise form.error(source, BoxFault("box_too_deep")) from fault
    except ValueError as fault:  # TOMLDecodeError, or a number with too many digits
        lines = text.rstrip().split("\n")
        match = _AT.search(str(fault))
        line = min(int(match[1]), len(lines)) if match and match[1] else len(lines)
        facts = {
            "why": VerbatimFact(_AT.sub("", str(fault))),
            "found": box_value_text(lines[line - 1].strip()),
        }
        broken = BoxFault("box_not_toml", facts, line if match else None)
        raise form.error(source, broken, *_unknown_headers(lines, form)) from fault


def _unknown_headers(lines: Sequence[str], form: BoxSchema) -> Iterator[BoxFault]:
    """Report headers with an unknown table name in an invalid TOML text: a wrong name is often the cause."""
    allowed = ("title", *form.entry_class_by_table)
    for number, line in enumerate(lines, start=1):
        header = _HEADER.match(line)
        if header and header[1] not in allowed:
            facts = {"key": box_value_text(header[1]), "keys": join_names(allowed)}
            yield BoxFault("box_unknown_key", facts, number, suggestion=nearest_name(header[1], allowed))


# -- writing


def box_toml(schema: BoxSchema, box: BoxFileContents, notes: Mapping[str, str] | None = None) -> str:
    """Return the box as TOML that loads as the same box.

    `notes` are comments: at the head of the file ("format"), before the title and before each table.
    """
    return "\n".join(_toml_rows(schema, box, notes or {})) + "\n"


def _toml_rows(form: BoxSchema, box: BoxFileContents, notes: Mapping[str, str]) -> Iterator[str]:
    yield from _note(notes.get("format"))
    yield f"format = {_toml(box.format)}"
    yield from ("", *_note(notes.get("title")), "[title]")
    yield from _pairs(box.title)
    for table, kind in form.entry_class_by_table.items():
        yield from ([""] if table in notes else [])
        yield from _note(notes.get(table))
        for entry in getattr(box, table):
            values = {key: getattr(entry, key) for key in entry_keys(kind)}
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
