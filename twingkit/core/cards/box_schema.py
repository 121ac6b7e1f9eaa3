"""The schema of a game's box files: their tables, valid values, and checks of the whole box.

    SCHEMA = BoxSchema("coins 1", {"coin": CoinEntry}, check_box=check_total)
    listing = load_listing(path, SCHEMA)                   # twingkit.core.cards.box_file
    contents = checked_listing_content(listing, str(path))           # twingkit.core.cards.box_listing

An entry is an attrs class derived from `BoxEntry`; its fields have the types of this module, or types that
the game lists in `validator_by_type`. All faults of a file are reported, each with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NewType, Protocol, TypeGuard

import attrs

from twingkit.core.cards.box_faults import BoxError, BoxFault, box_value_text, join_names
from twingkit.core.cards.toml_lines import TomlPath
from twingkit.core.errors import KitError
from twingkit.core.near_names import nearest_name
from twingkit.core.rulebook import Rulebook
from twingkit.core.words import BUILTIN_LANGUAGES, LANGUAGES, VerbatimFact, fill_missing_languages

Flag = NewType("Flag", bool)
Text = NewType("Text", str)
LocalizedText = NewType("LocalizedText", dict[str, str])
"""A text in every language."""
Keys = NewType("Keys", list[str])
"""A list of keys of the same entry."""


class InvalidValue(KitError, ValueError):
    """The error for an invalid value in a box file: holds a pair of path and fault for each wrong part of the
    value.
    """

    def __init__(self, *faults: tuple[TomlPath, BoxFault]) -> None:
        super().__init__(*faults)
        self.faults = faults


@attrs.frozen(kw_only=True)
class BoxEntry:
    """The base class of the entries (cards, units …) of a box file; `assumed` lists the keys whose values
    come from no printed source.
    """

    assumed: Keys = attrs.field(factory=lambda: Keys([]))


_LAST = ("copies", "assumed")


def entry_keys(kind: type[BoxEntry]) -> tuple[str, ...]:
    """Return the key names of an entry class in the order in which box files list them.

    >>> entry_keys(BoxEntry)
    ('assumed',)
    """
    keys = [field.name for field in attrs.fields(kind)]
    return tuple(sorted(keys, key=lambda key: _LAST.index(key) if key in _LAST else -1))


RowKinds = Mapping[str, tuple[str, Mapping[str, Any]]]
"""The kinds of rows in a CSV file: for each, its table, and the values that it sets."""


def _with_title(kinds: RowKinds) -> RowKinds:
    """Return the row kinds of a box file with one more for the title, which every box can have."""
    return {**kinds, "title": ("title", {})}


class BoxFileContents(Protocol):
    """The content of a box: its format, its title, and a field for each of its tables."""

    @property
    def format(self) -> int | str:
        """The name or version of the file format."""

    @property
    def title(self) -> Mapping[str, str]:
        """The name of the box, by language."""


def _no_faults(listing: object) -> Iterator[BoxFault]:
    """Yield no faults: the default check of a whole box."""
    return iter(())


@attrs.frozen(eq=False)
class BoxSchema:
    """The schema of a game's box files.

    `format` is the value of the first key; `entry_class_by_table` holds the entry classes by table name, in
    the order in which files are written. `validator_by_type` checks the game's own types: a function returns
    the value or raises `InvalidValue`. `unique_keys` are the keys whose values may not repeat within a table,
    `duplicate_rules` the rules that say so. `check_box(listing)` yields the faults of the box as a whole, and
    runs only if everything can be counted. A CSV file has `columns` and rows of `row_kinds`; `number_columns`
    hold numbers. `book` is the rulebook of a game with its own sentences about faults.
    """

    format: str
    entry_class_by_table: Mapping[str, type[BoxEntry]]
    validator_by_type: Mapping[type, Callable[[object], object]] = attrs.field(factory=dict)
    unique_keys: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    duplicate_rules: Mapping[str, str] = attrs.field(factory=dict)
    check_box: Callable[[Any], Iterator[BoxFault]] = _no_faults  # takes the game's own class of box
    row_kinds: RowKinds = attrs.field(factory=dict, converter=_with_title)
    columns: tuple[str, ...] = ()
    number_columns: tuple[str, ...] = ("copies",)
    book: Callable[[], Rulebook] | None = None

    def columns_of_kind(self, kind: str) -> tuple[str, ...]:
        """Return the columns that a row of this kind can fill."""
        table = self.row_kinds[kind][0]
        keys = ("name",) if table == "title" else entry_keys(self.entry_class_by_table[table])
        return tuple(column for column in self.columns if column in keys or column.rpartition("_")[0] in keys)

    def error(self, source: str, *faults: BoxFault) -> BoxError:
        """Return the `BoxError` with these faults of a box file."""
        return BoxError(source, [attrs.evolve(fault, book=self.book) for fault in faults])


# -- values


def value_fault(case: str, value: object, rule: str = "", path: TomlPath = ()) -> tuple[TomlPath, BoxFault]:
    """Return a path and a fault that quotes a wrong value, as arguments for `InvalidValue`; `rule` is the
    broken rule.
    """
    return path, BoxFault(case, {"found": box_value_text(value)}, rule=rule)


def is_positive_up_to(value: object, maximum: int) -> TypeGuard[int]:
    """True if a value is an integer from 1 to `maximum`."""
    return type(value) is int and 1 <= value <= maximum


def check_positive_up_to(value: object, maximum: int) -> object:
    """Return `value` unchanged if it is an integer from 1 to `maximum`; otherwise raise `InvalidValue`."""
    if not is_positive_up_to(value, maximum):
        raise InvalidValue(((), BoxFault("box_number", {"found": box_value_text(value), "most": maximum})))
    return value


def checked_flag(value: object) -> object:
    """Return `value` unchanged if it is True or False; otherwise raise `InvalidValue`."""
    if type(value) is not bool:
        raise InvalidValue(value_fault("box_flag", value))
    return value


def checked_text(value: object) -> object:
    """Return `value` unchanged if it is a non-empty string; otherwise raise `InvalidValue`."""
    if not isinstance(value, str) or not value.strip():
        raise InvalidValue(value_fault("box_text", value))
    return value


def checked_choice(
    value: object, allowed: Sequence[str], rule: str = "", synonyms: Mapping[str, str] | None = None
) -> object:
    """Return `value` unchanged if it is one of the allowed names; otherwise raise `InvalidValue`.

    The error suggests the nearest name, or the one that `synonyms` gives for the value.
    """
    if value not in allowed:
        facts = {"found": box_value_text(value), "allowed": join_names(allowed)}
        raise InvalidValue(
            ((), BoxFault("box_one_of", facts, rule=rule, suggestion=nearest_name(value, allowed, synonyms)))
        )
    return value


def checked_localized_text(value: object) -> Any:  # returns texts by language, for fields of any class
    """Return a mapping of texts by language if it has a text in every language; otherwise raise
    `InvalidValue`.

    The error lists all missing and unknown languages.
    """
    if not isinstance(value, dict):
        raise InvalidValue(value_fault("box_names", value))
    faults: list[tuple[TomlPath, BoxFault]] = []
    for lang in BUILTIN_LANGUAGES:
        said = value.get(lang)
        if lang not in value:
            faults.append(((lang,), BoxFault("box_missing_key", {"key": VerbatimFact(lang)})))
        elif not isinstance(said, str) or not said.strip():
            faults.append(value_fault("box_text", said, path=(lang,)))
    for key in value:
        if key not in LANGUAGES:
            facts = {"key": box_value_text(key), "keys": join_names(LANGUAGES)}
            faults.append(
                ((key,), BoxFault("box_unknown_key", facts, suggestion=nearest_name(key, LANGUAGES)))
            )
    if faults:
        raise InvalidValue(*faults)
    return fill_missing_languages(value)


def checked_key_list(value: object) -> object:
    """Return `value` unchanged if it is a list of strings; otherwise raise `InvalidValue`."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InvalidValue(value_fault("box_keys", value))
    return value
