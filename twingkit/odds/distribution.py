"""Distributions of numbers (losses, points, margins, rounds, dice): their sums, differences and conditions.

Sums, differences and products treat two distributions as independent. For dependent numbers, such as the
losses of both sides in one battle, use the function that returns their joint or combined distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf, sqrt
from operator import add, mul, sub

from twingkit.core.arguments import LANGUAGE, custom_argument_kind, require_valid_argument
from twingkit.core.arguments.kinds import as_builtin, is_number, quote_value
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.tables.column_meanings import SHARED_PACKAGE, add_column_meanings
from twingkit.core.tables.lazy_types import DataFrame

__all__ = ["Distribution"]

ROUNDING_TOLERANCE = 1e-9
"""The amount by which rounding may make a probability negative, or the sum of all greater than 1."""


def _chances(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        is_number(outcome) and is_number(chance) and chance >= -ROUNDING_TOLERANCE
        for outcome, chance in value.items()
    )


def _plain_chances(chances: Mapping[float, float]) -> Mapping[float, float]:
    return {as_builtin(outcome): as_builtin(chance) for outcome, chance in chances.items()}


_PROBABILITY_BY_OUTCOME = custom_argument_kind("argument.chances", _chances, _plain_chances)
"""The argument kind for a mapping from numbers to their probabilities."""


class Distribution(Mapping[float, float]):
    """A probability distribution: numbers (outcomes) with their probabilities, in ascending order.

    The probabilities add up to `total`: 1 for a whole distribution, less for a part of one (for example the
    rolls that no critical result decides). Raises `Fault` for outcomes that are not numbers, for negative
    probabilities, and for probabilities that add up to more than 1.

    >>> die = Distribution({-1: 0.25, 0: 0.5, 1: 0.25})
    >>> die[0], die.mean(), die.probability(lambda face: face > 0)
    (0.5, 0.0, 0.25)
    >>> two = die - die
    >>> two[0], round(two.given(lambda lead: lead > 0).mean(), 3), die.map(abs)[1]
    (0.375, 1.2, 0.5)
    """

    def __init__(self, chances: Mapping[float, float] | Mapping[int, float]) -> None:
        plain: Mapping[float, float] = require_valid_argument("chances", chances, _PROBABILITY_BY_OUTCOME)
        if sum(plain.values()) > 1 + ROUNDING_TOLERANCE:
            raise Fault("odds.total", total=f"{sum(plain.values()):.6g}")
        self._chances: dict[float, float] = dict(sorted(plain.items()))

    @classmethod
    def from_weights(cls, weights: Mapping[float, float] | Mapping[int, float]) -> Distribution:
        """Return the distribution of outcomes with these weights, such as a die of the package icepool.

        The weights may have any sum. Raises `Fault` if a weight is not a number or is negative, or if all are
        0.

        >>> Distribution.from_weights({1: 3, 2: 1})
        Distribution({1: 0.75, 2: 0.25})
        """
        if not isinstance(weights, Mapping):
            raise Fault("odds.weights", found=quote_value(weights))
        total = _total(list(weights.values()))
        return cls({outcome: weight / total for outcome, weight in weights.items()})

    @classmethod
    def from_values(cls, values: Iterable[float]) -> Distribution:
        """Return the distribution of a list of numbers, such as a column of a table.

        Missing values (nan, None, pandas.NA) are ignored. Raises `Fault` for anything but numbers, and if
        there is no number.

        >>> Distribution.from_values([3, 1, float("nan"), 3, 3])
        Distribution({1: 0.25, 3: 0.75})
        """
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            raise Fault("odds.values", found=quote_value(values))
        known = [value for value in values if not _is_missing(value)]
        wrong = [value for value in known if not is_number(value)]
        if wrong:
            raise Fault("odds.values", found=quote_value(wrong[0]))
        return cls.from_weights(Counter(known))

    @classmethod
    def mixture(cls, parts: Iterable[tuple[float, Distribution]]) -> Distribution:
        """Return the weighted mixture of several distributions, pairs of a weight and a distribution.

        Raises `Fault` for anything else, and for weights as `from_weights` does.

        >>> one, six = Distribution({1: 1.0}), Distribution({6: 1.0})
        >>> Distribution.mixture([(0.3, one), (0.7, six)])
        Distribution({1: 0.3, 6: 0.7})
        """
        listed = list(parts) if isinstance(parts, Iterable) else [parts]
        for entry in listed:
            if not (isinstance(entry, tuple | list) and len(entry) == 2 and isinstance(entry[1], cls)):
                raise Fault("odds.parts", found=quote_value(entry))
        total = _total([weight for weight, _ in listed])
        chances: dict[float, float] = {}
        for weight, part in listed:
            for outcome, chance in part.items():
                chances[outcome] = chances.get(outcome, 0.0) + weight / total * chance
        return cls(chances)

    @property
    def total(self) -> float:
        """The sum of all probabilities, 0 to 1."""
        return sum(self._chances.values())

    def __getitem__(self, outcome: float) -> float:
        return self._chances[outcome]

    def __iter__(self) -> Iterator[float]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return f"Distribution({self._chances})"

    def probability(self, event: Callable[[float], bool]) -> float:
        """Return the probability of the outcomes for which `event` is true."""
        return sum(chance for outcome, chance in self._chances.items() if event(outcome))

    def given(self, event: Callable[[float], bool]) -> Distribution:
        """Return the conditional distribution, given that `event` is true; empty if that is impossible.

        >>> Distribution({1: 0.5, 2: 0.25, 3: 0.25}).given(lambda face: face > 1)
        Distribution({2: 0.5, 3: 0.5})
        """
        share = self.probability(event)
        kept = {outcome: chance for outcome, chance in self.items() if event(outcome)}
        return Distribution({outcome: chance / share for outcome, chance in kept.items()} if share else {})

    def map(self, function: Callable[[float], float]) -> Distribution:
        """Return the distribution of `function(outcome)`.

        >>> Distribution({-1: 0.25, 1: 0.75}).map(lambda lead: max(lead, 0))
        Distribution({0: 0.25, 1: 0.75})
        """
        chances: dict[float, float] = {}
        for outcome, chance in self.items():
            value = function(outcome)
            chances[value] = chances.get(value, 0.0) + chance
        return Distribution(chances)

    def combine(self, other: Distribution | float, function: Callable[[float, float], float]) -> Distribution:
        """Return the distribution of `function(outcome, other)` for an independent distribution or a number.

        >>> coin = Distribution({0: 0.5, 1: 0.5})
        >>> coin.combine(coin, max)
        Distribution({0: 0.25, 1: 0.75})
        """
        if not isinstance(other, Distribution):
            return self.map(lambda outcome: function(outcome, other))
        chances: dict[float, float] = {}
        for outcome, first in self.items():
            for other_outcome, second in other.items():
                value = function(outcome, other_outcome)
                chances[value] = chances.get(value, 0.0) + first * second
        return Distribution(chances)

    def __add__(self, other: Distribution | float) -> Distribution:
        """Add an independent distribution, or add a number to each outcome; so `sum` adds several.

        >>> die = Distribution({face: 1 / 6 for face in range(1, 7)})
        >>> two = die + die
        >>> round(two[7] * 36), round(two.mean(), 3), round(sum([die] * 3).sd(), 3)
        (6, 7.0, 2.958)
        """
        return self.combine(other, add) if _fits(other) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Distribution | float) -> Distribution:
        return self.combine(other, sub) if _fits(other) else NotImplemented

    def __rsub__(self, other: float) -> Distribution:
        return -self + other if _fits(other) else NotImplemented

    def __mul__(self, other: Distribution | float) -> Distribution:
        return self.combine(other, mul) if _fits(other) else NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> Distribution:
        return Distribution({-outcome: chance for outcome, chance in self.items()})

    def variance(self) -> float:
        """Return the variance, normalised by the total; 0 for an empty distribution."""
        total, mean = self.total, self.mean()
        squares = sum(chance * (outcome - mean) ** 2 for outcome, chance in self.items())
        return squares / total if total else 0.0

    def sd(self) -> float:
        """Return the standard deviation."""
        return sqrt(self.variance())

    def quantile(self, share: float) -> float:
        """Return the smallest outcome that is not exceeded with a probability of at least `share` (0 to 1).

        Probabilities are normalised by the total; 0.5 gives the median. Raises `Fault` for any other share,
        or if the distribution is empty.

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
        """Return the mean, normalised by the total; 0 for an empty distribution."""
        total = self.total
        return sum(outcome * chance for outcome, chance in self._chances.items()) / total if total else 0.0

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the distribution as a table. Needs pandas.

        Columns: `outcome`, its `chance`, and the probabilities of `at_most` and `at_least` this outcome.
        `attrs["columns"]` explains them in the language `lang`.

        >>> Distribution({0: 0.25, 1: 0.75}).frame()["at_least"].tolist()
        [1.0, 0.75]
        """
        import pandas as pd

        require_valid_argument("lang", language(), LANGUAGE)
        frame = pd.DataFrame({"outcome": list(self), "chance": list(self.values())})
        frame["at_most"] = frame["chance"].cumsum()
        frame["at_least"] = frame["chance"][::-1].cumsum()[::-1]
        add_column_meanings(frame, SHARED_PACKAGE, "Distribution")
        return frame

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{outcome:g}</th><td>{chance:.4f}</td></tr>" for outcome, chance in self.items()
        )
        return f"<table>{rows}</table>"


def _total(weights: list[float]) -> float:
    """Return the sum of weights. Raises `Fault` if a weight is not a number from 0, or if all are 0."""
    whole = all(is_number(weight) and weight >= 0 for weight in weights)
    total = sum(weights) if whole else 0.0
    if not 0 < total < inf:
        raise Fault("odds.weights", found=str(weights)[:60])
    return total


def _is_missing(value: object) -> bool:
    """True for nan, None and the missing values of pandas."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or bool(value != value)


def _fits(other: object) -> bool:
    return isinstance(other, (Distribution, int, float)) and not isinstance(other, bool)
