"""The odds of a contest, and chances of anything by names."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Protocol

import attrs

from twingkit.core.arguments import check_argument, check_arguments, named_kind
from twingkit.core.arguments.kinds import as_plain, is_number
from twingkit.core.messages import Fault
from twingkit.odds.distribution import Distribution

__all__ = ["ExactOdds", "Odds", "Outcomes"]


NEVER = 1e-12
"""A chance below this is 0."""


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


class OutcomeWords(Protocol):
    """The words of a game, as far as outcomes are called by them."""

    def __contains__(self, name: object) -> bool:
        """True if there is such a word."""

    def name(self, name: str) -> str:
        """The word in a language."""


def _named_chances(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(is_number, value.values()))


NAMED_CHANCES = named_kind("argument.named_chances", _named_chances)
"""Names of outcomes with their chances."""


class Outcomes(Mapping[str, float]):
    """Chances of anything, by names that the words of a game know: that a bid is true, who is last of three.
    They add up to 1; raises `Fault` if they do not, or are no numbers. Where a game wins, ties or loses,
    `Odds` says more.

    >>> Outcomes({"true": 0.25, "false": 0.75})["true"]
    0.25
    """

    def __init__(self, chances: Mapping[str, float]) -> None:
        check_argument("chances", chances, NAMED_CHANCES)
        self._chances = {name: as_plain(chance) for name, chance in chances.items()}
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

    def names(self, words: OutcomeWords) -> dict[str, str]:
        """The words of a game for outcomes; one that they do not know is called by its name."""
        return {name: words.name(name) if name in words else name for name in self}


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

    @classmethod
    def from_difference(cls, ahead: Distribution) -> Odds:
        """The odds of being ahead: of a difference of two distributions, above 0 wins and 0 ties. Raises
        `Fault` for a distribution in which nothing has a chance.

        >>> die = Distribution(dict.fromkeys(range(1, 7), 1 / 6))
        >>> print(Odds.of(die + die - die - 3))
        win 50.0%, tie 12.5%, loss 37.5%
        """
        if not ahead.total > 0:
            raise Fault("odds.nothing")
        win, tie, loss = (
            ahead.probability(event) / ahead.total
            for event in (lambda lead: lead > 0, lambda lead: lead == 0, lambda lead: lead < 0)
        )
        return Odds(win, tie, loss)

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

    def for_defender(self) -> Odds:
        """The same contest as the defender sees it."""
        return Odds(
            self.loss,
            self.tie,
            self.win,
            self.critical_loss,
            self.critical_tie,
            self.critical_win,
            partial(_flip, self._margin) if self._margin else None,
            rule=self.rule,
        )

    @check_arguments()
    def for_side(self, side: str) -> Odds:
        """The same contest as the side "attacker" or "defender" sees it. Raises `Fault` for another side."""
        return self if side == "attacker" else self.for_defender()

    def __str__(self) -> str:
        return f"win {self.win:.1%}, tie {self.tie:.1%}, loss {self.loss:.1%}"

    def _repr_html_(self) -> str:
        return _row_html({"win": self.win, "tie": self.tie, "loss": self.loss})


def _row_html(chances: Mapping[str, float]) -> str:
    """Chances side by side, each as wide as it is likely, and at least as wide as its text.

    Notebooks give tables a fixed layout, which lets the texts of narrow cells overlap.
    """
    cells = "".join(
        f"<td style='width:{chance:.2%};padding:.3em;border:1px solid currentColor'>"
        f"{html.escape(name)} <span style='white-space:nowrap'>{chance:.1%}</span></td>"
        for name, chance in chances.items()
    )
    return f"<table style='table-layout:auto;width:30em;max-width:100%'><tr>{cells}</tr></table>"


def _flip(margin: Callable[[], Distribution]) -> Distribution:
    return -margin()
