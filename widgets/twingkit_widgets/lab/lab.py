"""The lab of any game: a battle to build or type, who wins it, and a row of questions about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import traitlets

from twingkit.core.language import language
from twingkit.core.links import to_unquoted_link
from twingkit.core.messages import Fault
from twingkit.core.notation import NotationError
from twingkit.core.questions import Refusal, one_line
from twingkit.core.rulebook import Rulebook
from twingkit_widgets.lab.design import LAB_CSS, LabDesign
from twingkit_widgets.lab.lab_view import LabView
from twingkit_widgets.lab.notices import RULE_ACT
from twingkit_widgets.lab.rules_choice import RulesPart, split_rules
from twingkit_widgets.lab.sent_values import offered_value
from twingkit_widgets.lab.tab import AnyPart, Aside, Builder, LabFault, Part, Tab
from twingkit_widgets.lab.weighed_draft import AnyDraft, Draft
from twingkit_widgets.panel.controls import fresh_id, rule_button
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import CSS, Handler, Panel

MAX_UNDO = 50
"""The number of changes that can be undone."""


class LabPanel(LabView, Panel):
    """A battle to build or type, and questions about it, as defined by a game's `LabDesign`.

    >>> from twingkit_widgets.lab.labs_of_game import labs_of
    >>> lab = LabPanel(labs_of("imperium")[0], "space: 2 cruiser vs 1 dreadnought")
    >>> lab.do("read", {"line": "space: 2 cruiser against 1 carrier"}); lab.fault.position, lab.draft.line()
    (17, 'space: 2 cruiser vs 1 dreadnought')
    """

    state = traitlets.Unicode(help="the position in the lab and the open tab, as text for `restore`")

    def __init__(
        self,
        design: LabDesign,
        line: object = None,
        lang: str | None = None,
        *,
        view: str = "",
        site: bool = False,
        query: Mapping[str, str] | None = None,
        variant: str = "",
        **given: Any,
    ) -> None:
        """Show `line` (notation or a battle), or the example; faults are explained in the panel, which then
        shows the example.

        `view` is the tab to open, `query` further settings of a link (`address`), and `variant` the rules
        that judge the battle; an invalid variant is explained, too. With `site`, the head of the page has the
        link to the battle; otherwise the panel shows it. Further arguments are passed to the builder.
        """
        self._css = CSS + LAB_CSS + design.css
        self.design, self.site = design, site
        self.past: Sequence[Draft] = ()
        """The drafts before each change, the latest last."""
        self.refused: Refusal | Fault | None = None
        """Why the last change was not made."""
        self.fault: NotationError | Fault | None = None
        """The fault of the text in the field."""
        self.typed = ""
        """The text of the field while it is not valid."""
        self.lab_opened = ""
        """The rule that is open at the lower edge."""
        self.own = fresh_id()
        """The prefix of the ids of this panel's elements."""
        self._tabs: dict[str, Tab] = {}
        self.tab = view if view in design.tabs else next(iter(design.tabs))
        """The name of the open tab, which is created when it is first opened."""
        example: AnyDraft = design.read(design.example)
        self.rules = RulesPart(self, design.readings, design.game) if design.readings else None
        """The choice of the rules that judge the draft; None in a game without variants."""
        if self.rules and variant:
            example = example.with_variant(self.rules.read(type(example.variant), variant))
        self.draft = example
        laid = example if line is None else None
        if line is not None:
            laid = self._read(line) if isinstance(line, str) else example.with_battle(line)
        self.linked = self.fault is not None
        """True if the fault is in the notation that the lab was opened with."""
        self.draft = laid or example
        """The present draft."""
        self.weigh()
        self.builder: Builder = design.make_builder(self, **given)
        self.aside: Aside | None = design.make_aside(self)
        self.lang = language()
        if query:
            self.open_tab.visit(query)
            self.status = ""  # nothing to announce yet
        super().__init__(lang=lang)
        self._keep()

    @property
    def keeps_link(self) -> bool:
        """True if settings in the page's address are saved in the browser as if they had been built here."""
        return self.fault is None and f"{self._rules_kept()}{self.draft.line()}" != self.design.example

    # -- changes of the draft

    def put(self, draft: Draft) -> None:
        """Show another draft; the change can be undone."""
        self.refused = None
        if draft == self.draft:
            self.fault, self.typed = None, ""
            self.status = f"{self.builder.side_effect_note()} {self._news()}".strip()
            return
        self.past = (*self.past, self.draft)[-MAX_UNDO:]
        self._lay(draft)

    def take(self, battle: object) -> None:
        """Show another battle as if it had been built; the change can be undone.

        Raises `LabFault` for a value that is not a battle of this lab.
        """
        if type(battle).__module__ == "builtins" and not isinstance(battle, type(self.draft.battle())):
            raise LabFault("fault.no_battle", found=one_line(repr(battle), 40))
        self.put(self.draft.with_battle(battle))

    def _lay(self, draft: Draft) -> None:
        self.draft = draft
        self.fault, self.typed = None, ""
        self.weigh()
        self._tell_change()

    def _tell_change(self) -> None:
        """Inform every part about another draft, and tell the person what it means."""
        for part in self._parts():
            part.changed()
        news = [self.builder.side_effect_note(), self._news(), *(part.news() for part in self._parts())]
        self.status = " ".join(text for text in news if text)
        self._keep()

    def act_undo(self, value: object) -> None:
        """Undo the last change of the battle and announce it; nothing happens if there is none."""
        if self.past:
            *self.past, last = self.past
            self.refused = None
            self._lay(last)
            self.status = f"{self.say('lab.undone')} {self.status}"

    def act_last(self, value: object) -> None:
        """Return to the last battle that the rules allow."""
        if self.last:
            self.take(self.last[0])

    def use_finished_work(self) -> None:
        """Use odds that took long."""
        if isinstance(self.no_odds, Unfinished):
            self.weigh()
            if not isinstance(self.no_odds, Unfinished):
                self.status = self._news()
                for part in self._parts():
                    part.odds_known()

    # -- notation

    @property
    def line(self) -> str:
        """The notation of the current draft. It cannot be set: `do("line", text)` reads another one."""
        return str(self.draft.line())

    @line.setter
    def line(self, value: object) -> None:
        """The notation of the current draft. It cannot be set: `do("line", text)` reads another one."""
        raise LabFault("fault.line", found=one_line(repr(value), 40))

    def do(self, act: str, value: object = None) -> None:
        """Carry out an action, like a click.

        `do("line", text)` shows the battle of a text; it raises the fault of one that cannot be read, which
        the panel also shows.
        """
        super().do(act, value)
        if act == "line" and self.fault is not None:
            raise self.fault

    def act_line(self, value: object) -> None:
        """Read the field while somebody types: show the battle as soon as it is valid, otherwise the
        fault.
        """
        laid = self._read(str(value.get("line", "")) if isinstance(value, dict) else str(value or ""))
        if laid is not None:
            self.put(laid)

    def act_read(self, value: object) -> None:
        """Read the field; if it is not valid, show why and keep the last valid draft."""
        self.act_line(value)
        if self.fault:
            self.status = f"{self.say('lab.no_line')} {self.fault.text()}"

    def _read(self, text: str) -> Draft | None:
        """Return the draft of a text; None if it is not valid, in which case the text is kept with its
        fault.
        """
        self.linked = False
        try:
            beside, line = self.design.beside, text.strip()
            laid = beside(self.draft, line) if beside else self.design.read(line)
        except (NotationError, Fault) as fault:
            self.fault, self.typed = fault, text.strip()
            return None
        self.fault, self.typed = None, ""
        return self.rules.judged(laid) if self.rules else laid

    # -- parts

    @property
    def open_tab(self) -> Tab:
        """The open tab, created when it is first opened."""
        return self._made(self.tab)

    def part(self, name: str) -> AnyPart:
        """Return the tab of this name, created on first use; or the "builder" or the "aside"."""
        return {"aside": self.aside, "builder": self.builder}.get(name) or self._made(name)

    def _made(self, name: str) -> Tab:
        if name not in self._tabs:
            self._tabs[name] = self.design.make_tab(name, self)
        return self._tabs[name]

    def _parts(self) -> list[Part]:
        """Return everything that has its own controls and was opened before."""
        beside: list[Part | None] = [self.rules, self.aside]
        return [self.builder, *(part for part in beside if part), *self._tabs.values()]

    def act_tab(self, value: object) -> None:
        """Open the answer to another question. Raises `LabFault` if there is none."""
        name = offered_value(value, self.design.tabs)
        self._made(name)
        self.tab = name
        self.status = self.say(f"tabs.{self.tab}")
        self._keep()

    def act_drop(self, value: object) -> None:
        """Handle a drag in the builder or the open tab."""
        tab = self.open_tab
        own = tab.drags and str(value).startswith(tab.drags)
        (tab if own else self.builder).act_drop(value)
        self._keep()

    def _handler(self, act: str) -> Handler:
        """Return the handler of an action: the lab's own, or that of the builder, of the part beside it, or
        of the open tab.
        """
        name = f"act_{act}"
        for part in (self.rules, self.builder, self.aside, self.open_tab):
            handler = None if hasattr(self, name) else getattr(part, name, None)
            if handler is not None:
                return partial(self._handled, handler)
        return super()._handler(act)

    def _handled(self, handler: Handler, value: object) -> None:
        handler(value)
        self._keep()

    # -- state and address

    def _keep(self) -> None:
        beside = self.aside.saved_state() if self.aside else ""
        self.state = beside or self._rules_kept() + self.builder.saved_state() + self._kept_tabs()

    def _rules_kept(self) -> str:
        return self.rules.saved_state() if self.rules else ""

    def _kept_tabs(self) -> str:
        """Return the state of the open tab, and of the one whose state lasts."""
        design = self.design
        kept = self.open_tab.saved_state()
        first = self.tab == next(iter(design.tabs))
        tab = f"\n{self.tab}" if design.keeps_tab and (kept or not first) else ""
        lasting = self._tabs.get(design.lasting) if self.tab != design.lasting else None
        other = lasting.saved_state() if lasting else ""
        return tab + (f"\n{kept}" if kept else "") + (f"\n\n{other}" if other else "")

    def restore(self, text: str) -> None:
        """Restore a state. Raises a self-explanatory error if it cannot be read, and changes nothing then."""
        beside = self.aside.draft_of(text) if self.aside else None
        rules, line = split_rules(text) if self.rules else ("", text)
        tab = kept = lasting = ""
        if self.design.keeps_tab:
            line, _, lasting = line.partition("\n\n")
            line, _, settings = line.partition("\n")
            tab, _, kept = settings.partition("\n")
        self.long_work.head_start()
        draft: AnyDraft = beside or self.design.read(line)
        if self.rules and not beside:
            draft = draft.with_variant(type(draft.variant).resolve(rules or "box"))
        self.tab = tab if tab in self.design.tabs else self.tab
        self._lay(draft)
        self.past, self.before, self.refused = (), None, None
        if self.aside:
            self.aside.load_state(text if beside else "")
        if kept:
            self.open_tab.load_state(kept)
        if lasting and self.tab != self.design.lasting:
            self._made(self.design.lasting).load_state(lasting)
        self._keep()
        self.refresh()

    def address(self) -> dict[str, str]:
        """Return the query of a link to what is shown, encoded as in links but not yet percent-encoded."""
        address = {self.builder.line_name(): to_unquoted_link(self.draft.line())}
        if self.tab != next(iter(self.design.tabs)):
            address["view"] = self.tab
        rules = self.rules.address() if self.rules else {}
        return {**address, **rules, **self.builder.address(), **self.open_tab.address()}

    # -- the lower edge

    def act_lab_rule(self, value: object) -> None:
        """Open a rule at the lower edge; the open one, or "", closes it."""
        book = self.rulebook()
        wanted = str(value or "")
        self.lab_opened = wanted if wanted in book and wanted != self.lab_opened else ""
        self.act_understood(None)
        if self.lab_opened:
            self.status = f"{self.lab_opened}: {book[self.lab_opened].title()}"

    def act_understood(self, value: object) -> None:
        """Close the notice at the lower edge."""
        self.refused = None
        self.builder.understood()

    def rulebook(self) -> Rulebook:
        """Return the rules that can be opened."""
        return self.design.rulebook()

    def rule(self, rule: str, key: str = "") -> Markup:
        """Return the button that opens a rule at the lower edge.

        Two buttons of one rule need different keys.
        """
        return rule_button(rule, RULE_ACT, key=key or f"rule:{rule}")

    # -- texts

    def say(self, key: str, role: str = "", **facts: object) -> str:
        """Return a text of this lab, or the one of every lab."""
        return str(self.design.say(key, role, **facts))

    def _news(self) -> str:
        """Return what is shown now, for screen readers."""
        why = " ".join(f"{problem.text()} {problem.rule}" for problem in self.problems)
        if why:
            return self.say("lab.news_forbidden", why=why)
        if not self.draft.complete:
            return self.say("lab.news_open")
        return self.stale() if self.odds is None else self.builder.odds_news()
