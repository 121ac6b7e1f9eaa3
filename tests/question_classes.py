"""The classes of questions of the kit, for tests that look for one that nobody handles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from twingkit import Question

QuestionT = TypeVar("QuestionT", bound=Question)


def derived_classes(base: type[QuestionT]) -> Iterator[type[QuestionT]]:
    """Yield a class and those derived from it, without those that tests derive."""
    if base.__module__.startswith("twingkit"):
        yield base
        for derived in base.__subclasses__():
            yield from derived_classes(derived)
