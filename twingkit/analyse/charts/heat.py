"""The heat map: a probability, an edge or any number for every pair of two varying values."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import SIDE, SMALL, FigureBuilder
from twingkit.analyse.charts.tables import (
    ROUNDING_TOLERANCE,
    VALUE_COLUMNS,
    FigureTable,
    Row,
    assign_axes,
    check_no_overlap,
    choose_value_column,
    column_title,
    drawn_quantity,
    sweep_parameters,
    with_axis_columns,
    with_quantity,
)
from twingkit.analyse.charts.theme import TRANSPARENT, Theme
from twingkit.analyse.charts.wording import escape_text, format_points, say, wrap_text
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import percent_sign

_CELL_HEIGHT = 30
"""In pixels."""

_MAX_COLOUR_BAR_DISTANCE = 1.9
"""The maximum distance of a colour bar from the cells, in heights of all cells: plotly allows 2."""

_EVEN_TOLERANCE = 0.05
"""The maximum distance of an even cell from the middle of the scale (5 points of win)."""

_LABEL_CHARACTERS = 14
"""The maximum number of characters in a line of a label."""


PLACES = {"x": "x", "y": "y"}
"""The places that a sweep fills, and the columns that have them in any other table."""


def _read(
    frame: object, *, value: str | None = None, x: str | None = None, y: str | None = None
) -> FigureTable:
    table = FigureTable.from_frame(frame, "heat_map")
    if sweep_parameters(table) and not (table.has_columns(x or "x", y or "y")):
        raise table.fault("charts.two_names", found=", ".join(sweep_parameters(table)))
    table = FigureTable.from_frame(table, "heat_map", (), (x or "x", y or "y"))
    table = with_axis_columns(table, {"x": x or "x", "y": y or "y"}, PLACES)
    chosen = choose_value_column(table, value, VALUE_COLUMNS)
    if chosen != "win":
        hidden = {"win", "edge", "loss"} - {chosen}
        table = attrs.evolve(table, columns=tuple(name for name in table.columns if name not in hidden))
    beside = [name for name in ("edge", "loss") if chosen == "win" and table.has_columns(name)]
    table = FigureTable.from_frame(table, "heat_map", (chosen, *beside), ("x", "y"))
    check_no_overlap(table, ("x", "y"), CONTENT_COLUMNS | {chosen})
    return with_quantity(table, chosen)


CONTENT_COLUMNS = frozenset({"win", "tie", "loss", "edge", "chance", "share", "value", "error"})
"""The columns with the values of a cell, as opposed to its place."""


def _message_key_suffix(table: FigureTable) -> str:
    """Return the suffix of the message keys that tells whose probability the heat map shows.

    An attacker is named only if both sides' probabilities are given: a win alone may be anybody's.
    """
    if drawn_quantity(table).column == "win":
        return "" if _knows_both_sides(table) else "_anybody"
    return _KIND_BY_COLUMN.get(drawn_quantity(table).column, "_other")


_KIND_BY_COLUMN = {"edge": "_edge"} | dict.fromkeys(("chance", "share", "value"), "_chance")
"""The kinds of columns that are called by no other name."""


def _default_title(table: FigureTable) -> str:
    """Return the title, with the unit, of a drawn quantity that has no sentence of its own among the figure's
    texts.
    """
    return drawn_quantity(table).titled(column_title(table, drawn_quantity(table).column))


def _axis_title(table: FigureTable, axis: str) -> str:
    return table.attr_text(f"{axis}_label", say(f"heat.{axis}"))


def _knows_both_sides(table: FigureTable) -> bool:
    """True if the figure has both sides' chances: it draws a difference in points, or wins beside a column
    `edge` or `loss`.
    """
    drawn = drawn_quantity(table)
    beside = table.has_columns("edge") or table.has_columns("loss")
    return drawn.kind == "points" or (drawn.column == "win" and beside)


def _cell(row: Row) -> tuple[str, str]:
    return str(row["x"]), str(row["y"])


def _values(table: FigureTable) -> dict[tuple[str, str], float]:
    """Return the drawn number of every cell, keyed by the cell's values on the two axes."""
    return {_cell(row): float(row[drawn_quantity(table).column]) for row in table.rows}


def _span(tables: Sequence[FigureTable]) -> tuple[float, float]:
    """Return the lowest and the highest number on the colour scale of a quantity that is not a
    probability.
    """
    values = [value for table in tables for value in _values(table).values()]
    low, high = min(values), max(values)
    if low < 0 < high:
        low, high = -max(-low, high), max(-low, high)
    return (low, high) if low < high else (low, low + 1)


def _colours(table: FigureTable, span: tuple[float, float]) -> dict[tuple[str, str], float]:
    """Return the position of every cell on the scale, 0 to 1: 0.5 if both sides win equally often.

    A frame of wins alone cannot tell ties from losses: then 0.5 is a win in half of all cases. Numbers of one
    sign have the upper half of the scale, from the lowest to the highest.
    """
    values, drawn = _values(table), drawn_quantity(table)
    if drawn.kind == "number":
        low, high = span
        begin = 0.0 if low < 0 < high else 0.5
        return {cell: begin + (1 - begin) * (value - low) / (high - low) for cell, value in values.items()}
    if not _knows_both_sides(table):
        return values
    if drawn.kind == "points":
        edges = values
    elif table.has_columns("edge"):
        edges = {_cell(row): float(row["edge"]) for row in table.rows}
    else:
        edges = {_cell(row): float(row["win"]) - float(row["loss"]) for row in table.rows}
    return {cell: (edge + 1) / 2 for cell, edge in edges.items()}


def _names(rows: Sequence[Row], column: str) -> list[str]:
    values = list(dict.fromkeys(row[column] for row in rows))
    if all(isinstance(value, Real) for value in values):
        values.sort()
    return [str(value) for value in dict.fromkeys(values)]


def _short(text: str) -> list[str]:
    folded = wrap_text(text, _LABEL_CHARACTERS)
    return folded[:2] if len(folded) <= 2 else [folded[0], folded[1][: _LABEL_CHARACTERS - 1] + "…"]


def _tick(text: str) -> str:
    return "<br>".join(escape_text(line) for line in _short(text))


def _longest(names: list[str]) -> int:
    return max(len(line) for name in names for line in _short(name))


def _text(table: FigureTable, value: float, digits: int = 0) -> str:
    return drawn_quantity(table).text(value, digits)


def _draw(sheet: FigureBuilder) -> None:
    table = sheet.table
    values = _values(table)
    across, down = _names(sheet.all_rows, "x"), _names(sheet.all_rows, "y")
    if _knows_both_sides(table) and drawn_quantity(table).kind != "points":
        sheet.notes.append(say("heat.bar"))
    kind = _message_key_suffix(table)
    sheet.title = (
        _default_title(table)
        if kind == "_other"
        else say("heat.edge" if kind == "_edge" else f"heat.win{kind}")
    )
    parts = [table.position, table.attr_text("title")]
    sheet.subtitle = "\n".join(part for part in parts if part)
    sheet.height = _CELL_HEIGHT * len(down)
    sheet.left_margin = SIDE + 26 + round(7 * _longest(down))
    cell = (sheet.width - sheet.left_margin - 22) / len(across)
    _cells(sheet, values, across, down, cell)
    _mark(sheet, across, down)
    turned = _longest(across) * 7 > cell
    ticks = round(7 * _longest(across)) + 8 if turned else 16 * max(len(_short(name)) for name in across) + 4
    plain = {"showgrid": False, "fixedrange": True, "automargin": False}
    sheet.layout["xaxis"] = sheet.axis(
        _axis_title(table, "x"),
        **plain,
        tickvals=list(range(len(across))),
        ticktext=[_tick(name) for name in across],
        tickangle=-90 if turned else 0,
        range=[-0.5, len(across) - 0.5],
    )
    sheet.layout["yaxis"] = sheet.axis(
        _axis_title(table, "y"),
        **plain,
        tickvals=list(range(len(down))),
        ticktext=[_tick(name) for name in down],
        range=[len(down) - 0.5, -0.5],
    )
    bar = ticks + 32
    sheet.ticks_height = ticks + 8
    sheet.height = max(sheet.height, bar / _MAX_COLOUR_BAR_DISTANCE)
    sheet.data[0]["colorbar"]["y"] = -bar / sheet.height
    sheet.bottom_margin = bar + 40
    sheet.layout["plot_bgcolor"] = TRANSPARENT


def _cells(
    sheet: FigureBuilder,
    values: dict[tuple[str, str], float],
    across: list[str],
    down: list[str],
    cell: float,
) -> None:
    table, colours = sheet.table, sheet.colours
    of_numbers = drawn_quantity(table).kind == "number"
    span = _span(sheet.tables) if of_numbers else (0.0, 1.0)
    tints = _colours(table, span)
    grid = [[tints.get((x, y)) for x in across] for y in down]
    written = [_text(table, value) for value in values.values()]
    room = (cell - 3) / 6.6
    star = len(sheet.assumed_mark)
    complete = max(map(len, written)) + star <= room
    bare = max(len(text.rstrip("%").rstrip()) for text in written) + star <= room
    texts, positions, inks = [], [], []
    for row, y in enumerate(down):
        for x, value in enumerate(values.get((name, y)) for name in across):
            text = "–" if value is None else _text(table, value)
            text = text if complete else text.rstrip("%").rstrip()
            text += "" if value is None else sheet.assumed_mark
            if bare:
                texts.append(escape_text(text))
                positions.append((x, row))
                inks.append(colours.ink if value is None else colours.cell_text_at(tints[across[x], y]))
    low, marks, steps = 0.0, _marks(table, span), list(enumerate(colours.scale))
    if of_numbers and not span[0] < 0 < span[1]:
        low, steps = 0.5, steps[len(steps) // 2 :]
    first, last = steps[0][0], steps[-1][0]
    sheet.data.append(
        {
            "type": "heatmap",
            "z": grid,
            "x": list(range(len(across))),
            "y": list(range(len(down))),
            "zmin": low,
            "zmax": 1,
            "xgap": 1,
            "ygap": 1,
            "colorscale": [[(x - first) / (last - first), colour] for x, colour in steps],
            "hovertext": [[_hover(table, x, y, values.get((x, y))) for x in across] for y in down],
            "hoverinfo": "text",
            "hoverongaps": False,
            "colorbar": {
                "orientation": "h",
                "thickness": 10,
                "len": 1,
                "x": 0.5,
                "xanchor": "center",
                "yanchor": "top",
                "tickvals": [low, (low + 1) / 2, 1],
                "tickangle": 0,
                "ticktext": marks,
                "tickfont": {"size": SMALL, "color": colours.soft_ink},
                "outlinewidth": 1,
                "outlinecolor": colours.outline,
                "xpad": 0,
                "ypad": 0,
            },
        }
    )
    columns, lines = [x for x, _ in positions], [y for _, y in positions]
    sheet.add_points("text", columns, lines, text=texts, textfont={"size": SMALL, "color": inks})


def _marks(table: FigureTable, span: tuple[float, float]) -> list[str]:
    """Return the texts at the two ends and the middle of the scale."""
    if drawn_quantity(table).kind == "number":
        return [_text(table, mark) for mark in (span[0], sum(span) / 2, span[1])]
    if _knows_both_sides(table):
        return [format_points(mark, 0) for mark in (-1, 0, 1)]
    return [f"{mark}{percent_sign()}" for mark in (0, 50, 100)]


def _mark(sheet: FigureBuilder, across: list[str], down: list[str]) -> None:
    marked = [str(value) for value in sheet.table.attrs.get("here", ())]
    if len(marked) != 2 or marked[0] not in across or marked[1] not in down:
        return
    x, y = across.index(marked[0]), down.index(marked[1])
    edges = {"x0": x - 0.5, "x1": x + 0.5, "y0": y - 0.5, "y1": y + 0.5}
    sheet.shapes.append({"type": "rect", **edges, "line": {"color": sheet.colours.ink, "width": 3}})
    sheet.notes.append(say("heat.here"))


def _hover(table: FigureTable, x: str, y: str, value: float | None) -> str:
    named = [f"{_axis_title(table, 'x')}: {x}", f"{_axis_title(table, 'y')}: {y}"]
    if value is not None:
        text, kind = _text(table, value, 1), _message_key_suffix(table)
        other = kind == "_other"
        named.append(f"{_default_title(table)}: {text}" if other else say(f"heat.cell{kind}", value=text))
    return "<br>".join(escape_text(line) for line in named)


def _describe(table: FigureTable) -> str:
    values, kind = _values(table), _message_key_suffix(table)
    low, high = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    facts = {
        "x": _axis_title(table, "x"),
        "y": _axis_title(table, "y"),
        "n": len(values),
        "low": _text(table, values[low], 1),
        "low_at": f"{low[0]} / {low[1]}",
        "high": _text(table, values[high], 1),
        "high_at": f"{high[0]} / {high[1]}",
    }
    if kind == "_other":
        return say("heat.description_other", title=_default_title(table), **facts)
    tints = _colours(table, (0.0, 1.0))
    even = sum(abs(tint - 0.5) <= _EVEN_TOLERANCE + ROUNDING_TOLERANCE for tint in tints.values())
    near = (
        "zero" if drawn_quantity(table).kind == "points" else "both" if _knows_both_sides(table) else "half"
    )
    even_text = say(f"heat.even_{near}.{'one' if even == 1 else 'many'}", n=even)
    return say(f"heat.description{kind}", even=even_text, **facts)


HEAT_MAP = FigureKind(
    "heat_map",
    _read,
    _draw,
    _describe,
    (frozenset({"x", "y", "win"}), frozenset({"x", "y", "edge"})),
    ("value", "x", "y"),
    lambda table, axes: assign_axes(table, PLACES, axes),
)


@check_arguments()
def heat_map(
    frame: object,
    *,
    value: str | None = None,
    x: str | None = None,
    y: str | None = None,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the heat map of one quantity for every pair of two varying values.

    Parameters
    ----------
    frame
        One row for each cell: a `sweep` over two or more names, or any frame with the columns of the axes.
        `attrs["x_label"]` and `attrs["y_label"]` label the axes, and `attrs["here"]` holds the x and y of the
        position itself, which gets a frame.
    value
        The column of the numbers: by default `win`, `edge`, `chance`, `share` or `value`, the first that the
        frame has. A win is coloured by wins minus losses if the frame has them; the neutral colour means that
        both sides win equally often. Other numbers are coloured from the lowest to the highest.
    x, y
        The columns of the axes: by default the first two names that a sweep varies, else `x` and `y`. Numbers
        along an axis are in ascending order, other values in the order of the rows; a pair that the frame
        lacks stays empty.
    facet
        A column: one small panel for each of its values, up to 12, on the same scale. The third name of a
        sweep if `x` and `y` are given.
    lang, theme
        The language and the theme; by default those of `twingkit.set_defaults`.

    Raises
    ------
    Fault
        For a frame that cannot be drawn: what is missing, and which figures take it; for a sweep over three
        names if it is not clear where each of them belongs.

    Examples
    --------
    >>> from twingkit import charts, sweep, twing
    >>> parameters = {"attack": range(1, 11), "defence": range(1, 11)}
    >>> figure = charts.heat_map(sweep(twing.odds, "F: F{attack} vs W: W{defence}", parameters))
    >>> print(charts.figure_description(figure))
    The attacker’s chance to win for 100 pairs of attack and defence: from ...
    """
    return HEAT_MAP.figure(frame, lang, theme, value=value, x=x, y=y, facet=facet)
