"""What a panel can do for the page that shows it: protocols that the frame checks for.

A panel declares an ability by having its methods; `isinstance(panel, Restorable)` tests for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from twingkit_widgets.panel.markup import Markup


@runtime_checkable
class Restorable(Protocol):
    """A panel whose `state` (a synchronised text) the browser keeps and the panel can restore."""

    state: Any  # each game keeps its own

    def restore(self, state: str) -> None:
        """Restore the state. Raises a self-explanatory error if it cannot be read."""
        ...


@runtime_checkable
class Addressed(Protocol):
    """A panel that contributes to the address of its page."""

    def address(self) -> dict[str, str]:
        """Return the query of the address of what is shown."""
        ...


@runtime_checkable
class Linked(Protocol):
    """A panel whose copied link differs from its address."""

    def link(self) -> dict[str, str]:
        """Return the query of the link to what is shown."""
        ...


@runtime_checkable
class Visited(Protocol):
    """A panel that follows the browser's back and forward buttons."""

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what a query names."""
        ...


@runtime_checkable
class KeepsLink(Protocol):
    """A panel whose state is kept even if the address names it, while `keeps_link` is true."""

    keeps_link: bool


@runtime_checkable
class LeadsBack(Protocol):
    """A panel that shows a link back to where the visitor came from when something is finished."""

    led_back: Markup | None

    def refresh(self) -> None:
        """Render the panel again."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """A panel that keeps something for all pages: `MEMORIES` maps its name to the trait that contains it."""

    MEMORIES: Mapping[str, str]

    def load_memory(self, name: str, text: str) -> None:
        """Load what the browser has saved under this name. Raises `ValueError` if it is not valid."""
        ...
