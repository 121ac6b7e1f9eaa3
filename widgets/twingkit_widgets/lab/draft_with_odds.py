"""The draft in a lab with its rulings, its odds, and the odds before the last change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.slices import BudgetError
from twingkit_widgets.lab.design import AnyDraft, Draft, LabDesign, LabOdds, LabSubject
from twingkit_widgets.lab.notices import OPEN_RULE_ACTION
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.long_work import LongWork, UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, button, el


class DraftWithOdds:
    """The current draft of a lab with the rules that it breaks and the odds, once they are known."""

    design: LabDesign
    """The design of the game."""
    lang: str
    say: Callable[..., str]
    """Returns a text of the game's lab or, if it has none, of every lab: `say(key, role, **facts)`."""
    long_work: LongWork
    """The long-running work that goes on while the page is used."""
    draft: AnyDraft
    """The current `Draft`."""
    last_allowed_odds: tuple[LabSubject, LabOdds | Exception] | None = None
    """The last allowed subject, with its odds or the reason why there are none."""
    odds_before_change: LabOdds | None = None
    """The odds shown before the last change, or None."""
    _on_show: LabOdds | None = None
    _judged: tuple[Draft, Sequence[Refusal]] | None = None

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
