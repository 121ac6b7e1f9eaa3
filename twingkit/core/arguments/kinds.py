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

from twingkit.core.asking import one_line
from twingkit.core.errors import KitError
from twingkit.core.language import speaks
from twingkit.core.messages import message
from twingkit.core.words import LANGUAGES, Verbatim

TRUTHS = ("bool", "bool_")
"""The classes of True and False: Python's, and those of numpy."""


PlainT = TypeVar("PlainT")

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""The classes of what is plain already."""


def _itself(value: Any) -> object:  # whatever an argument is
    return value


class Unfit(KitError):
    """A value that does not fit, the argument itself or one inside it, and what was expected."""

    def __init__(self, value: object, expected: Expected) -> None:
        super().__init__(value, expected)
        self.found, self.expected = value, expected


@attrs.frozen
class Expected:
    """The values that fit, as a fact of an error: it crosses processes, as the checks of a kind do not."""

    key: str
    facts: Mapping[str, object] = attrs.field(hash=False)

    @speaks
    def text(self, lang: str | None = None) -> str:
        """The values that fit, in words."""
        return message(self.key, **self.facts)


@attrs.frozen
class Kind:
    """A kind of argument: whether a value fits, and what was expected, as a part of a sentence.

    `key` is the message that says it, with `facts`. `taken` is what the function then gets: `plain` of a
    value that fits, so that a number of numpy's comes as one of Python's.

    >>> COUNT.text("en"), COUNT.text("de"), COUNT.fits(3), COUNT.fits(2.5), COUNT.fits(True)
    ('a whole number from 1', 'eine ganze Zahl ab 1', True, False, False)
    """

    key: str
    fits: Callable[[object], bool] = attrs.field(repr=False)
    facts: Mapping[str, object] = MappingProxyType({})
    # a value that fits, of any type
    plain: Callable[[Any], object] = attrs.field(default=_itself, repr=False, kw_only=True)

    @property
    def expected(self) -> Expected:
        """The values that fit, as a fact of an error."""
        told = {name: fact.expected if isinstance(fact, Kind) else fact for name, fact in self.facts.items()}
        return Expected(self.key, told)

    @speaks
    def text(self, lang: str | None = None) -> str:
        """The values that fit, in words."""
        return self.expected.text()

    def taken(self, value: object) -> object:
        """The value as the function gets it; raises `Unfit`."""
        if not self.fits(value):
            raise Unfit(value, self.expected)
        return self.plain(value)


@attrs.frozen
class Items(Kind):
    """A list of one kind, of so many or more; what can be read but once, and an array, comes as a tuple."""

    entry: Kind = attrs.field(kw_only=True)
    least: int = attrs.field(kw_only=True)

    def taken(self, value: object) -> object:
        """The list; raises `Unfit` for what is none or too short, and for the first that does not fit."""
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            raise Unfit(value, self.expected)
        listed = as_plain(value)
        entries = listed if isinstance(listed, Collection) else tuple(listed)
        plain = [self.entry.taken(inside) for inside in entries]
        if len(plain) < self.least:
            raise Unfit(value, self.expected)
        return entries if all(map(is_, plain, entries)) else tuple(plain)


@attrs.frozen
class Pairs(Kind):
    """A mapping from one kind to another."""

    keys: Kind = attrs.field(kw_only=True)
    values: Kind = attrs.field(kw_only=True)

    def taken(self, value: object) -> object:
        """The mapping; raises `Unfit` for what is none, and for the first entry that does not fit."""
        if not isinstance(value, Mapping):
            raise Unfit(value, self.expected)
        plain = {self.keys.taken(key): self.values.taken(entry) for key, entry in value.items()}
        return value if all(map(is_, plain.values(), value.values())) else plain


def is_whole(value: object) -> TypeGuard[int]:
    """True for a whole number, also one of numpy's, or of whatever counts; True and False are none."""
    if type(value).__name__ in TRUTHS:
        return False
    try:
        index(cast("int", value))
    except TypeError:
        return False
    return True


def is_number(value: object) -> TypeGuard[float]:
    """True for a number, infinity included; what is not a number (nan), True and False are none, nor is a
    whole number or a fraction that is too large to be reckoned with."""
    if not is_whole(value) and (not isinstance(value, Real) or type(value).__name__ in TRUTHS):
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
    if is_whole(value):
        return index(value)
    return float(value) if isinstance(value, Real) else value


def plain_whole(value: int) -> int:
    """A whole number of whatever kind as one of Python's, as a field holds it."""
    return as_plain(value)


def plain_whole_or_none(value: int | None) -> int | None:
    """The same where there may be none."""
    return as_plain(value)


def whole(least: int, most: int | None = None) -> Kind:
    """A whole number between these two."""
    key = "argument.whole_from" if most is None else "argument.whole_between"
    return Kind(
        key,
        lambda value: is_whole(value) and least <= index(value) and (most is None or index(value) <= most),
        {"least": least, "most": most},
        plain=index,
    )


def either(*words: str) -> Kind:
    """One of these words.

    >>> either("none", "each", "best").text()
    "'none', 'each' or 'best'"
    """
    *first, last = (f"'{word}'" for word in words)
    facts = {"words": ", ".join(first), "last": last}
    return Kind("argument.one_of", lambda value: isinstance(value, str) and value in words, facts)


# `plain` takes what fits: a value of any type
def named_kind(key: str, fits: Callable[[object], bool], plain: Callable[[Any], object] = _itself) -> Kind:
    """A kind whose message a game has: `key` is one of its `messages.toml`."""
    return Kind(key, fits, plain=plain)


def of_class(key: str, *classes: type) -> Kind:
    """A value of one of these classes; `key` is the message that names it."""
    return Kind(key, lambda value: isinstance(value, classes))


def items(entry: Kind, least: int = 1) -> Kind:
    """A list of at least so many of a kind."""
    key = "argument.items" if least else "argument.any_items"
    return Items(key, _never, {"entry": entry}, entry=entry, least=least)


def mapping(keys: Kind, values: Kind) -> Kind:
    """A mapping from one kind to another."""
    return Pairs("argument.mapping", _never, {"keys": keys, "values": values}, keys=keys, values=values)


def several(key: str, *alone: type) -> Kind:
    """A list of any length, or one alone of these classes; `key` is the message that names it.

    What is in it is checked where it is read.
    """

    def fits(value: object) -> bool:
        listed = isinstance(value, Iterable) and not isinstance(value, str | bytes)
        return listed or (isinstance(value, alone) and not isinstance(value, bool))

    return Kind(key, fits, plain=as_plain)


def shown(value: object) -> Verbatim:
    """A wrong argument as an error shows it, also at the beginning of a sentence.

    >>> shown("a").text, shown(2.5).text
    ("'a'", '2.5')
    """
    try:
        written = repr(value)
    except ValueError:  # more digits than Python writes
        written = hex(value) if is_whole(value) else type(value).__name__
    return Verbatim(one_line(written))


def _never(value: object) -> bool:
    return False


WHOLE = Kind("argument.whole", is_whole, plain=index)
"""A whole number."""

SEED = WHOLE
"""A seed."""

COUNT = whole(1)
"""A number of things, at least one."""

FROM_ZERO = whole(0)
"""A number of things, also none."""

NUMBER = Kind("argument.number", is_number, plain=as_plain)
"""Any number."""

SAMPLES = whole(1, 1_000_000)
"""A number of things to draw by chance into one list: as many fit into the memory of most computers."""

SHARE = Kind("argument.share", lambda value: is_number(value) and 0 <= as_plain(value) <= 1, plain=as_plain)
"""A share or a chance."""

CONFIDENCE = Kind(
    "argument.confidence", lambda value: is_number(value) and 0 < as_plain(value) < 1, plain=as_plain
)
"""The confidence of an interval."""

TIME = Kind("argument.seconds", lambda value: is_number(value) and as_plain(value) > 0, plain=as_plain)
"""A time in seconds."""

SIZE = Kind(
    "argument.above_zero",
    lambda value: is_number(value) and 0 < as_plain(value) < float("inf"),
    plain=as_plain,
)
"""A number above 0, as a size."""

TEXT = Kind("argument.text", lambda value: isinstance(value, str))
"""A text."""

TRUTH = Kind("argument.truth", lambda value: type(value).__name__ in TRUTHS, plain=bool)
"""True or False, also numpy's."""

PATH = Kind("argument.path", lambda value: isinstance(value, str | PathLike))
"""The path of a file or folder."""

UNSAID = Kind("argument.any", lambda _: True, plain=as_plain)
"""An argument that is checked elsewhere."""

FUNCTION = Kind("argument.function", callable)
"""A function."""

LANGUAGE = either(*LANGUAGES)
"""The code of a language."""
