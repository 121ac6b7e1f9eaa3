"""Practice pages for the tests of the panel, and helpers to answer them."""

from __future__ import annotations

from twingkit.core.language import language, localized
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.saved_progress import with_ledger
from twingkit.twing.quiz import TOPICS
from twingkit_widgets.learn.practice.panel import PracticePanel

DAY = 739_000


@localized
def open_panel(lang: str | None = None, **asked: object) -> PracticePanel:
    return PracticePanel(language(), today=DAY, **asked)  # type: ignore[arg-type]


def right_of(panel: PracticePanel) -> int:
    """Return the number of the right option of the open question."""
    assert panel.open_question is not None
    return [choice.is_right for choice in panel.open_question.item.choices].index(True)


def answer(panel: PracticePanel, right: bool) -> None:
    """Answer the open question, correctly or not."""
    assert panel.open_question is not None
    count = len(panel.open_question.item.choices)
    panel.do("answer", right_of(panel) if right else (right_of(panel) + 1) % count)
    assert panel.error is None


def kept_text() -> str:
    """Return a stored record in which a question of duels was missed."""
    ledger = Ledger(TOPICS)
    ledger.record_answer("duels:buying:1", False, ["TW-OBJ-1"], DAY - 1)
    return with_ledger("", "twing", ledger)
