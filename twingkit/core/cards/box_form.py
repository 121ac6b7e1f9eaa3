"""The form of a game's box files: their tables, valid values, and checks of the whole box.

    FORM = BoxForm(format="coins 1", tables={"coin": CoinEntry}, check_box=counted)
    listing = load_listing(path, FORM)                     # twingkit.core.cards.box_file
    contents = check_listing(listing, str(path))           # twingkit.core.cards.box_listing

An entry is an attrs class derived from `BoxEntry`; its fields have the types of this module, or types that
the game lists in `values`. Every fault of a file is reported, each with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NewType, Protocol, TypeGuard

import attrs

from twingkit.core.cards.box_faults import BoxError, BoxFault, join_names, nearest, quote_value
from twingkit.core.cards.toml_lines import Path
from twingkit.core.errors import KitError
from twingkit.core.words import BUILTIN_LANGUAGES, LANGUAGES, Verbatim, in_all_languages

Flag = NewType("Flag", bool)
Text = NewType("Text", str)
Names = NewType("Names", dict[str, str])
"""A text in every language."""
Keys = NewType("Keys", list[str])
"""Some of an entry's own keys."""


class InvalidValue(KitError, ValueError):
    """A value that does not fit its key; several faults if it has parts, each with the path of the part."""

    def __init__(self, *faults: tuple[Path, BoxFault]) -> None:
        super().__init__(*faults)
        self.faults = faults


@attrs.frozen(kw_only=True)
class BoxEntry:
    """An entry of a box; `assumed` lists its keys whose values no printed source gives."""

    assumed: Keys = attrs.field(factory=lambda: Keys([]))


_LAST = ("copies", "assumed")


def keys_of(kind: type[BoxEntry]) -> tuple[str, ...]:
    """Return the keys of an entry in the order in which files are written.

    >>> keys_of(BoxEntry)
    ('assumed',)
    """
    keys = [field.name for field in attrs.fields(kind)]
    return tuple(sorted(keys, key=lambda key: _LAST.index(key) if key in _LAST else -1))


Kinds = Mapping[str, tuple[str, Mapping[str, Any]]]
"""The kinds of rows in a flat table: the table of each, and the values that the kind sets."""


def _with_title(kinds: Kinds) -> Kinds:
    """Add the title, which every box can have, to the kinds of rows."""
    return {**kinds, "title": ("title", {})}


class Contents(Protocol):
    """The content of a box as its game uses it: its format, its title, and a field for each of its tables."""

    @property
    def format(self) -> int | str:
        """The version of the format."""

    @property
    def title(self) -> Mapping[str, str]:
        """The name of the listing."""


def no_faults(listing: object) -> Iterator[BoxFault]:
    """Report no faults: the checks of single entries are enough."""
    return iter(())


@attrs.frozen(eq=False)
class BoxForm:
    """The form of a game's box files.

    `format` is the value of their first key; `tables` are the entry classes by table name, in the order in
    which files are written. `values` checks the game's own types: a function returns the value or raises
    `InvalidValue`. `unique_keys` are the keys whose values may not repeat within a table, `duplicate_rules`
    the rules that say so. `check_box(listing)` yields the faults of the box as a whole, and runs only if
    everything can be counted. A flat table has `columns` and rows of `kinds`; `number_columns` hold numbers.
    `fault_class` is the game's own class if it has its own sentences.
    """

    format: str
    tables: Mapping[str, type[BoxEntry]]
    values: Mapping[type, Callable[[object], object]] = attrs.field(factory=dict)
    unique_keys: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    duplicate_rules: Mapping[str, str] = attrs.field(factory=dict)
    check_box: Callable[[Any], Iterator[BoxFault]] = no_faults  # takes the game's own class of box
    kinds: Kinds = attrs.field(factory=dict, converter=_with_title)
    columns: tuple[str, ...] = ()
    number_columns: tuple[str, ...] = ("copies",)
    fault_class: type[BoxFault] = BoxFault

    def columns_of_kind(self, kind: str) -> tuple[str, ...]:
        """Return the columns that a row of this kind can fill."""
        table = self.kinds[kind][0]
        keys = ("name",) if table == "title" else keys_of(self.tables[table])
        return tuple(column for column in self.columns if column in keys or column.rpartition("_")[0] in keys)

    def as_game_fault(self, fault: BoxFault) -> BoxFault:
        """Convert a fault to the game's own class, which may have its own sentences."""
        return self.fault_class(fault.case, fault.facts, fault.line, fault.place, fault.rule, fault.near)

    def error(self, source: str, *faults: BoxFault) -> BoxError:
        """Return the error for a box with these faults."""
        return BoxError(source, [self.as_game_fault(fault) for fault in faults])


# -- values


def value_fault(case: str, value: object, path: Path = ()) -> tuple[Path, BoxFault]:
    """Return a fault, with its path, for a value that does not fit."""
    return path, BoxFault(case, {"found": quote_value(value)})


def is_number(value: object, most: int) -> TypeGuard[int]:
    """True for a whole number from 1 to `most`."""
    return type(value) is int and 1 <= value <= most


def check_number(value: object, most: int) -> object:
    """Return the value if it is a whole number from 1 to `most`. Raises `InvalidValue`."""
    if not is_number(value, most):
        raise InvalidValue(((), BoxFault("box_number", {"found": quote_value(value), "most": most})))
    return value


def check_flag(value: object) -> object:
    """Return the value if it is True or False. Raises `InvalidValue`."""
    if type(value) is not bool:
        raise InvalidValue(value_fault("box_flag", value))
    return value


def check_text(value: object) -> object:
    """Return the value if it is a non-empty text. Raises `InvalidValue`."""
    if not isinstance(value, str) or not value.strip():
        raise InvalidValue(value_fault("box_text", value))
    return value


def check_choice(
    value: object, allowed: Sequence[str], rule: str = "", meant: Mapping[str, str] | None = None
) -> object:
    """Return the value if it is an allowed name.

    Raises `InvalidValue` with the nearest name, or with the one that `meant` gives for the value.
    """
    if value not in allowed:
        facts = {"found": quote_value(value), "allowed": join_names(allowed)}
        raise InvalidValue(
            ((), BoxFault("box_one_of", facts, rule=rule, near=nearest(value, allowed, meant)))
        )
    return value


def check_texts(value: object) -> Any:  # returns `Texts`, for fields of any class
    """Return the value if it is a text in every language. Raises `InvalidValue` with all missing and unknown
    languages.
    """
    if not isinstance(value, dict):
        raise InvalidValue(value_fault("box_names", value))
    faults: list[tuple[Path, BoxFault]] = []
    for lang in BUILTIN_LANGUAGES:
        said = value.get(lang)
        if lang not in value:
            faults.append(((lang,), BoxFault("box_missing_key", {"key": Verbatim(lang)})))
        elif not isinstance(said, str) or not said.strip():
            faults.append(value_fault("box_text", said, (lang,)))
    for key in value:
        if key not in LANGUAGES:
            facts = {"key": quote_value(key), "keys": join_names(LANGUAGES)}
            faults.append(((key,), BoxFault("box_unknown_key", facts, near=nearest(key, LANGUAGES))))
    if faults:
        raise InvalidValue(*faults)
    return in_all_languages(value)


def check_keys(value: object) -> object:
    """Return the value if it is a list of names. Raises `InvalidValue`."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InvalidValue(value_fault("box_keys", value))
    return value
