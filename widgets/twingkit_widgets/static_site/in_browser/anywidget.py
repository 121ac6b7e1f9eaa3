"""A stand-in for the package `anywidget` without a notebook: what panels need of it, based on traitlets
alone.

The program of a page (`run_page.py`) is told every change of a synchronised trait and every message, and
gives the panel what the page has sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import traitlets

Listener = Callable[[Any, Any, Any], object]  # of JavaScript


class AnyWidget(traitlets.HasTraits):
    """The base class of panels in the browser, a replacement for anywidget's class of the same name.

    `send_change(widget, name, value)` receives changes, `send_page_message(widget, content, buffers)`
    messages, once a page has set them.
    """

    send_change: Callable[[Any, str, Any], object] | None = None  # functions of JavaScript
    send_page_message: Callable[[Any, Any, Sequence[bytes]], object] | None = None  # functions of JavaScript

    _css: object = ""
    """The style, as in anywidget: a text or a file, of the class or given to the widget."""

    def __init__(self, **traits: object) -> None:
        if "_css" in traits:
            self._css = traits.pop("_css")
        self._page_listeners: list[Listener] = []
        super().__init__(**traits)
        self.observe(self._page_told, self.shared_trait_names())

    def shared_trait_names(self) -> list[str]:
        """Return the names of the traits that are synchronised with the page."""
        return sorted(self.traits(sync=True))

    def shared_state(self) -> dict[str, object]:
        """Return the values of the traits that the page shares, by name."""
        return {name: getattr(self, name) for name in self.shared_trait_names()}

    def _page_told(self, change: Any) -> None:  # functions of JavaScript
        if self.send_change is not None:
            self.send_change(self, change.name, change.new)

    def on_msg(self, listener: Listener) -> None:
        """Call `listener(widget, content, buffers)` for every message of the page."""
        self._page_listeners.append(listener)

    def receive_message(self, content: object) -> None:
        """Pass a message of the page to the listeners."""
        for listener in self._page_listeners:
            listener(self, content, [])

    def send(self, content: object, buffers: Sequence[bytes] | None = None) -> None:
        """Send a message to the page."""
        if self.send_page_message is not None:
            self.send_page_message(self, content, buffers or [])

    def close(self) -> None:
        """Disconnect the widget from the page."""
        self._page_listeners.clear()
        self.unobserve_all()

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, object], dict[str, Any]] | None:
        return None
