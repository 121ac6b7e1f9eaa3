"""The panel of a real table: a game with real cards is tapped in as it is played."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.referee.desk import Desk
from twingkit_widgets.referee.view import setup_html, table_html


class RefereePanel(Desk):
    """A real table of a game; the browser keeps it.

    >>> panel = RefereePanel("ember")
    >>> panel.do("begin", {"players": "2", "names": "Eva", "variant": "box"})
    >>> panel.kept.splitlines()[0]
    'names\\tEva'
    """

    def view(self) -> Markup:
        """The set-up, or the table."""
        return setup_html(self) if self.table is None else table_html(self)
