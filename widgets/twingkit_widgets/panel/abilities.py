"""The abilities of a panel for the page that shows it: each is a protocol that the frame looks for.

A panel states an ability by having its methods; `isinstance(panel, Restorable)` tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from twingkit_widgets.panel.markup import Markup


@runtime_checkable
class Restorable(Protocol):
    """A panel whose `state` (a synchronised text) the browser keeps, and which can take it up again."""

    state: Any  # each game keeps its own

    def restore(self, state: str) -> None:
        """Restore the state; raises what explains itself if it cannot be read."""
        ...


@runtime_checkable
class Addressed(Protocol):
    """A panel that is part of the page's address."""

    def address(self) -> dict[str, str]:
        """The query of the address of what is shown."""
        ...


@runtime_checkable
class Linked(Protocol):
    """A panel whose copied link says more, or something else, than the address."""

    def link(self) -> dict[str, str]:
        """The query of the link to what is shown."""
        ...


@runtime_checkable
class Visited(Protocol):
    """A panel that goes with the browser's back and forward."""

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what a query names."""
        ...


@runtime_checkable
class KeepsLink(Protocol):
    """A panel that keeps a state which the address names like one that was made here, if `keeps_link`."""

    keeps_link: bool


@runtime_checkable
class LeadsBack(Protocol):
    """A panel that shows, where something has come to its end, the link by which one goes back."""

    led_back: Markup | None

    def refresh(self) -> None:
        """Show it."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """A panel that keeps something for all pages: `MEMORIES` names it, and the trait that holds it."""

    MEMORIES: Mapping[str, str]

    def load_memory(self, name: str, text: str) -> None:
        """Take up what the browser has under that name; raises `ValueError` if it says nothing."""
        ...
