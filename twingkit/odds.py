"""Exact finite probability: a distribution over outcomes, and the odds of a contest."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import attrs

from twingkit.messages import Fault

__all__ = ["BudgetError", "Distribution", "Odds"]


class BudgetError(Fault):
    """Odds that would take too long to compute; each kind of odds has a class of its own below this one.

    >>> from twingkit import imperium
    >>> try:
    ...     imperium.odds("space: 3 dreadnought @ da vs 3 dreadnought @ da,dh", most=20)
    ... except BudgetError as fault:
    ...     print(type(fault).__name__)
    WalkError
    """


class WinTieLoss(Protocol):
    """Whatever has the chances to win, tie and lose: an `Odds`, or a game's own."""

    @property
    def win(self) -> float:
        """The chance to win."""

    @property
    def tie(self) -> float:
        """The chance of a tie."""

    @property
    def loss(self) -> float:
        """The chance to lose."""


class Distribution(Mapping[int, float]):
    """Outcomes (whole numbers) with their chances, in rising order.

    The chances add up to `total`: 1 for a whole distribution, less for a part of one (for example the rolls
    that no critical result decides).

    >>> die = Distribution({-1: 0.25, 0: 0.5, 1: 0.25})
    >>> die[0], die.mean(), die.chance(lambda face: face > 0)
    (0.5, 0.0, 0.25)
    """

    def __init__(self, chances: Mapping[int, float]) -> None:
        self._chances = dict(sorted(chances.items()))

    @property
    def total(self) -> float:
        """The sum of all chances, 0 to 1."""
        return sum(self._chances.values())

    def __getitem__(self, outcome: int) -> float:
        return self._chances[outcome]

    def __iter__(self) -> Iterator[int]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return f"Distribution({self._chances})"

    def chance(self, event: Callable[[int], bool]) -> float:
        """The chance of all outcomes for which `event` holds."""
        return sum(chance for outcome, chance in self._chances.items() if event(outcome))

    def mean(self) -> float:
        """The mean outcome, given that one of these outcomes happens; 0 for an empty distribution."""
        total = self.total
        return sum(outcome * chance for outcome, chance in self._chances.items()) / total if total else 0.0

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{points}</th><td>{chance:.4f}</td></tr>" for points, chance in self.items())
        return f"<table>{rows}</table>"


@attrs.frozen
class Odds:
    """The chances of the attacker: `win`, `tie` and `loss`, which add up to 1.

    Where dice alone decide, `critical_win`, `critical_tie` and `critical_loss` are the parts of them that a
    standing critical result decides, and `margin` is the distribution of attacker's points minus defender's
    over all other rolls; the four together add up to 1. Where players respond, `margin` is None. `rule` is
    the id of the rule that says what these odds are, empty where none does.

    >>> Odds(0.5, 0.25, 0.25).edge
    0.25
    """

    win: float
    tie: float
    loss: float
    critical_win: float = 0.0
    critical_tie: float = 0.0
    critical_loss: float = 0.0
    _margin: Callable[[], Distribution] | None = attrs.field(default=None, repr=False, eq=False)
    rule: str = attrs.field(default="", repr=False, eq=False, kw_only=True)

    @property
    def margin(self) -> Distribution | None:
        """Points of the attacker minus points of the defender, over the rolls no critical decides."""
        return self._margin() if self._margin else None

    @property
    def edge(self) -> float:
        """Chance to win minus chance to lose, −1 to 1: what best play maximises."""
        return self.win - self.loss

    def flipped(self) -> Odds:
        """The same contest as the defender sees it."""
        return Odds(
            self.loss,
            self.tie,
            self.win,
            self.critical_loss,
            self.critical_tie,
            self.critical_win,
            _flip(self._margin) if self._margin else None,
            rule=self.rule,
        )

    def __str__(self) -> str:
        return f"win {self.win:.1%}, tie {self.tie:.1%}, loss {self.loss:.1%}"

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<td style='width:{chance:.2%};min-width:4em;padding:.3em;border:1px solid currentColor'>"
            f"{html.escape(name)} {chance:.1%}</td>"
            for name, chance in (("win", self.win), ("tie", self.tie), ("loss", self.loss))
        )
        return f"<table style='width:30em;max-width:100%'><tr>{cells}</tr></table>"


def _flip(margin: Callable[[], Distribution]) -> Callable[[], Distribution]:
    return lambda: Distribution({-points: chance for points, chance in margin().items()})
