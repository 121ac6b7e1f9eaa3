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

LabBattle = Any
"""The battle, position or question that a game's drafts describe."""
LabOdds = Any
"""The odds that the `LabDesign` of a game works out for its battles."""
AnyDraft = Any
"""The `Draft` of a game, with its additional members."""


class Draft(Protocol):
    """The battle while it is built, allowed or not; a side may still be empty.

    Drafts are immutable: a change is a new draft (`Lab.put`).
    """

    @property
    def complete(self) -> bool:
        """True if there is a battle: no side is empty."""
        ...

    def battle(self) -> LabBattle:
        """Return the current battle, allowed or not."""
        ...

    def problems(self) -> Sequence[Refusal]:
        """Return every rule that the battle breaks; none while a side is empty."""
        ...

    def line(self) -> str:
        """Return the draft as notation."""
        ...

    def with_battle(self, battle: LabBattle) -> Self:
        """Return the draft with this battle; what the sides hold besides stays."""
        ...


class Weighing(Protocol):
    """The part of a `LabDesign` that says how odds are worked out."""

    @property
    def odds(self) -> Callable[[LabBattle], Slices[LabOdds]]:
        """Works out the odds of an allowed battle, in slices. Raises `Fault` if there are none."""

    @property
    def seconds(self) -> Callable[[LabBattle], float]:
        """Estimates the time that the odds of a battle take."""


class WeighedDraft:
    """The draft of a lab with what the rules say about it, and its odds as far as they are known."""

    design: Weighing
    """The `LabDesign` that says how odds are worked out."""
    lang: str
    say: Callable[..., str]
    """Returns a text of the game's lab, or the one of every lab: `say(key, role, **facts)`."""
    long_work: LongWork
    """The work that takes long and goes on while the page is used."""
    draft: AnyDraft
    """The present `Draft`."""
    last: tuple[LabBattle, LabOdds | Exception] | None = None
    """The last battle that the rules allow, with its odds or why there are none."""
    before: LabOdds | None = None
    """The odds shown before the last change, or None."""
    _on_show: LabOdds | None = None
    _judged: tuple[Draft, Sequence[Refusal]] | None = None

    @property
    def problems(self) -> Sequence[Refusal]:
        """Every rule that the battle breaks now; none while a side is empty."""
        if self._judged is None or self._judged[0] is not self.draft:
            self._judged = (self.draft, self.draft.problems())
        return self._judged[1]

    @property
    def settled(self) -> LabBattle:
        """The battle that the answers are about: the current one, or while that is forbidden the last allowed
        one; None while a side is empty.
        """
        return self.last[0] if self.last and self.draft.complete else None

    @property
    def odds(self) -> LabOdds:
        """The odds of `settled`; None without one, or while they take too long."""
        return None if self.no_odds else self._weighed

    @property
    def no_odds(self) -> Exception | None:
        """Why there are no odds of `settled`, or None."""
        return self._weighed if isinstance(self._weighed, Exception) else None

    @property
    def _weighed(self) -> LabOdds:
        return self.last[1] if self.last and self.draft.complete else None

    def weigh(self) -> None:
        """Work out the odds if the battle is allowed; long work goes on in the background."""
        if not self.draft.complete:
            self.before = self._on_show = None
            return
        battle = self.draft.battle()
        known = self.last is not None and self.last[0] == battle
        if self.problems or (known and not isinstance(self.no_odds, Unfinished)):
            return
        if not known:
            self.before = self._on_show
        design = self.design
        try:
            odds = self.long_work.answer(
                ("odds", battle), lambda: design.odds(battle), design.seconds(battle)
            )
            self.last = (battle, odds)
        except (Fault, Unfinished) as fault:  # too slow, or not finished
            self.last = (battle, fault)
        self._on_show = self.odds

    def stale(self) -> str:
        """Return why the odds shown are not those of the current draft; "" if they are."""
        if self.problems:
            return self.say("lab.stale" if self.settled else "lab.stale_none")
        if isinstance(self.no_odds, Fault) and not isinstance(self.no_odds, BudgetError):
            return self.no_odds.text()
        return self.say("lab.slow") if self.no_odds else ""

    def problems_html(self) -> Markup | None:
        """Return every rule that the battle breaks, and the button back; None without problems."""
        return problems_html(self.problems, self.settled, self.say)

    def slow_html(self) -> Markup | None:
        """Return the progress of odds that take long, with a button; None if they are there."""
        if self.problems or not isinstance(self.no_odds, Unfinished):
            return None
        return self.long_work.html(self.no_odds)
