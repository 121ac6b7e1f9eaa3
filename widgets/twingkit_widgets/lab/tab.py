"""The parts of a lab: the draft of a battle, the builder that changes it, and a tab for each question.

A game writes its own builder and tabs, one object each, and names them in its `LabDesign`::

    class WorthTab(Tab):
        def view(self) -> Markup:                  # the answer; `self.lab.settled` is what it is about
            return el("p", ...)

        def act_side(self, value: object) -> None: # what a control with data-act="side" does in here
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
"""A part of a lab that is asked for by its name, which says of which class it is."""


class LabFault(MessageFault):
    """Something that cannot be done in a lab; without a `key`: that there is no such place."""

    catalogue = WORDS

    def __init__(self, key: str = "fault.no_place", **facts: object) -> None:
        super().__init__(key, **facts)


class Lab(WeighedDraft):
    """The part of the lab that a builder or a tab may read and call."""

    status: str
    """The latest news for a screen reader; a part sets it when its action changed something."""
    site: bool
    """True if the lab is a page of a site, which has a link to what it shows."""
    own: str
    """The prefix of the ids of this panel's elements."""
    tab: str
    """The name of the open tab."""
    refused: Refusal | Fault | None
    """The reason why the last change was not made."""
    lab_opened: str
    """The rule that is open at the lower edge."""
    linked: bool
    """True if the line that the lab was opened with could not be read."""
    typed: str
    """The text of the field while it is no line."""
    rules: AnyPart
    """The choice of the rules that judge the draft (`RulesPart`); None in a game without variants."""
    past: Sequence[Draft]
    """The battles before each change, the latest last."""
    put: Callable[[Draft], None]
    """Lay another draft there; it can be taken back."""
    take: Callable[[object], None]
    """Put another battle there, as if it had been built; it can be taken back."""
    act_tab: Callable[[object], None]
    """Open the answer to another question. Raises `LabFault` if there is none."""
    part: Callable[[str], AnyPart]
    """The tab of that name, made if it was not yet; the "builder", and what is "aside"."""
    rule: Callable[..., Markup]
    """The button that opens a rule at the lower edge. Two of one rule need different keys."""
    send: Callable[..., None]
    """Send the page something: a file to keep, say."""
    rulebook: Callable[[], Rulebook]
    """The rules that can be opened."""


class Part:
    """A part of a lab with its own controls: `act_…` are their actions."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def changed(self) -> None:
        """Take note of another draft."""

    def odds_known(self) -> None:
        """Take note of odds that took long and are there now, or of the reason why there are none."""

    def act_drop(self, value: object) -> None:
        """Something was dragged here. Raises `LabFault` where nothing can be."""
        raise LabFault

    def news(self) -> str:
        """The effect of the last change on this part, in a sentence for a screen reader; "" for none."""
        return ""

    def saved_state(self) -> str:
        """Return what is kept of this part with the battle, as one text; "" for nothing."""
        return ""

    def load_state(self, text: str) -> None:
        """Take up what `saved_state` gave."""

    @property
    def lang(self) -> str:
        """The language of the lab."""
        return self.lab.lang

    @lang.setter
    def lang(self, lang: str) -> None:
        """Show the whole lab in another language."""
        self.lab.lang = lang

    @property
    def status(self) -> str:
        """The latest news."""
        return self.lab.status

    @status.setter
    def status(self, status: str) -> None:
        """Tell the person news, through the lab."""
        self.lab.status = status

    def say(self, key: str, role: str = "", **facts: object) -> str:
        """A sentence of the lab, a capital first; `role` is the side that it speaks of."""
        return self.lab.say(key, role, **facts)


class Tab(Part, ABC):
    """One question about the battle: `view` answers it."""

    of_draft: ClassVar[bool] = False
    """True if the tab answers for the draft even while that is no battle, or a forbidden one."""
    needs_odds: ClassVar[bool] = True
    """True if there is no answer while the odds of the battle are worked out."""
    drags: ClassVar[str] = ""
    """The prefix of the names of what can be dragged in here; `act_drop` gets it."""
    linked: ClassVar[tuple[str, ...]] = ()
    """The settings of this tab that a page's address can name, besides those of the whole lab."""

    @abstractmethod
    def view(self) -> Markup:
        """The answer as it is now. Raises `Fault` if there is none, `Unfinished` while it is worked out."""

    def empty_html(self) -> Child:
        """Return what is shown while there is no battle to answer about."""
        return el("p", self.say("lab.news_open"), cls="tk-soft")

    def footer(self) -> Markup | None:
        """Return the part below the answer, if any."""
        return None

    def address(self) -> dict[str, str]:
        """Return what a link to this answer adds to the battle and the tab: names of `linked`, or of the
        `LabDesign`'s."""
        return {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Take up what `address` gave; what cannot be used is left out."""


class Aside(Part, ABC):
    """A panel that can be opened beside the battle with any tab, such as a stepper."""

    @abstractmethod
    def view(self) -> Markup | None:
        """Return the part above the battle; None while it is closed."""

    @abstractmethod
    def draft_of(self, text: str) -> Draft | None:
        """The draft that a text of `saved_state` belongs to; None if it is no such text. Raises what it
        cannot read as an error that explains itself."""


class Builder(Part, ABC):
    """The battle as it is built: both sides and every control that changes them."""

    def attempt(self, change: Callable[[], Draft]) -> None:
        """Lay the draft that a change gives, or say why that cannot be."""
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
        """The button that takes the last change back."""
        return button(self.say("lab.undo"), "undo", key="undo", disabled=not self.lab.past, **attributes)

    def line_name(self) -> str:
        """The name that the line has in the page's address."""
        return "battle"

    def address(self) -> dict[str, str]:
        """The part of the page's address beside the line that says what lies there."""
        return {}

    def saved_state(self) -> str:
        """The draft as text that the design reads again."""
        return str(self.lab.draft.line())

    def below_line(self) -> Child:
        """Return the part below the field of the line."""
        return None

    def notice(self) -> Markup | None:
        """The notice at the lower edge, in sight: why the last change was not made, or an opened rule."""
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
        """Clear the notice at the lower edge once it has been read."""

    @abstractmethod
    def odds_news(self) -> str:
        """Return what the odds of the battle are, in a sentence for a screen reader."""

    def side_effect_note(self) -> str:
        """Return what the last change did besides what was asked for, in a sentence; "" for nothing."""
        return ""
