"""The checker of box files: turns a file's listing into entries, or reports all its faults together.

Entries are checked one by one. Checks of the whole box use everything that the file lists, valid or not, so
that one fault does not hide another. Only what cannot be known is skipped: a total needs all copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NewType

import attrs
import cattrs
from cattrs import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError

from twingkit.core.cards import box_form
from twingkit.core.cards.box_faults import BoxFault, join_names, nearest, quote_value
from twingkit.core.cards.box_form import BoxEntry, BoxForm, Flag, InvalidValue, Keys, Names, Text, keys_of
from twingkit.core.cards.toml_lines import Path
from twingkit.core.questions import one_line
from twingkit.core.words import TomlTable, Verbatim

_Format = NewType("_Format", str)


@attrs.frozen
class Listing:
    """A box as its file lists it, before checks: nested tables as in TOML, and their line numbers.

    `lines` returns the line of each path (a missing path has the line of its nearest ancestor); it is called
    only if there is a fault. `is_flat` is True for a flat table. `faults` were found while parsing;
    `is_complete` is False if rows had to be skipped, so that nothing can be counted; `missing_columns` are
    absent columns, whose empty cells are not reported again.
    """

    form: BoxForm
    data: TomlTable
    lines: Callable[[], Mapping[Path, int]] = dict
    is_flat: bool = False
    faults: Sequence[BoxFault] = ()
    is_complete: bool = True
    missing_columns: frozenset[str] = frozenset()

    def line(self, path: Path) -> int | None:
        """Return the line of a path, from 1; None if no single line is wrong."""
        lines = self.lines()
        return next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), None)

    def place(self, path: Path) -> str:
        """Format a path for an error message: `spell 3, power`, or in a flat table the column."""
        if self.is_flat or not path:
            keys = ("name", *path[1:]) if path[:1] == ("title",) else path[2:]
            return "_".join(part for part in keys if isinstance(part, str))
        table, number, keys = path[0], path[1:2], path[2:]
        if not number or not isinstance(number[0], int):
            return ".".join(map(str, path))
        entry = f"{table} {number[0] + 1}"
        return f"{entry}, {'.'.join(map(str, keys))}" if keys else entry

    def fault(self, path: Path, case: str, rule: str = "", near: str = "", **facts: object) -> BoxFault:
        """Return a fault at a path."""
        return self.with_place(path, BoxFault(case, facts, rule=rule, near=near))

    def with_place(self, path: Path, fault: BoxFault) -> BoxFault:
        """Add the place to a fault; a missing key in TOML is an empty cell in a flat table."""
        case = fault.case
        if self.is_flat and case == "box_missing_key":
            case = "box_empty_cell"
        placed = attrs.evolve(fault, case=case, line=self.line(path), place=one_line(self.place(path), 80))
        return self.form.as_game_fault(placed)


def check_listing(listing: Listing, source: str) -> dict[str, Any]:
    """Return the format, title and tables of a listing as entries. Raises `BoxError` with all faults."""
    form = listing.form
    faults = list(listing.faults)
    allowed = ("format", "title", *form.tables)
    for key in listing.data:
        if key not in allowed:
            near = nearest(key, allowed)
            fault = listing.fault(
                (key,), "box_unknown_key", near=near, key=quote_value(key), keys=join_names(allowed)
            )
            faults.append(fault)
    structured: dict[str, Any] = {}
    for key, kind in (("format", _Format), ("title", Names)):
        if key not in listing.data:
            faults.append(listing.fault((key,), "box_missing_key", key=Verbatim(key)))
            continue
        try:
            structured[key] = _converter(form).structure(listing.data[key], kind)
        except InvalidValue as wrong:
            faults += [listing.with_place((key, *path), fault) for path, fault in wrong.faults]
    for table in form.tables:
        structured[table] = []
        for entry in _rows(listing, table):
            if isinstance(entry, BoxFault):
                faults.append(entry)
            else:
                structured[table].append(entry)
        faults += _repeated(listing, table)
    if listing.is_complete:
        faults += form.check_box(listing)
    faults = [
        fault
        for fault in faults
        if fault.case != "box_empty_cell" or fault.place not in listing.missing_columns
    ]
    if faults:
        last = float("inf")
        raise form.error(source, *sorted(faults, key=lambda fault: fault.line or last))
    return structured


def _rows(listing: Listing, table: str) -> Iterator[BoxEntry | BoxFault]:
    """Yield the entries of a table, or a fault in the place of each invalid one."""
    rows = listing.data.get(table)
    if rows is None or rows == []:
        case = "box_no_rows" if listing.is_flat else "box_no_table"
        wanted = join_names(_kinds(listing, table))
        yield listing.fault((table,), case, table=wanted)
    elif not isinstance(rows, list):
        yield listing.fault((table,), "box_not_tables", table=Verbatim(table), found=quote_value(rows))
    else:
        for number, row in enumerate(rows):
            try:
                yield _entry(row, listing.form.tables[table], listing.form)
            except InvalidValue as wrong:
                yield from (listing.with_place((table, number, *part), fault) for part, fault in wrong.faults)


def _kinds(listing: Listing, table: str) -> list[str]:
    """Return what a file without this table should contain: the table's name, or in a flat table its kinds of
    rows.
    """
    kinds = [kind for kind, (of, _) in listing.form.kinds.items() if of == table]
    return kinds if listing.is_flat and table not in kinds else [table]


def _entry(row: object, kind: type[BoxEntry], form: BoxForm) -> BoxEntry:
    """Build an entry from a table. Raises `InvalidValue` with all faults in it."""
    if not isinstance(row, dict):
        raise InvalidValue(((), BoxFault("box_not_table", {"found": quote_value(row)})))
    keys = keys_of(kind)
    faults: list[tuple[Path, BoxFault]] = []
    entry = None
    try:
        entry = _converter(form).structure(row, kind)
    except ClassValidationError as fault:
        faults += _causes(fault, keys)
    given = row.get("assumed")
    for name in given if isinstance(given, list) else ():
        if isinstance(name, str) and name not in keys:
            facts = {"key": quote_value(name), "keys": join_names(key for key in keys if key != "assumed")}
            faults.append((("assumed",), BoxFault("box_assumed_key", facts, near=nearest(name, keys))))
    if faults or entry is None:
        raise InvalidValue(*sorted(faults, key=lambda fault: (*keys, *fault[0][:1]).index(fault[0][0])))
    return entry


def _causes(fault: ClassValidationError, keys: Sequence[str]) -> Iterator[tuple[Path, BoxFault]]:
    """Yield each fault in an entry, with the path inside it."""
    for cause in fault.exceptions:
        notes = getattr(cause, "__notes__", ())
        path = next(((note.name,) for note in notes if isinstance(note, AttributeValidationNote)), ())
        if isinstance(cause, InvalidValue):
            yield from ((path + part, fault) for part, fault in cause.faults)
        elif isinstance(cause, ForbiddenExtraKeysError):
            for key in sorted(cause.extra_fields):
                facts = {"key": quote_value(key), "keys": join_names(keys)}
                yield (key,), BoxFault("box_unknown_key", facts, near=nearest(key, keys))
        elif isinstance(cause, KeyError):
            yield (cause.args[0],), BoxFault("box_missing_key", {"key": Verbatim(cause.args[0])})
        else:
            raise cause


def listed_entries(listing: Listing, table: str) -> list[tuple[Path, TomlTable]]:
    """Return the entries of a table with their paths, valid or not; empty if it is not a list of entries."""
    rows = listing.data.get(table)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return []
    return [((table, number), row) for number, row in enumerate(rows)]


def _repeated(listing: Listing, table: str) -> Iterator[BoxFault]:
    """Report cards, objects and events that are listed a second time."""
    first: dict[str, Path] = {}
    for path, row in listed_entries(listing, table):
        parts = [row.get(key) for key in listing.form.unique_keys.get(table, ())]
        if not parts or None in parts or {} in parts:
            continue
        # Names are equal regardless of the order of their languages.
        identity = repr([sorted(part.items()) if isinstance(part, dict) else part for part in parts])
        before = first.setdefault(identity, path)
        if before != path:
            rule = listing.form.duplicate_rules.get(table, "")
            token = quote_value("".join(str(part) for part in parts[:2] if not isinstance(part, dict)))
            line = listing.line(before)
            if line is None:
                yield listing.fault(path, "box_repeated", rule, token=token)
            else:
                yield listing.fault(path, "box_twice", rule, token=token, n=line)


@cache
def _converter(form: BoxForm) -> cattrs.Converter:
    """Return a converter that builds entries and collects all faults: each type reports what it expects."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    hooks: dict[Any, Callable[[object], object]] = {  # types as keys
        Flag: box_form.check_flag,
        Text: box_form.check_text,
        Names: box_form.check_texts,
        Keys: box_form.check_keys,
        _Format: lambda value: box_form.check_choice(value, (form.format,)),
        **form.values,
    }
    for kind, hook in hooks.items():
        converter.register_structure_hook(kind, _ignoring_type(hook))
    return converter


def _ignoring_type(hook: Callable[[object], object]) -> Callable[[object, object], object]:
    return lambda value, _: hook(value)
