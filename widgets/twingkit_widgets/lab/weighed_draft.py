"""The draft in a lab with the rulings on it, its odds, and those before the last change."""

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
"""The battle, position or question that the drafts of a game come to."""
LabOdds = Any
"""The odds that the `LabDesign` of a game computes of its battle."""
AnyDraft = Any
"""The `Draft` of a game, with all that the parts of its own lab know of it."""


class Draft(Protocol):
    """The battle while it is built, allowed or not; a side may have nothing yet.

    Drafts are not changed once they lie there: a change is a new draft (`Lab.put`).
    """

    @property
    def complete(self) -> bool:
        """True if there is a battle: every side has something."""
        ...

    def battle(self) -> LabBattle:
        """The present battle, allowed or not."""
        ...

    def problems(self) -> Sequence[Refusal]:
        """Every rule that the battle breaks; none while a side has nothing yet."""
        ...

    def line(self) -> str:
        """All of it as one line."""
        ...

    def with_battle(self, battle: LabBattle) -> Self:
        """The draft with this battle instead; what the sides hold besides stays."""
        ...


class Weighing(Protocol):
    """The part of a `LabDesign` that says how odds are worked out."""

    @property
    def odds(self) -> Callable[[LabBattle], Slices[LabOdds]]:
        """The odds of an allowed battle, worked out in slices. Raises `Fault` if there are none."""

    @property
    def seconds(self) -> Callable[[LabBattle], float]:
        """The time that the odds of a battle are estimated to take."""


class WeighedDraft:
    """The draft of a lab with what the rules say to it, and its odds as far as they can be had."""

    design: Weighing
    """The `LabDesign` that says how odds are worked out."""
    lang: str
    say: Callable[..., str]
    """A sentence of the game's lab, or the one that every lab says: `say(key, role, **facts)`."""
    long_work: LongWork
    """The work that takes long, and goes on while the page is used."""
    draft: AnyDraft
    """The present `Draft`."""
    last: tuple[LabBattle, LabOdds | Exception] | None = None
    """The last battle that the rules allow, with its odds or why they cannot be had."""
    before: LabOdds | None = None
    """The odds that were on show before the last change; None if there were none."""
    _on_show: LabOdds | None = None
    _judged: tuple[Draft, Sequence[Refusal]] | None = None

    @property
    def problems(self) -> Sequence[Refusal]:
        """Every rule that the battle breaks now; none while a side has nothing yet."""
        if self._judged is None or self._judged[0] is not self.draft:
            self._judged = (self.draft, self.draft.problems())
        return self._judged[1]

    @property
    def settled(self) -> LabBattle:
        """The battle that the answers are about: the present one, or while it is forbidden the last one that
        was allowed; None while a side has nothing."""
        return self.last[0] if self.last and self.draft.complete else None

    @property
    def odds(self) -> LabOdds:
        """The odds of `settled`; None without one, or while they take too long."""
        return None if self.no_odds else self._weighed

    @property
    def no_odds(self) -> Exception | None:
        """The reason why there are no odds of `settled`; None if there are."""
        return self._weighed if isinstance(self._weighed, Exception) else None

    @property
    def _weighed(self) -> LabOdds:
        return self.last[1] if self.last and self.draft.complete else None

    def weigh(self) -> None:
        """Compute the odds if there is a battle and it is allowed; what takes long goes on meanwhile."""
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
        except (Fault, Unfinished) as fault:  # too much work, or not done yet
            self.last = (battle, fault)
        self._on_show = self.odds

    def stale(self) -> str:
        """Return why the odds on show are not those of what lies there; "" if they are."""
        if self.problems:
            return self.say("lab.stale" if self.settled else "lab.stale_none")
        if isinstance(self.no_odds, Fault) and not isinstance(self.no_odds, BudgetError):
            return self.no_odds.text()
        return self.say("lab.slow") if self.no_odds else ""

    def problems_html(self) -> Markup | None:
        """Every rule that the battle breaks, and the way back; None for none."""
        return problems_html(self.problems, self.settled, self.say)

    def slow_html(self) -> Markup | None:
        """Return how far odds are that take long, and what to do; None where they are there."""
        if self.problems or not isinstance(self.no_odds, Unfinished):
            return None
        return self.long_work.html(self.no_odds)
