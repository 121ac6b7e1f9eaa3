"""The chart of stopping an action: which rivals can do it, and how likely."""

from __future__ import annotations

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import (
    BAR_HEIGHT,
    axis_range_up_to,
    draw_bar_parts,
    outcome_styles,
    subtitle_text,
)
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import hover_text, say
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_percent
from twingkit.imajica.charts.names import capitalized_seat_name, card_names

_MAX_TOOLTIP_WAYS = 6


def _read(frame: object) -> FigureTable:
    table = FigureTable.from_frame(frame, "stopping", (), ("player", "chance"))
    known = tuple(row for row in table.rows if row["chance"] == row["chance"])
    described = attrs.evolve(table, rows=known, rows_left_out=len(table.rows) - len(known))
    return attrs.evolve(
        FigureTable.from_frame(described, "stopping", ("chance",)), rows_left_out=described.rows_left_out
    )


def _rivals(table: FigureTable) -> dict[str, list[Row]]:
    """Return the rows of each rival, keyed by the rival's name or, with several actions in the frame, by the
    action and the name.
    """
    deeds = {str(row.get("deed") or "") for row in table.rows}
    rivals: dict[str, list[Row]] = {}
    for row in table.rows:
        name = capitalized_seat_name(str(row["player"]))
        rivals.setdefault(f"{row['deed']}: {name}" if len(deeds) > 1 else name, []).append(row)
    return rivals


def _ways(table: FigureTable, rows: list[Row]) -> list[str]:
    ways = [row for row in rows if table.cell_number(row, "count", 0) >= 0 and _exists(table, row)]
    return [
        str(row.get("cards") or "") for row in sorted(ways, key=lambda row: table.cell_number(row, "count"))
    ]


def _exists(table: FigureTable, row: Row) -> bool:
    return table.cell_number(row, "count", -1.0) >= 0


def _chance(table: FigureTable, row: Row, digits: int = 1) -> str:
    text = format_percent(float(row["chance"]), digits)
    return say("stopping.least", chance=text) if row.get("complete") is False else text


def _label(sheet: FigureBuilder, rival: str, rows: list[Row]) -> str:
    table = sheet.table
    ways = _ways(table, rows)
    facts = {"rival": rival, "chance": _chance(table, rows[0]) + sheet.assumed_mark}
    if not ways:
        return say("stopping.no_way", **facts)
    if not ways[0]:
        return say("stopping.lies_there", **facts)
    return say("stopping.label", cards=card_names(ways[0]), **facts)


def _draw(sheet: FigureBuilder) -> None:
    table = sheet.table
    rivals = _rivals(table)
    sheet.title = say("stopping.title")
    sheet.subtitle = subtitle_text(sheet)
    middles = [sheet.add_row(_label(sheet, rival, rows), BAR_HEIGHT) for rival, rows in rivals.items()]
    shares = [float(rows[0]["chance"]) for rows in rivals.values()]
    most = 100 * max(float(row["chance"]) for row in sheet.all_rows)
    hovers = [_hover(table, rival, rows) for rival, rows in rivals.items()]
    name = say("stopping.axis")
    style = outcome_styles(sheet)["win"]
    draw_bar_parts(sheet, name, shares, middles, hovers, style, max_percent=most)
    sheet.set_row_axes(sheet.percent_axis(name, **axis_range_up_to(most)))
    sheet.notes.append(say("stopping.reading"))
    if table.rows_left_out:
        sheet.notes.append(say("stopping.not_given", n=table.rows_left_out))


def _hover(table: FigureTable, rival: str, rows: list[Row]) -> str:
    ways = [card_names(way) or say("stopping.nothing") for way in _ways(table, rows)]
    return hover_text(rival, _chance(table, rows[0], 2), *ways[:_MAX_TOOLTIP_WAYS])


def _describe(table: FigureTable) -> str:
    items = "; ".join(f"{rival} {_chance(table, rows[0])}" for rival, rows in _rivals(table).items())
    return say("stopping.description", each=items)


STOP_CHANCES_FIGURE_KIND = FigureKind(
    "stopping", _read, _draw, _describe, (frozenset({"player", "chance", "cards"}),)
)


def stopping(
    frame: object,
    *,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Draw who can stop a seizure or a challenge: each rival's probability, and the smallest set of cards
    that is enough.

    Parameters
    ----------
    frame
        The result of `can_they_stop(…).frame()`, with the columns `player` and `chance` (0 to 1);
        `deed`, `cards`, `count` and `complete` are used if present.

    Examples
    --------
    >>> from twingkit import charts, imajica
    >>> line = "imajica: p1 active sartori; p2 active dowd; circle slew"
    >>> stops = imajica.can_they_stop(line, "seize slew with sartori", holdings={"p2": imajica.RivalHand()})
    >>> print(charts.figure_description(imajica.charts.stopping(stops.frame())))
    Each rival’s chance to stop it: Player 2 0.0%.
    """
    return STOP_CHANCES_FIGURE_KIND.figure(frame, lang, theme, facet=facet)
