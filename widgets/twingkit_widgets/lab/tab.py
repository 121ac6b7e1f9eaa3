"""The parts of a lab: the draft of a battle, the builder that changes it, and a tab for each question.

A game writes its own builder and tabs, one class each, and names them in its `LabDesign`::

    class WorthTab(Tab):
        def view(self) -> Markup:                  # the answer about `self.lab.analysed_subject`
            return el("p", ...)

        def act_side(self, value: object) -> None: # called by a control with data-act="side" in this tab
            self.side = ...

        def on_draft_changed(self) -> None:        # another battle: forget the old one
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, ParamSpec, TypeVar

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.slices import BudgetError, Slices
from twingkit.core.tables.lazy_types import DataFrame, Figure
from twingkit_widgets.lab.design import AnyDraft, Draft, LabDesign, LabOdds, LabSubject
from twingkit_widgets.lab.lab_words import LAB_WORDS
from twingkit_widgets.lab.notices import (
    OPEN_RULE_ACTION,
    lower_edge_notice_html,
    open_rule_html,
    refusal_html,
)
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.long_work import LongWork, UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.sentences import CatalogueFault

T = TypeVar("T")
ParamsT = ParamSpec("ParamsT")

AnyPart = Any
"""A part of a lab, requested by a name that determines its class."""


class LabFault(CatalogueFault):
    """The error for an invalid action in a lab; without a `key` its message says that something does not
    exist.
    """

    catalogue = LAB_WORDS

    def __init__(self, key: str = "fault.no_place", **facts: object) -> None:
        super().__init__(key, **facts)


class Lab:
    """The interface through which the builder and the tabs of a lab use the lab: its draft with the rules
    that it breaks, the odds once they are known, and its state.
    """

    design: LabDesign
    """The design of the game."""
    lang: str
    status: str
    """The latest message for screen readers; a part sets it when its action has changed something."""
    is_site_page: bool
    """True if the lab is a page of a site, whose head has the link to the current state."""
    id_prefix: str
    """The prefix of the ids of this panel's elements."""
    draft: AnyDraft
    """The current `Draft`."""
    earlier_drafts: Sequence[Draft] = ()
    """The drafts before each change, the latest last."""
    open_tab_name: str
    """The name of the open tab."""
    last_refusal: Refusal | Fault | None = None
    """The reason why the last change was not made."""
    open_rule_id = ""
    """The rule that is open at the lower edge."""
    has_broken_link: bool
    """True if the notation that the lab was opened with could not be read."""
    invalid_text = ""
    """The text of the field while it is not valid."""
    variant_part: AnyPart
    """The choice of the rules that judge the draft (`VariantPart`); None in a game without variants."""
    long_work: LongWork
    """The long-running work that goes on while the page is used."""
    last_allowed_odds: tuple[LabSubject, LabOdds | Exception] | None = None
    """The last allowed subject, with its odds or the reason why there are none."""
    odds_before_change: LabOdds | None = None
    """The odds shown before the last change, or None."""
    _on_show: LabOdds | None = None
    _judged: tuple[Draft, Sequence[Refusal]] | None = None

    send: Callable[..., None]
    """Sends something to the page, such as a file to save: a method of the widget."""

    @abstractmethod
    def set_draft(self, draft: Draft) -> None:
        """Show another draft, in a way that can be undone."""

    @abstractmethod
    def set_subject(self, subject: object) -> None:
        """Show another subject, such as a battle, as if it had been built here; the change can be undone."""

    @abstractmethod
    def act_tab(self, value: object) -> None:
        """Open another tab by its name. Raises `LabFault` if there is none."""

    @abstractmethod
    def get_part(self, name: str) -> AnyPart:
        """Return the tab of this name, created on first use; or the "builder" or the "aside"."""

    def say(self, key: str, role: str = "", /, **facts: object) -> str:
        """Return the text `key` of this lab or, if the lab has none, the text that all labs share."""
        return self.design.say(key, role, **facts)

    @property
    def problems(self) -> Sequence[Refusal]:
        """A refusal for every rule that the battle breaks now; none while a side is empty."""
        if self._judged is None or self._judged[0] is not self.draft:
            self._judged = (self.draft, self.draft.problems())
        return self._judged[1]

    @property
    def analysed_subject(self) -> LabSubject:
        """The subject that the tabs analyse: the current one or, if it breaks rules, the last allowed one;
        None while a side is empty.
        """
        return self.last_allowed_odds[0] if self.last_allowed_odds and self.draft.is_complete else None

    @property
    def odds(self) -> LabOdds:
        """The odds of `analysed_subject`; None without one, or while they take too long."""
        return None if self.odds_error else self._weighed

    @property
    def odds_error(self) -> Exception | None:
        """The reason why there are no odds of `analysed_subject`, or None."""
        return self._weighed if isinstance(self._weighed, Exception) else None

    @property
    def is_slow(self) -> bool:
        """True if there are no odds because they take too long."""
        return isinstance(self.odds_error, BudgetError | UnfinishedError)

    @property
    def _weighed(self) -> LabOdds:
        return self.last_allowed_odds[1] if self.last_allowed_odds and self.draft.is_complete else None

    def start_odds(self) -> None:
        """Compute the odds if the battle is allowed; long work continues in the background."""
        if not self.draft.is_complete:
            self.odds_before_change = self._on_show = None
            return
        subject = self.draft.subject()
        known = self.last_allowed_odds is not None and self.last_allowed_odds[0] == subject
        if self.problems or (known and not isinstance(self.odds_error, UnfinishedError)):
            return
        if not known:
            self.odds_before_change = self._on_show
        design = self.design
        try:
            odds = self.long_work.answer(
                ("odds", subject), lambda: design.compute_odds(subject), design.estimate_seconds(subject)
            )
            self.last_allowed_odds = (subject, odds)
        except (Fault, UnfinishedError) as fault:  # too slow, or not finished
            self.last_allowed_odds = (subject, fault)
        self._on_show = self.odds

    def stale_odds_text(self) -> str:
        """Return why the odds shown are not those of the current draft; "" if they are."""
        if self.problems:
            return self.say("lab.stale" if self.analysed_subject else "lab.stale_none")
        if isinstance(self.odds_error, Fault) and not self.is_slow:
            return self.odds_error.text()
        return self.say("lab.slow") if self.odds_error else ""

    def problems_html(self) -> Markup | None:
        """Return every rule that the battle breaks, and the button that goes back; None without problems."""
        if not self.problems:
            return None
        items = [
            el("li", problem.text(), " ", rule_badge(problem.rule, OPEN_RULE_ACTION, key=f"problem:{index}"))
            for index, problem in enumerate(self.problems)
        ]
        again: Child = None
        if self.analysed_subject:
            again = [
                el("p", self.say("lab.forbidden_how")),
                el("p", el("code", str(self.analysed_subject), cls="tk-code")),
                el("p", button(self.say("lab.last"), "restore_allowed", key="last")),
            ]
        texts = el("div", el("h2", self.say("lab.forbidden")), el("ul", items, cls="tk-list"), again)
        return el("section", texts, cls="tk-alert", data_key="problems")

    def or_progress_html(self, view: Callable[[], Child]) -> Child:
        """Return the content that `view` returns or, if it is still being computed, the progress of the
        computation.
        """
        try:
            return view()
        except UnfinishedError as unfinished:
            return self.long_work.progress_html(unfinished)

    def progress_html(self) -> Markup | None:
        """Return the progress of odds that take long, with a button; None if the odds are known."""
        if self.problems or not isinstance(self.odds_error, UnfinishedError):
            return None
        return self.long_work.progress_html(self.odds_error)

    def rule_button(self, rule: str, key: str = "") -> Markup:
        """Return the button that opens a rule at the lower edge.

        Two buttons of one rule need different keys.
        """
        return rule_badge(rule, OPEN_RULE_ACTION, key=key or f"rule:{rule}")


class LabPart:
    """Base class of the parts of a lab, such as its builder and tabs; the page calls their methods
    `act_…`.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def on_draft_changed(self) -> None:
        """Handle a change of the lab's draft."""

    def on_odds_finished(self) -> None:
        """Handle the end of a long computation of odds, whether it succeeded or failed."""

    def act_drag(self, value: object) -> None:
        """Handle a drag and drop. Raises `LabFault` if nothing can be dropped here."""
        raise LabFault

    def change_announcement(self) -> str:
        """Return a sentence for screen readers about the effect of the last change on this part; "" for
        none.
        """
        return ""

    def saved_state(self) -> str:
        """Return the state of this part to save with the battle, as text; "" for none."""
        return ""

    def load_state(self, state: str) -> None:
        """Restore a state that `saved_state` returned."""

    @property
    def draft(self) -> AnyDraft:
        """The current draft of the lab; a game's part declares this attribute with the game's own draft
        type.
        """
        return self.lab.draft

    def computed(
        self, work: Callable[ParamsT, Slices[T]], *given: ParamsT.args, **named: ParamsT.kwargs
    ) -> T:
        """Return the result of work in slices, a function with hashable arguments, which is done only once.

        Raises `UnfinishedError` until the result is there, and whatever the work raises.
        """
        question = (work, given, tuple(named.items()))
        result: T = self.lab.long_work.answer(question, lambda: work(*given, **named))
        return result

    def say(self, key: str, role: str = "", /, **facts: object) -> str:
        """Return the text `key` of the lab, with its first letter capitalized; `role` is the side it is
        about.
        """
        return self.lab.say(key, role, **facts)


def joined_tables(tables: Sequence[DataFrame]) -> DataFrame:
    """Return tables one below the other, with the `attrs` of the first. Raises `LabFault` without any."""
    import pandas as pd  # on request only: panels start without it

    if not tables:
        raise LabFault("fault.no_table")
    joined = pd.concat(tables, ignore_index=True)
    joined.attrs = dict(tables[0].attrs)
    return joined


def require_odds(lab: Lab) -> Any:  # the odds of the game
    """Return the odds of a lab. Raises the reason if there are none."""
    if lab.odds_error is not None:
        raise lab.odds_error
    return lab.odds


class LabTab(LabPart, ABC):
    """Base class of lab tabs, each of which answers one question about the battle: `view` as HTML, `frame`
    and `figure` for Python.
    """

    accepts_any_draft: ClassVar[bool] = False
    """True if the tab also answers for an incomplete or forbidden draft."""
    has_frame_without_battle: ClassVar[bool] = False
    """True if `frame` also answers for an incomplete draft that the rules allow."""
    needs_odds: ClassVar[bool] = True
    """True if there is no answer while the odds of the battle are being computed."""
    drag_name_prefix: ClassVar[str] = ""
    """The prefix of the names of things that can be dragged here, for `act_drag`."""
    figure_kind: ClassVar[str] = ""
    """The name of the function in `twingkit.analyse.charts` or in the game's charts that draws `frame`."""
    state_parameter: ClassVar[str] = ""
    """The parameter of a page's address that contains `saved_state`; "" if there is none."""

    @property
    def builder(self) -> AnyPart:
        """The builder of the lab; a game's tab declares this attribute with the game's own builder type."""
        return self.lab.get_part("builder")

    @abstractmethod
    def view(self) -> Markup:
        """Return the answer. Raises `Fault` if there is none, `UnfinishedError` until it is computed."""

    def frame(self) -> DataFrame:
        """Return what the tab shows as a table, computed by public analyses.

        It is asked for only if the rules allow the draft, unless `accepts_any_draft`. Raises an explained
        error (such as `LabFault` or the `Fault` of an analysis) if there is no table.
        """
        raise LabFault("fault.no_table")

    def figure(self) -> Figure:
        """Return the figure of `frame`. Raises the errors of `frame`, and `LabFault` if the tab has none."""
        if not self.figure_kind:
            self.frame()  # without a table that is the reason
            raise LabFault("fault.no_figure")
        # imported here: pages without charts do not need it
        from twingkit.analyse.charts.alt_text import figure_kind_by_name

        return figure_kind_by_name(self.figure_kind).figure(self.frame(), self.lab.lang)

    def empty_html(self) -> Child:
        """Return the content shown while there is no battle."""
        return el("p", self.say("lab.news_open"), cls="tk-soft")

    def footer_html(self) -> Markup | None:
        """Return the part below the answer, or None."""
        return None

    def address(self) -> dict[str, str]:
        """Return the query parameters of this tab's settings, for a link that already contains the battle and
        the tab.
        """
        state = self.saved_state() if self.state_parameter else ""
        return {self.state_parameter: state} if state else {}

    def show_query(self, query: Mapping[str, str]) -> None:
        """Restore settings that `address` returned; invalid values are ignored."""
        if self.state_parameter:
            self.load_state(query.get(self.state_parameter, ""))


class PanelAboveBattle(LabPart, ABC):
    """Base class of panels that a lab can open above the battle with any tab, such as one that plays the
    battle step by step.
    """

    @abstractmethod
    def view(self) -> Markup | None:
        """Return the part above the battle; None while it is closed."""

    @abstractmethod
    def draft_from_state(self, state: str) -> Draft | None:
        """Return the draft stored in a text of this part's `saved_state`; None if the text has another
        format.

        Raises an error that explains itself if the text is damaged.
        """


class LabBuilder(LabPart, ABC):
    """Base class of the lab part in which a person builds the battle, with the controls for both sides."""

    def try_change(self, change: Callable[[], Draft]) -> None:
        """Show the draft that `change` returns, or the reason why the change is not possible."""
        try:
            draft = change()
        except (Refusal, Fault) as refusal:
            self.lab.last_refusal = refusal
            self.lab.status = refusal.text()
        else:
            self.lab.set_draft(draft)

    @abstractmethod
    def view(self) -> Child:
        """Return the part above the tabs: the chances, both sides, the notes of the rules."""

    def header_html(self) -> Child:
        """Return the first element of the lab, above the odds and the sides."""
        return el("p", self.say("lab.lead"), cls="tk-lab-lead")

    def undo_button(self, **attributes: Any) -> Markup:
        """Return the button that undoes the last change."""
        return button(
            self.say("lab.undo"), "undo", key="undo", disabled=not self.lab.earlier_drafts, **attributes
        )

    def line_parameter_name(self) -> str:
        """Return the name of the notation's parameter in the page's address."""
        return "battle"

    def address(self) -> dict[str, str]:
        """Return the parameters of the page's address about the battle, besides its notation."""
        return {}

    def saved_state(self) -> str:
        """Return the draft as text that the design can read."""
        return str(self.lab.draft.line())

    def below_line_html(self) -> Child:
        """Return the part below the field of the notation."""
        return None

    def notice_html(self) -> Markup | None:
        """Return the notice at the lower edge: the reason why the last change was not made, or an opened
        rule; None if there is neither.
        """
        refused = self.lab.last_refusal
        if isinstance(refused, Refusal):
            return lower_edge_notice_html(self.refusal_html(refused), self.lab.say)
        if refused is not None:
            return lower_edge_notice_html(el("p", refused.text()), self.lab.say)
        return open_rule_html(self.lab.open_rule_id, self.lab.design.rulebook())

    def refusal_html(self, refusal: Refusal) -> Child:
        """Return the reason why the rules forbade the last change."""
        return refusal_html(refusal, self.say("lab.refused"))

    def close_notice(self) -> None:
        """Close the notice at the lower edge."""

    @abstractmethod
    def odds_announcement(self) -> str:
        """Return a sentence for screen readers about the odds of the battle."""

    def side_effects_note(self) -> str:
        """Return a sentence about further effects of the last change, such as items it removed; "" for
        none.
        """
        return ""
