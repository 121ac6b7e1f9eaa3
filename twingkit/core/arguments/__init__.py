"""The arguments of public functions: each kind is checked in one place, with one error for all.

    @takes(goal=either("win", "value"), samples=COUNT)
    def advise(situation, goal="win", samples=None, seed=0, lang="en"): ...

What is called `seed`, `lang`, `confidence`, `budget` … is the same everywhere and need not be named
(`SHARED`). A wrong one raises `twingkit.Fault`, which says where, what was found and what was expected.
"""

from twingkit.core.arguments.kinds import (
    CONFIDENCE,
    COUNT,
    FROM_ZERO,
    FUNCTION,
    LANGUAGE,
    NUMBER,
    PATH,
    SAMPLES,
    SEED,
    SHARE,
    SIZE,
    TEXT,
    TIME,
    TRUTH,
    WHOLE,
    Kind,
    either,
    items,
    mapping,
    named_kind,
    of_class,
    several,
    whole,
)
from twingkit.core.arguments.taking import ARGUMENT_FAULTS, SHARED, fitting, takes

__all__ = [
    "ARGUMENT_FAULTS",
    "CONFIDENCE",
    "COUNT",
    "FROM_ZERO",
    "FUNCTION",
    "LANGUAGE",
    "NUMBER",
    "PATH",
    "SAMPLES",
    "SEED",
    "SHARE",
    "SHARED",
    "SIZE",
    "TEXT",
    "TIME",
    "TRUTH",
    "WHOLE",
    "Kind",
    "either",
    "fitting",
    "items",
    "mapping",
    "named_kind",
    "of_class",
    "several",
    "takes",
    "whole",
]
