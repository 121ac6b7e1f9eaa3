"""The figure of the attacker's lead in points: a distribution with a line at zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twingkit.analyse.charts.sheet import SMALL, FigureKind, PlainFigure, Sheet
from twingkit.analyse.charts.stacked import SIGNS, subtitle_text, tie_pattern
from twingkit.analyse.charts.tables import FigureTable, check_distinct
from twingkit.analyse.charts.theme import DASHES, SYMBOL_SIGNS, SYMBOLS, Theme
from twingkit.analyse.charts.wording import (
    escape_text,
    format_percent,
    format_percents,
    format_signed,
    say,
    unit,
)
from twingkit.core.language import Lang, call_in_language

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

PLOT_HEIGHT = 220
"""The height of the plot in pixels."""

MIN_PLOT_WIDTH = 290
"""The width of the narrowest plot in pixels."""

CRITICAL_COLUMNS = ("critical_win", "critical_tie", "critical_loss")

ROUNDING_TOLERANCE = 1e-9
"""The size below which a probability is a rounding error."""


def _read(frame: object) -> FigureTable:
    margin = getattr(frame, "margin", None)
    if isinstance(margin, Mapping):  # `Odds` of a battle that dice alone decide
        rows = [{"margin": lead, "chance": chance} for lead, chance in margin.items()]
        table = FigureTable.from_frame(rows, "margins", ("margin", "chance"))
        criticals = {name: getattr(frame, name) for name in CRITICAL_COLUMNS}
        return FigureTable(table.figure_name, table.columns, table.rows, criticals)
    table = FigureTable.from_frame(frame, "margins", ("margin", "chance"))
    check_distinct(table, ("series", "margin"), ("chance",))
    return table


def _series(table: FigureTable) -> dict[str, dict[float, float]]:
    series: dict[str, dict[float, float]] = {}
    for row in table.rows:
        chances = series.setdefault(table.first_text(row, "series"), {})
        chances[float(row["margin"])] = float(row["chance"])
    return {name: dict(sorted(chances.items())) for name, chances in series.items()}


def ahead_even_behind(chances: Mapping[float, float]) -> tuple[float, float, float]:
    """Return the probabilities of being ahead, even and behind."""
    ahead = sum(chance for lead, chance in chances.items() if lead > 0)
    return ahead, chances.get(0, 0.0), sum(chance for lead, chance in chances.items() if lead < 0)


def _criticals(table: FigureTable) -> tuple[float, float, float] | None:
    """Return the probabilities that a critical result decides, if the frame has them in its `attrs` or in
    columns.
    """
    values = []
    for name in CRITICAL_COLUMNS:
        value = table.attrs.get(name)
        if not isinstance(value, (int, float)):
            return None
        values.append(float(value))
    return (values[0], values[1], values[2]) if sum(values) > ROUNDING_TOLERANCE else None


def _by_line(table: FigureTable) -> list[Mapping[str, Any]]:
    """Return the probabilities that a critical result decides in each series, if the frame has them."""
    criticals = table.attrs.get("criticals")
    return (
        [chances for chances in criticals.values() if isinstance(chances, Mapping)]
        if isinstance(criticals, Mapping)
        else []
    )


def _draw(sheet: Sheet) -> None:
    table = sheet.table
    series = _series(table)
    sheet.title = sheet.say("margins.title")
    sheet.subtitle = subtitle_text(sheet)
    sheet.height, sheet.left_margin = PLOT_HEIGHT, 62
    if len(series) == 1:
        _columns(sheet, next(iter(series.values())))
    else:
        _curves(sheet, series)
    leads = [lead for chances in series.values() for lead in chances]
    low, high = min(*leads, -1), max(*leads, 1)
    step = _step(high - low)
    shown = [lead for lead in range(-1000, 1001, step) if low <= lead <= high]
    ticks = {"tickvals": shown, "ticktext": [format_signed(lead) for lead in shown], "tickangle": 0}
    sheet.layout["xaxis"] = sheet.horizontal_axis(
        sheet.say("axis.lead"), range=[low - 0.7, high + 0.7], showgrid=False, **ticks
    )
    most = 100 * max(chance for chances in series.values() for chance in chances.values())
    up = {"ticksuffix": unit(), "rangemode": "tozero", "nticks": 5, "range": [0, most * 1.3]}
    sheet.layout["yaxis"] = sheet.axis(sheet.say("axis.share"), **up)
    begin = 0.0
    if len(series) == 1:  # do not cross the number above the column
        begin = 100 * next(iter(series.values())).get(0, 0.0) + most * 1.3 * 20 / PLOT_HEIGHT
    line = {"color": sheet.colours.ink, "width": 1.5, "dash": "dot"}
    sheet.shapes.append({"type": "line", "x0": 0, "x1": 0, "y0": begin, "y1": most * 1.3, "line": line})
    sums = [sum(map(float, chances.values())) for chances in _by_line(table)]
    if len(series) > 1 and max(sums, default=0.0) > ROUNDING_TOLERANCE:
        low_share, high_share = (format_percent(share, 1) for share in (min(sums), max(sums)))
        sheet.notes.append(sheet.say("margins.criticals", low=low_share, high=high_share))
    criticals = _criticals(table)
    if criticals is not None:
        names = ("win", "tie", "loss")
        facts = dict(zip(names, format_percents(criticals, 1), strict=True))
        share = format_percent(sum(criticals), 1)
        sheet.notes.append(sheet.say("margins.critical", share=share, **facts))


def _step(span: float) -> int:
    return next(step for step in (1, 2, 4, 5, 10, 20, 50, 100) if span / step <= 9 or step == 100)


def _columns(sheet: Sheet, chances: dict[float, float]) -> None:
    colours = sheet.colours
    leads = list(chances)
    span = max(*leads, 1) - min(*leads, -1) + 1.4
    looks: dict[str, PlainFigure] = {
        "win": {"color": colours.win},
        "tie": {"color": colours.tie, "pattern": tie_pattern(sheet)},
        "loss": {"color": colours.loss},
    }
    outcome = {lead: "win" if lead > 0 else "loss" if lead < 0 else "tie" for lead in leads}
    for part, look in looks.items():
        mine = [lead for lead in leads if outcome[lead] == part]
        if not mine:
            continue
        labels = _over(chances, mine, MIN_PLOT_WIDTH / span)
        sheet.data.append(
            {
                "type": "bar",
                "x": mine,
                "y": [100 * chances[lead] for lead in mine],
                "width": [0.86] * len(mine),
                "text": [escape_text(text) + (sheet.assumed_mark if text else "") for text in labels],
                "textposition": "outside",
                "textangle": 0,
                "constraintext": "none",
                "textfont": {"size": SMALL, "color": colours.soft_ink},
                "hovertext": [
                    escape_text(
                        sheet.say(
                            "margins.hover", lead=format_signed(lead), chance=format_percent(chances[lead], 2)
                        )
                    )
                    for lead in mine
                ],
                "hoverinfo": "text",
                "marker": {**look, "line": {"color": colours.outline, "width": 1}},
                "name": sheet.say(f"margins.{part}"),
                "showlegend": False,
                "cliponaxis": False,
            }
        )
    shares = format_percents(ahead_even_behind(chances), 1)
    for part, share, sign in zip(("win", "tie", "loss"), shares, SIGNS, strict=True):
        colour = colours.win if part == "win" else colours.ink
        sheet.add_legend_entry(sign, colour, f"{sheet.say(f'margins.{part}')} {share}")


def _over(chances: Mapping[float, float], leads: Sequence[float], room: float) -> list[str]:
    """Return the labels above the columns: percent, only the number, or "", so that all of them fit."""
    shares = [call_in_language("en", format_percent, chances[lead]) for lead in leads]
    widest = max(len(call_in_language("en", format_percent, chance)) for chance in chances.values())
    if widest * 6.4 <= room:
        return shares
    return [text.rstrip("%") for text in shares] if (widest - 1) * 6.4 <= room else [""] * len(leads)


def _curves(sheet: Sheet, series: Mapping[str, dict[float, float]]) -> None:
    colours = sheet.colours
    for index, (name, chances) in enumerate(series.items()):
        colour = colours.series_colours[index % len(colours.series_colours)]
        ahead = format_percent(ahead_even_behind(chances)[0], 1)
        name_text = sheet.say("margins.series", name=name, ahead=ahead)
        sheet.data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": escape_text(name_text),
                "x": list(chances),
                "y": [100 * chance for chance in chances.values()],
                "line": {"color": colour, "width": 2, "dash": DASHES[index % len(DASHES)]},
                "marker": {"color": colour, "size": 8, "symbol": SYMBOLS[index % len(SYMBOLS)]},
                "hovertext": [
                    f"<b>{escape_text(name)}</b><br>"
                    + escape_text(
                        sheet.say("margins.hover", lead=format_signed(lead), chance=format_percent(chance, 2))
                    )
                    for lead, chance in chances.items()
                ],
                "hoverinfo": "text",
            }
        )
        sheet.add_legend_entry(SYMBOL_SIGNS[index % len(SYMBOLS)], colour, name_text)


def _describe(table: FigureTable) -> str:
    sentences = []
    for name, chances in _series(table).items():
        ahead, even, behind = format_percents(ahead_even_behind(chances), 1)
        peak = max(chances, key=chances.__getitem__)
        facts = {
            "ahead": ahead,
            "even": even,
            "behind": behind,
            "peak": format_signed(peak),
            "share": format_percent(chances[peak], 1),
        }
        sentences.append((f"{name}: " if name else "") + say("margins.told_one", **facts))
    criticals = _criticals(table)
    if criticals is not None:
        sentences.append(say("margins.told_critical", share=format_percent(sum(criticals), 1)))
    return say("margins.told", each=" ".join(sentences))


MARGINS = FigureKind("margins", _read, _draw, _describe, (frozenset({"margin", "chance"}),))


def margins(frame: object, lang: Lang | None = None, theme: Theme | None = None) -> Figure:
    """Return the figure of the attacker's lead in points: the probability of each difference, with a line at
    zero.

    `frame`: columns `margin` (attacker's points minus defender's) and `chance` (0 to 1), for several
    distributions also `series`; the probabilities that a critical result decides are in
    `attrs["critical_win"]`, `"critical_tie"`, `"critical_loss"`; or the `Odds` of a battle that dice alone
    decide. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = charts.margins(twing.odds("F: F5 vs W: W6"))
    >>> figure.layout.xaxis.title.text
    'Attacker’s points minus defender’s points'
    """
    return MARGINS.figure(frame, lang, theme)
