"""The HTML of a lab: the builder, the questions with one answer open, and the field for notation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from twingkit.core.messages import Fault
from twingkit.core.notation import BattleError, NotationError
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.lab.question_tabs import tabs_html
from twingkit_widgets.lab.tab import Aside, Builder, Lab, Tab
from twingkit_widgets.lab.typed_line import fault_html, link_html, typed_line_html
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.panel import explain
from twingkit_widgets.read.rulebook.rulings import box_note


class LabView(Lab):
    """The part of a lab that renders it."""

    design: LabDesign
    """The design of the game."""
    builder: Builder
    aside: Aside | None
    fault: NotationError | Fault | None
    """The fault of the text in the field."""
    address: Callable[[], dict[str, str]]
    """The query of a link to what is shown."""

    @property
    @abstractmethod
    def open_tab(self) -> Tab:
        """The open tab."""

    def view(self) -> Markup:
        """Return who wins, both sides, and the questions with one answer open."""
        return el(
            "div",
            self.builder.head(),
            self._first_fault(),
            self._by_the_box(),
            self.aside.view() if self.aside else None,
            el("div", self.builder.view(), cls="tk-lab-table", data_stay=True),
            tabs_html(list(self.design.tabs), self.tab, self._answer(), self.say, self.own),
            self.open_tab.footer(),
            self._field(),
            self.builder.below_line(),
            self._link(),
            self.builder.notice(),
            cls=self.design.cls,
        )

    def _by_the_box(self) -> Markup | None:
        """Return the house rules that a lab without a choice of rules ignores; None if there are none."""
        if self.rules is not None or not self.site:
            return None
        return box_note(self.say("rules.by_the_box"), self.design.game)

    def _answer(self) -> Child:
        """Return the answer of the open tab, or why it has none.

        An answer about an earlier battle says so, is grey, and cannot be used.
        """
        tab = self.open_tab
        outdated = bool(self.problems) and not tab.of_draft
        if isinstance(why := self.no_odds, (Fault, Unfinished)) and tab.needs_odds:
            note = self.stale() if isinstance(why, Unfinished) else why.text()
            return el("p", note, cls="tk-note")
        if self.settled is None and not tab.of_draft:
            return self._outdated(None) if outdated else tab.empty_html()
        try:
            content = tab.view()
        except Unfinished as unfinished:
            content = self.long_work.html(unfinished)
        except (BattleError, Fault) as fault:
            return el("div", [el("p", text) for text in explain(fault)], cls="tk-note")
        return self._outdated(content) if outdated else content

    def _outdated(self, content: Child) -> Child:
        if not self.settled:
            return el("p", self.stale(), cls="tk-note")
        note = el("p", self.stale(), " ", el("code", str(self.settled), cls="tk-code"), cls="tk-note")
        return [note, el("div", content, cls="tk-lab-stale tk-lab-old", inert=True)]

    def _first_fault(self) -> Markup | None:
        """Return what is wrong with the notation that the lab was opened with."""
        if not self.fault or not self.linked:
            return None
        return fault_html(self.typed, self.fault, self.say, self.own)

    def _field(self) -> Markup:
        """Return the field with the notation of the battle, and its explanation."""
        how, parts = None, [el("p", self.say(f"lab.grammar_{part}")) for part in self.design.grammar]
        if parts:
            shown = el("p", el("code", self.design.line_example or self.design.example, cls="tk-code"))
            head = el("summary", self.say("lab.grammar"))
            how = el("details", head, shown, parts, cls="tk-lab-grammar tk-small", data_key="grammar")
        return typed_line_html(
            self.draft.line(),
            self.typed,
            self.fault,
            self.say,
            self.own,
            said_elsewhere=self.linked,
            problems=self.problems,
            grammar=how,
        )

    def _link(self) -> Markup | None:
        """Return the link to this battle on any site of the kit; None on the site itself."""
        if self.site:
            return None
        return link_html(self.design.page, self.address(), self.say)
