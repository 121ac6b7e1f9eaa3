"""CSV files of a box: the whole box as one flat table, for spreadsheets.

Each row is an entry; `kind` says which table it belongs to, and so which other cells it needs. Texts have a
column for each language (`name_en`, `name_de`). Commas, semicolons or tabs separate cells. Empty rows and
rows that begin with # are skipped.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from twingkit.core.cards.box_faults import WORDS, BoxFault, box_value_text, join_names
from twingkit.core.cards.box_listing import UncheckedBox
from twingkit.core.cards.box_schema import BoxFileContents, BoxSchema
from twingkit.core.cards.toml_lines import TomlPath
from twingkit.core.near_names import nearest_name
from twingkit.core.words import LANGUAGES, VerbatimFact

_SEPARATORS = ",;\t"
_SKIPPED = ("#", "sep=")
"""The beginnings of rows outside the table: notes, and the line that some spreadsheets write first."""


def parse_csv_listing(text: str, source: str, schema: BoxSchema) -> UncheckedBox:
    """Parse the CSV text of a box file into its unchecked content. Raises `BoxError` if it is not CSV or has
    no known header.
    """
    likeness = partial(_likeness, schema.columns)
    rows, broken = max((_rows(text, separator) for separator in _SEPARATORS), key=likeness)
    if broken:
        raise schema.error(source, BoxFault("box_not_csv", line_number=broken))
    if not likeness((rows, 0)):
        line = rows[0][0] if rows else 1
        raise schema.error(source, BoxFault("box_no_header", {"columns": join_names(schema.columns)}, line))
    return _Sheet(rows, schema).listing(source)


def _rows(text: str, separator: str) -> tuple[list[tuple[int, list[str]]], int]:
    """Return the rows with their line numbers, and the line of an unreadable row (0 if there is none)."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not cells[0].startswith(_SKIPPED):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return rows, line
    return rows, 0


def _likeness(columns: Sequence[str], read: tuple[list[tuple[int, list[str]]], int]) -> int:
    return len({cell.strip().lower() for cell in read[0][0][1]} & set(columns)) if read[0] else 0


class _Sheet:
    """A CSV table being parsed: its rows, and their faults."""

    def __init__(self, rows: Sequence[tuple[int, list[str]]], form: BoxSchema) -> None:
        self._form = form
        (self._head_line, head), *self._rows = rows
        self._head = [cell.strip().lower() for cell in head]
        self._faults: list[BoxFault] = []
        self._data: dict[str, Any] = {"format": form.format}
        self._lines: dict[TomlPath, int] = {}

    def listing(self, source: str) -> UncheckedBox:
        lacking = self._check_head()
        if "kind" in lacking:
            raise self._form.error(source, *self._faults)
        for line, cells in self._rows:
            self._read(line, cells)
        is_whole = not any(fault.message_key == "box_one_of" for fault in self._faults)
        self._data.setdefault("title", WORDS.text_by_language("own_title"))
        return UncheckedBox(
            self._form, self._data, lambda: self._lines, True, self._faults, is_whole, lacking
        )

    def _fault(self, line: int, place: str, case: str, near: str = "", **facts: object) -> None:
        self._faults.append(BoxFault(case, facts, line, place, suggestion=near, book=self._form.book))

    def _check_head(self) -> frozenset[str]:
        """Report unknown and repeated columns as faults; return the missing columns."""
        lacking = frozenset(self._form.columns) - {"assumed"} - set(self._head)
        for index, column in enumerate(self._head):
            if column and column not in self._form.columns:
                near = nearest_name(column, sorted(lacking)) or nearest_name(column, self._form.columns)
                facts = {"key": box_value_text(column), "keys": join_names(self._form.columns)}
                self._fault(self._head_line, "", "box_unknown_column", near, **facts)
            elif column and column in self._head[:index]:
                self._fault(
                    self._head_line, column, "box_twice", token=box_value_text(column), n=self._head_line
                )
        for column in self._form.columns:
            if column in lacking:
                self._fault(self._head_line, column, "box_no_column")
        return lacking

    def _read(self, line: int, cells: Sequence[str]) -> None:
        """Add a row to the listing, or record its fault."""
        for cell in cells[len(self._head) :]:
            if cell.strip():
                self._fault(line, "", "box_extra_cell", found=box_value_text(cell))
        row = {column: cell for column, cell in zip(self._head, cells, strict=False) if cell.strip()}
        kind = row.pop("kind", "").strip()
        if kind not in self._form.row_kinds:
            near = nearest_name(kind, tuple(self._form.row_kinds))
            self._fault(
                line,
                "kind",
                "box_one_of",
                near,
                found=box_value_text(kind),
                allowed=join_names(self._form.row_kinds),
            )
            return
        for column in [name for name in row if name not in self._form.columns_of_kind(kind)]:
            if column in self._form.columns:
                value = box_value_text(row[column])
                self._fault(line, column, "box_cell_not_here", kind=VerbatimFact(kind), found=value)
        filled = [column for column in self._form.columns_of_kind(kind) if column in row]
        values = {column: self._value(column, row[column]) for column in filled}
        self._add(line, kind, values)

    def _add(self, line: int, kind: str, values: Mapping[str, object]) -> None:
        table, entry = self._form.row_kinds[kind]
        entry = dict(entry)
        for column in self._form.columns_of_kind(kind):
            key, _, lang = column.partition("_")
            if lang:
                entry.setdefault(key, {})
            if column in values and lang:
                entry[key][lang] = values[column]
            elif column in values:
                entry[column] = values[column]
        if table == "title":
            if "title" in self._data:
                first = self._lines[("title",)]
                self._fault(line, "kind", "box_twice", token=box_value_text("title"), n=first)
                return
            self._data["title"] = entry["name"]
            self._lines[("title",)] = line
            return
        listed = self._data.setdefault(table, [])
        self._lines[table, len(listed)] = line
        listed.append(entry)

    def _value(self, column: str, cell: str) -> object:
        """Return the value of a cell: a number, a list of keys, a word without surrounding blanks, or a text
        in a language exactly as typed.
        """
        if column.rpartition("_")[2] in LANGUAGES:
            return cell
        word = cell.strip()
        if column == "assumed":
            return word.split()
        # Longer numbers cannot be counts; errors show them as typed.
        counts = column in self._form.number_columns and word.isascii() and word.isdigit() and len(word) < 5
        return int(word) if counts else word


# -- writing


def box_csv(
    schema: BoxSchema, box: BoxFileContents, notes: Mapping[str, str] | None = None, separator: str = ","
) -> str:
    """Return the box as CSV that loads as the same box; `separator` is a comma, a semicolon or a tab.

    `notes` are comments: at the head of the file ("format"), before the title and before each table.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator)  # ends rows with \r\n, as RFC 4180 requires
    for row in _written(schema, box, notes or {}):
        writer.writerow(row)
    return text.getvalue()


def _written(form: BoxSchema, box: BoxFileContents, notes: Mapping[str, str]) -> Iterator[Sequence[object]]:
    def note(key: str) -> Iterator[Sequence[object]]:
        return ([f"# {line}"] for line in notes.get(key, "").splitlines())

    yield from note("format")
    yield form.columns
    yield from note("title")
    yield _cells(form, {"kind": "title", "name": box.title})
    for table in form.entry_class_by_table:
        yield from note(table)
        for entry in getattr(box, table):
            values = attrs.asdict(entry)
            kind = next(
                kind
                for kind, (of, fixed) in form.row_kinds.items()
                if of == table and fixed.items() <= values.items()
            )
            yield _cells(form, values | {"kind": kind, "assumed": " ".join(values["assumed"])})


def _cells(form: BoxSchema, values: Mapping[str, Any]) -> list[object]:
    cells = dict(values)
    for key in [key for key, value in values.items() if isinstance(value, Mapping)]:
        cells |= {f"{key}_{lang}": text for lang, text in cells.pop(key).items()}
    return [cells.get(column, "") for column in form.columns]
