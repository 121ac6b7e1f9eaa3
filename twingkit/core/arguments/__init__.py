"""Checked arguments of public functions: each kind is defined in one place, with one error for all.

    @check_arguments(goal=one_of_words("win", "value"), samples=COUNT)
    def advise(situation, goal="win", samples=None, seed=0, lang="en"): ...

Common arguments such as `seed`, `lang`, `confidence` and `budget` mean the same everywhere and need not be
declared (`KIND_BY_ARGUMENT_NAME`). A wrong argument raises `twingkit.Fault`, which says where, what was found
and what was expected.
"""

from twingkit.core.arguments.checking import (
    ARGUMENT_FAULT_KEYS,
    KIND_BY_ARGUMENT_NAME,
    UnknownArgument,
    check_arguments,
    for_game,
    require_valid_argument,
)
from twingkit.core.arguments.kinds import (
    BOOLEAN,
    CONFIDENCE,
    COUNT,
    FUNCTION,
    INTEGER,
    LANGUAGE,
    NON_NEGATIVE,
    NUMBER,
    PATH,
    POSITIVE,
    SAMPLES,
    SECONDS,
    SEED,
    SHARE,
    TEXT,
    ArgumentKind,
    custom_argument_kind,
    instance_of,
    integer_between,
    list_of,
    list_or_single,
    mapping_of,
    one_of_several,
    one_of_words,
    text_or_texts,
)

__all__ = [
    "ARGUMENT_FAULT_KEYS",
    "BOOLEAN",
    "CONFIDENCE",
    "COUNT",
    "FUNCTION",
    "INTEGER",
    "KIND_BY_ARGUMENT_NAME",
    "LANGUAGE",
    "NON_NEGATIVE",
    "NUMBER",
    "PATH",
    "POSITIVE",
    "SAMPLES",
    "SECONDS",
    "SEED",
    "SHARE",
    "TEXT",
    "ArgumentKind",
    "UnknownArgument",
    "check_arguments",
    "custom_argument_kind",
    "for_game",
    "instance_of",
    "integer_between",
    "list_of",
    "list_or_single",
    "mapping_of",
    "one_of_several",
    "one_of_words",
    "require_valid_argument",
    "text_or_texts",
]
