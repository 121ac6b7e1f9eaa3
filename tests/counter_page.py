"""The page `counter` of the tests' site, in a browser."""

from __future__ import annotations

from typing import Any

LIVE = ".lm-Widget .tk-panel"


def open_counter(site: Any, visit: Any, **options: Any) -> Any:
    """Open the page in a window and wait until it has counted to 1."""
    window = visit(**options)
    use_counter(site, window)
    return window


def use_counter(site: Any, window: Any) -> None:
    """Open the page in the window and count to 1."""
    window.go(site.page("counter"), wait=LIVE)
    window.page.wait_for_function("!!window.jupyterapp")
    window.page.get_by_role("button", name="One more").click()
    window.page.get_by_text("count 1").wait_for()


def used_counter(site: Any, window: Any) -> int:
    """Open the page in the window, count to 1, and return the id of its process."""
    others = set(site.kernels())
    use_counter(site, window)
    (own,) = set(site.kernels()) - others
    return int(own)


def banner(window: Any, words: str, seconds: float = 10) -> None:
    """Wait until the page's banner says `words` about its session."""
    window.page.locator("#tk-session[role=alert]").get_by_text(words).wait_for(timeout=1000 * seconds)
