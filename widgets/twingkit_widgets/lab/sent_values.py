"""The values that the controls of labs send: what is none of those that were offered is a `LabFault`."""

from __future__ import annotations

from collections.abc import Container

from twingkit_widgets.lab.tab import LabFault


def offered_value(value: object, offered: Container[str]) -> str:
    """The value as text, if it is one of those `offered`. Raises `LabFault` for another."""
    if (text := str(value)) not in offered:
        raise LabFault
    return text


def sent_side(value: object) -> int:
    """The side that a value begins with, as `1:cruiser` does. Raises `LabFault` if it names none."""
    text = str(value)
    if text[:1] not in ("0", "1") or text[1:2] not in ("", ":"):
        raise LabFault
    return int(text[0])


def whole_number(value: object, least: int, most: int) -> int:
    """A number that a control gives. Raises `LabFault` for anything but one from `least` to `most`."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 6 or not least <= int(text) <= most:
        raise LabFault
    return int(text)


def sent_field(value: object) -> tuple[str, str]:
    """The name and the value of a single field. Raises `LabFault` for anything else."""
    if not isinstance(value, dict) or len(value) != 1:
        raise LabFault
    ((name, text),) = value.items()
    return str(name), str(text)
