"""The parts of a lab: the draft of a battle, the builder that changes it, and a tab for each question.

A game writes its own builder and tabs, one class each, and names them in its `LabDesign`::

    class WorthTab(Tab):
        def view(self) -> Markup:                  # the answer about the battle `self.lab.settled`
            return el("p", ...)

        def act_side(self, value: object) -> None: # called by a control with data-act="side" in this tab
            self.side = ...

        def changed(self) -> None:                 # another battle: forget what was about the old one
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Rulebook
from twingkit_widgets.lab.notices import edge_html, opened_html, refusal_html
from twingkit_widgets.lab.weighed_draft import Draft, WeighedDraft
from twingkit_widgets.lab.workbench_words import WORDS
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.sentences import MessageFault

AnyPart = Any
"""A part of a lab requested by its name, which determines its class."""


class LabFault(MessageFault):
    """An error in a lab; without a `key`, that something does not exist."""

    catalogue = WORDS

    def __init__(self, key: str = "fault.no_place", **facts: object) -> None:
        super().__init__(key, **facts)


class Lab(WeighedDraft):
    """The part of the lab that a builder or a tab may use."""

    status: str
    """The latest message for screen readers; a part sets it when its action has changed something."""
    site: bool
    """True if the lab is a page of a site, whose head has the link to what is shown."""
    own: str
    """The prefix of the ids of this panel's elements."""
    tab: str
    """The name of the open tab."""
    refused: Refusal | Fault | None
    """Why the last change was not made."""
    lab_opened: str
    """The rule that is open at the lower edge."""
    linked: bool
    """True if the notation that the lab was opened with could not be read."""
    typed: str
    """The text of the field while it is not valid."""
    rules: AnyPart
    """The choice of the rules that judge the draft (`RulesPart`); None in a game without variants."""
    past: Sequence[Draft]
    """The drafts before each change, the latest last."""
    put: Callable[[Draft], None]
    """Shows another draft; the change can be undone."""
    take: Callable[[object], None]
    """Shows another battle as if it had been built; the change can be undone."""
    act_tab: Callable[[object], None]
    """Opens the answer to another question. Raises `LabFault` if there is none."""
    part: Callable[[str], AnyPart]
    """Returns the tab of this name, created on first use; or the "builder" or the "aside"."""
    rule: Callable[..., Markup]
    """Returns the button that opens a rule at the lower edge. Two buttons of one rule need different keys."""
    send: Callable[..., None]
    """Sends something to the page, such as a file to save."""
    rulebook: Callable[[], Rulebook]
    """Returns the rules that can be opened."""


class Part:
    """A part of a lab with its own controls: `act_…` are their actions."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def changed(self) -> None:
        """Called when the draft has changed."""

    def odds_known(self) -> None:
        """Called when odds that took long are there, or have failed."""

    def act_drop(self, value: object) -> None:
        """Handle a drag. Raises `LabFault` if nothing can be dropped here."""
        raise LabFault

    def news(self) -> str:
        """Return the effect of the last change on this part, in a sentence for screen readers; "" for
        none.
        """
        return ""

    def saved_state(self) -> str:
        """Return the state of this part to save with the battle, as text; "" for none."""
        return ""

    def load_state(self, text: str) -> None:
        """Restore what `saved_state` returned."""

    @property
    def lang(self) -> str:
        """The language of the lab."""
        return self.lab.lang

    @lang.setter
    def lang(self, lang: str) -> None:
        """The language of the lab."""
        self.lab.lang = lang

    @property
    def status(self) -> str:
        """The latest message."""
        return self.lab.status

    @status.setter
    def status(self, status: str) -> None:
        """The latest message."""
        self.lab.status = status

    def say(self, key: str, role: str = "", **facts: object) -> str:
        """Return a text of the lab, with its first letter capitalized; `role` is the side it is about."""
        return self.lab.say(key, role, **facts)


class Tab(Part, ABC):
    """One question about the battle; `view` answers it."""

    of_draft: ClassVar[bool] = False
    """True if the tab also answers for an incomplete or forbidden draft."""
    needs_odds: ClassVar[bool] = True
    """True if there is no answer while the odds of the battle are worked out."""
    drags: ClassVar[str] = ""
    """The prefix of the names of what can be dragged here, for `act_drop`."""
    linked: ClassVar[tuple[str, ...]] = ()
    """The settings of this tab that a page's address can contain, besides those of the whole lab."""

    @abstractmethod
    def view(self) -> Markup:
        """Return the answer. Raises `Fault` if there is none, and `Unfinished` while it is worked out."""

    def empty_html(self) -> Child:
        """Return what is shown while there is no battle."""
        return el("p", self.say("lab.news_open"), cls="tk-soft")

    def footer(self) -> Markup | None:
        """Return the part below the answer, or None."""
        return None

    def address(self) -> dict[str, str]:
        """Return what a link to this answer adds to the battle and the tab: names in `linked`, or in that of
        the `LabDesign`.
        """
        return {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Restore what `address` returned; invalid values are ignored."""


class Aside(Part, ABC):
    """A panel that can be opened beside the battle with any tab, such as a stepper."""

    @abstractmethod
    def view(self) -> Markup | None:
        """Return the part above the battle; None while it is closed."""

    @abstractmethod
    def draft_of(self, text: str) -> Draft | None:
        """Return the draft that a text of `saved_state` belongs to; None if it is not such a text.

        Raises a self-explanatory error if it cannot be read.
        """


class Builder(Part, ABC):
    """The battle as it is built: both sides and every control that changes them."""

    def attempt(self, change: Callable[[], Draft]) -> None:
        """Show the draft that a change returns, or why it is not possible."""
        try:
            draft = change()
        except (Refusal, Fault) as refusal:
            self.lab.refused = refusal
            self.status = refusal.text()
        else:
            self.lab.put(draft)

    @abstractmethod
    def view(self) -> Child:
        """Return the part above the tabs: the chances, both sides, the notes of the rules."""

    def head(self) -> Child:
        """Return the first part of the lab."""
        return el("p", self.say("lab.lead"), cls="tk-lab-lead")

    def undo(self, **attributes: Any) -> Markup:
        """Return the button that undoes the last change."""
        return button(self.say("lab.undo"), "undo", key="undo", disabled=not self.lab.past, **attributes)

    def line_name(self) -> str:
        """Return the name of the notation's parameter in the page's address."""
        return "battle"

    def address(self) -> dict[str, str]:
        """Return what the page's address contains about the battle besides its notation."""
        return {}

    def saved_state(self) -> str:
        """Return the draft as text that the design can read."""
        return str(self.lab.draft.line())

    def below_line(self) -> Child:
        """Return the part below the field of the notation."""
        return None

    def notice(self) -> Markup | None:
        """Return the notice at the lower edge: why the last change was not made, or an opened rule."""
        refused = self.lab.refused
        if isinstance(refused, Refusal):
            return edge_html(self.refusal_html(refused), self.lab.say)
        if refused is not None:
            return edge_html(el("p", refused.text()), self.lab.say)
        return opened_html(self.lab.lab_opened, self.lab.rulebook())

    def refusal_html(self, refused: Refusal) -> Child:
        """Return why the rules did not allow the last change."""
        return refusal_html(refused, self.say("lab.refused"))

    def understood(self) -> None:
        """Close the notice at the lower edge."""

    @abstractmethod
    def odds_news(self) -> str:
        """Return the odds of the battle, in a sentence for screen readers."""

    def side_effect_note(self) -> str:
        """Return what the last change did besides what was asked for, in a sentence; "" for nothing."""
        return ""
