"""The draft in a lab with its rulings, its odds, and the odds before the last change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.slices import BudgetError, Slices
from twingkit_widgets.lab.notices import problems_html
from twingkit_widgets.panel.long_work import LongWork, Unfinished
from twingkit_widgets.panel.markup import Markup

LabSubject = Any
"""What the lab of the game calculates for: the battle, position, question or deck of a draft."""
LabOdds = Any
"""The odds that the `LabDesign` of a game works out for its subjects."""
AnyDraft = Any
"""The `Draft` of a game, with its additional members."""


class Draft(Protocol):
    """The subject of a lab, such as a battle, while it is built: it may be forbidden, or a side still empty.

    Drafts are immutable: a change is a new draft (`Lab.put`).
    """

    @property
    def is_complete(self) -> bool:
        """True if there is a battle: no side is empty."""
        ...

    def subject(self) -> LabSubject:
        """Return the current subject, allowed or not."""
        ...

    def problems(self) -> Sequence[Refusal]:
        """Return a refusal for every rule that the battle breaks; none while a side is empty."""
        ...

    def line(self) -> str:
        """Return the draft as notation."""
        ...

    def with_subject(self, subject: LabSubject) -> Self:
        """Return the draft with this subject; anything else that the draft stores about the sides is kept."""
        ...


class OddsSource(Protocol):
    """The part of a `LabDesign` that computes odds."""

    @property
    def compute_odds(self) -> Callable[[LabSubject], Slices[LabOdds]]:
        """The function that computes, in slices, the odds of an allowed battle. It raises `Fault` if there
        are none.
        """

    @property
    def estimate_seconds(self) -> Callable[[LabSubject], float]:
        """The function that estimates how many seconds the odds of a battle take to compute."""


class DraftWithOdds:
    """The draft of a lab, with the refusals of the rules and the odds, as far as they are known."""

    design: OddsSource
    """The `LabDesign` that says how odds are worked out."""
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
    def last_allowed_subject(self) -> LabSubject:
        """The subject that the tabs answer about: the current one or, while that is forbidden, the last
        allowed one; None while a side is empty.
        """
        return self.last_allowed_odds[0] if self.last_allowed_odds and self.draft.is_complete else None

    @property
    def odds(self) -> LabOdds:
        """The odds of `last_allowed_subject`; None without one, or while they take too long."""
        return None if self.odds_error else self._weighed

    @property
    def odds_error(self) -> Exception | None:
        """The reason why there are no odds of `last_allowed_subject`, or None."""
        return self._weighed if isinstance(self._weighed, Exception) else None

    @property
    def is_slow(self) -> bool:
        """True if there are no odds because they take too long."""
        return isinstance(self.odds_error, BudgetError | Unfinished)

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
        if self.problems or (known and not isinstance(self.odds_error, Unfinished)):
            return
        if not known:
            self.odds_before_change = self._on_show
        design = self.design
        try:
            odds = self.long_work.answer(
                ("odds", subject), lambda: design.compute_odds(subject), design.estimate_seconds(subject)
            )
            self.last_allowed_odds = (subject, odds)
        except (Fault, Unfinished) as fault:  # too slow, or not finished
            self.last_allowed_odds = (subject, fault)
        self._on_show = self.odds

    def stale_odds_text(self) -> str:
        """Return why the odds shown are not those of the current draft; "" if they are."""
        if self.problems:
            return self.say("lab.stale" if self.last_allowed_subject else "lab.stale_none")
        if isinstance(self.odds_error, Fault) and not self.is_slow:
            return self.odds_error.text()
        return self.say("lab.slow") if self.odds_error else ""

    def problems_html(self) -> Markup | None:
        """Return every rule that the battle breaks, and the button that goes back; None without problems."""
        return problems_html(self.problems, self.last_allowed_subject, self.say)

    def progress_html(self) -> Markup | None:
        """Return the progress of odds that take long, with a button; None if the odds are known."""
        if self.problems or not isinstance(self.odds_error, Unfinished):
            return None
        return self.long_work.progress_html(self.odds_error)
