"""The common part of the tabs of the battle lab: the numbers of an answer in Python, and its text
without a battle."""

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
    """The call of `python_call.CALLS` that gives the numbers."""

    @property
    def settled(self) -> twing.Battle | None:
        """The battle that is asked about: the last one that the rules allow, if both sides have laid."""
        battle: twing.Battle | None = self.lab.settled
        return battle

    @property
    def rules(self) -> twing.Variant:
        """The variant that judges the draft, and by which the answers are."""
        return self.draft.variant

    @property
    def draft(self) -> Draft:
        """The cards on the table, and those that both sides hold."""
        draft: Draft = self.lab.draft
        return draft

    def empty_html(self) -> Child:
        """Return what is shown while a side has laid nothing."""
        return el("p", self.say("verdict.open"), cls="tk-note")

    def footer(self) -> Markup | None:
        """The numbers of the answer in Python."""
        if self.settled is None:
            return None
        return python_html(format_call(self.call_name(), self.rules, **self.facts()))

    def call_name(self) -> str:
        """The name of the call that gives the numbers on show."""
        return self.call

    def facts(self) -> dict[str, str]:
        """Return what the call is given."""
        return {"line": str(self.settled)}
