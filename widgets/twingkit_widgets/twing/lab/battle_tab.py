"""The base of the tabs of the battle lab, with the Python call and the content without a battle."""

from __future__ import annotations

from typing import ClassVar

from twingkit import twing
from twingkit_widgets.lab.tab import Tab
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.twing.lab.draft import Draft
from twingkit_widgets.twing.lab.python_call import format_call, python_html


class BattleTab(Tab):
    """A tab of the battle lab, which answers one question about the battle."""

    call_key: ClassVar[str]
    """The key in `python_call.CALLS` of the call that returns the numbers of the tab."""

    @property
    def last_allowed_subject(self) -> twing.Battle | None:
        """The last legal battle in which both sides have laid cards; None if there is none yet. The numbers
        of the tab refer to this battle.
        """
        battle: twing.Battle | None = self.lab.last_allowed_subject
        return battle

    @property
    def variant(self) -> twing.Variant:
        """The variant by which the draft is checked and the numbers of the tab are computed."""
        return self.draft.variant

    @property
    def draft(self) -> Draft:
        """The battle under construction: the laid and the held cards of both sides."""
        draft: Draft = self.lab.draft
        return draft

    def empty_html(self) -> Child:
        """Return the content of the tab while a side has laid nothing."""
        return el("p", self.say("verdict.open"), cls="tk-note")

    def footer_html(self) -> Markup | None:
        """Return the Python call that returns the numbers of the tab; None before the first legal battle."""
        if self.last_allowed_subject is None:
            return None
        return python_html(format_call(self.current_call_key(), self.variant, **self.call_arguments()))

    def current_call_key(self) -> str:
        """Return the key of the Python call that returns the shown numbers."""
        return self.call_key

    def call_arguments(self) -> dict[str, str]:
        """Return the arguments of the Python call by name."""
        return {"line": str(self.last_allowed_subject)}
