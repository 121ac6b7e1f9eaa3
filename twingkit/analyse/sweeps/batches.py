"""Let a function that computes many lines at once replace a function for one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from twingkit.core.lazy_imports import load_object

Analysis = Callable[..., Any]
"""A function that takes a line or arguments, and returns the result of an analysis."""

AnalysisT = TypeVar("AnalysisT", bound=Analysis)

_MANY = "__many__"


def batched_by(import_path: str) -> Callable[[AnalysisT], AnalysisT]:
    """Return a decorator that links a function for one position to the function at `import_path`
    (`module:name`), which takes many positions.

    The other function takes the lines first, and by name the arguments that both have. It returns a table
    with a row for each line, with the same numbers, and raises `BatchError` for lines without a result. It is
    imported when needed.
    """

    def marked(function: AnalysisT) -> AnalysisT:
        setattr(function, _MANY, import_path)
        return function

    return marked


def batch_function_of(function: Analysis) -> Analysis | None:
    """Return the batch version of a function, which takes many lines at once; None if there is none."""
    place = getattr(function, _MANY, None)
    if place is None:
        return None
    found: Analysis = load_object(place)
    return found
