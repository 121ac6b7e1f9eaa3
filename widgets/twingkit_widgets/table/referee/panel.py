"""The panel of a real table, on which a game with real cards is tracked as it is played."""

from __future__ import annotations

from twingkit.core.questions import Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import error_explanation
from twingkit_widgets.table.referee.real_table import RealTablePanel
from twingkit_widgets.table.referee.view import pending_work_html, setup_html, table_html


class RefereePanel(RealTablePanel):
    r"""The panel that tracks a game that people play at a real table; the browser saves the record.

    >>> panel = RefereePanel("ember")
    >>> panel.do("begin", {"players": "2", "names": "Eva", "variant": "box"})
    >>> panel.saved_table.splitlines()[0]
    'names\tEva'
    """

    def render(self) -> Markup:
        """Return the HTML of the set-up form, the table, or the progress of pending work."""
        if self.pending_work is not None:
            waiting = self.pending_work
            try:
                self.continue_pending_work()
            except (Refusal, ValueError) as why:
                said = [waiting.progress_text.removesuffix(".") + ":"] if waiting.names is None else []
                self.alert_text = " ".join([*said, *map(str, error_explanation(why))])
        if self.unfinished is not None:
            return pending_work_html(self)
        return setup_html(self) if self.table is None else table_html(self)
