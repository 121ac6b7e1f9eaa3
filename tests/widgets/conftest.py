"""What all tests of panels share: they see answers, however slow the machine."""

from __future__ import annotations

import pytest

from twingkit_widgets.panel import long_work


@pytest.fixture(autouse=True)
def patient_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is judged by its own estimate alone, not by how far it came in the first moment: a busy machine
    would leave a question instead of the answer. The tests of long work set the clock themselves."""
    monkeypatch.setattr(long_work, "IMMEDIATE_SECONDS", 1e9)
