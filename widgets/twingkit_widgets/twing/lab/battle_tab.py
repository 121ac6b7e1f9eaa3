"""The common base of the tabs of the battle lab: the Python call of an answer, and the text without a
battle."""

from __future__ import annotations

from typing import ClassVar

from twingkit import twing
from twingkit_widgets.lab.tab import Tab
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.twing.lab.draft import Draft
from twingkit_widgets.twing.lab.python_call import format_call, python_html


class BattleTab(Tab):
    """One question about a battle of Imperial Twing."""

    call: ClassVar[str]
    """The key in `python_call.CALLS` of the call that gives the numbers."""

    @property
    def settled(self) -> twing.Battle | None:
        """The battle to answer about: the last legal one in which both sides have laid, or None."""
        battle: twing.Battle | None = self.lab.settled
        return battle

    @property
    def rules(self) -> twing.Variant:
        """The variant that judges the draft and applies to the answers."""
        return self.draft.variant

    @property
    def draft(self) -> Draft:
        """The cards on the table and those that both sides hold."""
        draft: Draft = self.lab.draft
        return draft

    def empty_html(self) -> Child:
        """Return the content shown while a side has laid nothing."""
        return el("p", self.say("verdict.open"), cls="tk-note")

    def footer(self) -> Markup | None:
        """Return the Python call for the answer."""
        if self.settled is None:
            return None
        return python_html(format_call(self.call_name(), self.rules, **self.facts()))

    def call_name(self) -> str:
        """Return the name of the call that gives the shown numbers."""
        return self.call

    def facts(self) -> dict[str, str]:
        """Return the arguments of the call."""
        return {"line": str(self.settled)}
