"""The worth of changes over many battles: its distribution, and how it depends on the lead on the cards.

Both functions take a frame of `worth` for many battles.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import frame_kind
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.notation import ROLES
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE
from twingkit.twing.analysis.comparison import MIN_GAMES, percentile_table, student_factor
from twingkit.twing.notation.battle_line import Battle

_WORTH_FRAME_ARGUMENT = frame_kind("twing.worth", "position", "change", "side", "label", "edge_change")


def _change_label(label: str, side: str) -> str:
    """Return a change with its side: `+ Miromon for the attacker`."""
    return message(f"worth.for_{side}", change=label)


@with_column_meanings
@check_arguments(frame=_WORTH_FRAME_ARGUMENT)
@localized
def worth_spread(frame: DataFrame, *, lang: Lang | None = None) -> DataFrame:
    """Return the distribution of the gain of each change over many battles, for `charts.spread`.

    `frame` is a result of `worth`. One row for each change and side, the highest mean first. Columns: those
    of `percentile_table` (of `edge_change`), and `change`, `side`, `changed` (in what share of
    the battles it has an effect). The labels are those of the frame.

    >>> from twingkit.twing.analysis.worth import worth
    >>> frame = worth(["F: F5 vs W: W6", "F: F5 vs W: W4"], ["+cat"])
    >>> print(worth_spread(frame)[["label", "mean"]].round(3).to_string(index=False))
                          label  mean
    + black cat for the attacker 0.264
    + black cat for the defender 0.264
    """
    frame = frame.dropna(subset=["edge_change"])  # without the changes that a side cannot have
    groups = {
        (str(change), str(label), str(side)): part["edge_change"]
        for (change, label, side), part in frame.groupby(["change", "label", "side"], sort=False)
    }
    best = {
        change: max(values.mean() for (change_name, *_), values in groups.items() if change_name == change)
        for change, *_ in groups
    }
    order = sorted(groups, key=lambda key: (-best[key[0]], ROLES.index(key[2])))
    spreads = percentile_table({" ".join(key): groups[key].to_list() for key in order})
    spreads["label"] = [_change_label(label, side) for _, label, side in order]
    spreads["change"], spreads["side"] = ([key[index] for key in order] for index in (0, 2))
    spreads["changed"] = [float((groups[key].abs() > 1e-12).mean()) for key in order]
    spreads.attrs.update(
        value="share",
        title=message("worth.title"),
        x_label=message("worth.axis"),
        subtitle=message("worth.battles", n=frame["position"].nunique()),
    )
    return spreads


@with_column_meanings
@check_arguments(frame=_WORTH_FRAME_ARGUMENT)
@localized
def worth_by_lead(
    frame: DataFrame, *, confidence: float = DEFAULT_CONFIDENCE, lang: Lang | None = None
) -> DataFrame:
    """Return the mean gain of each change at each lead on the cards, for `charts.curves`.

    `frame` is a result of `worth`. One row for each change, side and lead. Columns: `x` (the side's points on
    cards minus the other side's, before the change), `change`, `side`, `series` (both in words), `edge` (the
    mean of `edge_change`), `low` and `high` (Student's interval, as if battles were sampled independently),
    `battles`. Leads with fewer than five battles have no row.

    >>> from twingkit.twing.analysis.worth import worth
    >>> frame = worth([f"F: F{power} vs W: W{power}" for power in range(1, 7)], ["+cat"])
    >>> worth_by_lead(frame)[["x", "side", "edge", "battles"]].round(2).values.tolist()
    [[0, 'attacker', 0.26, 6], [0, 'defender', 0.26, 6]]
    """
    frame = frame.dropna(subset=["edge_change"])
    ahead = cache(_ahead)
    leads = [
        ahead(line) if side == ROLES[0] else -ahead(line)
        for line, side in zip(frame["position"], frame["side"], strict=True)
    ]
    rows = []
    for (change, label, side, lead), part in frame.assign(lead=leads).groupby(
        ["change", "label", "side", "lead"]
    ):
        if len(part) < MIN_GAMES:
            continue
        gains = part["edge_change"]
        mean, error = float(gains.mean()), float(gains.std()) / sqrt(len(part))
        half = student_factor(confidence, len(part) - 1) * error
        series = _change_label(str(label), str(side))
        row = {"x": int(str(lead)), "change": change, "side": side, "series": series}
        rows.append(row | {"edge": mean, "low": mean - half, "high": mean + half, "battles": len(part)})
    columns = ("x", "change", "side", "series", "edge", "low", "high", "battles")
    texts = {"title": "worth.title", "x_label": "worth.lead", "y_label": "worth.axis"}
    about = {name: message(case) for name, case in texts.items()}
    subtitle = message("worth.battles", n=frame["position"].nunique())
    return frame_from_rows(rows, columns, confidence=confidence, subtitle=subtitle, **about)


def _ahead(line: str) -> int:
    attacker, defender = Battle.parse(line).sides
    return attacker.lay.power - defender.lay.power
