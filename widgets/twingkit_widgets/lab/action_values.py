"""Validate the values that the controls of labs send; invalid ones raise `LabFault`."""

from __future__ import annotations

from collections.abc import Container

from twingkit_widgets.lab.tab import LabFault


def parse_offered_value(value: object, offered_values: Container[str]) -> str:
    """Return the value as text if it is one of those `offered_values`. Raises `LabFault` otherwise."""
    if (text := str(value)) not in offered_values:
        raise LabFault
    return text


def parse_leading_side(value: object) -> int:
    """Return the side index, 0 or 1, with which a control's value such as `1:cruiser` starts. Raises
    `LabFault` if there is none.
    """
    text = str(value)
    if text[:1] not in ("0", "1") or text[1:2] not in ("", ":"):
        raise LabFault
    return int(text[0])


def parse_integer(value: object, minimum: int, maximum: int) -> int:
    """Return as an integer the value that a control of the page sends.

    Raises `LabFault` unless it is whole and from `minimum` to `maximum`.
    """
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 6 or not minimum <= int(text) <= maximum:
        raise LabFault
    return int(text)


def parse_single_field(value: object) -> tuple[str, str]:
    """Return the name and the value of the only field in a form message. Raises `LabFault` for anything
    else.
    """
    if not isinstance(value, dict) or len(value) != 1:
        raise LabFault
    ((name, text),) = value.items()
    return str(name), str(text)
