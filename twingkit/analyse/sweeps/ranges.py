"""Ranges: unknown values with weights, such as a trap that somebody holds with a probability of 30 %.

    expected_results(twing.odds, "F: F5 + F4 vs W: W6 {& trap*t}", {"t": {0: 0.7, 1: 0.3}}, responses="best")

This works for positions of any game. Each case is analysed separately, as if everything were known; `by`
joins the rows of the results that name the same choice, so that each choice is rated against all cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, prod
from typing import Any

from twingkit.analyse.sweeps.answers import to_cell
from twingkit.analyse.sweeps.batches import Analysis
from twingkit.analyse.sweeps.sweep import REFUSAL_COLUMN, sweep
from twingkit.core.arguments import (
    BOOLEAN,
    COUNT,
    FUNCTION,
    TEXT,
    check_arguments,
    custom_argument_kind,
    text_or_texts,
)
from twingkit.core.arguments.kinds import is_number
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.near_names import NearestName
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows

Weights = Mapping[Any, Any]  # values of any type with their weights, or names with values and weights

_WEIGHT_COLUMN = "weight"
"""The column with the share of the cases in which a row occurred."""

_RANGES_ARGUMENT = custom_argument_kind(
    "sweep.ranges",
    lambda ranges: isinstance(ranges, Mapping) and all(isinstance(name, str) for name in ranges),
)
"""The check of the argument `ranges`: the weights of all unknown values, by name."""

BY_ARGUMENT = text_or_texts("sweep.by")
"""The check of the argument `by`: names of columns."""


@check_arguments(
    function=FUNCTION,
    template=TEXT,
    ranges=_RANGES_ARGUMENT,
    by=BY_ARGUMENT,
    processes=COUNT,
    progress=BOOLEAN,
)
@localized
def expected_results(
    function: Analysis,
    template: str | None,
    ranges: Mapping[str, Weights],
    *,
    by: str | Sequence[str] = (),
    processes: int = 1,
    progress: bool = False,
    lang: Lang | None = None,
    **fixed: Any,
) -> DataFrame:
    """Return the mean result of an analysis over ranges of unknown values with weights.

    Parameters
    ----------
    function
        The analysis, as in `sweep`.
    template
        The text with gaps for the function's first parameter, as in `sweep`.
    ranges
        Weights of values (with any sum) for gaps or for arguments, as in `parameters` of `sweep`;
        several ranges are independent of each other. Give a value without a short text a name, and its
        weight after it: `{"box": {"small": (box, 0.3), "large": (other, 0.7)}}`.
    by
        Columns to join rows of several results by: `by="lay"` rates each lay that `advise` lists by its
        mean against all cases, best first if the result has `edge` or `win`. Without `by` the result has
        one row.
    processes, progress, lang, fixed
        As in `sweep`.

    Returns
    -------
    DataFrame
        The columns of `by`; the mean of each column of numbers, each also with `…_low` and `…_high` (the
        minimum and the maximum of all cases); `weight`: the share of the cases with this row, 1 for all.
        The probabilities of each case assume open cards: they do not include what a player loses by not
        knowing the case.

    Raises
    ------
    Fault
        For invalid weights, and for a case that the rules refuse.

    Examples
    --------
    >>> from twingkit import twing
    >>> template, trap = "F: F5 + F4 vs W: W6 {& trap*t}", {"t": {0: 70, 1: 30}}
    >>> frame = expected_results(twing.odds, template, trap, responses="best")
    >>> frame[["win", "win_low", "win_high"]].round(3).values.tolist()
    [[0.612, 0.292, 0.75]]
    """
    read = {name: _read(name, weights) for name, weights in ranges.items()}
    shares = {name: part for name, (part, _) in read.items()}
    parameters = {name: values for name, (_, values) in read.items()}
    frame = sweep(function, template, parameters, processes=processes, progress=progress, **fixed)
    refused = frame[frame[REFUSAL_COLUMN] != ""]
    if len(refused):
        first = refused.iloc[0]
        case = ", ".join(f"{name}={first[name]}" for name in shares)
        raise Fault("sweep.case", case=one_line_excerpt(case, 60), why=first[REFUSAL_COLUMN])
    names = [by] if isinstance(by, str) else list(by)
    for name in names:
        if name == REFUSAL_COLUMN or name not in frame.columns:
            there = ", ".join(column for column in frame.columns if column != REFUSAL_COLUMN)
            raise Fault(
                "sweep.no_column",
                column=one_line_excerpt(str(name), 40),
                known=there,
                near=NearestName(name, tuple(there.split(", "))),
            )
    if not names and len(frame) != prod(map(len, shares.values())):
        raise Fault("sweep.rows", known=", ".join(frame.columns))
    known = {name: {to_cell(value): share for value, share in part.items()} for name, part in shares.items()}
    cases = frame[list(shares)].to_dict("records")
    frame[_WEIGHT_COLUMN] = [prod(known[name][case[name]] for name in shares) for case in cases]
    numbers = [
        name
        for name in frame.select_dtypes("number").columns
        if name not in (*shares, *names, _WEIGHT_COLUMN)
    ]
    parts = frame.groupby(names, sort=False) if names else [((), frame)]
    rows = [
        dict(zip(names, key if isinstance(key, tuple) else (key,), strict=True)) | _mean(part, numbers)
        for key, part in parts
    ]
    result = frame_from_rows(rows)
    order = next((name for name in ("edge", "win", "chance") if names and name in numbers), None)
    if order is not None:
        result = result.sort_values(order, ascending=False, kind="stable", ignore_index=True)
    meanings = frame.attrs["columns"]
    about = {name: frame.attrs[name] for name in ("function", "template", "fixed", "lang")}
    about["ranges"] = {
        name: {str(value): share for value, share in part.items()} for name, part in shares.items()
    }
    about["columns"] = {name: meanings[name] for name in (*names, *numbers) if name in meanings}
    about["columns"][_WEIGHT_COLUMN] = message("sweep.weight")
    result.attrs.update(about)
    return result


def _read(name: str, weights: Weights) -> tuple[dict[Any, float], list[Any] | dict[Any, Any]]:  # of any kind
    given = weights if isinstance(weights, Mapping) else {}
    pairs = {value: pair for value, pair in given.items() if isinstance(pair, tuple) and len(pair) == 2}
    named = bool(pairs) and len(pairs) == len(given)
    plain = {value: pair[1] for value, pair in pairs.items()} if named else dict(given)
    fit = all(is_number(weight) and isfinite(weight) and weight >= 0 for weight in plain.values())
    total = sum(plain.values()) if fit else 0
    if not total:
        raise Fault(
            "sweep.weights", axis=one_line_excerpt(str(name), 40), found=one_line_excerpt(repr(weights), 60)
        )
    shares = {value: weight / total for value, weight in plain.items() if weight}
    return shares, {value: pairs[value][0] for value in shares} if named else list(shares)


def _mean(part: DataFrame, numbers: Sequence[str]) -> dict[str, float]:
    """Return the weighted mean of rows, the minimum and maximum of each number, and the total weight."""
    total = float(part[_WEIGHT_COLUMN].sum())
    cells = {name: float((part[name] * part[_WEIGHT_COLUMN]).sum() / total) for name in numbers}
    for name in numbers:
        cells |= {f"{name}_low": float(part[name].min()), f"{name}_high": float(part[name].max())}
    return cells | {_WEIGHT_COLUMN: total}
