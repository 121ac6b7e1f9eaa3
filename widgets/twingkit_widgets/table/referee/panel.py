"""The panel of a real table: a game with real cards is tapped in as it is played."""

from __future__ import annotations

from twingkit.core.questions import Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import explain
from twingkit_widgets.table.referee.desk import Desk
from twingkit_widgets.table.referee.view import setup_html, table_html, waiting_html


class RefereePanel(Desk):
    """A real table of a game; the browser keeps it.

    >>> panel = RefereePanel("ember")
    >>> panel.do("begin", {"players": "2", "names": "Eva", "variant": "box"})
    >>> panel.kept.splitlines()[0]
    'names\\tEva'
    """

    def view(self) -> Markup:
        """The set-up, the table, or what is worked on: a search for hidden cards, a record."""
        if self.waiting is not None:
            self._looked_on()
        if self.unfinished is not None:
            return waiting_html(self)
        return setup_html(self) if self.table is None else table_html(self)

    def _looked_on(self) -> None:
        """Take what waits, if the work on it is done; say below the buttons why it cannot be taken."""
        waiting = self.waiting
        assert waiting is not None
        try:
            self.go_on()
        except (Refusal, ValueError) as why:
            said = [waiting.sentence.removesuffix(".") + ":"] if waiting.names is None else []
            self.failed = " ".join([*said, *map(str, explain(why))])
