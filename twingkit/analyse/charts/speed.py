"""The figure of the time that many games take, and of the speed-up with more workers."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureSheet, PlainFigure
from twingkit.analyse.charts.tables import FigureTable
from twingkit.analyse.charts.theme import DASHES, SYMBOL_SIGNS, SYMBOLS, Theme
from twingkit.analyse.charts.wording import escape_text, format_count, format_number, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

PLOT_HEIGHT = 240
"""The height of each of the two plots in pixels."""

_PLOT_GAP = 84
"""The space between the two plots in pixels, for an axis and a title."""

_SecondsByWorkersAndGames = dict[int, dict[int, float]]


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "scaling", ("games", "workers", "seconds"))


def _times(table: FigureTable) -> _SecondsByWorkersAndGames:
    by_workers: _SecondsByWorkersAndGames = {}
    for row in table.rows:
        workers, games, seconds = int(row["workers"]), int(row["games"]), float(row["seconds"])
        seconds_by_games = by_workers.setdefault(workers, {})
        seconds_by_games[games] = min(seconds, seconds_by_games.get(games, seconds))
    return {
        workers: dict(sorted(seconds_by_games.items()))
        for workers, seconds_by_games in sorted(by_workers.items())
    }


def _speedups(times: _SecondsByWorkersAndGames) -> dict[int, dict[int, float]]:
    base = times[min(times)]
    speedups: dict[int, dict[int, float]] = {}
    for workers, timed in times.items():
        for games, seconds in timed.items():
            if games in base and seconds > 0:
                speedups.setdefault(games, {})[workers] = base[games] / seconds
    return dict(sorted(speedups.items()))


def _draw(sheet: FigureSheet) -> None:
    table, colours = sheet.table, sheet.colours
    times = _times(table)
    faster = _speedups(times)
    few = min(times)
    sheet.title = sheet.say("scaling.title")
    sheet.subtitle = table.attr_text("computer")
    sheet.height, sheet.left_margin = 2 * PLOT_HEIGHT + _PLOT_GAP, 70
    upper = (PLOT_HEIGHT + _PLOT_GAP) / sheet.height
    for index, (workers, timed) in enumerate(times.items()):
        name = sheet.say(
            "scaling.workers.one" if workers == 1 else "scaling.workers.many", n=format_count(workers)
        )
        hover = [
            f"<b>{escape_text(name)}</b><br>"
            + escape_text(
                sheet.say(
                    "scaling.hover",
                    games=format_count(games),
                    seconds=format_number(seconds, 2),
                    rate=format_count(round(games / seconds)) if seconds else "–",
                )
            )
            for games, seconds in timed.items()
        ]
        sheet.data.append(_line(sheet, index, name, list(timed), list(timed.values()), hover))
        colour = colours.series_colours[index % len(colours.series_colours)]
        sheet.add_legend_entry(SYMBOL_SIGNS[index % len(SYMBOLS)], colour, name)
    most = max(faster)
    curve = faster[most]
    ideal = sorted(curve)
    sheet.data.append(
        {
            "type": "scatter",
            "mode": "lines",
            "x": ideal,
            "y": [workers / few for workers in ideal],
            "line": {"color": colours.outline, "width": 1.5, "dash": "dot"},
            "hoverinfo": "skip",
            "showlegend": False,
            "xaxis": "x2",
            "yaxis": "y2",
        }
    )
    labels = [format_number(value, 1) + "×" for value in curve.values()]
    last = log10(max(ideal)), log10(min(ideal))
    speed = _line(
        sheet,
        0,
        "",
        list(curve),
        list(curve.values()),
        [
            escape_text(sheet.say("scaling.faster", n=format_count(n), factor=text, few=format_count(few)))
            for n, text in zip(curve, labels, strict=True)
        ],
    )
    speed |= {"xaxis": "x2", "yaxis": "y2", "showlegend": False, "mode": "lines+markers+text"}
    speed |= {
        "text": labels,
        "textposition": "bottom right",
        "cliponaxis": False,
        "textfont": {"color": colours.ink, "size": 12},
    }
    sheet.data.append(speed)
    logs = {"type": "log", "exponentformat": "none", "minor": {"showgrid": False}}
    played = sorted({games for timed in times.values() for games in timed})
    high, low = max(curve.values()), 1.0
    sheet.layout |= {
        "xaxis": sheet.axis(
            sheet.say("scaling.games"),
            **logs,
            anchor="y",
            tickvals=played,
            ticktext=[format_count(games) for games in played],
        ),
        "yaxis": sheet.axis(
            sheet.say("scaling.seconds"), **logs, dtick="D2", domain=[upper, 1], tickformat=",~r"
        ),
        "xaxis2": sheet.horizontal_axis(
            sheet.say("scaling.workers_axis"),
            type="log",
            range=[last[1] - 0.08, last[0] + 0.2],
            anchor="y2",
            tickvals=ideal,
            ticktext=[format_count(n) for n in ideal],
        ),
        "yaxis2": sheet.axis(
            sheet.say("scaling.times"),
            domain=[0, PLOT_HEIGHT / sheet.height],
            ticksuffix="×",
            rangemode="tozero",
            nticks=6,
            range=[0, max(high, max(ideal) / few if max(ideal) / few < 3 * high else high, low) * 1.15],
        ),
    }
    heading = sheet.say("scaling.second", games=format_count(most), few=format_count(few))
    sheet.annotations.append(
        {
            "text": escape_text(heading),
            "xref": "paper",
            "x": 0,
            "xanchor": "left",
            "xshift": 14 - sheet.left_margin,
            "yref": "paper",
            "y": PLOT_HEIGHT / sheet.height,
            "yanchor": "bottom",
            "yshift": 6,
            "showarrow": False,
            "borderpad": 0,
            "align": "left",
            "font": {"size": 12, "color": colours.ink},
        }
    )
    sheet.notes.append(sheet.say("scaling.ideal"))


def _line(
    sheet: FigureSheet, series_index: int, name: str, x: list[int], y: list[float], hover: list[str]
) -> PlainFigure:
    colour = sheet.colours.series_colours[series_index % len(sheet.colours.series_colours)]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": escape_text(name),
        "x": x,
        "y": y,
        "line": {"color": colour, "width": 2, "dash": DASHES[series_index % len(DASHES)]},
        "marker": {"color": colour, "size": 9, "symbol": SYMBOLS[series_index % len(SYMBOLS)]},
        "hovertext": hover,
        "hoverinfo": "text",
    }


def _describe(table: FigureTable) -> str:
    times = _times(table)
    faster = _speedups(times)
    most = max(faster)
    workers, factor = max(faster[most].items(), key=lambda item: item[1])
    return say(
        "scaling.description",
        games=format_count(most),
        few=format_count(min(times)),
        seconds=format_number(times[min(times)][most], 1),
        workers=format_count(workers),
        fast=format_number(times[workers][most], 1),
        factor=format_number(factor, 1),
    )


SCALING = FigureKind("scaling", _read, _draw, _describe, (frozenset({"games", "workers", "seconds"}),))


@check_arguments()
def scaling(
    frame: object,
    *,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of the time that games take with different numbers of workers (both axes
    logarithmic), and of the speed-up.

    `frame`: columns `games`, `workers` and `seconds`, one row for each run (of equal runs the fastest
    counts); the computer in `attrs["computer"]`. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts
    >>> rows = [{"games": 1000, "workers": n, "seconds": 60 / n} for n in (1, 2, 4)]
    >>> figure = charts.scaling(rows)
    >>> print(charts.description(figure))
    1,000 games take 60.0 s with 1 worker(s) and 15.0 s with 4: 4.0 times as fast.
    """
    return SCALING.figure(frame, lang, theme)
