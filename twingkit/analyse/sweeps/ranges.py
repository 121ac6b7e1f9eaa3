"""Ranges: what is not known with weights, such as a trap that somebody holds with 30 %.

    expected(twing.odds, "F: F5 + F4 vs W: W6 {& trap*t}", {"t": {0: 0.7, 1: 0.3}}, responses="best")

It works for lines of any game. Every case is asked by itself, with what the case has lying open; `by` joins
the rows of the answers that name the same choice, so that one choice is weighed against all cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, prod
from typing import TYPE_CHECKING, Any

from twingkit.analyse.sweeps.answers import plain
from twingkit.analyse.sweeps.batches import Analysis
from twingkit.analyse.sweeps.sweep import REFUSED, sweep
from twingkit.core.arguments import BOOLEAN, COUNT, FUNCTION, TEXT, check_arguments, named_kind
from twingkit.core.arguments.kinds import is_number
from twingkit.core.messages import Fault, message
from twingkit.core.questions import one_line
from twingkit.core.tables.row_table import row_table

if TYPE_CHECKING:
    import pandas as pd

Weights = Mapping[Any, Any]  # values of any kind with their weights, or names with values and weights

WEIGHT = "weight"
"""The column with the share of the cases in which a row came up."""

RANGES = named_kind(
    "sweep.ranges",
    lambda ranges: isinstance(ranges, Mapping) and all(isinstance(name, str) for name in ranges),
)
"""The weights of the values of all that is not known, by name."""

BY = named_kind("sweep.by", lambda by: isinstance(by, (str, list, tuple)))
"""The names of columns, where a function takes them."""


@check_arguments(function=FUNCTION, line=TEXT, ranges=RANGES, by=BY, processes=COUNT, progress=BOOLEAN)
def expected(
    function: Analysis,
    line: str | None,
    ranges: Mapping[str, Weights],
    *,
    by: str | Sequence[str] = (),
    processes: int = 1,
    progress: bool = False,
    **fixed: Any,
) -> pd.DataFrame:
    """The mean answer of an analysis over ranges of what is not known, each value with its weight.

    `ranges` names gaps of the line or arguments, as `over` of `sweep` does, with the weights of their values
    (of any sum); several are independent of each other. A value that has no short text is named, with its
    weight behind it: `{"box": {"small": (box, 0.3), "large": (other, 0.7)}}`. Without `by` the answer has one
    row. With it rows of several answers are joined that are equal in these columns: `by="lay"` weighs each
    lay that `advise` lists, by its mean against all cases, best first if the answer has `edge` or `win`.

    Columns: those of `by`, the mean of each column of numbers, for each also `…_low` and `…_high` (the least
    and the most of all cases), and `weight`: the share of the cases that have such a row, 1 for all. Chances
    of each case are those of open cards: what a player loses who cannot know the case is not in them.
    Raises `Fault` for weights that are none, and for a case that the rules refuse.

    >>> from twingkit import twing
    >>> line, trap = "F: F5 + F4 vs W: W6 {& trap*t}", {"t": {0: 70, 1: 30}}
    >>> frame = expected(twing.odds, line, trap, responses="best")
    >>> frame[["win", "win_low", "win_high"]].round(3).values.tolist()
    [[0.612, 0.292, 0.75]]
    """
    read = {name: _read(name, weights) for name, weights in ranges.items()}
    shares = {name: part for name, (part, _) in read.items()}
    over = {name: values for name, (_, values) in read.items()}
    frame = sweep(function, line, over, processes=processes, progress=progress, **fixed)
    refused = frame[frame[REFUSED] != ""]
    if len(refused):
        first = refused.iloc[0]
        case = ", ".join(f"{name}={first[name]}" for name in shares)
        raise Fault("sweep.case", case=one_line(case, 60), why=first[REFUSED])
    names = [by] if isinstance(by, str) else list(by)
    for name in names:
        if name == REFUSED or name not in frame.columns:
            there = ", ".join(column for column in frame.columns if column != REFUSED)
            raise Fault("sweep.no_column", column=one_line(str(name), 40), known=there)
    if not names and len(frame) != prod(map(len, shares.values())):
        raise Fault("sweep.rows", known=", ".join(frame.columns))
    known = {name: {plain(value): share for value, share in part.items()} for name, part in shares.items()}
    cases = frame[list(shares)].to_dict("records")
    frame[WEIGHT] = [prod(known[name][case[name]] for name in shares) for case in cases]
    numbers = [
        name for name in frame.select_dtypes("number").columns if name not in (*shares, *names, WEIGHT)
    ]
    parts = frame.groupby(names, sort=False) if names else [((), frame)]
    rows = [
        dict(zip(names, key if isinstance(key, tuple) else (key,), strict=True)) | _mean(part, numbers)
        for key, part in parts
    ]
    result = row_table(rows)
    order = next((name for name in ("edge", "win", "chance") if names and name in numbers), None)
    if order is not None:
        result = result.sort_values(order, ascending=False, kind="stable", ignore_index=True)
    meanings = frame.attrs["columns"]
    about = {name: frame.attrs[name] for name in ("function", "line", "fixed")}
    about["ranges"] = {
        name: {str(value): share for value, share in part.items()} for name, part in shares.items()
    }
    about["columns"] = {name: meanings[name] for name in (*names, *numbers) if name in meanings}
    about["columns"][WEIGHT] = message("sweep.weight")
    result.attrs.update(about)
    return result


def _read(name: str, weights: Weights) -> tuple[dict[Any, float], list[Any] | dict[Any, Any]]:  # of any kind
    """Weights as shares of 1, and their values as `sweep` takes them: a list, or by their names."""
    given = weights if isinstance(weights, Mapping) else {}
    pairs = {value: pair for value, pair in given.items() if isinstance(pair, tuple) and len(pair) == 2}
    named = bool(pairs) and len(pairs) == len(given)
    plain = {value: pair[1] for value, pair in pairs.items()} if named else dict(given)
    fit = all(is_number(weight) and isfinite(weight) and weight >= 0 for weight in plain.values())
    total = sum(plain.values()) if fit else 0
    if not total:
        raise Fault("sweep.weights", axis=one_line(str(name), 40), found=one_line(repr(weights), 60))
    shares = {value: weight / total for value, weight in plain.items() if weight}
    return shares, {value: pairs[value][0] for value in shares} if named else list(shares)


def _mean(part: pd.DataFrame, numbers: Sequence[str]) -> dict[str, float]:
    """The mean of rows by their weight, the least and the most of each number, and the weight of all."""
    total = float(part[WEIGHT].sum())
    cells = {name: float((part[name] * part[WEIGHT]).sum() / total) for name in numbers}
    for name in numbers:
        cells |= {f"{name}_low": float(part[name].min()), f"{name}_high": float(part[name].max())}
    return cells | {WEIGHT: total}
