"""A panel whose page has no memory left says so, and goes on."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.panel import Panel


class Filling(Panel):
    """A panel that takes more memory than there is."""

    def render(self) -> Markup:
        return el("p", "here")

    def act_fill(self, value: object) -> None:
        raise MemoryError


def test_a_panel_without_memory_says_so_and_goes_on() -> None:
    panel = Filling(lang="de")
    panel.do("fill")
    assert "Für diese Aktion reicht der Speicher nicht." in panel.html
    assert panel.error is not None
    assert panel.error.__traceback__ is None, "what filled the memory is free again"
    panel.do("dismiss")
    assert panel.html == "<p>here</p>"
