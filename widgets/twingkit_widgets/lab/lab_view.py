"""The HTML of a lab: the builder, the questions with one answer open, and the field for notation."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from twingkit.core.cards.box_faults import BoxError
from twingkit.core.messages import Fault
from twingkit.core.notation import BattleError, NotationError
from twingkit_widgets.lab.tab import Aside, Builder, Lab, Tab
from twingkit_widgets.lab.typed_line import Say, battle_address_html, fault_html, typed_line_html
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.panel import explain
from twingkit_widgets.read.rulebook.rulings import box_rules_note_html


def _tabs_html(names: Sequence[str], chosen: str, content: Child, say: Say, prefix: str) -> Markup:
    """Return the tabs `names`, each with a question, and the answer to the `chosen` one.

    The label of a question is the text `tabs.` plus its name; `prefix` makes the ids. Arrow keys move between
    the questions, Enter or Space opens one (`act_tab`): answers are worked out only then.
    """
    items = [
        el(
            "button",
            say(f"tabs.{name}"),
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
        for name in names
    ]
    label = say("tabs.label")
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
        content,
        cls="tk-box tk-lab-panel",
        role="tabpanel",
        id=f"{prefix}-tab-panel",
        tabindex="0",
        aria_labelledby=f"{prefix}-tab-{chosen}",
        data_key=f"tabpanel:{chosen}",
    )
    return el(
        "section",
        el("h2", label, cls="tk-hidden"),
        row,
        panel,
        cls="tk-lab-answers",
        data_bring=chosen,
        data_key="tabs",
    )


class LabView(Lab):
    """The part of a lab that renders it as HTML."""

    builder: Builder
    aside: Aside | None
    fault: NotationError | BoxError | Fault | None
    """The fault of the text in the field."""
    address: Callable[[], dict[str, str]]
    """The query of a link to what is shown."""

    @property
    @abstractmethod
    def open_tab(self) -> Tab:
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
            _tabs_html(
                list(self.design.tab_paths), self.open_tab_name, self._answer(), self.say, self.id_prefix
            ),
            self.open_tab.footer_html(),
            self._field(),
            self.builder.below_line_html(),
            self._link(),
            self.builder.notice_html(),
            cls=self.design.css_class,
        )

    def _by_the_box(self) -> Markup | None:
        """Return the note on house rules that a lab without a choice of rules ignores, or None."""
        if self.variant_part is not None or not self.is_site_page:
            return None
        return box_rules_note_html(self.say("rules.by_the_box"), self.design.game)

    def _answer(self) -> Child:
        """Return the answer of the open tab, or why it has none.

        An answer about an earlier battle says so, is grey, and cannot be used.
        """
        tab = self.open_tab
        outdated = bool(self.problems) and not tab.accepts_any_draft
        if isinstance(why := self.odds_error, (Fault, Unfinished)) and tab.needs_odds:
            note = self.stale_odds_text() if isinstance(why, Unfinished) else why.text()
            return el("p", note, cls="tk-note")
        if self.analysed_subject is None and not tab.accepts_any_draft:
            return self._outdated(None) if outdated else tab.empty_html()
        try:
            content = self.or_progress_html(tab.view)
        except (BattleError, Fault) as fault:
            return el("div", [el("p", text) for text in explain(fault)], cls="tk-note")
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

    def _first_fault(self) -> Markup | None:
        if not self.fault or not self.has_broken_link:
            return None
        return fault_html(self.invalid_text, self.fault, self.say, self.id_prefix)

    def _field(self) -> Markup:
        how, parts = None, [el("p", self.say(f"lab.grammar_{part}")) for part in self.design.grammar_keys]
        if parts:
            shown = el(
                "p", el("code", self.design.grammar_example or self.design.example_line, cls="tk-code")
            )
            head = el("summary", self.say("lab.grammar"))
            how = el("details", head, shown, parts, cls="tk-lab-grammar tk-small", data_key="grammar")
        return typed_line_html(
            self.draft.line(),
            self.invalid_text,
            self.fault,
            self.say,
            self.id_prefix,
            hides_fault=self.has_broken_link,
            problems=self.problems,
            grammar=how,
        )

    def _link(self) -> Markup | None:
        """Return the link to this battle on any site of the kit; None on the site itself."""
        if self.is_site_page:
            return None
        return battle_address_html(self.design.page_name, self.address(), self.say)
