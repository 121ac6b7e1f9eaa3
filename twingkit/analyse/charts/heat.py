"""The heat map: the attacker's probability to win (or edge) for every pair of two varying values."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING

from twingkit.analyse.charts.sheet import SIDE, SMALL, FigureKind, Sheet
from twingkit.analyse.charts.tables import (
    SHARE_TOLERANCE,
    FigureTable,
    Row,
    check_axes,
    check_distinct,
    column_meaning,
    sweep_as_table,
)
from twingkit.analyse.charts.theme import SCALE_STEPS, TRANSPARENT, Theme, colour_scale, text_colour_at
from twingkit.analyse.charts.wording import escape_text, format_percent, format_points, say, unit, wrap_text
from twingkit.core.language import Lang
from twingkit.core.messages import Fault

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

CELL_HEIGHT = 30
"""The height of a cell in pixels."""

MAX_COLOUR_BAR_DISTANCE = 1.9
"""The maximum distance of a colour bar from the cells, in heights of all cells: plotly allows 2."""

EVEN_TOLERANCE = 0.05
"""The maximum distance of an even cell from the middle of the scale (5 points of win)."""

ROUNDING_TOLERANCE = 1e-9
"""The rounding error allowed in that distance."""

LABEL_CHARACTERS = 14
"""The maximum number of characters in a line of a label."""


def _read(frame: object) -> FigureTable:
    given = FigureTable.from_frame(frame, "heat_map")
    check_axes(given, 2)
    table = _as_chance(sweep_as_table(given, "x", "y"))
    shown = [name for name in ("win", "edge", "loss") if table.has_columns(name)]
    needed = shown if {"win", "edge"} & {*shown} else ("win",)
    table = FigureTable.from_frame(table, "heat_map", needed, ("x", "y"), but="refused")
    check_distinct(table, ("x", "y"), CONTENT_COLUMNS)
    return table


CONTENT_COLUMNS = frozenset({"win", "tie", "loss", "edge", "chance", "share", "value", "error"})
"""The columns with the values of a cell, as opposed to its place."""

PROBABILITY_COLUMNS = ("chance", "share", "value")
"""The columns of probabilities other than a win; the first one in the frame is used."""

ANY_CHANCE_ATTR = "chance_of_anything"
"""The key in the `attrs` of a table that marks its probabilities as other than those of a win."""


def _as_chance(table: FigureTable) -> FigureTable:
    """Convert a table with other probabilities, such as a sweep's, to one of wins."""
    name = next((name for name in PROBABILITY_COLUMNS if table.has_columns(name)), "")
    if not name or table.has_columns("win") or table.has_columns("edge"):
        return table
    rows = tuple({**row, "win": _chance_in(table, at, name)} for at, row in enumerate(table.rows))
    return FigureTable(
        table.figure_name, (*table.columns, "win"), rows, {**table.attrs, ANY_CHANCE_ATTR: True}
    )


def _chance_in(table: FigureTable, at: int, column: str) -> object:
    row = table.rows[at]
    if row.get("refused"):
        return row[column]
    number = table.checked_number(at, column, row[column])
    if not -SHARE_TOLERANCE <= number <= 1 + SHARE_TOLERANCE:
        raise Fault(
            "charts.value",
            function="charts.heat_map",
            column=column,
            row=at + 1,
            found=str(row[column])[:40],
            expected=column_meaning("chance"),
        )
    return number


def _kind(table: FigureTable) -> str:
    """Return the suffix of the message keys that says whose probability it is.

    An attacker is named only if both sides' probabilities are given: a win alone may be anybody's.
    """
    if _of_edge(table):
        return "_edge"
    if ANY_CHANCE_ATTR in table.attrs:
        return "_chance"
    return "" if _has_edge(table) else "_anybody"


def _of_edge(table: FigureTable) -> bool:
    return not table.has_columns("win")


def _has_edge(table: FigureTable) -> bool:
    """True if the frame contains win minus loss, which the colours then show."""
    return table.has_columns("edge") or table.has_columns("win", "loss")


def _cell(row: Row) -> tuple[str, str]:
    return str(row["x"]), str(row["y"])


def _shares(table: FigureTable) -> dict[tuple[str, str], float]:
    """Return the number of every cell: the probability to win, or the edge as a share, 0 to 1."""
    return _colours(table) if _of_edge(table) else {_cell(row): float(row["win"]) for row in table.rows}


def _colours(table: FigureTable) -> dict[tuple[str, str], float]:
    """Return the position of every cell on the scale, 0 to 1: 0.5 if both sides win equally often.

    A frame of wins alone cannot tell ties from losses: then 0.5 is a win in half of all cases.
    """
    if table.has_columns("edge"):
        return {_cell(row): (float(row["edge"]) + 1) / 2 for row in table.rows}
    if table.has_columns("loss"):
        return {_cell(row): (float(row["win"]) - float(row["loss"]) + 1) / 2 for row in table.rows}
    return {_cell(row): float(row["win"]) for row in table.rows}


def _names(table: FigureTable, column: str) -> list[str]:
    values = list(dict.fromkeys(row[column] for row in table.rows))
    if all(isinstance(value, Real) for value in values):
        values.sort()
    return [str(value) for value in dict.fromkeys(values)]


def _short(text: str) -> list[str]:
    folded = wrap_text(text, LABEL_CHARACTERS)
    return folded[:2] if len(folded) <= 2 else [folded[0], folded[1][: LABEL_CHARACTERS - 1] + "…"]


def _tick(text: str) -> str:
    return "<br>".join(escape_text(line) for line in _short(text))


def _longest(names: list[str]) -> int:
    return max(len(line) for name in names for line in _short(name))


def _text(table: FigureTable, share: float, digits: int = 0) -> str:
    return format_points(2 * share - 1, digits) if _of_edge(table) else format_percent(share, digits)


def _draw(sheet: Sheet) -> None:
    table = sheet.table
    shares = _shares(table)
    across, down = _names(table, "x"), _names(table, "y")
    edge = _of_edge(table)
    if _has_edge(table) and not edge:
        sheet.notes.append(sheet.say("heat.bar"))
    sheet.title = sheet.say("heat.edge" if edge else f"heat.win{_kind(table)}")
    parts = [table.attr_text("battle"), table.attr_text("title")]
    sheet.subtitle = "\n".join(part for part in parts if part)
    sheet.height = CELL_HEIGHT * len(down)
    sheet.left_margin = SIDE + 26 + round(7 * _longest(down))
    cell = (sheet.width - sheet.left_margin - 22) / len(across)
    _cells(sheet, shares, across, down, cell)
    _mark(sheet, across, down)
    turned = _longest(across) * 7 > cell
    ticks = round(7 * _longest(across)) + 8 if turned else 16 * max(len(_short(name)) for name in across) + 4
    x_title, y_title = (
        table.attr_text("x_label", sheet.say("heat.x")),
        table.attr_text("y_label", sheet.say("heat.y")),
    )
    plain = {"showgrid": False, "fixedrange": True, "automargin": False}
    sheet.layout["xaxis"] = sheet.axis(
        x_title,
        **plain,
        tickvals=list(range(len(across))),
        ticktext=[_tick(name) for name in across],
        tickangle=-90 if turned else 0,
        range=[-0.5, len(across) - 0.5],
    )
    sheet.layout["yaxis"] = sheet.axis(
        y_title,
        **plain,
        tickvals=list(range(len(down))),
        ticktext=[_tick(name) for name in down],
        range=[len(down) - 0.5, -0.5],
    )
    bar = ticks + 32
    sheet.height = max(sheet.height, bar / MAX_COLOUR_BAR_DISTANCE)
    sheet.data[0]["colorbar"]["y"] = -bar / sheet.height
    sheet.bottom_margin = bar + 40
    sheet.layout["plot_bgcolor"] = TRANSPARENT


def _cells(
    sheet: Sheet, shares: dict[tuple[str, str], float], across: list[str], down: list[str], cell: float
) -> None:
    table, colours = sheet.table, sheet.colours
    tints = _colours(table)
    grid = [[tints.get((x, y)) for x in across] for y in down]
    written = [_text(table, share) for share in shares.values()]
    room = (cell - 3) / 6.6
    star = len(sheet.assumed_mark)
    complete = max(map(len, written)) + star <= room
    bare = max(len(text.rstrip("%").rstrip()) for text in written) + star <= room
    texts, positions, inks = [], [], []
    for row, y in enumerate(down):
        for x, share in enumerate(shares.get((name, y)) for name in across):
            text = "–" if share is None else _text(table, share)
            text = text if complete else text.rstrip("%").rstrip()
            text += "" if share is None else sheet.assumed_mark
            if bare:
                texts.append(escape_text(text))
                positions.append((x, row))
                inks.append(colours.ink if share is None else text_colour_at(colours, tints[across[x], y]))
    edge = _has_edge(table)
    marks = [-100, 0, 100] if edge else [0, 50, 100]
    sign = "" if edge else unit()
    sheet.data.append(
        {
            "type": "heatmap",
            "z": grid,
            "x": list(range(len(across))),
            "y": list(range(len(down))),
            "zmin": 0,
            "zmax": 1,
            "xgap": 1,
            "ygap": 1,
            "colorscale": [[x / (SCALE_STEPS - 1), colour] for x, colour in enumerate(colour_scale(colours))],
            "hovertext": [[_hover(table, x, y, shares.get((x, y))) for x in across] for y in down],
            "hoverinfo": "text",
            "hoverongaps": False,
            "colorbar": {
                "orientation": "h",
                "thickness": 10,
                "len": 1,
                "x": 0.5,
                "xanchor": "center",
                "yanchor": "top",
                "tickvals": [0, 0.5, 1],
                "tickangle": 0,
                "ticktext": [(format_points(mark / 100, 0) if edge else f"{mark}") + sign for mark in marks],
                "tickfont": {"size": SMALL, "color": colours.soft_ink},
                "outlinewidth": 1,
                "outlinecolor": colours.outline,
                "xpad": 0,
                "ypad": 0,
            },
        }
    )
    sheet.data.append(
        {
            "type": "scatter",
            "mode": "text",
            "x": [x for x, _ in positions],
            "y": [y for _, y in positions],
            "text": texts,
            "textfont": {"size": SMALL, "color": inks},
            "hoverinfo": "skip",
            "showlegend": False,
        }
    )


def _mark(sheet: Sheet, across: list[str], down: list[str]) -> None:
    marked = [str(value) for value in sheet.table.attrs.get("here", ())]
    if len(marked) != 2 or marked[0] not in across or marked[1] not in down:
        return
    x, y = across.index(marked[0]), down.index(marked[1])
    edges = {"x0": x - 0.5, "x1": x + 0.5, "y0": y - 0.5, "y1": y + 0.5}
    sheet.shapes.append({"type": "rect", **edges, "line": {"color": sheet.colours.ink, "width": 3}})
    sheet.notes.append(sheet.say("heat.here"))


def _hover(table: FigureTable, x: str, y: str, share: float | None) -> str:
    named = [
        f"{table.attr_text('x_label', say('heat.x'))}: {x}",
        f"{table.attr_text('y_label', say('heat.y'))}: {y}",
    ]
    if share is not None:
        named.append(say(f"heat.cell{_kind(table)}", value=_text(table, share, 1)))
    return "<br>".join(escape_text(line) for line in named)


def _describe(table: FigureTable) -> str:
    shares = _shares(table)
    tints = _colours(table)
    low, high = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
    even = sum(abs(tint - 0.5) <= EVEN_TOLERANCE + ROUNDING_TOLERANCE for tint in tints.values())
    near = "zero" if _of_edge(table) else "both" if _has_edge(table) else "half"
    return say(
        f"heat.told{_kind(table)}",
        x=table.attr_text("x_label", say("heat.x")),
        y=table.attr_text("y_label", say("heat.y")),
        n=len(shares),
        low=_text(table, shares[low], 1),
        low_at=f"{low[0]} / {low[1]}",
        high=_text(table, shares[high], 1),
        high_at=f"{high[0]} / {high[1]}",
        even=say(f"heat.even_{near}.{'one' if even == 1 else 'many'}", n=even),
    )


HEAT_MAP = FigureKind(
    "heat_map",
    _read,
    _draw,
    _describe,
    (
        frozenset({"x", "y", "win"}),
        frozenset({"x", "y", "edge"}),
    ),
)


def heat_map(frame: object, lang: Lang | None = None, theme: Theme | None = None) -> Figure:
    """Return the heat map of a probability for every pair of two varying values; the neutral colour means
    that both sides win equally often.

    `frame`: one row for each cell with the columns `x`, `y` and `win` (0 to 1) or `edge` (−1 to 1). Colours
    show wins minus losses, from `edge` or from `win` and `loss`; if the frame has only `win`, one half is
    neutral. `attrs["x_label"]` and `attrs["y_label"]` label the axes, and `attrs["here"]` holds the x and y
    of the battle itself, which gets a frame. A `sweep` over two names is also such a frame, even one of
    probabilities other than a win: `chance`, `share` or shares as `value`. Numbers along an axis are in
    ascending order, other values in the order of the rows; a pair that the frame lacks stays empty. Raises
    `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, sweep, twing
    >>> over = {"attack": range(1, 11), "defence": range(1, 11)}
    >>> figure = charts.heat_map(sweep(twing.odds, "F: F{attack} vs W: W{defence}", over))
    >>> print(charts.description(figure))
    The attacker’s chance to win for 100 pairs of attack and defence: from ...
    """
    return HEAT_MAP.figure(frame, lang, theme)
