"""The language in force: whoever shows something sets it once, and every text made meanwhile is in it.

    with in_language("de"):
        print(rule.title())

No function passes it on. What runs later (a generator, a callback) speaks the language that is in force then;
a new thread begins in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from inspect import Parameter, signature
from types import GeneratorType
from typing import Literal, ParamSpec, TypeVar, cast

__all__ = ["Lang", "call_in_language", "in_language", "language", "localized", "set_language"]

P = ParamSpec("P")
T = TypeVar("T")

Lang = Literal["en", "de"]
"""The code of a language in which everything is said; those of further packages are taken, too."""

DEFAULT: Lang = "en"
"""The language where none was set."""

_current_language: ContextVar[Lang] = ContextVar("language", default=DEFAULT)


def language() -> Lang:
    """The code of the language in force."""
    return _current_language.get()


def set_language(lang: str) -> None:
    """Put a language into force for the rest of this thread, as a worker process does."""
    _current_language.set(cast("Lang", lang))


@contextmanager
def in_language(lang: str | None) -> Iterator[None]:
    """Put a language into force inside a `with` block; None leaves the one that is.

    >>> with in_language("de"):
    ...     language()
    'de'
    >>> language()
    'en'
    """
    token = _current_language.set(cast("Lang", lang) if lang else language())
    try:
        yield
    finally:
        _current_language.reset(token)


def call_in_language(lang: str | None, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a function returns while this language is in force; None leaves the one that is. Raises
    `TypeError` for a generator, which would run in whatever language is in force later.

    >>> said_in("de", language)
    'de'
    """
    token = _current_language.set(cast("Lang", lang) if lang else language())
    try:
        result = function(*args, **kwargs)
        if isinstance(result, GeneratorType):
            raise TypeError(f"{function} is a generator, which runs later")
        return result
    finally:
        _current_language.reset(token)


def localized(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that its `lang` is in force while it runs; None, the default, leaves the
    language that is. The function must not be a generator (see `call_in_language`).

    >>> @speaks
    ... def greeting(lang: str | None = None) -> str:
    ...     return {"en": "hello", "de": "hallo"}[language()]
    >>> greeting(), greeting("de")
    ('hello', 'hallo')
    """
    parameters = signature(function).parameters
    default, named = parameters["lang"].default, parameters["lang"].kind is Parameter.KEYWORD_ONLY
    place = list(parameters).index("lang")

    @wraps(function)
    def speaking(*args: P.args, **kwargs: P.kwargs) -> T:
        lang = args[place] if place < len(args) and not named else kwargs.get("lang", default)
        if lang is None:
            return function(*args, **kwargs)
        return call_in_language(cast("Lang", lang), function, *args, **kwargs)

    return speaking
