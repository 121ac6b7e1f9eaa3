"""The figure of a review: each player's chance to win over the game, with the sure mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from twingkit.charts.figure_frame import Kind, Sheet
from twingkit.charts.margin import HIGH
from twingkit.charts.tables import Table
from twingkit.charts.theme import DASHES, SYMBOL_SIGNS, SYMBOLS
from twingkit.charts.wording import number, percent, safe, say, unit
from twingkit.messages import Fault

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

Point = dict[str, Any]
"""A place of the curve, as `frame.attrs["curve"]` has it."""


def _read(frame: object) -> Table:
    table = Table.of(frame, "review", ("place", "player", "win", "win_best"))
    if not table.attrs.get("curve"):
        raise Fault(
            "charts.column",
            function="charts.review", column='attrs["curve"]', expected="curve",
            found=", ".join(table.attrs) or "–",
        )  # fmt: skip
    if len(_names(table)) > len(SYMBOLS):
        raise Fault("charts.many_curves", found=len(_names(table)), most=len(SYMBOLS))
    return table


def _points(table: Table) -> list[Point]:
    return list(table.attrs["curve"])


def _names(table: Table) -> list[str]:
    """The names of the players."""
    return [str(name) for name in table.attrs.get("seats", ())]


def _shown(table: Table) -> list[int]:
    """The seats whose curves are drawn: of two players the first, since the other's is its mirror."""
    return [0] if len(_names(table)) == 2 else list(range(len(_names(table))))


def _mistakes(table: Table, seat: int) -> list[dict[str, Any]]:
    return [dict(row) for row in table.rows if row["player"] == seat + 1 and table.text(row, "mark")]


def _draw(sheet: Sheet) -> None:
    table, lang, colours = sheet.table, sheet.lang, sheet.colours
    points = _points(table)
    sheet.title = table.say("title") or sheet.say("review.title")
    sheet.height, sheet.left = HIGH * 1.2, 68
    reached = {point["place"]: point for point in points}
    for seat in _shown(table):
        colour, name = colours.series[seat], _names(table)[seat]
        sheet.data.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": safe(name),
                "x": list(reached),
                "y": [100 * point["chances"][seat] for point in points],
                "line": {"color": colour, "width": 2, "dash": DASHES[seat]},
                "hovertext": [
                    f"<b>{safe(name)}</b><br>{safe(_hover(point, seat, lang))}" for point in points
                ],
                "hoverinfo": "text",
                "cliponaxis": False,
            }
        )
        sheet.key("—", colour, name)
        # Of two players one curve is drawn, and it carries the mistakes of both.
        seats = range(len(_names(table))) if len(_names(table)) == 2 else (seat,)
        for marked in seats:
            rows = [row for row in _mistakes(table, marked) if row["place"] in reached]
            if not rows:
                continue
            shade = colours.series[marked]
            sheet.data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": safe(_names(table)[marked]),
                    "x": [row["place"] for row in rows],
                    "y": [100 * reached[row["place"]]["chances"][seat] for row in rows],
                    "marker": {"color": shade, "size": 9, "symbol": SYMBOLS[marked]},
                    "hovertext": [_mistake(row, _names(table)[marked], lang) for row in rows],
                    "hoverinfo": "text",
                    "cliponaxis": False,
                }
            )
            sheet.key(SYMBOL_SIGNS[marked], shade, f"{sheet.say('review.marks')}: {_names(table)[marked]}")
    sheet.layout["xaxis"] = sheet.lower_axis(sheet.say("review.x"), showgrid=False, tickangle=0)
    sheet.layout["yaxis"] = sheet.axis(
        sheet.say("axis.chance"), range=[-2, 103], dtick=25, ticksuffix=unit(lang)
    )


def _hover(point: Point, seat: int, lang: str) -> str:
    chance, error = point["chances"][seat], number(100 * point["errors"][seat], lang, 0)
    return say("review.hover", lang, x=point["place"], value=percent(chance, lang), error=error)


def _mistake(row: dict[str, Any], name: str, lang: str) -> str:
    chosen = f"{row['answer']}: {percent(row['win'], lang)}; {row['best']}: {percent(row['win_best'], lang)}"
    return f"<b>{safe(name)}</b><br>{safe(chosen)}"


def _describe(table: Table, lang: str) -> str:
    points, sentences = _points(table), []
    for seat, name in enumerate(_names(table)):
        first, last = (percent(points[at]["chances"][seat], lang) for at in (0, -1))
        sentences.append(say("review.told_one", lang, name=name, first=first, last=last))
    marked = sum(len(_mistakes(table, seat)) for seat in range(len(_names(table))))
    return say("review.told", lang, each="; ".join(sentences), n=marked)


REVIEW = Kind("review", _read, _draw, _describe, (frozenset({"place", "player", "win_best"}),))


def review(frame: object, lang: str = "en", theme: str = "light") -> Figure:
    """The chance to win over a game, with the sure mistakes: of two players the first one's curve.

    `frame`: what `twingkit.review` returns; its `attrs["curve"]` is drawn. Raises `Fault` for a frame that
    cannot be drawn.

    >>> import twingkit
    >>> from twingkit import charts, twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give("lay F3", "lay W6", "roll 2", "roll 2")
    >>> print(charts.description(charts.review(twingkit.review(game.record, seconds=None))))
    The chance to win over the game. attacker: 73% at the start, 0% at the end; defender: 27% ...
    """
    return REVIEW.figure(frame, lang, theme)
