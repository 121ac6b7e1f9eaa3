"""The HTML of a lab: the builder, the questions with one answer open, and the field for notation."""

from __future__ import annotations

from abc import abstractmethod

from twingkit.core.cards.box_faults import BoxError
from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.core.questions import one_line_excerpt
from twingkit_widgets.lab.tab import Lab, LabBuilder, LabTab, PanelAboveBattle
from twingkit_widgets.panel.address.addresses import canonical_address
from twingkit_widgets.panel.controls import notation_field, notation_form, submit_button
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.panel import error_explanation
from twingkit_widgets.read.rulebook.rulings import printed_rules_apply_note_html

_FAULT_CONTEXT_CHARACTERS = 28
"""The number of characters shown before and after a fault."""

_PHONE_FIELD_CHARACTERS = 34
"""Visible on a phone; longer notation is repeated below the field."""

_WIDE_FIELD_CHARACTERS = 90
"""Visible in a wide window."""


class LabView(Lab):
    """The part of a lab panel that renders the odds, both sides and the tabs as HTML."""

    builder: LabBuilder
    aside: PanelAboveBattle | None
    fault: NotationError | BoxError | Fault | None
    """The fault of the text in the field."""

    @abstractmethod
    def address(self) -> dict[str, str]:
        """Return the query of a link to what is shown."""

    @property
    @abstractmethod
    def open_tab(self) -> LabTab:
        """The open tab."""

    def render(self) -> Markup:
        """Return the lab as HTML: the odds, both sides, and the tabs with one of them open."""
        return el(
            "div",
            self.builder.header_html(),
            self._first_fault(),
            self._by_the_box(),
            self.aside.view() if self.aside else None,
            el("div", self.builder.view(), cls="tk-lab-table", data_stay=True),
            self._tabs_html(),
            self.open_tab.footer_html(),
            self._field(),
            self.builder.below_line_html(),
            self._link(),
            self.builder.notice_html(),
            cls=self.design.css_class,
        )

    def _tabs_html(self) -> Markup:
        """Return the tabs, each with a question, and the answer to the open one.

        Arrow keys move between the questions, Enter or Space opens one (`act_tab`): answers are worked out
        only then.
        """
        prefix, chosen, label = self.id_prefix, self.open_tab_name, self.say("tabs.label")
        items = [
            el(
                "button",
                self.say(f"tabs.{name}"),
                type="button",
                cls="tk-button tk-lab-tab",
                role="tab",
                id=f"{prefix}-tab-{name}",
                aria_selected="true" if name == chosen else "false",
                aria_controls=f"{prefix}-tab-panel",
                data_act="tab",
                data_value=name,
                data_key=f"tab:{name}",
            )
            for name in self.design.tab_paths
        ]
        row = el(
            "div",
            items,
            cls="tk-lab-tabs",
            role="tablist",
            aria_label=label,
            data_roving=True,
            data_controls=True,
        )
        panel = el(
            "div",
            self._answer(),
            cls="tk-box tk-lab-panel",
            role="tabpanel",
            id=f"{prefix}-tab-panel",
            tabindex="0",
            aria_labelledby=f"{prefix}-tab-{chosen}",
            data_key=f"tabpanel:{chosen}",
        )
        head = el("h2", label, cls="tk-hidden")
        return el("section", head, row, panel, cls="tk-lab-answers", data_bring=chosen, data_key="tabs")

    def _by_the_box(self) -> Markup | None:
        """Return a note that this lab ignores the house rules because it plays the printed rules only; None
        if not needed.
        """
        if self.variant_part is not None or not self.is_site_page:
            return None
        return printed_rules_apply_note_html(self.say("rules.by_the_box"), self.design.game)

    def _answer(self) -> Child:
        """Return the content of the open tab, or the reason why it has none.

        An answer about an earlier battle says so, is grey, and cannot be used.
        """
        tab = self.open_tab
        outdated = bool(self.problems) and not tab.accepts_any_draft
        if isinstance(why := self.odds_error, (Fault, UnfinishedError)) and tab.needs_odds:
            note = self.stale_odds_text() if isinstance(why, UnfinishedError) else why.text()
            return el("p", note, cls="tk-note")
        if self.analysed_subject is None and not tab.accepts_any_draft:
            return self._outdated(None) if outdated else tab.empty_html()
        try:
            content = self.or_progress_html(tab.view)
        except (IllegalBattleError, Fault) as fault:
            return el("div", [el("p", text) for text in error_explanation(fault)], cls="tk-note")
        return self._outdated(content) if outdated else content

    def _outdated(self, content: Child) -> Child:
        if not self.analysed_subject:
            return el("p", self.stale_odds_text(), cls="tk-note")
        note = el(
            "p",
            self.stale_odds_text(),
            " ",
            el("code", str(self.analysed_subject), cls="tk-code"),
            cls="tk-note",
        )
        return [note, el("div", content, cls="tk-lab-stale tk-lab-old", inert=True)]

    # -- the notation

    def _first_fault(self) -> Markup | None:
        return self._fault_html() if self.has_broken_link else None

    def _fault_html(self) -> Markup | None:
        """Return the message about the error in the notation field, with its position in the text if
        known.
        """
        fault, marked = self.fault, None
        if fault is None:
            return None
        if isinstance(fault, NotationError):
            marked = el("p", self.say("lab.where"), " ", _fault_place(self.invalid_text, fault))
        texts = el(
            "div",
            el("p", el("b", self.say("lab.no_line"))),
            el("p", fault.text()),
            marked,
            el("p", self.say("lab.kept"), cls="tk-small"),
        )
        return el("div", texts, cls="tk-alert", id=f"{self.id_prefix}-fault", data_key="line-fault")

    def _field(self) -> Markup:
        """Return the field for notation, with its fault or the rules that it breaks, and its explanation.

        It calls `act_line` while somebody types and `act_read` when it is sent.
        """
        line, say, prefix = self.draft.line(), self.say, self.id_prefix
        wrong = None if self.has_broken_link else self._fault_html()
        if self.problems and not self.fault:
            why = [el("p", problem.text(), f" [{problem.rule}]") for problem in self.problems]
            sentences = el("div", el("p", el("b", say("lab.forbidden"))), why)
            wrong = el("div", sentences, cls="tk-alert", id=f"{prefix}-fault", data_key="line-fault")
        is_wrong = bool(self.fault or self.problems)
        field = notation_field(
            "line",
            f"{prefix}-line",
            self.invalid_text if self.fault else line,
            is_wrong,
            "line",
            data_act="line",
            data_live=True,
            aria_describedby=f"{prefix}-{'fault' if is_wrong else 'how'}",
        )
        read = submit_button(say("lab.read"), "read", data_controls=True)
        copy = el(
            "button",
            say("lab.copy"),
            type="button",
            cls="tk-button tk-quiet",
            data_copy=line,
            data_copied=say("lab.copied"),
            data_key="copy-line",
            data_controls=True,
        )
        repeated = None
        if len(line) > _PHONE_FIELD_CHARACTERS and not (self.fault and wrong):
            cls = "tk-code tk-small tk-lab-whole" + (
                " tk-lab-long" if len(line) > _WIDE_FIELD_CHARACTERS else ""
            )
            repeated = el("p", line, cls=cls, aria_hidden="true")
        form = notation_form(say("lab.line"), field, f"{prefix}-line", "read", "form", read, copy)
        hint = el("p", say("lab.line_how"), cls="tk-small tk-soft", id=f"{prefix}-how")
        return el("div", form, repeated, wrong or hint, self._grammar(), cls="tk-lab-line")

    def _grammar(self) -> Markup | None:
        """Return the folded explanation of the notation; None if the lab has none."""
        parts = [el("p", self.say(f"lab.grammar_{part}")) for part in self.design.grammar_keys]
        if not parts:
            return None
        shown = el("p", el("code", self.design.grammar_example or self.design.example_line, cls="tk-code"))
        head = el("summary", self.say("lab.grammar"))
        return el("details", head, shown, parts, cls="tk-lab-grammar tk-small", data_key="grammar")

    def _link(self) -> Markup | None:
        """Return the folded link to this battle on any site of the kit; None on the site itself."""
        if self.is_site_page:
            return None
        path = canonical_address(self.design.page_name, **self.address())
        text = el("p", self.say("lab.link_how"), " ", el("code", path, cls="tk-code"))
        return el("details", el("summary", self.say("lab.link")), text, cls="tk-lab-link", data_key="link")


def _fault_place(typed: str, fault: NotationError) -> Markup:
    start = min(fault.position, len(typed))
    end = typed.find(" ", start + 1)
    end = min(len(typed) if end < 0 else end, start + _FAULT_CONTEXT_CHARACTERS)
    before = typed[max(0, start - _FAULT_CONTEXT_CHARACTERS) : start]
    bad, after = typed[start:end], typed[end:]
    return el(
        "code",
        "…" if start > _FAULT_CONTEXT_CHARACTERS else None,
        one_line_excerpt(before, 80),
        el("mark", one_line_excerpt(bad, 80) if bad.strip() else "␣"),
        one_line_excerpt(after[:_FAULT_CONTEXT_CHARACTERS], 80),
        "…" if len(after) > _FAULT_CONTEXT_CHARACTERS else None,
        cls="tk-code tk-lab-place",
    )
