"""Shared by all tests of panels: they wait for answers, however slow the machine."""

from __future__ import annotations

import pytest

from twingkit_widgets.panel import long_work


@pytest.fixture(autouse=True)
def patient_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge work only by its own estimate, not by its progress in the first moment: on a busy machine a
    question would appear instead of the answer. The tests of long work set the clock themselves."""
    monkeypatch.setattr(long_work, "IMMEDIATE_SECONDS", 1e9)
