"""Kinds of arguments: what each takes, and how a sentence says what was expected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from math import isnan
from numbers import Real
from operator import index, is_
from os import PathLike
from types import MappingProxyType
from typing import Any, TypeGuard, TypeVar, cast

import attrs

from twingkit.core.errors import KitError
from twingkit.core.language import localized
from twingkit.core.messages import message
from twingkit.core.questions import one_line
from twingkit.core.words import LANGUAGES, Verbatim

BOOLEAN_TYPES = ("bool", "bool_")
"""The classes of True and False: Python's, and those of numpy."""


PlainT = TypeVar("PlainT")

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""The classes of what is plain already."""


def _itself(value: Any) -> object:  # whatever an argument is
    return value


class UnfitValue(KitError):
    """A value that does not fit, the argument itself or one inside it, and what was expected."""

    def __init__(self, value: object, expected: Expected) -> None:
        super().__init__(value, expected)
        self.found, self.expected = value, expected


@attrs.frozen
class Expected:
    """The values that fit, as a fact of an error: it crosses processes, as the checks of a kind do not."""

    key: str
    facts: Mapping[str, object] = attrs.field(hash=False)

    @localized
    def text(self, lang: str | None = None) -> str:
        """The values that fit, in words."""
        return message(self.key, **self.facts)


@attrs.frozen
class ArgumentKind:
    """A kind of argument: whether a value fits, and what was expected, as a part of a sentence.

    `key` is the message that says it, with `facts`. `validate` is what the function then gets: `plain` of a
    value that fits, so that a number of numpy's comes as one of Python's.

    >>> COUNT.text("en"), COUNT.text("de"), COUNT.fits(3), COUNT.fits(2.5), COUNT.fits(True)
    ('a whole number from 1', 'eine ganze Zahl ab 1', True, False, False)
    """

    key: str
    is_valid: Callable[[object], bool] = attrs.field(repr=False)
    facts: Mapping[str, object] = MappingProxyType({})
    # a value that fits, of any type
    to_plain: Callable[[Any], object] = attrs.field(default=_itself, repr=False, kw_only=True)

    @property
    def expected(self) -> Expected:
        """The values that fit, as a fact of an error."""
        told = {
            name: fact.expected if isinstance(fact, ArgumentKind) else fact
            for name, fact in self.facts.items()
        }
        return Expected(self.key, told)

    @localized
    def text(self, lang: str | None = None) -> str:
        """The values that fit, in words."""
        return self.expected.text()

    def validate(self, value: object) -> object:
        """The value as the function gets it; raises `UnfitValue`."""
        if not self.is_valid(value):
            raise UnfitValue(value, self.expected)
        return self.to_plain(value)


@attrs.frozen
class ListKind(ArgumentKind):
    """A list of one kind, of so many or more; what can be read but once, and an array, comes as a tuple."""

    entry: ArgumentKind = attrs.field(kw_only=True)
    min_length: int = attrs.field(kw_only=True)

    def validate(self, value: object) -> object:
        """The list; raises `UnfitValue` for what is none or too short, and for the first that does not
        fit."""
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            raise UnfitValue(value, self.expected)
        listed = as_plain(value)
        entries = listed if isinstance(listed, Collection) else tuple(listed)
        plain = [self.entry.validate(inside) for inside in entries]
        if len(plain) < self.min_length:
            raise UnfitValue(value, self.expected)
        return entries if all(map(is_, plain, entries)) else tuple(plain)


@attrs.frozen
class MappingKind(ArgumentKind):
    """A mapping from one kind to another."""

    keys: ArgumentKind = attrs.field(kw_only=True)
    values: ArgumentKind = attrs.field(kw_only=True)

    def validate(self, value: object) -> object:
        """The mapping; raises `UnfitValue` for what is none, and for the first entry that does not fit."""
        if not isinstance(value, Mapping):
            raise UnfitValue(value, self.expected)
        plain = {self.keys.validate(key): self.values.validate(entry) for key, entry in value.items()}
        return value if all(map(is_, plain.values(), value.values())) else plain


def is_integer(value: object) -> TypeGuard[int]:
    """True for a whole number, also one of numpy's, or of whatever counts; True and False are none."""
    if type(value).__name__ in BOOLEAN_TYPES:
        return False
    try:
        index(cast("int", value))
    except TypeError:
        return False
    return True


def is_number(value: object) -> TypeGuard[float]:
    """True for a number, infinity included; what is not a number (nan), True and False are none, nor is a
    whole number or a fraction that is too large to be reckoned with."""
    if not is_integer(value) and (not isinstance(value, Real) or type(value).__name__ in BOOLEAN_TYPES):
        return False
    try:
        return not isnan(as_plain(value))
    except OverflowError:
        return False


def as_plain(value: PlainT) -> PlainT:
    """The same value of Python's own classes: numbers and arrays of numpy, alone, in lists and in mappings,
    and whatever Python counts or measures with. Fractions stay exact; all else is as it is.

    >>> import numpy as np
    >>> as_plain(np.int64(3)), as_plain(np.arange(3)), as_plain({"p1": [np.float64(0.5)]})
    (3, (0, 1, 2), {'p1': [0.5]})
    """
    return cast("PlainT", _as_plain(value))


def _as_plain(value: Any) -> object:  # whatever an argument is
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in (list, tuple):
        entries = [_as_plain(entry) for entry in value]
        return value if all(map(is_, entries, value)) else kind(entries)
    if kind is dict:
        pairs = {_as_plain(key): _as_plain(entry) for key, entry in value.items()}
        same = all(map(is_, pairs, value)) and all(map(is_, pairs.values(), value.values()))
        return value if same else pairs
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        if hasattr(value, "index"):  # a column of a frame, whose rows have names
            return value
        listed = value.tolist()
        return tuple(listed) if isinstance(listed, list) else listed
    if isinstance(value, int | Fraction):
        return value
    if is_integer(value):
        return index(value)
    return float(value) if isinstance(value, Real) else value


def plain_integer(value: int) -> int:
    """A whole number of whatever kind as one of Python's, as a field holds it."""
    return as_plain(value)


def plain_integer_or_none(value: int | None) -> int | None:
    """The same where there may be none."""
    return as_plain(value)


def integer_between(minimum: int, maximum: int | None = None) -> ArgumentKind:
    """A whole number between these two."""
    key = "argument.whole_from" if maximum is None else "argument.whole_between"
    return ArgumentKind(
        key,
        lambda value: (
            is_integer(value) and minimum <= index(value) and (maximum is None or index(value) <= maximum)
        ),
        {"least": minimum, "most": maximum},
        to_plain=index,
    )


def one_of_words(*words: str) -> ArgumentKind:
    """One of these words.

    >>> either("none", "each", "best").text()
    "'none', 'each' or 'best'"
    """
    *first, last = (f"'{word}'" for word in words)
    facts = {"words": ", ".join(first), "last": last}
    return ArgumentKind("argument.one_of", lambda value: isinstance(value, str) and value in words, facts)


# `plain` takes what fits: a value of any type
def named_kind(
    key: str, is_valid: Callable[[object], bool], to_plain: Callable[[Any], object] = _itself
) -> ArgumentKind:
    """A kind whose message a game has: `key` is one of its `messages.toml`."""
    return ArgumentKind(key, is_valid, to_plain=to_plain)


def instance_of(key: str, *classes: type) -> ArgumentKind:
    """A value of one of these classes; `key` is the message that names it."""
    return ArgumentKind(key, lambda value: isinstance(value, classes))


def list_of(entry: ArgumentKind, min_length: int = 1) -> ArgumentKind:
    """A list of at least so many of a kind."""
    key = "argument.items" if min_length else "argument.any_items"
    return ListKind(key, _never, {"entry": entry}, entry=entry, min_length=min_length)


def mapping_of(keys: ArgumentKind, values: ArgumentKind) -> ArgumentKind:
    """A mapping from one kind to another."""
    return MappingKind("argument.mapping", _never, {"keys": keys, "values": values}, keys=keys, values=values)


def list_or_single(key: str, *alone: type) -> ArgumentKind:
    """A list of any length, or one alone of these classes; `key` is the message that names it.

    What is in it is checked where it is read.
    """

    def fits(value: object) -> bool:
        listed = isinstance(value, Iterable) and not isinstance(value, str | bytes)
        return listed or (isinstance(value, alone) and not isinstance(value, bool))

    return ArgumentKind(key, fits, to_plain=as_plain)


def quote_value(value: object) -> Verbatim:
    """A wrong argument as an error shows it, also at the beginning of a sentence.

    >>> shown("a").text, shown(2.5).text
    ("'a'", '2.5')
    """
    try:
        written = repr(value)
    except ValueError:  # more digits than Python writes
        written = hex(value) if is_integer(value) else type(value).__name__
    return Verbatim(one_line(written))


def _never(value: object) -> bool:
    return False


INTEGER = ArgumentKind("argument.whole", is_integer, to_plain=index)
"""A whole number."""

SEED = INTEGER
"""A seed."""

COUNT = integer_between(1)
"""A number of things, at least one."""

NON_NEGATIVE = integer_between(0)
"""A number of things, also none."""

NUMBER = ArgumentKind("argument.number", is_number, to_plain=as_plain)
"""Any number."""

SAMPLES = integer_between(1, 1_000_000)
"""A number of things to draw by chance into one list: as many fit into the memory of most computers."""

SHARE = ArgumentKind(
    "argument.share", lambda value: is_number(value) and 0 <= as_plain(value) <= 1, to_plain=as_plain
)
"""A share or a chance."""

CONFIDENCE = ArgumentKind(
    "argument.confidence", lambda value: is_number(value) and 0 < as_plain(value) < 1, to_plain=as_plain
)
"""The confidence of an interval."""

SECONDS = ArgumentKind(
    "argument.seconds", lambda value: is_number(value) and as_plain(value) > 0, to_plain=as_plain
)
"""A time in seconds."""

POSITIVE = ArgumentKind(
    "argument.above_zero",
    lambda value: is_number(value) and 0 < as_plain(value) < float("inf"),
    to_plain=as_plain,
)
"""A number above 0, as a size."""

TEXT = ArgumentKind("argument.text", lambda value: isinstance(value, str))
"""A text."""

BOOLEAN = ArgumentKind("argument.truth", lambda value: type(value).__name__ in BOOLEAN_TYPES, to_plain=bool)
"""True or False, also numpy's."""

PATH = ArgumentKind("argument.path", lambda value: isinstance(value, str | PathLike))
"""The path of a file or folder."""

ANYTHING = ArgumentKind("argument.any", lambda _: True, to_plain=as_plain)
"""An argument that is checked elsewhere."""

FUNCTION = ArgumentKind("argument.function", callable)
"""A function."""

LANGUAGE = one_of_words(*LANGUAGES)
"""The code of a language."""
