"""The figure of the worth of changes to a battle: ranked bars on both sides of zero."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from twingkit.analyse.charts.dots import axis_range
from twingkit.analyse.charts.sheet import FigureKind, Sheet
from twingkit.analyse.charts.stacked import subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import (
    escape_text,
    format_percent,
    format_points,
    has_sentence,
    say,
    wrap_as_html,
)
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

DEFAULT_CHANGE_COUNT = 8
"""The default number of changes shown for each side."""

SIDES = ("attacker", "defender")

ROUNDING_TOLERANCE = 1e-9


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "worth", ("edge_change",), ("side", "label"))


def _measure(table: FigureTable) -> str:
    """Return the column for the bars: the change in the probability to win or, if the table lacks it, in win
    minus loss.
    """
    return "win_change" if table.has_columns("win_change") else "edge_change"


def _change(table: FigureTable, row: Row) -> float:
    return float(row[_measure(table)])


def _does_nothing(table: FigureTable, row: Row) -> bool:
    return max(abs(_change(table, row)), abs(float(row["edge_change"]))) <= ROUNDING_TOLERANCE


def _changes(table: FigureTable, side: str) -> list[Row]:
    mine = [row for row in table.rows if str(row["side"]) == side]
    return sorted(mine, key=lambda row: (-abs(_change(table, row)), -abs(float(row["edge_change"]))))


def _sides(table: FigureTable) -> list[str]:
    return list(
        dict.fromkeys(
            [*(side for side in SIDES if _changes(table, side)), *(str(row["side"]) for row in table.rows)]
        )
    )


def _called(side: str) -> str:
    return say(f"side.{side}") if has_sentence(f"side.{side}") else side


def _heading(side: str) -> str:
    called = _called(side)
    return called[:1].upper() + called[1:]


def _draw(sheet: Sheet, top: int = DEFAULT_CHANGE_COUNT) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = sheet.say("worth.title")
    sheet.subtitle = subtitle_text(sheet)
    left, zeros = 0, 0
    for side in _sides(table):
        ranked = [row for row in _changes(table, side) if not _does_nothing(table, row)]
        zeros += len(_changes(table, side)) - len(ranked)
        rows = ranked[: max(1, top)]
        left += len(ranked) - len(rows)
        sheet.add_row(_heading(side), bar=0, gap=10, size=14)
        sheet.annotations[-1]["text"] = f"<b>{sheet.annotations[-1]['text']}</b>"
        if not rows:
            sheet.add_row(sheet.say("worth.nothing"), bar=0, gap=10)
            continue
        labels = [_label(sheet, row) for row in rows]
        middles = [sheet.add_row(label, bar=14, gap=10) for label in labels]
        values = [100 * _change(table, row) for row in rows]
        sheet.data.append(
            {
                "type": "bar",
                "orientation": "h",
                "x": values,
                "y": middles,
                "width": [14] * len(middles),
                "marker": {
                    "color": [colours.win if value > 0 else colours.loss for value in values],
                    "line": {"color": colours.outline, "width": 1.5},
                },
                "hovertext": [_hover(table, row) for row in rows],
                "hoverinfo": "text",
                "name": _called(side),
                "showlegend": False,
            }
        )
        sheet.height += 8
    values = [value for trace in sheet.data for value in trace["x"]] or [0.0]
    sheet.layout["xaxis"] = sheet.horizontal_axis(
        sheet.say(f"axis.{_measure(table)}"),
        range=axis_range(values, 1),
        nticks=6,
        showgrid=False,
        ticks="outside",
    )
    sheet.add_rows_axis()
    sheet.draw_vertical_marks(0, [middle for trace in sheet.data for middle in trace["y"]], 11)
    sheet.notes.append(sheet.say("worth.reading"))
    if left:
        sheet.notes.append(sheet.say("worth.more", n=left))
    if zeros:
        sheet.notes.append(sheet.say("worth.zeros", n=zeros))
    refused = table.attrs.get("refused") or ()
    if refused:
        sheet.notes.append(sheet.say("worth.refused", n=len(refused)))


def _label(sheet: Sheet, row: Row) -> str:
    change = format_points(_change(sheet.table, row)) + sheet.assumed_mark
    rules = sheet.table.first_text(row, "rules").replace(" ", ", ")
    label = sheet.table.first_text(row, "label", "change")
    text = sheet.say("worth.label" if rules else "worth.bare", label=label, change=change, rules=rules)
    if not sheet.table.has_columns("per_resource") or not isfinite(float(row["per_resource"])):
        return text
    return sheet.say("worth.per", change=text, per=format_points(float(row["per_resource"])))


def _hover(table: FigureTable, row: Row) -> str:
    parts = [f"<b>{escape_text(table.first_text(row, 'label', 'change'))}</b>"]
    parts.append(escape_text(say("worth.hover_edge", change=format_points(float(row["edge_change"]), 2))))
    if table.has_columns("win_change", "win"):
        facts = {
            "change": format_points(table.cell_number(row, "win_change"), 2),
            "win": format_percent(table.cell_number(row, "win"), 2),
        }
        parts.append(escape_text(say("worth.hover_win", **facts)))
    reason = table.first_text(row, "reason")
    if reason:
        parts.append(wrap_as_html(reason, 48))
    return "<br>".join(parts)


def _describe(table: FigureTable) -> str:
    sentences = []
    for side in _sides(table):
        ranked = _changes(table, side)
        best = ranked[:3]
        items = ", ".join(
            f"{table.first_text(row, 'label', 'change')} {format_points(_change(table, row))}" for row in best
        )
        sentences.append(say("worth.told_side", side=_called(side), each=items))
    return say(
        f"worth.told_{_measure(table)}",
        battle=table.attr_text("battle", "–"),
        each=" ".join(sentences),
    )


WORTH = FigureKind("worth", _read, _draw, _describe, (frozenset({"side", "edge_change"}),))


@check_arguments(top=COUNT)
def worth(
    frame: object, lang: Lang | None = None, theme: Theme | None = None, *, top: int = DEFAULT_CHANGE_COUNT
) -> Figure:
    """Return the figure of the worth of each change to a battle: the `top` largest changes of each side.

    `frame` comes from a game's `worth` for a battle: columns `side`, `label`, `edge_change` (−1 to 1, for the
    side that changes), optionally `rules`, `reason`, `win`, `win_change`, `per_resource`; the bars show
    `win_change` if it is there. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = charts.worth(twing.worth("F: F5 F3 + F4 & cat vs W: W6 W4 & trap"), top=2)
    >>> print(charts.description(figure))
    What each change is worth in F: F5 F3 + F4 & cat vs W: W6 W4 & trap, in ...
    """
    return WORTH.figure(frame, lang, theme, top=top)
