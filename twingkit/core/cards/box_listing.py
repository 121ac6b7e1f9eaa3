"""The checker of box files: converts the listing of a file to entries, or reports all its faults together.

Entries are checked one by one. Checks of the whole box use everything that the file lists, valid or not, so
that one fault does not hide another. A check is skipped only if it cannot be decided: a total needs all
copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NewType

import attrs
import cattrs
from cattrs import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError

from twingkit.core.cards import box_schema
from twingkit.core.cards.box_faults import BoxFault, box_value_text, join_names
from twingkit.core.cards.box_schema import (
    BoxEntry,
    BoxSchema,
    Flag,
    InvalidValue,
    Keys,
    LocalizedText,
    Text,
    entry_keys,
)
from twingkit.core.cards.toml_lines import TomlPath
from twingkit.core.near_names import nearest_name
from twingkit.core.questions import one_line_excerpt
from twingkit.core.words import TomlTable, VerbatimFact

_Format = NewType("_Format", str)


@attrs.frozen
class UncheckedBox:
    """The unchecked content of a box file: nested tables as in TOML, with their line numbers and the faults
    found so far.

    `line_numbers` returns the line of each path (a missing path has the line of its nearest ancestor); it is
    called only if there is a fault. `is_flat` is True for a CSV file. `faults` were found while parsing;
    `is_complete` is False if rows had to be skipped, so that nothing can be counted; `missing_columns` are
    absent columns, whose empty cells are not reported again.
    """

    schema: BoxSchema
    data: TomlTable
    line_numbers: Callable[[], Mapping[TomlPath, int]] = dict
    is_flat: bool = False
    faults: Sequence[BoxFault] = ()
    is_complete: bool = True
    missing_columns: frozenset[str] = frozenset()

    def line_number(self, path: TomlPath) -> int | None:
        """Return the line number of a path, from 1; None if it has no single line."""
        lines = self.line_numbers()
        return next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), None)

    def format_location(self, path: TomlPath) -> str:
        """Format a path for an error message: `spell 3, power`, or the column of a CSV file."""
        if self.is_flat or not path:
            keys = ("name", *path[1:]) if path[:1] == ("title",) else path[2:]
            return "_".join(part for part in keys if isinstance(part, str))
        table, number, keys = path[0], path[1:2], path[2:]
        if not number or not isinstance(number[0], int):
            return ".".join(map(str, path))
        entry = f"{table} {number[0] + 1}"
        return f"{entry}, {'.'.join(map(str, keys))}" if keys else entry

    def fault(
        self, path: TomlPath, message_key: str, rule: str = "", suggestion: str = "", **facts: object
    ) -> BoxFault:
        """Return a `BoxFault` at a path; `message_key` is the key of its sentence."""
        return self.with_location(path, BoxFault(message_key, facts, rule=rule, suggestion=suggestion))

    def with_location(self, path: TomlPath, fault: BoxFault) -> BoxFault:
        """Return a fault with its line and location added.

        A missing key of a CSV file becomes an empty cell.
        """
        case = fault.message_key
        if self.is_flat and case == "box_missing_key":
            case = "box_empty_cell"
        return attrs.evolve(
            fault,
            message_key=case,
            line_number=self.line_number(path),
            location=one_line_excerpt(self.format_location(path), 80),
            book=self.schema.book,
        )


def checked_listing_content(listing: UncheckedBox, source: str) -> dict[str, Any]:
    """Check the content of a box file and return its format, title and converted entries, keyed by "format",
    "title" and table name.

    Raises `BoxError` with all faults.
    """
    form = listing.schema
    faults = list(listing.faults)
    allowed = ("format", "title", *form.entry_class_by_table)
    for key in listing.data:
        if key not in allowed:
            near = nearest_name(key, allowed)
            fault = listing.fault(
                (key,), "box_unknown_key", suggestion=near, key=box_value_text(key), keys=join_names(allowed)
            )
            faults.append(fault)
    structured: dict[str, Any] = {}
    for key, kind in (("format", _Format), ("title", LocalizedText)):
        if key not in listing.data:
            faults.append(listing.fault((key,), "box_missing_key", key=VerbatimFact(key)))
            continue
        try:
            structured[key] = _converter(form).structure(listing.data[key], kind)
        except InvalidValue as wrong:
            faults += [listing.with_location((key, *path), fault) for path, fault in wrong.faults]
    for table in form.entry_class_by_table:
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
        if fault.message_key != "box_empty_cell" or fault.location not in listing.missing_columns
    ]
    if faults:
        last = float("inf")
        raise form.error(source, *sorted(faults, key=lambda fault: fault.line_number or last))
    return structured


def _rows(listing: UncheckedBox, table: str) -> Iterator[BoxEntry | BoxFault]:
    """Yield the entries of a table; instead of an invalid entry, yield its fault."""
    rows = listing.data.get(table)
    if rows is None or rows == []:
        case = "box_no_rows" if listing.is_flat else "box_no_table"
        wanted = join_names(_kinds(listing, table))
        yield listing.fault((table,), case, table=wanted)
    elif not isinstance(rows, list):
        yield listing.fault((table,), "box_not_tables", table=VerbatimFact(table), found=box_value_text(rows))
    else:
        for number, row in enumerate(rows):
            try:
                yield _entry(row, listing.schema.entry_class_by_table[table], listing.schema)
            except InvalidValue as wrong:
                yield from (
                    listing.with_location((table, number, *part), fault) for part, fault in wrong.faults
                )


def _kinds(listing: UncheckedBox, table: str) -> list[str]:
    """Return the names to report for a missing table: the name of the table or, in a CSV file, its row
    kinds.
    """
    kinds = [kind for kind, (of, _) in listing.schema.row_kinds.items() if of == table]
    return kinds if listing.is_flat and table not in kinds else [table]


def _entry(row: object, kind: type[BoxEntry], form: BoxSchema) -> BoxEntry:
    """Build an entry from a table. Raises `InvalidValue` with all faults in it."""
    if not isinstance(row, dict):
        raise InvalidValue(((), BoxFault("box_not_table", {"found": box_value_text(row)})))
    keys = entry_keys(kind)
    faults: list[tuple[TomlPath, BoxFault]] = []
    entry = None
    try:
        entry = _converter(form).structure(row, kind)
    except ClassValidationError as fault:
        faults += _causes(fault, keys)
    given = row.get("assumed")
    for name in given if isinstance(given, list) else ():
        if isinstance(name, str) and name not in keys:
            facts = {"key": box_value_text(name), "keys": join_names(key for key in keys if key != "assumed")}
            faults.append(
                (("assumed",), BoxFault("box_assumed_key", facts, suggestion=nearest_name(name, keys)))
            )
    if faults or entry is None:
        raise InvalidValue(*sorted(faults, key=lambda fault: (*keys, *fault[0][:1]).index(fault[0][0])))
    return entry


def _causes(fault: ClassValidationError, keys: Sequence[str]) -> Iterator[tuple[TomlPath, BoxFault]]:
    """Yield each fault of an entry with its path inside the entry."""
    for cause in fault.exceptions:
        notes = getattr(cause, "__notes__", ())
        path = next(((note.name,) for note in notes if isinstance(note, AttributeValidationNote)), ())
        if isinstance(cause, InvalidValue):
            yield from ((path + part, fault) for part, fault in cause.faults)
        elif isinstance(cause, ForbiddenExtraKeysError):
            for key in sorted(cause.extra_fields):
                facts = {"key": box_value_text(key), "keys": join_names(keys)}
                yield (key,), BoxFault("box_unknown_key", facts, suggestion=nearest_name(key, keys))
        elif isinstance(cause, KeyError):
            yield (cause.args[0],), BoxFault("box_missing_key", {"key": VerbatimFact(cause.args[0])})
        else:
            raise cause


def listed_entries(listing: UncheckedBox, table: str) -> list[tuple[TomlPath, TomlTable]]:
    """Return the entries of one table of a box file, checked or not, each with its path (table name and
    index).

    The result is empty if the table is not a list of entries.
    """
    rows = listing.data.get(table)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return []
    return [((table, number), row) for number, row in enumerate(rows)]


def _repeated(listing: UncheckedBox, table: str) -> Iterator[BoxFault]:
    first: dict[str, TomlPath] = {}
    for path, row in listed_entries(listing, table):
        parts = [row.get(key) for key in listing.schema.unique_keys.get(table, ())]
        if not parts or None in parts or {} in parts:
            continue
        # Names are equal regardless of the order of their languages.
        identity = repr([sorted(part.items()) if isinstance(part, dict) else part for part in parts])
        before = first.setdefault(identity, path)
        if before != path:
            rule = listing.schema.duplicate_rules.get(table, "")
            token = box_value_text("".join(str(part) for part in parts[:2] if not isinstance(part, dict)))
            line = listing.line_number(before)
            if line is None:
                yield listing.fault(path, "box_repeated", rule, token=token)
            else:
                yield listing.fault(path, "box_twice", rule, token=token, n=line)


@cache
def _converter(form: BoxSchema) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    hooks: dict[Any, Callable[[object], object]] = {  # types as keys
        Flag: box_schema.checked_flag,
        Text: box_schema.checked_text,
        LocalizedText: box_schema.checked_localized_text,
        Keys: box_schema.checked_key_list,
        _Format: lambda value: box_schema.checked_choice(value, (form.format,)),
        **form.validator_by_type,
    }
    for kind, hook in hooks.items():
        converter.register_structure_hook(kind, _ignoring_type(hook))
    return converter


def _ignoring_type(hook: Callable[[object], object]) -> Callable[[object, object], object]:
    return lambda value, _: hook(value)
