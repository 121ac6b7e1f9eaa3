"""What a page says of a wrong address."""

from __future__ import annotations

from typing import Any


def one_clear_alert(page: Any, word: str) -> None:
    """The page says what is wrong once, in few words for people, `word` from the address among them as text,
    and is no wider than its window."""
    alerts = page.locator(".tk-alert:visible")
    alerts.first.wait_for()
    assert alerts.count() == 1
    text = alerts.inner_text()
    assert word in text
    assert len(text) < 600
    assert "Error" not in text
    assert "Traceback" not in text
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
