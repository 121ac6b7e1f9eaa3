"""Checks for every battle line, whatever the game: it is parsed strictly, and printing and parsing agree."""

from __future__ import annotations

from typing import Any

import pytest

from twingkit.core.notation import MAX_LINE_LENGTH, NotationError


def prints_and_reads(written: Any) -> None:
    """Check that a printed line is parsed as the same value and printed again the same way, unless it is too
    long."""
    line = str(written)
    if len(line) <= MAX_LINE_LENGTH:
        assert type(written).parse(line) == written
        assert str(type(written).parse(line)) == line


def is_read_whole_or_not_at_all(kind: Any, line: str) -> None:
    """Check that a line is either parsed, printed and parsed again, or gives one error that says where it is
    wrong."""
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
    """Return the error that a line raises; check that it says in both languages where the line is wrong."""
    with pytest.raises(NotationError) as bad:
        kind.parse(line)
    fault: NotationError = bad.value
    assert fault.expected
    for lang in ("en", "de"):
        assert str(fault.position + 1) in fault.text(lang)
    assert fault.text("en") != fault.text("de")
    return fault


def gets_one_short_error(kind: Any, line: str) -> None:
    """Check that a line that is too long gets one error, which does not repeat it."""
    with pytest.raises(NotationError) as bad:
        kind.parse(line)
    assert f"{MAX_LINE_LENGTH:,}" in str(bad.value)
    assert len(str(bad.value)) < 200
