"""Comparison of runs of games: how long they take, what happens, and whether going first is better.

    runs = {"5": arena.simulate(400, players), "3": arena.simulate(400, players, "box price=3")}
    mean_by_run(runs, "turns"), differences_from_baseline(runs, "turns"), first_player_win_rates(runs)

Every number has a confidence interval. Runs with the same seed deal the same cards and roll the same dice
until their games diverge. Their differences are therefore paired, game by game, which makes the intervals
narrower wherever games stay similar. The choices are those of computer players: a difference shows what the
rules do to their games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist

from twingkit.analyse.arena.results import Results
from twingkit.core.arguments import (
    NUMBER,
    TEXT,
    check_arguments,
    list_or_single,
    mapping_of,
    require_valid_argument,
)
from twingkit.core.arguments.game_kinds import results_or_frame_kind
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame, Series
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE, won_share_cells
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.tally import ACTION_WORDS

RunsByName = Mapping[str, Results | DataFrame]
"""Runs of games by their names."""

GAME_MEASURES = ("turns", "answers", "battles", "actions", "objects", "starter_won", *ACTION_WORDS)
"""The measures of a game that can be compared; `measure_per_game` explains them."""

_NUMBERS_ARGUMENT = list_or_single("argument.numbers")

MIN_GAMES = 5
"""Smallest number of games of a run; below it the interval would be too narrow (see `student_factor`)."""


@with_column_meanings
@check_arguments(results=results_or_frame_kind("twing", "seats", "player", "starter", "won"))
def measure_per_game(results: Results | DataFrame, measure: str = "turns") -> Series[float]:
    """Return one number for each arena game, such as its number of turns, indexed by the game's seed.

    `results` are those of `arena.simulate`, or its frame of seats. `measure` is one of:
    "turns" (`games.rounds` of the arena), "answers" and "battles"; an action ("buy", "attack" …), how often
    all seats together chose it; "actions", the total; "objects", how often a seat gained an object it had
    never owned; "starter_won", 1 if the first player won, otherwise 0. Raises `Fault` for another measure.

    >>> from twingkit import arena
    >>> results = arena.simulate(2, ["random", "random"], seed=1, processes=1)
    >>> measure_per_game(results, "starter_won").between(0, 1).all()
    np.True_
    """
    seats = results.seats if isinstance(results, Results) else results
    if measure in ("turns", "answers"):  # the same for all seats
        column = "rounds" if measure == "turns" else measure
        return seats.groupby("seed", sort=False)[column].first().astype("float64").rename_axis(None)
    if measure == "battles":  # each has two sides
        values = seats[["battles_won", "battles_tied", "battles_lost"]].sum(axis=1) / 2
    elif measure == "starter_won":
        values = (seats["won"] == 1) & (seats["starter"] == 1)
    elif measure == "objects":
        values = seats[[f"got_{name}" for name in OBJECTS]].notna().sum(axis=1)
    elif measure == "actions" or measure in ACTION_WORDS:
        values = seats[measure]
    else:
        raise Fault(
            "comparison.measure", found=one_line_excerpt(str(measure), 40), known=", ".join(GAME_MEASURES)
        )
    return values.groupby(seats["seed"], sort=False).sum().astype("float64").rename_axis(None)


@with_column_meanings
@check_arguments(runs=mapping_of(TEXT, results_or_frame_kind("twing", "seats", "player", "starter", "won")))
def mean_by_run(
    runs: RunsByName, measure: str = "turns", *, confidence: float = DEFAULT_CONFIDENCE
) -> DataFrame:
    """Return the mean of a measure in each run with its Student confidence interval.

    `runs` maps names to runs; the names become the column `label`, in the given order. Columns: `label`,
    `mean`, `low`, `high`, `error` (standard error of the mean), `spread` (standard deviation of a game),
    `games`. `attrs`: `measure`, `confidence`. Raises `Fault` for an unknown measure, for no runs, and for a
    run with fewer than five games.

    >>> from twingkit import arena
    >>> frame = mean_by_run({"random": arena.simulate(5, ["random", "random"], seed=1, processes=1)})
    >>> frame.loc[0, "label"], bool(frame.loc[0, "low"] < frame.loc[0, "mean"] < frame.loc[0, "high"])
    ('random', True)
    """

    rows = []
    for name, values in _values_by_run(runs, measure).items():
        error = _error(values)
        rows.append(_row(name, "mean", float(values.mean()), error, len(values) - 1, confidence))
        rows[-1] |= {"spread": float(values.std()), "games": len(values)}
    return frame_from_rows(rows, measure=measure, confidence=confidence)


@with_column_meanings
@check_arguments(runs=mapping_of(TEXT, results_or_frame_kind("twing", "seats", "player", "starter", "won")))
def differences_from_baseline(
    runs: RunsByName,
    measure: str = "turns",
    *,
    baseline: str | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
) -> DataFrame:
    """Return how much the mean of a measure in each run differs from the run `baseline`.

    The default baseline is the first run. Columns: `label`, `change`, `low`, `high`, `error` (its standard
    error), `percent` (the change relative to the mean of the baseline, NaN where that is 0), `paired`,
    `games` (of the run). `paired` is true if both runs have the same seeds; the interval is then that of the
    differences game by game, otherwise Welch's. `attrs`: `measure`, `against`, `base` (the mean of the
    baseline), `confidence`. Raises `Fault` as `mean_by_run` does, and for an unknown baseline.

    >>> from twingkit import arena
    >>> players = ["random", "random"]
    >>> runs = {line: arena.simulate(5, players, line, 1, processes=1) for line in ("box", "short")}
    >>> frame = differences_from_baseline(runs)
    >>> frame["label"].tolist(), frame["paired"].tolist(), frame.attrs["against"]
    (['short'], [True], 'box')
    """

    every = _values_by_run(runs, measure)
    other = next(iter(every)) if baseline is None else baseline
    if other not in every:
        raise Fault("comparison.against", found=one_line_excerpt(str(other), 40), known=", ".join(every))
    base = every[other]
    mean, rows = float(base.mean()), []
    for name, values in every.items():
        if name == other:
            continue
        change, error, freedom, paired = _mean_difference(values, base)
        rows.append(_row(name, "change", change, error, freedom, confidence))
        rows[-1] |= {
            "percent": change / mean if mean else float("nan"),
            "paired": paired,
            "games": len(values),
        }
    columns = ["label", "change", "low", "high", "error", "percent", "paired", "games"]
    return frame_from_rows(rows, columns, measure=measure, against=other, base=mean, confidence=confidence)


@with_column_meanings
@check_arguments(runs=mapping_of(TEXT, results_or_frame_kind("twing", "seats", "player", "starter", "won")))
def first_player_win_rates(runs: RunsByName, *, confidence: float = DEFAULT_CONFIDENCE) -> DataFrame:
    """Return how often the first player won in each run (TW-SET-4), with the Wilson interval.

    Columns: `label`, `seats`, `games`, `won`, `share`, `low`, `high`, `fair_share` (1 / seats: the share if
    going first made no difference), `sure` (whether `fair_share` is outside the interval). Drawn games count
    as not won. `attrs`: `measure`, `confidence`. Raises `Fault` as `mean_by_run` does.

    >>> from twingkit import arena
    >>> frame = first_player_win_rates({"two": arena.simulate(5, ["random", "random"], seed=1, processes=1)})
    >>> print(frame[["label", "games", "fair_share"]].to_string(index=False))
    label  games  fair_share
      two      5         0.5
    """

    rows = []
    for name, values in _values_by_run(runs, "starter_won").items():
        results = runs[name]
        seats = int((results.seats if isinstance(results, Results) else results)["player"].nunique())
        won, count = int(values.sum()), len(values)
        shares = won_share_cells(won, count, confidence)
        sure = not shares["low"] <= 1 / seats <= shares["high"]
        rows.append(
            {"label": name, "seats": seats, "games": count, **shares, "fair_share": 1 / seats, "sure": sure}
        )
    return frame_from_rows(rows, measure="starter_won", confidence=confidence)


@with_column_meanings
@check_arguments(values=mapping_of(TEXT, _NUMBERS_ARGUMENT))
def percentile_table(values: Mapping[str, Sequence[float]]) -> DataFrame:
    """Return percentiles and mean of each list of numbers, one row for each name, for `charts.spread`.

    Columns: `label`, `p5`, `p25`, `median`, `p75`, `p95` (interpolated percentiles), `mean`, `count`. Raises
    `Fault` for a name without numbers.

    >>> print(percentile_table({"a": range(101)}).to_string(index=False))
    label  p5  p25  median  p75  p95  mean  count
        a 5.0 25.0    50.0 75.0 95.0  50.0    101
    """
    import numpy as np

    rows = []
    for name, sample in values.items():
        for number in sample:
            require_valid_argument(name, number, NUMBER)
        numbers = np.asarray(list(sample), dtype=float)
        if not len(numbers):
            raise Fault("comparison.nothing", name=one_line_excerpt(name, 40))
        quantiles = np.quantile(numbers, [0.05, 0.25, 0.5, 0.75, 0.95]).tolist()
        rows.append((name, *quantiles, float(numbers.mean()), len(numbers)))
    return frame_from_rows(rows, ["label", "p5", "p25", "median", "p75", "p95", "mean", "count"])


def _values_by_run(runs: RunsByName, measure: str) -> dict[str, Series[float]]:
    """Return the measure of each game, by the name of its run; raise `Fault` if a run has too few games."""
    if not runs:
        raise Fault("comparison.no_runs")
    measured = {name: measure_per_game(results, measure) for name, results in runs.items()}
    for name, values in measured.items():
        if len(values) < MIN_GAMES:
            raise Fault("comparison.few", name=one_line_excerpt(name, 40), n=len(values), least=MIN_GAMES)
    return measured


def _mean_difference(values: Series[float], base: Series[float]) -> tuple[float, float, float, bool]:
    """Return the difference of the means of two runs, its standard error and degrees of freedom, and whether
    games were paired.
    """
    paired = len(values) == len(base) and set(values.index) == set(base.index)
    if paired:
        apart = values - base.loc[values.index]
        return float(apart.mean()), _error(apart), len(apart) - 1, True
    variance, base_variance = _error(values) ** 2, _error(base) ** 2
    least = variance**2 / (len(values) - 1) + base_variance**2 / (len(base) - 1)
    freedom = (variance + base_variance) ** 2 / least if least else len(values) + len(base) - 2
    return float(values.mean() - base.mean()), sqrt(variance + base_variance), freedom, False


def _error(values: Series[float]) -> float:
    return float(values.std()) / sqrt(len(values))


def _row(
    name: str, column: str, value: float, error: float, freedom: float, confidence: float
) -> dict[str, str | float | int | bool]:
    half = student_factor(confidence, freedom) * error
    return {"label": name, column: value, "low": value - half, "high": value + half, "error": error}


def student_factor(confidence: float, degrees_of_freedom: float) -> float:
    """Return the half-width of a Student confidence interval in standard errors: the t-value for this
    confidence (0 to 1).

    `degrees_of_freedom` are the degrees of freedom. Uses four terms of the Cornish-Fisher expansion around
    the normal distribution: accurate to 0.5 % from 4 degrees of freedom on, too narrow below.

    >>> round(student_factor(0.95, 10), 3), round(student_factor(0.95, 1000), 3)
    (2.228, 1.962)
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    total: float = sum(term / degrees_of_freedom**power for power, term in enumerate(terms))
    return total
