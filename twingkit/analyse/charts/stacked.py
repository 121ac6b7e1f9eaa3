"""The figures of win, tie and loss as stacked bars: the odds of battles, and the options that advice
ranks.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, Row, sweep_parameters
from twingkit.analyse.charts.theme import PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import (
    escape_text,
    format_points,
    has_figure_sentence,
    hover_text,
    say,
    sentence_keys,
)
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent

OUTCOMES = ("win", "tie", "loss")

BAR_HEIGHT = 26
"""The height of a bar in pixels."""

_RARE_TIE = 0.1
"""The probability below which no tie gets a number if some numbers do not fit."""

MIN_PLOT_WIDTH = 318
"""The width of the narrowest plot in pixels, into which texts must fit."""

_Z95 = 1.959964


@attrs.frozen
class StackedBar:
    """One stacked bar of a figure: the text above it, its shares of win, tie and loss (0 to 1), and further
    hover text.

    `error` is the standard error of win minus loss, 0 if the shares are exact.
    """

    label: str
    shares: tuple[float, float, float]
    hover_text: str = ""
    error: float = 0.0


@attrs.frozen
class BarStyle:
    """The style of one kind of bar part, such as wins: its fill, the colour of the text in it, and its sign
    in the legend.
    """

    fill: PlotlyJsFigure
    ink: str
    sign: str
    sign_colour: str


def outcome_styles(sheet: FigureBuilder) -> dict[str, BarStyle]:
    """Return the styles of win (filled), tie (striped) and loss (empty)."""
    colours = sheet.colours
    striped = {"color": colours.tie, "pattern": tie_pattern(sheet)}
    return {
        "win": BarStyle({"color": colours.win}, colours.on_win, "■", colours.win),
        "tie": BarStyle(striped, colours.on_tie, "▨", colours.ink),
        "loss": BarStyle({"color": colours.loss}, colours.on_loss, "□", colours.ink),
    }


def draw_bars(sheet: FigureBuilder, bars: Sequence[StackedBar]) -> None:
    """Draw stacked bars, one below the other; the full length of each is 100 %."""
    middles = [sheet.add_row(_above(sheet, bar), BAR_HEIGHT) for bar in bars]
    for index, (part, style) in enumerate(outcome_styles(sheet).items()):
        name = say(f"outcome.{part}")
        shares = [bar.shares[index] for bar in bars]
        is_rare = part == "tie" and max(shares) < _RARE_TIE
        with_texts = not is_rare or all(fitting_share_text(share, sheet.assumed_mark) for share in shares)
        hovers = [_hover(bar) for bar in bars]
        draw_bar_parts(sheet, name, shares, middles, hovers, style, with_texts=with_texts)
        sheet.add_legend_entry(style.sign, style.sign_colour, name)
    if any(bar.error for bar in bars):
        sheet.notes.append(say("note.sampled", confidence=format_percent(0.95)))
    sheet.layout["barmode"] = "stack"
    sheet.set_row_axes(sheet.percent_axis(say("axis.chance")))


def draw_bar_parts(
    sheet: FigureBuilder,
    name: str,
    shares: Sequence[float],
    middles: Sequence[float],
    hovers: Sequence[str],
    style: BarStyle,
    *,
    max_percent: float = 100.0,
    with_texts: bool = True,
) -> None:
    """Draw the parts that have the same style in all bars, such as all wins, with their shares inside if
    they fit on an axis for bars of at most `max_percent`.
    """
    lengths = [100 * share for share in shares]
    room = MIN_PLOT_WIDTH * 100 / (max_percent * 1.1) if axis_range_up_to(max_percent) else MIN_PLOT_WIDTH
    texts = [fitting_share_text(share, sheet.assumed_mark, room) if with_texts else "" for share in shares]
    sheet.add_bars(
        lengths, middles, BAR_HEIGHT, hovers, style.fill, 1,
        texts=texts, ink=style.ink, name=name, cliponaxis=False,
    )  # fmt: skip


def _above(sheet: FigureBuilder, bar: StackedBar) -> str:
    if not bar.error:
        return bar.label
    edge = format_points(bar.shares[0] - bar.shares[2])
    sampled = say("odds.sampled", edge=edge, error=format_number(100 * _Z95 * bar.error, 1))
    return f"{bar.label}\n{sampled}" if bar.label else sampled


def axis_range_up_to(max_percent: float) -> PlotlyJsFigure:
    """Return the range and ticks of an axis for bars of at most `max_percent`; {} if the axis is 0 to 100."""
    return {"range": [0, max_percent * 1.1], "dtick": None, "nticks": 6} if 0 < max_percent < 60 else {}


def tie_pattern(sheet: FigureBuilder) -> PlotlyJsFigure:
    """Return the fill pattern of a tie."""
    return {
        "shape": "/",
        "fgcolor": sheet.colours.tie_stripe,
        "fgopacity": 1,
        "size": 7,
        "solidity": 0.3,
        "fillmode": "overlay",
    }


def fitting_share_text(share: float, star: str = "", plot_width: float = MIN_PLOT_WIDTH) -> str:
    """Return a share as a percentage to print inside its part of a bar, with `star` appended; "" if the part
    is too narrow.
    """
    texts = (format_percent(share, places) + star for places in (1, 0))
    return next((escape_text(text) for text in texts if share * plot_width >= 7.6 * len(text) + 6), "")


def _hover(bar: StackedBar) -> str:
    shares = [
        f"{say(f'outcome.{part}')}: {format_percent(share, 2)}"
        for part, share in zip(OUTCOMES, bar.shares, strict=True)
    ]
    return hover_text(bar.label, *shares, bar.hover_text)


def outcome_shares(table: FigureTable, row: Row) -> tuple[float, float, float]:
    """Return the probabilities of win, tie and loss in a row of a table."""
    win, tie, loss = (table.checked_number(table.rows.index(row), part, row[part]) for part in OUTCOMES)
    return win, tie, loss


def subtitle_text(sheet: FigureBuilder) -> str:
    """Return the subtitle: the battle (or other subject of the frame) and the sides' responses."""
    table = sheet.table
    about = table.position or table.attr_text("template")
    key = f"responses.{table.attr_text('responses')}"
    return "\n".join(part for part in (about, say(key) if has_figure_sentence(key) else "") if part)


# ---------------------------------------------------------------- odds


def _read_odds(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "odds", OUTCOMES)


def _label(table: FigureTable, row: Row) -> str:
    named = table.first_text(row, "label", "position", "lays", "option", "name")
    swept = [
        f"{axis} = {table.first_text(row, axis)}"
        for axis in sweep_parameters(table)
        if table.first_text(row, axis)
    ]
    return named or ", ".join(swept)


def _draw_odds(sheet: FigureBuilder) -> None:
    table = sheet.table
    alone = len(sheet.all_rows) == 1
    first = outcome_shares(table, table.rows[0])
    sheet.title = say("odds.one", win=format_percent(first[0])) if alone else say("odds.many")
    label = _label(table, table.rows[0])
    about = subtitle_text(sheet)
    sheet.subtitle = about or label if alone else about
    bars = [
        StackedBar(
            "" if alone and label in sheet.subtitle else _label(table, row),
            outcome_shares(table, row),
            error=table.cell_number(row, "error"),
        )
        for row in table.rows
    ]
    draw_bars(sheet, bars)
    if table.rows_left_out:
        sheet.notes.append(say("odds.problems", n=table.rows_left_out))


def _describe_odds(table: FigureTable) -> str:
    if len(table.rows) == 1:
        row = table.rows[0]
        about = table.position or _label(table, row)
        key = "odds.description_of" if about else "odds.description"
        return say(key, battle=about, **_share_texts(table, row))
    ranked = sorted(table.rows, key=lambda row: -float(row["win"]))
    best, worst = ranked[0], ranked[-1]
    return say(
        "odds.description_many",
        n=len(ranked),
        best=_label(table, best),
        high=format_percent(float(best["win"]), 1),
        worst=_label(table, worst),
        low=format_percent(float(worst["win"]), 1),
    )


def _share_texts(table: FigureTable, row: Row) -> dict[str, str]:
    shares = (format_percent(share, 1) for share in outcome_shares(table, row))
    return dict(zip(OUTCOMES, shares, strict=True))


ODDS = FigureKind("odds", _read_odds, _draw_odds, _describe_odds, (frozenset({"win", "tie", "loss"}),))


@check_arguments()
def odds(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
) -> Figure:
    """Return the figure of win, tie and loss of one or many battles, as stacked bars.

    `frame`: columns `win`, `tie`, `loss` (0 to 1), a `label` (or `battle`) if there are several rows, an
    `error` (standard error of win minus loss) if it was sampled; or the `Odds` of one battle. Raises `Fault`
    for a frame that cannot be drawn.

    >>> from twingkit import Odds, charts
    >>> figure = charts.odds(Odds(0.5, 0.2, 0.3))
    >>> print(charts.figure_description(figure))
    The attacker’s chances: win 50.0%, tie 20.0%, loss 30.0%.
    """
    return ODDS.figure(frame, lang, theme, facet=facet)


# ---------------------------------------------------------------- advice

_DEFAULT_OPTION_COUNT = 10


def _read_advice(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "advice", OUTCOMES, ("option",))


def _side(table: FigureTable) -> str:
    side = table.attr_text("side", "attacker")
    return side if side in ("attacker", "defender") else "attacker"


def _ranked(table: FigureTable) -> list[Row]:
    if table.has_columns("rank"):
        return sorted(table.rows, key=lambda row: table.cell_number(row, "rank", 1e9))
    return list(table.rows)


def _draw_advice(sheet: FigureBuilder, top: int = _DEFAULT_OPTION_COUNT) -> None:
    table = sheet.table
    lays = _ranked(table)[: max(1, top)]
    side = _side(table)
    sheet.title = say(f"advice.{side}", n=len(lays)) if len(lays) > 1 else say(f"advice.only.{side}")
    goal = f"advice.goal.{table.attr_text('goal')}"
    about = [subtitle_text(sheet), say(goal) if has_figure_sentence(goal) else ""]
    sheet.subtitle = "\n".join(part for part in about if part)
    bars = []
    for index, row in enumerate(lays, 1):
        answer = table.first_text(row, "reply")
        lay = table.first_text(row, "label", "option")
        label = f"{index}. {lay}" + (f"\n{say('advice.answer', answer=answer)}" if answer else "")
        bars.append(
            StackedBar(label, outcome_shares(table, row), _costs(sheet, row), table.cell_number(row, "error"))
        )
    draw_bars(sheet, bars)
    left = _option_count(table) - len(lays)
    if left:
        sheet.notes.append(say("advice.more", n=left))


def _option_count(table: FigureTable) -> int:
    """Return how many options the side has: the number of rows, or `attrs["lays"]` if the frame has only the
    best options.
    """
    lays = table.attr_text("lays")
    return max(len(table.rows), int(lays) if lays.isdecimal() else 0)


def _costs(sheet: FigureBuilder, row: Row) -> str:
    table, costs = sheet.table, []
    for key in sentence_keys():
        column = key.removeprefix("hover.")
        if column != key and table.has_columns(column):
            value = table.cell_number(row, column)
            text = format_points(value) if column == "edge" else format_number(value, 2)
            costs.append(say(key, value=text))
    return "\n".join(costs)


def _describe_advice(table: FigureTable) -> str:
    rows = _ranked(table)
    best = rows[0]
    answer = table.first_text(best, "reply")
    return say(
        "advice.description_answer" if answer else "advice.description",
        n=_option_count(table),
        side=say(f"side.{_side(table)}"),
        lay=table.first_text(best, "label", "option"),
        answer=answer,
        **_share_texts(table, best),
    )


ADVICE = FigureKind(
    "advice", _read_advice, _draw_advice, _describe_advice, (frozenset({"option", "win", "tie", "loss"}),)
)


@check_arguments(top=COUNT)
def advice(
    frame: object,
    *,
    facet: str | None = None,
    top: int = _DEFAULT_OPTION_COUNT,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of the best `top` options of one side, each with win, tie and loss against the best
    reply.

    `frame` comes from `advise`: columns `option`, `win`, `tie`, `loss`, `reply`, `rank`; the advised side in
    `attrs["side"]`, and the number of all options in `attrs["lays"]` if the frame lacks some. Raises `Fault`
    for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = charts.advice(twing.advise("F: hand F5 F3 + F4 vs W: hand W6 W4"), top=3)
    >>> print(charts.figure_description(figure))
    Best of 6 legal options for the attacker: F5 F3 + F4; the best answer to it is W6 W4. Win 69.4%, tie ...
    """
    return ADVICE.figure(frame, lang, theme, facet=facet, top=top)
