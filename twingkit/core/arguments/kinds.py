"""Kinds of arguments: which values each accepts, and how an error message describes them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from twingkit.core.questions import one_line_excerpt
from twingkit.core.words import LANGUAGES, VerbatimFact

_BOOLEAN_TYPE_NAMES = ("bool", "bool_")
"""The names of the classes of True and False: Python's, and those of numpy."""


PlainT = TypeVar("PlainT")

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Classes that need no conversion."""


def _itself(value: object) -> object:  # any argument
    return value


class InvalidArgument(KitError):
    """The error for an invalid argument, or an invalid value inside one, with the expected values."""

    def __init__(self, value: object, expected: ValidValuesDescription) -> None:
        super().__init__(value, expected)
        self.found, self.expected = value, expected


@attrs.frozen
class ValidValuesDescription:
    """A description of an argument's valid values, as a message key with facts, for use in an error message.

    Unlike a kind with its checks, it can be pickled.
    """

    message_key: str
    facts: Mapping[str, object] = attrs.field(hash=False)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the description in `lang`."""
        return message(self.message_key, **self.facts)


@attrs.frozen
class ArgumentKind:
    """A kind of argument: which values are valid, and how an error message describes them.

    `message_key` is the message that describes them, filled with `facts`. `validate` returns what the
    function receives: `to_builtin` of a valid value, so that a number of numpy arrives as one of Python.

    >>> COUNT.text("en"), COUNT.text("de"), COUNT.is_valid(3), COUNT.is_valid(2.5), COUNT.is_valid(True)
    ('a whole number of at least 1', 'eine ganze Zahl ab 1', True, False, False)
    """

    message_key: str
    is_valid: Callable[[object], bool] = attrs.field(repr=False)
    facts: Mapping[str, object] = MappingProxyType({})
    # any valid value
    to_builtin: Callable[[Any], object] = attrs.field(default=_itself, repr=False, kw_only=True)

    @property
    def expected(self) -> ValidValuesDescription:
        """The description of valid values for an error message."""
        told = {
            name: fact.expected if isinstance(fact, ArgumentKind) else fact
            for name, fact in self.facts.items()
        }
        return ValidValuesDescription(self.message_key, told)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the description of the valid values in `lang`."""
        return self.expected.text()

    def validate(self, value: object) -> object:
        """Return the value as the function receives it. Raises `InvalidArgument` if it is not valid."""
        if not self.is_valid(value):
            raise InvalidArgument(value, self.expected)
        return self.to_builtin(value)


@attrs.frozen
class ListKind(ArgumentKind):
    """The kind of a list with a minimum length whose entries are all of one kind.

    Iterators and arrays are converted to tuples.
    """

    entry_kind: ArgumentKind = attrs.field(kw_only=True)
    min_length: int = attrs.field(kw_only=True)

    def validate(self, value: object) -> object:
        """Return the list with validated entries, else raise `InvalidArgument` for the first invalid one."""
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            raise InvalidArgument(value, self.expected)
        listed = as_builtin(value)
        entries = listed if isinstance(listed, Collection) else tuple(listed)
        plain = [self.entry_kind.validate(inside) for inside in entries]
        if len(plain) < self.min_length:
            raise InvalidArgument(value, self.expected)
        return entries if all(map(is_, plain, entries)) else tuple(plain)


@attrs.frozen
class _MappingKind(ArgumentKind):
    """The kind of a mapping whose keys and values are each of one kind."""

    key_kind: ArgumentKind = attrs.field(kw_only=True)
    value_kind: ArgumentKind = attrs.field(kw_only=True)

    def validate(self, value: object) -> object:
        """Validate all entries. Raises `InvalidArgument` for the first invalid one."""
        if not isinstance(value, Mapping):
            raise InvalidArgument(value, self.expected)
        plain = {self.key_kind.validate(key): self.value_kind.validate(entry) for key, entry in value.items()}
        return value if all(map(is_, plain.values(), value.values())) else plain


def is_integer(value: object) -> TypeGuard[int]:
    """True for an integer of Python, numpy or any other integer class; False for True and False."""
    if type(value).__name__ in _BOOLEAN_TYPE_NAMES:
        return False
    try:
        index(cast("int", value))
    except TypeError:
        return False
    return True


def is_number(value: object) -> TypeGuard[float]:
    """True for a number, including infinity; False for nan, booleans, and numbers too large to convert."""
    if not is_integer(value) and (not isinstance(value, Real) or type(value).__name__ in _BOOLEAN_TYPE_NAMES):
        return False
    try:
        return not isnan(as_builtin(value))
    except OverflowError:
        return False


def as_builtin(value: PlainT) -> PlainT:
    """Convert numbers of any class (such as numpy's) to built-in Python numbers, and arrays to tuples, also
    inside lists and mappings.

    Fractions stay exact; everything else is unchanged.

    >>> import numpy as np
    >>> as_builtin(np.int64(3)), as_builtin(np.arange(3)), as_builtin({"p1": [np.float64(0.5)]})
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
        return value if hasattr(value, "index") else listed_values(value)  # a Series has row labels
    if isinstance(value, int | Fraction):
        return value
    if is_integer(value):
        return index(value)
    return float(value) if isinstance(value, Real) else value


def as_int(value: int) -> int:
    """Convert an integer of any class to `int`; for use as the converter of a field."""
    return as_builtin(value)


def as_int_or_none(value: int | None) -> int | None:
    """Convert an integer of any class to `int`; None stays None."""
    return as_builtin(value)


def integer_between(minimum: int, maximum: int | None = None) -> ArgumentKind:
    """Return the kind of an integer from `minimum` to `maximum` (None: no maximum)."""
    key = "argument.whole_from" if maximum is None else "argument.whole_between"
    return ArgumentKind(
        key,
        lambda value: (
            is_integer(value) and minimum <= index(value) and (maximum is None or index(value) <= maximum)
        ),
        {"least": minimum, "most": maximum},
        to_builtin=index,
    )


def one_of_words(*words: str) -> ArgumentKind:
    """Return the argument kind that accepts exactly these `words`.

    >>> one_of_words("none", "each", "best").text()
    "'none', 'each' or 'best'"
    """
    *first, last = (f"'{word}'" for word in words)
    facts = {"words": ", ".join(first), "last": last}
    return ArgumentKind("argument.one_of", lambda value: isinstance(value, str) and value in words, facts)


# `to_builtin` receives valid values of any type
def custom_argument_kind(
    key: str, is_valid: Callable[[object], bool], to_builtin: Callable[[Any], object] = _itself
) -> ArgumentKind:
    """Return an argument kind that accepts what `is_valid` accepts; error messages describe it with the
    message `key`.
    """
    return ArgumentKind(key, is_valid, to_builtin=to_builtin)


def instance_of(key: str, *classes: type) -> ArgumentKind:
    """Return the kind of argument that accepts instances of these classes.

    Error messages describe it with the message `key`.
    """
    return ArgumentKind(key, lambda value: isinstance(value, classes))


@attrs.frozen
class _SingleKind(ArgumentKind):
    """The kind of one thing; for a list of things, the error names the function that takes several."""

    many: str = attrs.field(kw_only=True)

    def validate(self, value: object) -> object:
        """Return the value. Raises `InvalidArgument`, which for a list names the other function."""
        if not self.is_valid(value) and isinstance(value, Iterable) and not isinstance(value, str | bytes):
            facts = {"expected": self.expected, "many": self.many}
            raise InvalidArgument(value, ValidValuesDescription("argument.single", facts))
        return ArgumentKind.validate(self, value)


def one_of_several(kind: ArgumentKind, many: str) -> ArgumentKind:
    """Return the kind of one such value; for a list, the error names the function `many` that takes several.

    >>> try:
    ...     one_of_several(TEXT, many="odds_many").validate(["a", "b"])
    ... except InvalidArgument as error:
    ...     print(error.expected.text())
    a text (for several, use odds_many)
    """
    return _SingleKind(kind.message_key, kind.is_valid, kind.facts, many=many)


def text_or_texts(key: str, min_length: int = 0) -> ArgumentKind:
    """Return the kind of a text, or of a list, an array or a Series of at least `min_length` texts.

    Error messages describe it with the message `key`. Arrays and Series are converted to tuples.
    """

    def fits(value: object) -> bool:
        if isinstance(value, str):
            return True
        listed = listed_values(value)
        return (
            isinstance(listed, Sequence)
            and not isinstance(listed, bytes)
            and len(listed) >= min_length
            and all(isinstance(entry, str) for entry in listed)
        )

    return ArgumentKind(key, fits, to_builtin=listed_values)


def listed_values(value: object) -> object:
    """Return an array of numpy or a Series or Index of pandas as a tuple; anything else unchanged."""
    if not (hasattr(value, "dtype") and hasattr(value, "tolist")):
        return value
    listed = value.tolist()
    return tuple(listed) if isinstance(listed, list) else listed


def list_of(entry: ArgumentKind, min_length: int = 1) -> ArgumentKind:
    """Return the kind of argument that accepts a list of at least `min_length` values of a kind."""
    key = "argument.items" if min_length else "argument.any_items"
    return ListKind(key, _never, {"entry": entry}, entry_kind=entry, min_length=min_length)


def mapping_of(keys: ArgumentKind, values: ArgumentKind) -> ArgumentKind:
    """Return the kind of argument that accepts a mapping from keys of one kind to values of another."""
    return _MappingKind(
        "argument.mapping", _never, {"keys": keys, "values": values}, key_kind=keys, value_kind=values
    )


def list_or_single(key: str, *alone: type) -> ArgumentKind:
    """Return the kind of argument that accepts a list of any length, or a single value of these classes.

    Error messages describe it with the message `key`.

    The entries of the list are checked where they are used.
    """

    def fits(value: object) -> bool:
        listed = isinstance(value, Iterable) and not isinstance(value, str | bytes)
        return listed or (isinstance(value, alone) and not isinstance(value, bool))

    return ArgumentKind(key, fits, to_builtin=as_builtin)


def quote_value(value: object) -> VerbatimFact:
    """Quote an invalid argument on one line, as `repr` writes it, as a fact of an error message that is never
    translated or capitalized.

    >>> quote_value("a").text, quote_value(2.5).text
    ("'a'", '2.5')
    """
    try:
        written = repr(value)
    except ValueError:  # more digits than Python converts to text
        written = hex(value) if is_integer(value) else type(value).__name__
    return VerbatimFact(one_line_excerpt(written))


def _never(value: object) -> bool:
    return False


INTEGER = ArgumentKind("argument.whole", is_integer, to_builtin=index)
"""The kind of an integer."""

SEED = INTEGER
"""The kind of a random seed."""

COUNT = integer_between(1)
"""The kind of an integer from 1."""

NON_NEGATIVE = integer_between(0)
"""The kind of an integer from 0."""

NUMBER = ArgumentKind("argument.number", is_number, to_builtin=as_builtin)
"""The kind of any number."""

SAMPLES = integer_between(1, 1_000_000)
"""The kind of a number of random samples kept in one list, small enough for the memory of most computers."""

SHARE = ArgumentKind(
    "argument.share", lambda value: is_number(value) and 0 <= as_builtin(value) <= 1, to_builtin=as_builtin
)
"""The kind of a share or a probability, from 0 to 1."""

CONFIDENCE = ArgumentKind(
    "argument.confidence", lambda value: is_number(value) and 0 < as_builtin(value) < 1, to_builtin=as_builtin
)
"""The kind of the confidence level of an interval, between 0 and 1."""

SECONDS = ArgumentKind(
    "argument.seconds", lambda value: is_number(value) and as_builtin(value) > 0, to_builtin=as_builtin
)
"""The kind of a time in seconds, above 0."""

POSITIVE = ArgumentKind(
    "argument.above_zero",
    lambda value: is_number(value) and 0 < as_builtin(value) < float("inf"),
    to_builtin=as_builtin,
)
"""The kind of a finite number above 0, such as a size."""

TEXT = ArgumentKind("argument.text", lambda value: isinstance(value, str))
"""The kind of a string."""

BOOLEAN = ArgumentKind(
    "argument.truth", lambda value: type(value).__name__ in _BOOLEAN_TYPE_NAMES, to_builtin=bool
)
"""The kind of True and False, also those of numpy."""

PATH = ArgumentKind("argument.path", lambda value: isinstance(value, str | PathLike))
"""The kind of the path of a file or folder."""

ANYTHING = ArgumentKind("argument.any", lambda _: True, to_builtin=as_builtin)
"""The kind of an argument that is checked elsewhere."""

FUNCTION = ArgumentKind("argument.function", callable)
"""The kind of a function."""

LANGUAGE = one_of_words(*LANGUAGES)
"""The kind of a language code."""
