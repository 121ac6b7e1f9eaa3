"""The current language: code that shows texts sets it once, and all texts made meanwhile use it.

    with in_language("de"):
        print(rule.title())

No function needs to pass it on. Code that runs later (a generator, a callback) uses the language that is
current then; a new thread starts in the default language: English, until `set_default_language` changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from inspect import Parameter, signature
from types import GeneratorType
from typing import Literal, ParamSpec, TypeVar, cast

__all__ = [
    "Lang",
    "call_in_language",
    "in_language",
    "language",
    "localized",
    "set_default_language",
    "set_language",
]

P = ParamSpec("P")
T = TypeVar("T")

Lang = Literal["en", "de"]
"""The code of a language with complete texts; codes of further installed languages are accepted too."""

_DEFAULT_LANGUAGE: Lang = "en"

_current_language: ContextVar[Lang | None] = ContextVar("language", default=None)


class _Default:
    """The language of all threads that have set none."""

    lang: Lang = _DEFAULT_LANGUAGE


def language() -> Lang:
    """Return the code of the current language."""
    return _current_language.get() or _Default.lang


def set_default_language(lang: str) -> None:
    """Set the default language of all threads. It applies wherever no other language is set.

    See `twingkit.set_defaults`.
    """
    _Default.lang = cast("Lang", lang)


def set_language(lang: str) -> None:
    """Set the current language for the rest of this thread."""
    _current_language.set(cast("Lang", lang))


@contextmanager
def in_language(lang: str | None) -> Iterator[None]:
    """Set the current language inside a `with` block; None keeps it.

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
    """Call a function with this language set, and return its result; None keeps the current language.

    Raises `TypeError` for a generator function, whose body would run later, in another language.

    >>> call_in_language("de", language)
    'de'
    """
    token = _current_language.set(cast("Lang", lang) if lang else language())
    try:
        result = function(*args, **kwargs)
        if isinstance(result, GeneratorType):
            raise TypeError(f"{function} is a generator, which would run later, in another language")
        return result
    finally:
        _current_language.reset(token)


def localized(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that its argument `lang` sets the current language while it runs.

    None, the default, keeps the current language. The function must not be a generator (see
    `call_in_language`).

    >>> @localized
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
