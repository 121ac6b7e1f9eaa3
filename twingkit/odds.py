"""Exact finite probability: a distribution over outcomes, and the odds of a contest."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Protocol

import attrs

from twingkit.messages import Fault

__all__ = ["BudgetError", "Distribution", "ExactOdds", "Odds", "Outcomes"]


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


class Named(Protocol):
    """The words of a game, as far as outcomes are called by them."""

    def __contains__(self, name: object) -> bool:
        """True if there is such a word."""

    def name(self, name: str, lang: str) -> str:
        """The word in a language."""


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

    def __add__(self, other: Distribution | int) -> Distribution:
        """The sum of two independent outcomes, or each outcome moved by a number; so `sum` adds many.

        >>> die = Distribution({face: 1 / 6 for face in range(1, 7)})
        >>> two = die + die
        >>> round(two[7] * 36), round(two.mean(), 3), round(sum([die] * 3).sd(), 3)
        (6, 7.0, 2.958)
        """
        if isinstance(other, int):
            return Distribution({outcome + other: chance for outcome, chance in self.items()})
        if not isinstance(other, Distribution):
            return NotImplemented
        sums: dict[int, float] = {}
        for one, first in self.items():
            for two, second in other.items():
                sums[one + two] = sums.get(one + two, 0.0) + first * second
        return Distribution(sums)

    __radd__ = __add__

    def variance(self) -> float:
        """The variance, given that one of these outcomes happens; 0 for an empty distribution."""
        total, mean = self.total, self.mean()
        squares = sum(chance * (outcome - mean) ** 2 for outcome, chance in self.items())
        return squares / total if total else 0.0

    def sd(self) -> float:
        """The standard deviation, the root of the variance."""
        return sqrt(self.variance())

    def quantile(self, share: float) -> int:
        """The least outcome that is not exceeded with a chance of at least `share` (0 to 1), given that one
        of these happens: 0.5 gives the median. Raises `Fault` for another share, or of an empty distribution.

        >>> Distribution({0: 0.25, 1: 0.5, 2: 0.25}).quantile(0.5)
        1
        """
        if not 0 <= share <= 1 or not self._chances:
            raise Fault("odds.quantile", found=str(share)[:24])
        needed, reached = share * self.total - 1e-12, 0.0
        for outcome, chance in self.items():
            reached += chance
            if reached >= needed and chance > 0:
                return outcome
        return outcome

    def mean(self) -> float:
        """The mean outcome, given that one of these outcomes happens; 0 for an empty distribution."""
        total = self.total
        return sum(outcome * chance for outcome, chance in self._chances.items()) / total if total else 0.0

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{points}</th><td>{chance:.4f}</td></tr>" for points, chance in self.items())
        return f"<table>{rows}</table>"


class Outcomes(Mapping[str, float]):
    """Chances of anything, by names that the words of a game know: that a bid is true, who is last of three.
    They add up to 1; raises `Fault` if they do not. Where a game wins, ties or loses, `Odds` says more.

    >>> Outcomes({"true": 0.25, "false": 0.75})["true"]
    0.25
    """

    def __init__(self, chances: Mapping[str, float]) -> None:
        self._chances = dict(chances)
        total = sum(self._chances.values())
        if abs(total - 1) > 1e-9 or min(self._chances.values()) < 0:
            raise Fault("odds.outcomes", total=f"{total:.6f}")

    def __getitem__(self, name: str) -> float:
        return self._chances[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return f"Outcomes({self._chances})"

    def __str__(self) -> str:
        return ", ".join(f"{name} {chance:.1%}" for name, chance in self.items())

    def _repr_html_(self) -> str:
        return _row_html(self)

    def names(self, words: Named, lang: str) -> dict[str, str]:
        """The words of a game for outcomes; one that they do not know is called by its name."""
        return {name: words.name(name, lang) if name in words else name for name in self}


@attrs.frozen
class ExactOdds:
    """The same chances as fractions: `win`, `tie` and `loss` add up to 1, exactly.

    >>> from twingkit import twing
    >>> print(twing.odds("F: F5 F3 + F4 vs W: W6 W4", exact=True))
    win 25/36, tie 5/72, loss 17/72
    """

    win: Fraction
    tie: Fraction
    loss: Fraction
    rule: str = attrs.field(default="", eq=False, kw_only=True)

    @property
    def edge(self) -> Fraction:
        """Chance to win minus chance to lose."""
        return self.win - self.loss

    def __str__(self) -> str:
        return f"win {self.win}, tie {self.tie}, loss {self.loss}"


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

    @property
    def chances(self) -> dict[str, float]:
        """The chances by their names: win, tie, loss, edge."""
        return {"win": self.win, "tie": self.tie, "loss": self.loss, "edge": self.edge}

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

    def seen_by(self, side: str) -> Odds:
        """The same contest as the side "attacker" or "defender" sees it."""
        return self if side == "attacker" else self.flipped()

    def __str__(self) -> str:
        return f"win {self.win:.1%}, tie {self.tie:.1%}, loss {self.loss:.1%}"

    def _repr_html_(self) -> str:
        return _row_html({"win": self.win, "tie": self.tie, "loss": self.loss})


def _row_html(chances: Mapping[str, float]) -> str:
    """Chances side by side, each as wide as it is likely."""
    cells = "".join(
        f"<td style='width:{chance:.2%};min-width:4em;padding:.3em;border:1px solid currentColor'>"
        f"{html.escape(name)} {chance:.1%}</td>"
        for name, chance in chances.items()
    )
    return f"<table style='width:30em;max-width:100%'><tr>{cells}</tr></table>"


def _flip(margin: Callable[[], Distribution]) -> Callable[[], Distribution]:
    return lambda: Distribution({-points: chance for points, chance in margin().items()})
