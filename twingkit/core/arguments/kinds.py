"""Kinds of arguments: which values each accepts, and how an error message describes them."""

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
"""The names of the classes of True and False: Python's, and those of numpy."""


PlainT = TypeVar("PlainT")

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Classes that need no conversion."""


def _itself(value: Any) -> object:  # any argument
    return value


class UnfitValue(KitError):
    """A value that was rejected, the argument itself or one inside it, and what was expected."""

    def __init__(self, value: object, expected: Expected) -> None:
        super().__init__(value, expected)
        self.found, self.expected = value, expected


@attrs.frozen
class Expected:
    """A description of the accepted values for error messages. Unlike a kind with its checks, it can be
    pickled.
    """

    key: str
    facts: Mapping[str, object] = attrs.field(hash=False)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Describe the accepted values."""
        return message(self.key, **self.facts)


@attrs.frozen
class ArgumentKind:
    """A kind of argument: which values are valid, and how an error message describes them.

    `key` is the message that describes them, filled with `facts`. `validate` returns what the function
    receives: `to_plain` of a valid value, so that a number of numpy arrives as one of Python.

    >>> COUNT.text("en"), COUNT.text("de"), COUNT.is_valid(3), COUNT.is_valid(2.5), COUNT.is_valid(True)
    ('a whole number from 1', 'eine ganze Zahl ab 1', True, False, False)
    """

    key: str
    is_valid: Callable[[object], bool] = attrs.field(repr=False)
    facts: Mapping[str, object] = MappingProxyType({})
    # any valid value
    to_plain: Callable[[Any], object] = attrs.field(default=_itself, repr=False, kw_only=True)

    @property
    def expected(self) -> Expected:
        """The description of valid values for an error message."""
        told = {
            name: fact.expected if isinstance(fact, ArgumentKind) else fact
            for name, fact in self.facts.items()
        }
        return Expected(self.key, told)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Describe the valid values."""
        return self.expected.text()

    def validate(self, value: object) -> object:
        """Return the value that the function receives. Raises `UnfitValue` if it is not valid."""
        if not self.is_valid(value):
            raise UnfitValue(value, self.expected)
        return self.to_plain(value)


@attrs.frozen
class ListKind(ArgumentKind):
    """A list with a minimum length, each entry of one kind. Iterators and arrays arrive as a tuple."""

    entry: ArgumentKind = attrs.field(kw_only=True)
    min_length: int = attrs.field(kw_only=True)

    def validate(self, value: object) -> object:
        """Return the list. Raises `UnfitValue` if it is not a list or is too short, or for the first invalid
        entry.
        """
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
        """Return the mapping. Raises `UnfitValue` if it is not a mapping, or for the first invalid entry."""
        if not isinstance(value, Mapping):
            raise UnfitValue(value, self.expected)
        plain = {self.keys.validate(key): self.values.validate(entry) for key, entry in value.items()}
        return value if all(map(is_, plain.values(), value.values())) else plain


def is_integer(value: object) -> TypeGuard[int]:
    """True for a whole number of Python, numpy or any other integer class; False for True and False."""
    if type(value).__name__ in BOOLEAN_TYPES:
        return False
    try:
        index(cast("int", value))
    except TypeError:
        return False
    return True


def is_number(value: object) -> TypeGuard[float]:
    """True for a number, including infinity; False for nan, for True and False, and for whole numbers and
    fractions too large to convert.
    """
    if not is_integer(value) and (not isinstance(value, Real) or type(value).__name__ in BOOLEAN_TYPES):
        return False
    try:
        return not isnan(as_plain(value))
    except OverflowError:
        return False


def as_plain(value: PlainT) -> PlainT:
    """Convert a value to Python's own classes: numbers and arrays of numpy, alone, in lists and in mappings,
    and other number classes. Fractions stay exact; everything else is unchanged.

    >>> import numpy as np
    >>> as_plain(np.int64(3)), as_plain(np.arange(3)), as_plain({"p1": [np.float64(0.5)]})
    (3, (0, 1, 2), {'p1': [0.5]})
    """
    return cast("PlainT", _as_plain(value))


def _as_plain(value: Any) -> object:  # any argument
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
        if hasattr(value, "index"):  # a Series, which has row labels
            return value
        listed = value.tolist()
        return tuple(listed) if isinstance(listed, list) else listed
    if isinstance(value, int | Fraction):
        return value
    if is_integer(value):
        return index(value)
    return float(value) if isinstance(value, Real) else value


def plain_integer(value: int) -> int:
    """Convert a whole number of any class to `int`, as a field stores it."""
    return as_plain(value)


def plain_integer_or_none(value: int | None) -> int | None:
    """Convert a whole number of any class to `int`; None stays None."""
    return as_plain(value)


def integer_between(minimum: int, maximum: int | None = None) -> ArgumentKind:
    """A whole number in a range; both ends are included."""
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

    >>> one_of_words("none", "each", "best").text()
    "'none', 'each' or 'best'"
    """
    *first, last = (f"'{word}'" for word in words)
    facts = {"words": ", ".join(first), "last": last}
    return ArgumentKind("argument.one_of", lambda value: isinstance(value, str) and value in words, facts)


# `to_plain` receives valid values of any type
def named_kind(
    key: str, is_valid: Callable[[object], bool], to_plain: Callable[[Any], object] = _itself
) -> ArgumentKind:
    """A custom kind; `key` is a message in the `messages.toml` of a package."""
    return ArgumentKind(key, is_valid, to_plain=to_plain)


def instance_of(key: str, *classes: type) -> ArgumentKind:
    """A value of one of these classes; `key` is the message that describes it."""
    return ArgumentKind(key, lambda value: isinstance(value, classes))


def list_of(entry: ArgumentKind, min_length: int = 1) -> ArgumentKind:
    """A list of at least `min_length` values of a kind."""
    key = "argument.items" if min_length else "argument.any_items"
    return ListKind(key, _never, {"entry": entry}, entry=entry, min_length=min_length)


def mapping_of(keys: ArgumentKind, values: ArgumentKind) -> ArgumentKind:
    """A mapping from one kind to another."""
    return MappingKind("argument.mapping", _never, {"keys": keys, "values": values}, keys=keys, values=values)


def list_or_single(key: str, *alone: type) -> ArgumentKind:
    """A list of any length, or a single value of these classes; `key` is the message that describes it.

    The entries of the list are checked where they are used.
    """

    def fits(value: object) -> bool:
        listed = isinstance(value, Iterable) and not isinstance(value, str | bytes)
        return listed or (isinstance(value, alone) and not isinstance(value, bool))

    return ArgumentKind(key, fits, to_plain=as_plain)


def quote_value(value: object) -> Verbatim:
    """Quote a wrong argument for an error message, also at the beginning of a sentence.

    >>> quote_value("a").text, quote_value(2.5).text
    ("'a'", '2.5')
    """
    try:
        written = repr(value)
    except ValueError:  # more digits than Python converts to text
        written = hex(value) if is_integer(value) else type(value).__name__
    return Verbatim(one_line(written))


def _never(value: object) -> bool:
    return False


INTEGER = ArgumentKind("argument.whole", is_integer, to_plain=index)
"""A whole number."""

SEED = INTEGER
"""A seed."""

COUNT = integer_between(1)
"""A count of at least 1."""

NON_NEGATIVE = integer_between(0)
"""A count of at least 0."""

NUMBER = ArgumentKind("argument.number", is_number, to_plain=as_plain)
"""Any number."""

SAMPLES = integer_between(1, 1_000_000)
"""A number of random samples kept in one list, small enough for the memory of most computers."""

SHARE = ArgumentKind(
    "argument.share", lambda value: is_number(value) and 0 <= as_plain(value) <= 1, to_plain=as_plain
)
"""A share or a probability, from 0 to 1."""

CONFIDENCE = ArgumentKind(
    "argument.confidence", lambda value: is_number(value) and 0 < as_plain(value) < 1, to_plain=as_plain
)
"""The confidence level of an interval."""

SECONDS = ArgumentKind(
    "argument.seconds", lambda value: is_number(value) and as_plain(value) > 0, to_plain=as_plain
)
"""A time in seconds, above 0."""

POSITIVE = ArgumentKind(
    "argument.above_zero",
    lambda value: is_number(value) and 0 < as_plain(value) < float("inf"),
    to_plain=as_plain,
)
"""A number above 0, such as a size."""

TEXT = ArgumentKind("argument.text", lambda value: isinstance(value, str))
"""A text."""

BOOLEAN = ArgumentKind("argument.truth", lambda value: type(value).__name__ in BOOLEAN_TYPES, to_plain=bool)
"""True or False, also those of numpy."""

PATH = ArgumentKind("argument.path", lambda value: isinstance(value, str | PathLike))
"""The path of a file or folder."""

ANYTHING = ArgumentKind("argument.any", lambda _: True, to_plain=as_plain)
"""An argument that is checked elsewhere."""

FUNCTION = ArgumentKind("argument.function", callable)
"""A function."""

LANGUAGE = one_of_words(*LANGUAGES)
"""The code of a language."""
