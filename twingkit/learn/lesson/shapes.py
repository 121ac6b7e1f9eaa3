"""The expected shapes of the values in a lesson file: which key is a text, a list, a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.words import LANGUAGES


@attrs.frozen
class Shape:
    """A shape: how faults describe it, and a test for values."""

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


TEXT = Shape("a text", _is_text)
SENTENCE = Shape(f"a sentence in each of {', '.join(LANGUAGES)}", _texts)
SENTENCES = Shape(f"a list of sentences, each in {', '.join(LANGUAGES)}", lambda value: _list(value, _texts))
LIST = Shape("a list of texts", lambda value: _list(value, _is_text))
TEXT_OR_LIST = Shape("a text or a list of texts", lambda value: _is_text(value) or _list(value, _is_text))
NAMED = Shape("a table of texts", _texts)
TABLES = Shape("a list of tables", lambda value: _list(value, lambda part: isinstance(part, Mapping)))
REPLIES = Shape(
    "a table of sentences", lambda value: isinstance(value, Mapping) and all(map(_texts, value.values()))
)
NUMBER = Shape("a number", _number)
SEAT = Shape("the number of a seat, from 0", lambda value: type(value) is int and 0 <= value < 100)
SWITCH = Shape("true or false", lambda value: isinstance(value, bool))

LESSON: Mapping[str, Shape] = {
    "id": TEXT,
    "table": TEXT,
    "game": TEXT,
    "topic": TEXT,
    "step": TABLES,
    "learned": TABLES,
    "numbers": NAMED,
    "solution": LIST,
    "mistakes": LIST,
    "you": SEAT,
    "open": SWITCH,
}
"""The shapes of a lesson's own values; keys not listed here are checked where they are read."""

LEARNED: Mapping[str, Shape] = {"text": SENTENCE, "rule": TEXT, "only": NAMED, "later": SWITCH}
"""The shapes of a sentence of the last step."""

STEP: Mapping[str, Shape] = {
    **dict.fromkeys(("id", "kind", "rule", "table", "ask", "given"), TEXT),
    **dict.fromkeys(("title", "after", "button", "hint"), SENTENCE),
    **dict.fromkeys(("play", "then", "faces", "cites"), LIST),
    **dict.fromkeys(("option", "point"), TABLES),
    "text": SENTENCES,
    "aim": TEXT_OR_LIST,
    "only": NAMED,
    "reply": REPLIES,
}
"""The shapes of a step."""

OPTION: Mapping[str, Shape] = {
    **dict.fromkeys(("id", "answer", "rule"), TEXT),
    **dict.fromkeys(("text", "reply"), SENTENCE),
    **dict.fromkeys(("from", "to"), NUMBER),
}
"""The shapes of an option."""

POINT: Mapping[str, Shape] = {"thing": TEXT, "rule": TEXT, "text": SENTENCE}
"""The shapes of an item to tap."""
