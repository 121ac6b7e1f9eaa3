"""What a panel can do for the page that shows it: protocols that the frame checks for.

A panel declares an ability by having its methods; `isinstance(panel, Restorable)` tests for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from twingkit_widgets.panel.markup import Markup


@runtime_checkable
class RestorablePanel(Protocol):
    """The interface of a panel whose `state`, a synchronised text, is saved by the browser and restored by
    the panel.
    """

    state: Any  # each game keeps its own

    def restore(self, state: str) -> None:
        """Restore the saved state. Raises an error with a message for people if it cannot be read."""
        ...


@runtime_checkable
class PanelWithAddress(Protocol):
    """The interface of a panel that adds query parameters for its current view to the address of its page."""

    def address(self) -> dict[str, str]:
        """Return the query parameters that describe the current view in the page's address."""
        ...


@runtime_checkable
class HasLinkQuery(Protocol):
    """The interface of a panel whose copied link has other query parameters than the address of its page."""

    def link_query(self) -> dict[str, str]:
        """Return the query parameters of a link to the current view."""
        ...


@runtime_checkable
class FollowsHistory(Protocol):
    """A panel that follows the browser's back and forward buttons."""

    def show_query(self, query: Mapping[str, str]) -> None:
        """Show the state that the query parameters describe."""
        ...


@runtime_checkable
class OpensAnotherView(Protocol):
    """A panel that opens another view of its page, depending on what the browser has saved and on its day."""

    def address_to_open(self) -> dict[str, str] | None:
        """Return the query parameters of the view to open instead; None to stay."""
        ...


@runtime_checkable
class TakesFragment(Protocol):
    """The interface of a panel that takes what the fragment of an address carries: unlike the query, it stays
    in the browser's address bar until the page itself sends it.
    """

    def take_fragment(self, text: str) -> None:
        """Take the text of the fragment, such as `result=…`."""
        ...

    def refresh(self) -> None:
        """Render the panel again."""
        ...


@runtime_checkable
class SavesStateFromAddress(Protocol):
    """The interface of a panel whose state the browser saves even if it comes from the address, while
    `saves_settings_from_address` is true.
    """

    saves_settings_from_address: bool


@runtime_checkable
class ShowsBackLink(Protocol):
    """A panel that shows a link back to the visitor's previous page when its task is finished."""

    back_link: Markup | None

    def refresh(self) -> None:
        """Render the panel again."""
        ...


@runtime_checkable
class PanelWithMemories(Protocol):
    """The interface of a panel with data that the browser saves for all pages; `MEMORY_TRAITS` maps the names
    of the data to traits.
    """

    MEMORY_TRAITS: Mapping[str, str]

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load the data that the browser saved under this name. Raises `ValueError` if it is not valid."""
        ...
