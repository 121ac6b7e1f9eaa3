"""The few kinds of questions that the pages of practice are tested with."""

from __future__ import annotations

import pytest
from widgets.practice_items import install


@pytest.fixture
def few_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """All topics deal the same few kinds of questions."""
    install(monkeypatch)
