"""The few kinds of questions with which the practice pages are tested."""

from __future__ import annotations

import pytest
from widgets.practice_items import install


@pytest.fixture
def few_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all topics deal the same few kinds of questions."""
    install(monkeypatch)
