"""The box's linter: it turns a file's listing into entries, or reports all its faults together (TW-BOX).

Entries are judged one by one; what holds for the box as a whole (TW-BOX-1, TW-BOX-6) is judged on what the
file lists, good or not, so that one fault does not hide another. Only what cannot be known is left out: there
is no total without all copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeGuard

import attrs
import cattrs
from cattrs import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError

from twingkit.asking import one_line
from twingkit.cards.toml_lines import Path
from twingkit.twing.box import entries as kinds
from twingkit.twing.box.entries import (
    EFFECTS,
    EVENTS,
    FORMAT,
    MOST_POWER,
    PLAYING_CARDS,
    SPECIALS,
    TABLES,
    Entry,
    keys_of,
)
from twingkit.twing.box.faults import BoxError, BoxFault, Verbatim, names, nearest, shown
from twingkit.twing.rules.cards import ELEMENTS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.words import LANGUAGES

IDENTITIES = {
    "spell": ("element", "power"),
    "creature": ("element", "power", "mount", "name"),
    "special": ("kind", "name"),
    "object": ("id",),
    "event": ("id",),
}
"""The keys whose values no two entries share: equal creatures may bear several names."""


@attrs.frozen
class Listing:
    """A box as a file lists it, before it is checked: nested tables as TOML has them, and their lines.

    `lines` tells where paths begin (a path that it lacks stands where its nearest ancestor does). `columns`
    says that the file is a flat table. `faults` are those that its reader has found; `whole` is False if it
    had to leave rows out, so that nothing can be counted; `lacking` are columns that are not there, so that
    their empty cells are no faults of their own.
    """

    data: Mapping[str, Any]
    lines: Mapping[Path, int]
    columns: bool = False
    faults: Sequence[BoxFault] = ()
    whole: bool = True
    lacking: frozenset[str] = frozenset()

    def line(self, path: Path) -> int | None:
        """The line where a path begins, from 1; None if no line is at fault."""
        return next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), None)

    def place(self, path: Path) -> str:
        """Return a path as shown to a person: `spell 3, power`, or in a flat table the column."""
        if self.columns or not path:
            keys = ("name", *path[1:]) if path[:1] == ("title",) else path[2:]
            return "_".join(part for part in keys if isinstance(part, str))
        table, number, keys = path[0], path[1:2], path[2:]
        if not number or not isinstance(number[0], int):
            return ".".join(map(str, path))
        entry = f"{table} {number[0] + 1}"
        return f"{entry}, {'.'.join(map(str, keys))}" if keys else entry

    def fault(self, path: Path, case: str, rule: str = "", near: str = "", **facts: Any) -> BoxFault:
        """A fault at a path."""
        return self.placed(path, BoxFault(case, facts, rule=rule, near=near))

    def placed(self, path: Path, fault: BoxFault) -> BoxFault:
        """The fault with its place; what a TOML file lacks as a key is an empty cell in a flat table."""
        case = fault.case
        if self.columns and case == "box_missing_key":
            case = "box_empty_cell"
        return attrs.evolve(fault, case=case, line=self.line(path), place=one_line(self.place(path)))


class Wrong(ValueError):
    """A value that is not what its key expects; several faults if it has parts, each with the part's path."""

    def __init__(self, *faults: tuple[Path, BoxFault]) -> None:
        super().__init__(*faults)
        self.faults = faults


def checked(listing: Listing, source: str) -> dict[str, Any]:
    """The format, title and tables of entries that a listing holds; raises `BoxError` with every fault."""
    faults = list(listing.faults)
    allowed = ("format", "title", *TABLES)
    for key in listing.data:
        if key not in allowed:
            near = nearest(key, allowed)
            fault = listing.fault((key,), "box_unknown_key", near=near, key=shown(key), keys=names(allowed))
            faults.append(fault)
    structured: dict[str, Any] = {}
    for key, kind in (("format", kinds.BoxFormat), ("title", kinds.Names)):
        if key not in listing.data:
            faults.append(listing.fault((key,), "box_missing_key", key=Verbatim(key)))
            continue
        try:
            structured[key] = _converter().structure(listing.data[key], kind)
        except Wrong as wrong:
            faults += [listing.placed((key, *path), fault) for path, fault in wrong.faults]
    for table in TABLES:
        structured[table] = []
        for entry in _rows(listing, table):
            if isinstance(entry, BoxFault):
                faults.append(entry)
            else:
                structured[table].append(entry)
        faults += _repeated(listing, table)
    if listing.whole:
        faults += _counts(listing)
    faults = [
        fault for fault in faults if fault.case != "box_empty_cell" or fault.place not in listing.lacking
    ]
    if faults:
        last = float("inf")
        raise BoxError(source, sorted(faults, key=lambda fault: fault.line or last))
    return structured


def _rows(listing: Listing, table: str) -> Iterator[Entry | BoxFault]:
    """The entries of a table, its faults in the place of each that is not one."""
    rows = listing.data.get(table)
    if rows is None or rows == []:
        case = "box_no_rows" if listing.columns else "box_no_table"
        wanted = names(SPECIALS if listing.columns and table == "special" else [table])
        yield listing.fault((table,), case, table=wanted)
    elif not isinstance(rows, list):
        yield listing.fault((table,), "box_not_tables", table=Verbatim(table), found=shown(rows))
    else:
        for number, row in enumerate(rows):
            try:
                yield _entry(row, TABLES[table])
            except Wrong as wrong:
                yield from (listing.placed((table, number, *part), fault) for part, fault in wrong.faults)


def _entry(row: Any, kind: type[Entry]) -> Entry:
    """The entry that a table holds; raises `Wrong` with everything that is wrong in it."""
    if not isinstance(row, dict):
        raise Wrong(((), BoxFault("box_not_table", {"found": shown(row)})))
    keys = keys_of(kind)
    faults: list[tuple[Path, BoxFault]] = []
    entry = None
    try:
        entry = _converter().structure(row, kind)
    except ClassValidationError as fault:
        faults += _causes(fault, keys)
    given = row.get("assumed")
    for name in given if isinstance(given, list) else ():
        if isinstance(name, str) and name not in keys:
            facts = {"key": shown(name), "keys": names(key for key in keys if key != "assumed")}
            faults.append((("assumed",), BoxFault("box_assumed_key", facts, near=nearest(name, keys))))
    if faults or entry is None:
        raise Wrong(*sorted(faults, key=lambda fault: (*keys, *fault[0][:1]).index(fault[0][0])))
    return entry


def _causes(fault: ClassValidationError, keys: Sequence[str]) -> Iterator[tuple[Path, BoxFault]]:
    """Each fault in an entry, with the path inside it."""
    for cause in fault.exceptions:
        notes = getattr(cause, "__notes__", ())
        path = next(((note.name,) for note in notes if isinstance(note, AttributeValidationNote)), ())
        if isinstance(cause, Wrong):
            yield from ((path + part, fault) for part, fault in cause.faults)
        elif isinstance(cause, ForbiddenExtraKeysError):
            for key in sorted(cause.extra_fields):
                facts = {"key": shown(key), "keys": names(keys)}
                yield (key,), BoxFault("box_unknown_key", facts, near=nearest(key, keys))
        elif isinstance(cause, KeyError):
            yield (cause.args[0],), BoxFault("box_missing_key", {"key": Verbatim(cause.args[0])})
        else:
            raise cause


def _tables(listing: Listing, table: str) -> list[tuple[Path, Mapping[str, Any]]]:
    """Return the listed entries of a table, good or not, with paths; empty if it is no list of entries."""
    rows = listing.data.get(table)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return []
    return [((table, number), row) for number, row in enumerate(rows)]


def _repeated(listing: Listing, table: str) -> Iterator[BoxFault]:
    """Cards, objects and events that are listed a second time."""
    first: dict[str, Path] = {}
    for path, row in _tables(listing, table):
        parts = [row.get(key) for key in IDENTITIES[table]]
        if None in parts or {} in parts:
            continue
        # Names are the same whatever the order of their languages.
        identity = repr([sorted(part.items()) if isinstance(part, dict) else part for part in parts])
        before = first.setdefault(identity, path)
        if before != path:
            rule = "TW-BOX-6" if table == "object" else ""
            token = shown("".join(str(part) for part in parts[:2] if not isinstance(part, dict)))
            line = listing.line(before)
            if line is None:
                yield listing.fault(path, "box_repeated", rule, token=token)
            else:
                yield listing.fault(path, "box_twice", rule, token=token, n=line)


def _counts(listing: Listing) -> Iterator[BoxFault]:
    """The counts that the rules print, as far as the listing can be counted."""
    rows = {table: _tables(listing, table) for table in TABLES}
    playing = [rows[table] for table in ("spell", "creature", "special")]
    copies = [row.get("copies") for table in playing for _, row in table]
    size = sum(number for number in copies if _is_number(number, PLAYING_CARDS))
    if all(playing) and all(_is_number(number, PLAYING_CARDS) for number in copies) and size != PLAYING_CARDS:
        yield listing.fault((), "box_size", "TW-BOX-1", expected=PLAYING_CARDS, n=size)
    if rows["event"] and len(rows["event"]) != EVENTS:
        yield listing.fault(("event",), "box_events", "TW-BOX-1", expected=EVENTS, n=len(rows["event"]))
    if rows["special"] and all(row.get("kind") in SPECIALS for _, row in rows["special"]):
        unique = [(path, row.get("copies")) for path, row in rows["special"] if row["kind"] == "miromon"]
        number = sum(copies for _, copies in unique if _is_number(copies, PLAYING_CARDS))
        if all(_is_number(copies, PLAYING_CARDS) for _, copies in unique) and number != 1:
            path = unique[0][0] if unique else ("special",)
            yield listing.fault(path, "box_miromon", "TW-BOX-6", n=number)
    present = [row.get("id") for _, row in rows["object"]]
    lacking = [name for name in OBJECTS if name not in present]
    if lacking and present and all(name in OBJECTS for name in present):
        yield listing.fault(("object",), "box_objects", "TW-BOX-6", lacking=names(lacking))


# -- values


@cache
def _converter() -> cattrs.Converter:
    """Structures entries; every kind of value reports what it expects, so that all faults are collected."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    hooks: dict[Any, Callable[[Any], Any]] = {
        kinds.Power: lambda value: _number(value, MOST_POWER),
        kinds.Copies: lambda value: _number(value, PLAYING_CARDS),
        kinds.Flag: lambda value: _exactly(value, bool, "box_flag"),
        kinds.Names: _names,
        kinds.Keys: _keys,
        kinds.EventId: _text,
        kinds.Element: lambda value: _one_of(value, ELEMENTS, "TW-BOX-2", _elements_meant()),
        kinds.Kind: lambda value: _one_of(value, SPECIALS, "TW-BOX-4"),
        kinds.ObjectId: lambda value: _one_of(value, OBJECTS, "TW-BOX-6"),
        kinds.Effect: lambda value: _one_of(value, EFFECTS),
        kinds.BoxFormat: lambda value: _one_of(value, (FORMAT,)),
    }
    for kind, hook in hooks.items():
        converter.register_structure_hook(kind, _ignoring_type(hook))
    return converter


def _ignoring_type(hook: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda value, _: hook(value)


def _wrong(case: str, value: object, path: Path = ()) -> tuple[Path, BoxFault]:
    return path, BoxFault(case, {"found": shown(value)})


def _exactly(value: Any, kind: type, case: str) -> Any:
    """Return a value of exactly this type: nothing is converted silently."""
    if type(value) is not kind:
        raise Wrong(_wrong(case, value))
    return value


def _is_number(value: object, most: int) -> TypeGuard[int]:
    return type(value) is int and 1 <= value <= most


def _number(value: Any, most: int) -> Any:
    if not _is_number(value, most):
        raise Wrong(((), BoxFault("box_number", {"found": shown(value), "most": most})))
    return value


def _text(value: Any) -> Any:
    if not isinstance(value, str) or not value.strip():
        raise Wrong(_wrong("box_text", value))
    return value


def _one_of(
    value: Any, allowed: Sequence[str], rule: str = "", meant: Mapping[str, str] | None = None
) -> Any:
    if value not in allowed:
        facts = {"found": shown(value), "allowed": names(allowed)}
        raise Wrong(((), BoxFault("box_one_of", facts, rule=rule, near=nearest(value, allowed, meant))))
    return value


@cache
def _elements_meant() -> Mapping[str, str]:
    """The elements by their names in every language: "fire" and "Feuer" mean F."""
    words = rulebook().words
    return {words.name(letter, lang).casefold(): letter for letter in ELEMENTS for lang in LANGUAGES}


def _names(value: Any) -> Any:
    if not isinstance(value, dict):
        raise Wrong(_wrong("box_names", value))
    faults: list[tuple[Path, BoxFault]] = []
    for lang in LANGUAGES:
        text = value.get(lang)
        if lang not in value:
            faults.append(((lang,), BoxFault("box_missing_key", {"key": Verbatim(lang)})))
        elif not isinstance(text, str) or not text.strip():
            faults.append(_wrong("box_text", text, (lang,)))
    for key in value:
        if key not in LANGUAGES:
            facts = {"key": shown(key), "keys": names(LANGUAGES)}
            faults.append(((key,), BoxFault("box_unknown_key", facts, near=nearest(key, LANGUAGES))))
    if faults:
        raise Wrong(*faults)
    return value


def _keys(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Wrong(_wrong("box_keys", value))
    return value
