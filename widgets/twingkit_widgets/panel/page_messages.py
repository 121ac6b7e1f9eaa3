"""Validate the messages of a page before a panel acts on them.

A control sends a text, a tick or nothing, or such values by the names of its fields. Anyone who can open a
page can also send other messages by hand, or what the page no longer shows; both get one clear answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

from twingkit.core.language import call_in_language, localized
from twingkit_widgets.panel.wording import say

LONGEST_TEXT = 500_000
"""The largest number of characters that a page may send, for an imported file."""

_MAX_FIELDS = 200
"""The largest number of fields in a form."""

FIELDS = ("form", "input", "select", "textarea")

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Matches a lone surrogate, which no valid text contains."""

TAG = re.compile(r"<([a-z]+)\b([^>]*)>")
ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


class UnexpectedMessageError(ValueError):
    """Error for a message that no control on the page sends (any more); `case` is a key of `words.toml`."""

    def __init__(self, case: str = "sent.unknown") -> None:
        super().__init__(call_in_language("en", say, case))
        self.message_key = case

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the explanation for a person."""
        return say(self.message_key)


def check_message_value(value: object) -> object:
    """Return the value of a page message unchanged if a control could have sent it. Raises
    `UnexpectedMessageError` otherwise.

    >>> check_message_value({"line": "F: F5 vs W: W4"}), check_message_value(True)
    ({'line': 'F: F5 vs W: W4'}, True)
    >>> check_message_value([["nested"]])
    Traceback (most recent call last):
        ...
    twingkit_widgets.panel.page_messages.UnexpectedMessageError: What you chose is no longer on this page. ...
    """
    if isinstance(value, dict):
        if len(value) > _MAX_FIELDS:
            raise UnexpectedMessageError()
        for name, field in value.items():
            _check_text(name)
            for text in field if isinstance(field, list) and len(field) <= _MAX_FIELDS else [field]:
                _check_one(text)
    else:
        _check_one(value)
    return value


def _check_one(value: object) -> None:
    if isinstance(value, str):
        _check_text(value)
    elif not (value is None or isinstance(value, (bool, int))):
        raise UnexpectedMessageError()


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        raise UnexpectedMessageError()
    if len(text) > LONGEST_TEXT:
        raise UnexpectedMessageError("sent.long")
    if _SURROGATE.search(text):
        raise UnexpectedMessageError("sent.unreadable")


def is_offered_in_html(html: str, act: str, value: object) -> bool:
    """True if a control in `html` can send this action with this value. Text fields can send any value.

    >>> html = '<button data-act="more" data-value="0:cruiser"></button><input data-act="name">'
    >>> is_offered_in_html(html, "more", "0:cruiser"), is_offered_in_html(html, "more", "0:moon")
    (True, False)
    >>> is_offered_in_html(html, "name", "any")
    True
    """
    if act == "drag":
        dragged, _, where = str(value).partition(">")
        named = list(elements(html))
        return any(attributes.get("data-drag") == dragged for _, attributes in named) and any(
            attributes.get("data-drop") == where for _, attributes in named
        )
    return any(
        act in (attributes.get("data-act"), attributes.get("data-delete"))
        and (tag in FIELDS or attributes.get("data-value") == value)
        for tag, attributes in elements(html)
    )


def elements(html: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield every element in `html`: its tag, and its attributes with their values.

    >>> list(elements('<button data-act="lay" data-value="F5 &amp; W4">Lay</button>'))
    [('button', {'data-act': 'lay', 'data-value': 'F5 & W4'})]
    """
    for tag, attributes in TAG.findall(html):
        yield tag, {name: unescape(text) for name, text in ATTRIBUTE.findall(attributes)}
