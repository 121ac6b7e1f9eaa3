"""The figure of the worth of changes to a battle: ranked bars on both sides of zero."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

import attrs

from twingkit.analyse.charts import tables
from twingkit.analyse.charts.dots import axis_range_around_zero
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import subtitle_text
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import (
    capitalize_first,
    format_points,
    has_figure_sentence,
    hover_text,
    say,
    wrap_text,
)
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_percent, format_signed

_DEFAULT_CHANGE_COUNT = 8
"""The default number of changes shown for each side."""

SIDES = ("attacker", "defender")


VALUE_COLUMNS = ("win_change", "edge_change")
"""The columns that the bars show by default; the first that the frame has is used."""


def _read(frame: object, *, value: str | None = None) -> tables.FigureTable:
    table = tables.FigureTable.from_frame(frame, "worth", ("edge_change",), ("label",))
    if not table.has_columns("side"):  # changes of no side
        table = table.with_columns({"side": lambda row: ""})
    table = tables.with_quantity(table, tables.choose_value_column(table, value, VALUE_COLUMNS))
    return attrs.evolve(table, attrs={**table.attrs, "position": _about(table)})


def _measure(table: tables.FigureTable) -> str:
    return tables.drawn_quantity(table).column


def _text(table: tables.FigureTable, row: tables.Row) -> str:
    drawn, change = tables.drawn_quantity(table), _change(table, row)
    return format_signed(change, drawn.digits) if drawn.kind == "number" else drawn.text(change)


def _axis_title(table: tables.FigureTable) -> str:
    key, meaning = f"axis.{_measure(table)}", _own_meaning(table)
    if meaning:
        return say(
            "heat.in_points" if tables.drawn_quantity(table).kind == "points" else "heat.in_numbers",
            title=meaning,
        )
    return say(key) if has_figure_sentence(key) else tables.column_title(table, _measure(table))


def _own_meaning(table: tables.FigureTable) -> str:
    """Return the meaning of the drawn column if the changes belong to no side; else ""."""
    meanings = table.attrs.get("columns")
    own = isinstance(meanings, Mapping) and not any(row["side"] for row in table.rows)
    meaning = str(meanings.get(_measure(table), "")) if isinstance(meanings, Mapping) and own else ""
    return capitalize_first(meaning)


def _about(table: tables.FigureTable) -> str:
    """Return the subject of the figure: the changed position and, if given, the cost to pay and the number of
    turns.
    """
    positions = {table.first_text(row, "position") for row in table.rows}
    parts = [table.position or (positions.pop() if len(positions) == 1 else "")]
    parts += [
        say(f"worth.{name}", n=table.attr_text(name)) for name in ("cost", "turns") if table.attr_text(name)
    ]
    return ", ".join(part for part in parts if part)


def _change(table: tables.FigureTable, row: tables.Row) -> float:
    return float(row[_measure(table)])


def _does_nothing(table: tables.FigureTable, row: tables.Row) -> bool:
    return max(abs(_change(table, row)), abs(float(row["edge_change"]))) <= tables.ROUNDING_TOLERANCE


def _changes(table: tables.FigureTable, side: str) -> list[tables.Row]:
    mine = [row for row in table.rows if str(row["side"]) == side]
    return sorted(mine, key=lambda row: (-abs(_change(table, row)), -abs(float(row["edge_change"]))))


def _sides(table: tables.FigureTable) -> list[str]:
    return list(
        dict.fromkeys(
            [*(side for side in SIDES if _changes(table, side)), *(str(row["side"]) for row in table.rows)]
        )
    )


def _called(side: str) -> str:
    return say(f"side.{side}") if has_figure_sentence(f"side.{side}") else side


def _draw(sheet: FigureBuilder, top: int = _DEFAULT_CHANGE_COUNT) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = say("worth.title")
    sheet.subtitle = subtitle_text(sheet)
    left, zeros, factor = 0, 0, tables.drawn_quantity(table).factor
    for side in _sides(table):
        ranked = [row for row in _changes(table, side) if not _does_nothing(table, row)]
        zeros += len(_changes(table, side)) - len(ranked)
        rows = ranked[: max(1, top)]
        left += len(ranked) - len(rows)
        if side:
            sheet.add_row(capitalize_first(_called(side)), bar_height=0, gap=10, font_size=14)
            sheet.annotations[-1]["text"] = f"<b>{sheet.annotations[-1]['text']}</b>"
        if not rows:
            sheet.add_row(say("worth.nothing"), bar_height=0, gap=10)
            continue
        labels = [_label(sheet, row) for row in rows]
        middles = [sheet.add_row(label, bar_height=14, gap=10) for label in labels]
        values = [factor * _change(table, row) for row in rows]
        fill = {"color": [colours.win if value > 0 else colours.loss for value in values]}
        hovers = [_hover(table, row) for row in rows]
        sheet.add_bars(values, middles, 14, hovers, fill, name=_called(side))
        sheet.height += 8
    values = [value for trace in sheet.data for value in trace["x"]] or [0.0]
    bounds = axis_range_around_zero(values, 1 if factor > 1 else 1e-9)
    sheet.set_row_axes(sheet.amount_axis(_axis_title(table), range=bounds))
    sheet.draw_vertical_marks(0, [middle for trace in sheet.data for middle in trace["y"]], 11)
    sheet.notes.append(say("worth.reading"))
    if left:
        sheet.notes.append(say("worth.more", n=left))
    if zeros:
        sheet.notes.append(say("worth.zeros", n=zeros))
    if table.rows_left_out:
        sheet.notes.append(say("worth.refused", n=table.rows_left_out))


def _label(sheet: FigureBuilder, row: tables.Row) -> str:
    change = _text(sheet.table, row) + sheet.assumed_mark
    rules = sheet.table.first_text(row, "rules").replace(" ", ", ")
    label = sheet.table.first_text(row, "label", "change")
    text = say("worth.label" if rules else "worth.bare", label=label, change=change, rules=rules)
    if not sheet.table.has_columns("per_resource") or not isfinite(float(row["per_resource"])):
        return text
    return say("worth.per", change=text, per=format_points(float(row["per_resource"])))


def _hover(table: tables.FigureTable, row: tables.Row) -> str:
    own = _own_meaning(table)
    edge = "" if own else say("worth.hover_edge", change=format_points(float(row["edge_change"]), 2))
    chance = ""
    if table.has_columns("win_change", "win"):
        facts = {
            "change": format_points(table.cell_number(row, "win_change"), 2),
            "win": format_percent(table.cell_number(row, "win"), 2),
        }
        chance = say("worth.hover_chance" if own else "worth.hover_win", **facts)
    reason = "\n".join(wrap_text(table.first_text(row, "reason"), 48))
    return hover_text(table.first_text(row, "label", "change"), edge, chance, reason)


def _describe(table: tables.FigureTable) -> str:
    sentences = []
    for side in _sides(table):
        ranked = _changes(table, side)
        best = ranked[:3]
        items = ", ".join(f"{table.first_text(row, 'label', 'change')} {_text(table, row)}" for row in best)
        sentences.append(
            say("worth.description_side", side=_called(side), each=items) if side else f"{items}."
        )
    key = f"worth.description_{_measure(table)}"
    return say(
        key if has_figure_sentence(key) and not _own_meaning(table) else "worth.description_other",
        title=_axis_title(table),
        battle=table.position or "–",
        each=" ".join(sentences),
    )


WORTH = FigureKind("worth", _read, _draw, _describe, (frozenset({"side", "edge_change"}),), ("value",))


@check_arguments(top=COUNT)
def worth(
    frame: object,
    *,
    value: str | None = None,
    facet: str | None = None,
    top: int = _DEFAULT_CHANGE_COUNT,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of the worth of each change to a battle: the `top` largest changes of each side.

    `frame` comes from a game's `worth` for a battle: columns `side`, `label`, `edge_change` (−1 to 1, for the
    side that changes), optionally `rules`, `reason`, `win`, `win_change`, `per_resource`. The bars show the
    column `value`, by default `win_change`, else `edge_change`; `facet` is a column with one small panel for
    each of its values. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = charts.worth(twing.worth("F: F5 F3 + F4 & cat vs W: W6 W4 & trap"), top=2)
    >>> print(charts.figure_description(figure))
    What each change is worth in F: F5 F3 + F4 & cat vs W: W6 W4 & trap, in ...
    """
    return WORTH.figure(frame, lang, theme, value=value, facet=facet, top=top)
