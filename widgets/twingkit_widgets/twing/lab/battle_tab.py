"""The base of the tabs of the battle lab, with the Python call and the content without a battle."""

from __future__ import annotations

from abc import abstractmethod

from twingkit import twing
from twingkit_widgets.lab.tab import LabTab
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.twing.lab.draft import Draft
from twingkit_widgets.twing.lab.odds_maps import sweep_arguments_code
from twingkit_widgets.twing.lab.words import lab_word


def _python_html(call: str) -> Markup:
    """Return a Python call in a collapsed block."""
    code = el("code", "from twingkit import charts, sweep, twing", "\n", call, cls="tk-code")
    return el(
        "details",
        el("summary", lab_word("python.title")),
        el("pre", code, cls="tk-lab-python", tabindex="0"),
        data_key="python",
    )


class BattleTab(LabTab):
    """Base class of the tabs of the battle lab, each of which answers one question about the battle."""

    @property
    def analysed_subject(self) -> twing.Battle | None:
        """The last legal battle in which both sides have laid cards; None if there is none yet. The numbers
        of the tab refer to this battle.
        """
        battle: twing.Battle | None = self.lab.analysed_subject
        return battle

    @property
    def variant(self) -> twing.Variant:
        """The variant by which the draft is checked and the numbers of the tab are computed."""
        return self.draft.variant

    draft: Draft
    """The battle under construction: the laid and the held cards of both sides."""

    def empty_html(self) -> Child:
        """Return the content of the tab while a side has laid nothing."""
        return el("p", self.say("verdict.open"), cls="tk-note")

    def footer_html(self) -> Markup | None:
        """Return the Python call that returns the numbers of the tab; None before the first legal battle."""
        if self.analysed_subject is None:
            return None
        return _python_html(self.python_call())

    @abstractmethod
    def python_call(self) -> str:
        """Return the Python call that returns the shown numbers."""

    @property
    def rules_argument(self) -> str:
        """The last argument of a call: the variant, unless it is the box."""
        return "" if self.variant == twing.BOX else f', variant="{self.variant}"'

    def sweep_call(self, quantity: str) -> str:
        """Return the Python call that computes an odds map of the battle."""
        assert self.analysed_subject is not None
        sweep = sweep_arguments_code(self.analysed_subject, quantity)
        return f'sweep(twing.odds, {sweep}, responses="best"{self.rules_argument})'
