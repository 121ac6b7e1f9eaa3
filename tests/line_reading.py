"""What holds for every battle line, whatever the game: it is read strictly, and printed as it is read."""

from __future__ import annotations

from typing import Any

import pytest

from twingkit.core.notation import MAX_LINE_LENGTH, NotationError


def prints_and_reads(written: Any) -> None:
    """What is printed is read as the same, and printed the same way again, unless the line is too long."""
    line = str(written)
    if len(line) <= MAX_LINE_LENGTH:
        assert type(written).parse(line) == written
        assert str(type(written).parse(line)) == line


def is_read_whole_or_not_at_all(kind: Any, line: str) -> None:
    """A line is read as something that is printed and read again, or one error says where it goes wrong."""
    fault = None
    try:
        written = kind.parse(line)
    except NotationError as error:
        fault = error
    if fault is None:
        assert kind.parse(str(written)) == written
    else:
        assert 0 <= fault.position <= max(len(line), MAX_LINE_LENGTH)
        assert fault.text("en") != fault.text("de")


def fault_of(kind: Any, line: str) -> NotationError:
    """The error that a line brings; it says in both languages where the line goes wrong."""
    with pytest.raises(NotationError) as bad:
        kind.parse(line)
    fault: NotationError = bad.value
    assert fault.expected
    for lang in ("en", "de"):
        assert str(fault.position + 1) in fault.text(lang)
    assert fault.text("en") != fault.text("de")
    return fault


def gets_one_short_error(kind: Any, line: str) -> None:
    """A line that is too long gets one error, which does not repeat it."""
    with pytest.raises(NotationError) as bad:
        kind.parse(line)
    assert f"{MAX_LINE_LENGTH:,}" in str(bad.value)
    assert len(str(bad.value)) < 200
