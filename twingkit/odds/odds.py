"""The odds of a contest, and probabilities of named outcomes."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Protocol

import attrs

from twingkit.core.arguments import LANGUAGE, check_arguments, custom_argument_kind, require_valid_argument
from twingkit.core.arguments.kinds import as_builtin, is_number
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.tables.column_meanings import SHARED_PACKAGE, add_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.words import format_percent
from twingkit.odds.distribution import Distribution

__all__ = ["ExactOdds", "Odds", "OutcomeChances"]


_OUTCOME_NAMES = ("win", "tie", "loss")

NEGLIGIBLE_PROBABILITY = 1e-12
"""A probability below this is treated as 0."""


class WinTieLoss(Protocol):
    """The protocol for results with the properties `win`, `tie` and `loss` (probabilities): `Odds`, or a
    game's own class.
    """

    @property
    def win(self) -> float:
        """The probability of a win."""

    @property
    def tie(self) -> float:
        """The probability of a tie."""

    @property
    def loss(self) -> float:
        """The probability of a loss."""


class OutcomeWords(Protocol):
    """The protocol for a game's vocabulary: names of outcomes by key, in the current language."""

    def __contains__(self, name: object) -> bool:
        """True if there is a word with this key."""

    def name(self, name: str) -> str:
        """Return the word in the current language."""


def _named_chances(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(is_number, value.values()))


_PROBABILITY_BY_NAME = custom_argument_kind("argument.named_chances", _named_chances)
"""The argument kind for a mapping from the names of outcomes to their probabilities."""


class OutcomeChances(Mapping[str, float]):
    """An immutable mapping from the names of outcomes, such as "true" and "false" for a bid, to their
    probabilities.

    They add up to 1; raises `Fault` if they do not, or if they are not numbers. The names are keys of the
    game's words. For a contest with win, tie and loss use `Odds`, which holds more.

    >>> OutcomeChances({"true": 0.25, "false": 0.75})["true"]
    0.25
    """

    def __init__(self, chances: Mapping[str, float]) -> None:
        require_valid_argument("chances", chances, _PROBABILITY_BY_NAME)
        self._chances = {name: as_builtin(chance) for name, chance in chances.items()}
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
        return f"OutcomeChances({self._chances})"

    def __str__(self) -> str:
        return _named_texts({name: format_percent(chance, 1) for name, chance in self.items()})

    def _repr_html_(self) -> str:
        return _row_html(self)

    def display_names(self, words: OutcomeWords) -> dict[str, str]:
        """Return the game's word for each outcome; an outcome without a word keeps its name."""
        return {name: words.name(name) if name in words else name for name in self}


@attrs.frozen
class ExactOdds:
    """Win, tie and loss probabilities as exact fractions, which add up to 1.

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
        """The probability of a win minus that of a loss."""
        return self.win - self.loss

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the probabilities as a table of one row. Needs pandas.

        Columns: `win`, `tie`, `loss`, `edge` as numbers, and `win_exact`, `tie_exact`, `loss_exact` as texts.
        `attrs["columns"]` explains them in the language `lang`.

        >>> frame = ExactOdds(Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)).frame()
        >>> float(frame["win"][0]), frame["win_exact"][0]
        (0.25, '1/4')
        """
        exact = {name: getattr(self, name) for name in ("win", "tie", "loss")}
        numbers = {name: float(chance) for name, chance in (*exact.items(), ("edge", self.edge))}
        texts = {f"{name}_exact": str(chance) for name, chance in exact.items()}
        return _one_row({**numbers, **texts}, self.rule)

    def __str__(self) -> str:
        return _named_texts({name: str(getattr(self, name)) for name in _OUTCOME_NAMES})

    def _repr_html_(self) -> str:
        return _row_html({message(f"odds.{name}"): float(getattr(self, name)) for name in _OUTCOME_NAMES})


@attrs.frozen
class Odds:
    """The probabilities that the attacker wins (`win`), ties (`tie`) and loses (`loss`), which add up to 1.

    If dice alone decide, `critical_win`, `critical_tie` and `critical_loss` are the parts of them that a
    critical result decides, and `margin` is the distribution of the attacker's points minus the defender's
    over all other rolls; the three parts and the total of `margin` add up to 1. If players respond, `margin`
    is None. `rule` is the id of the rule that explains these odds, or empty.

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
        """Return the odds of being ahead, from the distribution of a lead: above 0 wins, 0 ties.

        Raises `Fault` for an empty distribution.

        >>> die = Distribution(dict.fromkeys(range(1, 7), 1 / 6))
        >>> print(Odds.from_difference(die + die - die - 3))
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
        """The distribution of the attacker's lead in points, over rolls without a critical result."""
        return self._margin() if self._margin else None

    @property
    def edge(self) -> float:
        """The probability of a win minus that of a loss, −1 to 1; best play maximises it."""
        return self.win - self.loss

    @property
    def chances(self) -> dict[str, float]:
        """The probabilities by name: win, tie, loss, edge."""
        return {"win": self.win, "tie": self.tie, "loss": self.loss, "edge": self.edge}

    def for_defender(self) -> Odds:
        """Return the odds of the same contest for the defender."""
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
        """Return the odds of the same contest for the side "attacker" or "defender".

        Raises `Fault` for another side.
        """
        return self if side == "attacker" else self.for_defender()

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the probabilities as a table of one row. Needs pandas.

        Columns: `win`, `tie`, `loss`, `edge`. `attrs["columns"]` explains them in the language `lang`.

        >>> Odds(0.5, 0.25, 0.25).frame().to_dict("records")
        [{'win': 0.5, 'tie': 0.25, 'loss': 0.25, 'edge': 0.25}]
        """
        return _one_row(self.chances, self.rule)

    def __str__(self) -> str:
        return _named_texts({name: format_percent(getattr(self, name), 1) for name in _OUTCOME_NAMES})

    def _repr_html_(self) -> str:
        return _row_html({message(f"odds.{name}"): getattr(self, name) for name in _OUTCOME_NAMES})


def _named_texts(texts: Mapping[str, str]) -> str:
    """Return texts by name as one line; outcomes of a contest are named in the current language."""
    names = {name: message(f"odds.{name}") if name in _OUTCOME_NAMES else name for name in texts}
    return ", ".join(f"{names[name]} {text}" for name, text in texts.items())


def _one_row(cells: Mapping[str, object], rule: str) -> DataFrame:
    """Return a table of one row with explained columns; its `attrs` name the rule behind it."""
    import pandas as pd

    require_valid_argument("lang", language(), LANGUAGE)
    frame = pd.DataFrame([cells])
    frame.attrs["rules"] = [rule] if rule else []
    add_column_meanings(frame, SHARED_PACKAGE, "Odds")
    return frame


def _row_html(chances: Mapping[str, float]) -> str:
    """Return probabilities as a one-row HTML table, in which the width of each cell shows its probability.

    Notebooks give tables a fixed layout, which lets the texts of narrow cells overlap.
    """
    cells = "".join(
        f"<td style='width:{chance:.2%};padding:.3em;border:1px solid currentColor'>"
        f"{html.escape(name)} <span style='white-space:nowrap'>{format_percent(chance, 1)}</span></td>"
        for name, chance in chances.items()
    )
    return f"<table style='table-layout:auto;width:30em;max-width:100%'><tr>{cells}</tr></table>"


def _flip(margin: Callable[[], Distribution]) -> Distribution:
    return -margin()
