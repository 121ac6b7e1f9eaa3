"""The figure of the attacker's lead in points: a distribution with a line at zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from twingkit.analyse.charts import tables
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import SMALL, FigureBuilder, whole_number_ticks
from twingkit.analyse.charts.stacked import OUTCOMES, outcome_styles, subtitle_text
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import escape_text, hover_text, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent, format_signed, percent_sign

PLOT_HEIGHT = 220
"""The height of the plot in pixels."""

MIN_PLOT_WIDTH = 290
"""The width of the narrowest plot in pixels."""

CRITICAL_COLUMNS = ("critical_win", "critical_tie", "critical_loss")


def _read(frame: object, *, value: str | None = None) -> tables.FigureTable:
    margin = None if isinstance(frame, tables.FigureTable) else getattr(frame, "margin", None)
    if isinstance(margin, Mapping):  # `Odds` of a battle that dice alone decide
        rows = [{"margin": lead, "chance": chance} for lead, chance in margin.items()]
        table = tables.FigureTable.from_frame(rows, "margins", ("margin", "chance"))
        criticals = {name: getattr(frame, name) for name in CRITICAL_COLUMNS}
        return tables.FigureTable(table.figure_name, table.columns, table.rows, criticals)
    table = tables.with_replaced_column(
        _with_amounts(tables.FigureTable.from_frame(frame, "margins")), value, "chance", kind="share"
    )
    table = tables.FigureTable.from_frame(table, "margins", ("margin", "chance"))
    tables.check_no_overlap(table, ("series", "position", "margin"), ("chance",))
    return table


_AMOUNT_COLUMNS = ("outcome", "count")
"""The columns that are drawn in place of `margin`: of a distribution, and of numbers of units."""

_AMOUNT_ATTR = "amount"
"""The key in the `attrs` of a table for the column drawn in place of `margin`."""


def _with_amounts(table: tables.FigureTable) -> tables.FigureTable:
    """Return the table with a column `margin`; if it has none, another column of amounts takes its place,
    with a series for each unit.
    """
    amount = next((name for name in _AMOUNT_COLUMNS if table.has_columns(name, "chance")), "")
    if table.has_columns("margin") or not amount:
        return table
    table = tables.FigureTable.from_frame(table, "margins", (amount, "chance"))
    named = [name for name in ("series", "side", "unit") if table.has_columns(name)]
    cells: dict[str, Callable[[tables.Row], object]] = {
        "margin": lambda row: row[amount],
        "series": lambda row: " ".join(str(row[name]) for name in named),
    }
    return table.with_columns(cells, {_AMOUNT_ATTR: amount})


def _of_amounts(table: tables.FigureTable) -> bool:
    return _AMOUNT_ATTR in table.attrs


def _amount_title(table: tables.FigureTable) -> str:
    return tables.column_title(table, str(table.attrs[_AMOUNT_ATTR]))


def _number(table: tables.FigureTable, lead: float) -> str:
    if not _of_amounts(table):
        return format_signed(lead)
    return format_number(lead, 0 if lead.is_integer() else 2)


def _mean(chances: Mapping[float, float]) -> str:
    total = sum(chances.values())
    return format_number(sum(lead * chance for lead, chance in chances.items()) / (total or 1), 2)


def _series(table: tables.FigureTable) -> dict[str, dict[float, float]]:
    return table.points_by_series("margin", "chance", "series", "position")


def _ahead_even_behind(chances: Mapping[float, float]) -> tuple[float, float, float]:
    """Sum the probabilities of positive, zero and negative leads; `chances` is by lead in points."""
    ahead = sum(chance for lead, chance in chances.items() if lead > 0)
    return ahead, chances.get(0, 0.0), sum(chance for lead, chance in chances.items() if lead < 0)


def _critical_result_chances(table: tables.FigureTable) -> tuple[float, float, float] | None:
    """Return the probabilities that a critical result decides, if the frame has them in its `attrs` or in
    columns.
    """
    values = []
    for name in CRITICAL_COLUMNS:
        value = table.attrs.get(name)
        if not isinstance(value, (int, float)):
            return None
        values.append(float(value))
    return (values[0], values[1], values[2]) if sum(values) > tables.ROUNDING_TOLERANCE else None


def _criticals_by_series(table: tables.FigureTable) -> list[Mapping[str, Any]]:
    """Return the probabilities that a critical result decides in each series, if the frame has them."""
    criticals = table.attrs.get("criticals")
    return (
        [chances for chances in criticals.values() if isinstance(chances, Mapping)]
        if isinstance(criticals, Mapping)
        else []
    )


def _draw(sheet: FigureBuilder) -> None:
    table = sheet.table
    series = _series(table)
    of_amounts = _of_amounts(table)
    sheet.title = table.attr_text("title") or say("margins.amounts" if of_amounts else "margins.title")
    sheet.subtitle = subtitle_text(sheet)
    sheet.height, sheet.left_margin = PLOT_HEIGHT, 62
    if len(series) == 1:
        _columns(sheet, next(iter(series.values())))
    else:
        _curves(sheet, series)
    leads = [lead for chances in series.values() for lead in chances]
    low, high = (min(leads), max(leads)) if of_amounts else (min(*leads, -1), max(*leads, 1))
    shown = whole_number_ticks(low, high, 9)
    ticks = {"tickvals": shown, "ticktext": [_number(table, float(lead)) for lead in shown], "tickangle": 0}
    sheet.layout["xaxis"] = sheet.horizontal_axis(
        _amount_title(table) if of_amounts else say("axis.lead"), range=[low - 0.7, high + 0.7], **ticks
    )
    most = 100 * max(chance for chances in series.values() for chance in chances.values())
    up = {"ticksuffix": percent_sign(), "rangemode": "tozero", "nticks": 5, "range": [0, most * 1.3]}
    sheet.layout["yaxis"] = sheet.axis(say("axis.share"), **up)
    begin = 0.0
    if len(series) == 1:  # do not cross the number above the column
        begin = 100 * next(iter(series.values())).get(0, 0.0) + most * 1.3 * 20 / PLOT_HEIGHT
    line = {"color": sheet.colours.ink, "width": 1.5, "dash": "dot"}
    zero = {"type": "line", "x0": 0, "x1": 0, "y0": begin, "y1": most * 1.3, "line": line}
    sheet.shapes += [] if of_amounts else [zero]
    sums = [sum(map(float, chances.values())) for chances in _criticals_by_series(table)]
    if len(series) > 1 and max(sums, default=0.0) > tables.ROUNDING_TOLERANCE:
        low_share, high_share = (format_percent(share, 1) for share in (min(sums), max(sums)))
        sheet.notes.append(say("margins.criticals", low=low_share, high=high_share))
    criticals = _critical_result_chances(table)
    if criticals is not None:
        shares = [format_percent(share, 1) for share in criticals]
        facts = dict(zip(OUTCOMES, shares, strict=True))
        share = format_percent(sum(criticals), 1)
        sheet.notes.append(say("margins.critical", share=share, **facts))


def _columns(sheet: FigureBuilder, chances: dict[float, float]) -> None:
    colours = sheet.colours
    leads = list(chances)
    of_amounts = _of_amounts(sheet.table)
    span = (max(leads) - min(leads) if of_amounts else max(*leads, 1) - min(*leads, -1)) + 1.4
    room = min((after - lead for lead, after in pairwise(leads)), default=1)
    styles = outcome_styles(sheet)
    fills = {part: style.fill for part, style in styles.items()}
    if of_amounts:
        fills = {"amount": {"color": colours.series_colours[0]}}
    outcome = {
        lead: "amount" if of_amounts else "win" if lead > 0 else "loss" if lead < 0 else "tie"
        for lead in leads
    }
    for part, fill in fills.items():
        mine = [lead for lead in leads if outcome[lead] == part]
        if not mine:
            continue
        labels = _column_labels(chances, mine, MIN_PLOT_WIDTH / span)
        sheet.add_bars(
            [100 * chances[lead] for lead in mine],
            mine,
            0.86 * room,
            [escape_text(_hover(sheet.table, lead, chances[lead])) for lead in mine],
            fill,
            1,
            upright=True,
            text=[escape_text(text) + (sheet.assumed_mark if text else "") for text in labels],
            textposition="outside",
            textangle=0,
            constraintext="none",
            textfont={"size": SMALL, "color": colours.soft_ink},
            name=say(f"margins.{part}"),
            showlegend=False,
            cliponaxis=False,
        )
    if of_amounts:
        return
    for (part, style), share in zip(styles.items(), _ahead_even_behind(chances), strict=True):
        name = f"{say(f'margins.{part}')} {format_percent(share, 1)}"
        sheet.add_legend_entry(style.sign, style.sign_colour, name)


def _hover(table: tables.FigureTable, lead: float, chance: float) -> str:
    key = "margins.amount_hover" if _of_amounts(table) else "margins.hover"
    return say(key, lead=_number(table, lead), chance=format_percent(chance, 2))


def _column_labels(chances: Mapping[float, float], leads: Sequence[float], room: float) -> list[str]:
    """Return the labels above the columns: percent, only the number, or "", so that all of them fit."""
    shares = [format_percent(chances[lead]) for lead in leads]
    widest = max(len(format_percent(chance)) for chance in chances.values())
    if widest * 6.4 <= room:
        return shares
    bare = [text.removesuffix(percent_sign()) for text in shares]
    return bare if (widest - len(percent_sign())) * 6.4 <= room else [""] * len(leads)


def _curves(sheet: FigureBuilder, series: Mapping[str, dict[float, float]]) -> None:
    for index, (name, chances) in enumerate(series.items()):
        facts = {"ahead": format_percent(_ahead_even_behind(chances)[0], 1), "mean": _mean(chances)}
        key = "margins.amount_series" if _of_amounts(sheet.table) else "margins.series"
        hovers = [hover_text(name, _hover(sheet.table, lead, chance)) for lead, chance in chances.items()]
        points = {lead: 100 * chance for lead, chance in chances.items()}
        sheet.add_curve(index, say(key, name=name, **facts), points, hovers, 8)


def _describe(table: tables.FigureTable) -> str:
    sentences = []
    for name, chances in _series(table).items():
        shares = (format_percent(share, 1) for share in _ahead_even_behind(chances))
        facts = dict(zip(("ahead", "even", "behind"), shares, strict=True))
        peak = max(chances, key=chances.__getitem__)
        facts |= {"peak": _number(table, peak), "share": format_percent(chances[peak], 1)}
        facts["mean"] = _mean(chances)
        said = say("margins.description_amount" if _of_amounts(table) else "margins.description_one", **facts)
        sentences.append(f"{name}: {said}" if name else said)
    criticals = _critical_result_chances(table)
    if criticals is not None:
        sentences.append(say("margins.description_critical", share=format_percent(sum(criticals), 1)))
    if _of_amounts(table):
        return say("margins.description_amounts", title=_amount_title(table), each=" ".join(sentences))
    return say("margins.description", each=" ".join(sentences))


MARGINS = FigureKind(
    "margins",
    _read,
    _draw,
    _describe,
    (
        frozenset({"margin", "chance"}),
        frozenset({"outcome", "chance", "at_most"}),
        frozenset({"unit", "count", "chance"}),
    ),
    ("value",),
)


@check_arguments()
def margins(
    frame: object,
    *,
    value: str | None = None,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of the attacker's lead in points: the probability of each difference, with a line at
    zero.

    `frame`: columns `margin` (attacker's points minus defender's) and `chance` (0 to 1), for several
    distributions also `series` or `position`; the probabilities that a critical result decides are in
    `attrs["critical_win"]`, `"critical_tie"`, `"critical_loss"`; or the `Odds` of a battle that dice alone
    decide. A `Distribution`, or a table of losses or survivors, is drawn by its column `outcome` or `count`,
    with a curve for each `side` and `unit`. `value` is the column of the chances, by default `chance`;
    `facet` is a column with one small panel for each of its values. Raises `Fault` for a frame that cannot be
    drawn.

    >>> from twingkit import charts, twing
    >>> figure = charts.margins(twing.odds("F: F5 vs W: W6"))
    >>> figure.layout.xaxis.title.text
    'Attacker’s points minus defender’s points'
    """
    return MARGINS.figure(frame, lang, theme, value=value, facet=facet)
