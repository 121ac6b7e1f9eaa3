"""The expected types of values in a lesson file: which key holds a text, a list or a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.words import LANGUAGES


@attrs.frozen
class ExpectedType:
    """An expected type of a value in a lesson file: its description for fault messages, and a test for
    values.
    """

    description: str
    matches: Callable[[object], bool]


def _texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(text, str) for text in value.values())


def _list(value: object, fits: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and all(map(fits, value))


def _number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


TEXT = ExpectedType("a text", _is_text)
SENTENCE = ExpectedType(f"a sentence in each of {', '.join(LANGUAGES)}", _texts)
SENTENCES = ExpectedType(
    f"a list of sentences, each in {', '.join(LANGUAGES)}", lambda value: _list(value, _texts)
)
LIST = ExpectedType("a list of texts", lambda value: _list(value, _is_text))
_TEXT_OR_LIST = ExpectedType(
    "a text or a list of texts", lambda value: _is_text(value) or _list(value, _is_text)
)
_TEXT_TABLE = ExpectedType("a table of texts", _texts)
TABLES = ExpectedType("a list of tables", lambda value: _list(value, lambda part: isinstance(part, Mapping)))
_REPLIES = ExpectedType(
    "a table of sentences", lambda value: isinstance(value, Mapping) and all(map(_texts, value.values()))
)
NUMBER = ExpectedType("a number", _number)
SEAT = ExpectedType("the number of a seat, from 0", lambda value: type(value) is int and 0 <= value < 100)
BOOLEAN = ExpectedType("true or false", lambda value: isinstance(value, bool))

LESSON_SHAPES: Mapping[str, ExpectedType] = {
    "id": TEXT,
    "table": TEXT,
    "game": TEXT,
    "topic": TEXT,
    "step": TABLES,
    "learned": TABLES,
    "numbers": _TEXT_TABLE,
    "solution": LIST,
    "mistakes": LIST,
    "you": SEAT,
    "open": BOOLEAN,
}
"""The expected types of a lesson's own values; keys not listed here are checked when they are read."""

LEARNED_SHAPES: Mapping[str, ExpectedType] = {
    "text": SENTENCE,
    "rule": TEXT,
    "only": _TEXT_TABLE,
    "later": BOOLEAN,
}
"""The expected types in a sentence of the summary (`learned`)."""

STEP_SHAPES: Mapping[str, ExpectedType] = {
    **dict.fromkeys(("id", "kind", "rule", "table", "ask", "given"), TEXT),
    **dict.fromkeys(("title", "after", "button", "hint"), SENTENCE),
    **dict.fromkeys(("play", "then", "faces", "cites"), LIST),
    **dict.fromkeys(("option", "point"), TABLES),
    "text": SENTENCES,
    "aim": _TEXT_OR_LIST,
    "only": _TEXT_TABLE,
    "reply": _REPLIES,
}
"""The expected types in a step."""

OPTION_SHAPES: Mapping[str, ExpectedType] = {
    **dict.fromkeys(("id", "answer", "rule"), TEXT),
    **dict.fromkeys(("text", "reply"), SENTENCE),
    **dict.fromkeys(("from", "to"), NUMBER),
}
"""The expected types in an option."""

TAPPABLE_SHAPES: Mapping[str, ExpectedType] = {"thing": TEXT, "rule": TEXT, "text": SENTENCE}
"""The expected types in an item to tap."""
