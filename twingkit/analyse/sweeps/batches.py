"""Functions that answer many lines at once, in the place of one that answers one line."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Analysis = Callable[..., Any]
"""A function that takes a line or arguments, and returns whatever it analyses."""

Answering = TypeVar("Answering", bound=Analysis)

_MANY = "__many__"


def batched_by(place: str) -> Callable[[Answering], Answering]:
    """Mark a function of one line with the place (`module:name`) of the function that answers many.

    That one takes the lines first and else what it has in common with the other by name; it returns a table
    with a row for each line, whose numbers are those of the answer to this line, and raises `BatchError` for
    lines that have none. It is imported when it is needed.
    """

    def marked(function: Answering) -> Answering:
        setattr(function, _MANY, place)
        return function

    return marked


def batch_function_of(function: Analysis) -> Analysis | None:
    """The function that answers many lines in the place of this one; None if there is none."""
    place = getattr(function, _MANY, None)
    if place is None:
        return None
    module, _, name = place.partition(":")
    found: Analysis = getattr(import_module(module), name)
    return found
