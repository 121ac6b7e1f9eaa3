"""The chart of the race to the call: in which turn games end, and how."""

from __future__ import annotations

from collections import Counter

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.margin import PLOT_HEIGHT
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import BarStyle, outcome_styles, tie_pattern
from twingkit.analyse.charts.tables import FigureTable
from twingkit.analyse.charts.theme import PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import escape_text, format_count, has_figure_sentence, hover_text, say
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_percent, percent_sign
from twingkit.ember.rules.turn import END_REASONS

_MAX_COLUMNS = 16
"""With more turns, several turns share one column."""

_TURNS_PER_COLUMN = (1, 2, 5, 10, 20, 50, 100)


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "race", ("rounds",), ("end_reason",))


def _ends(table: FigureTable) -> list[str]:
    seen = {str(row["end_reason"]) for row in table.rows}
    return [*(end for end in END_REASONS if end in seen), *sorted(seen - {*END_REASONS})]


def _called(end: str) -> str:
    return say(f"race.{end}") if has_figure_sentence(f"race.{end}") else end


def _step(table: FigureTable) -> int:
    turns = [int(row["rounds"]) for row in table.rows]
    span = max(turns) - min(turns) + 1
    return next((step for step in _TURNS_PER_COLUMN if span / step <= _MAX_COLUMNS), _TURNS_PER_COLUMN[-1])


def _draw(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    step, games = _step(table), len(table.rows)
    sheet.title = say("race.title")
    sheet.subtitle = say("race.games", n=format_count(games))
    sheet.height, sheet.left_margin = PLOT_HEIGHT * 1.2, 62
    dotted: PlotlyJsFigure = {"color": colours.tie, "pattern": {**tie_pattern(sheet), "shape": "."}}
    styles = [*outcome_styles(sheet).values(), BarStyle(dotted, colours.on_tie, "░", colours.ink)]
    totals: Counter[int] = Counter()
    for index, end in enumerate(_ends(table)):
        counts = Counter(int(row["rounds"]) // step for row in table.rows if str(row["end_reason"]) == end)
        totals += counts
        style = styles[index % len(styles)]
        name = _called(end)
        shares = {place: counts[place] / games for place in sorted(counts)}
        sheet.add_bars(
            [100 * counts[place] / games for place in shares],
            [_middle(place, step) for place in shares],
            0.86 * step,
            [
                hover_text(_turns(place, step), f"{name}: {format_percent(share, 1)}")
                for place, share in shares.items()
            ],
            style.fill,
            1,
            upright=True,
            name=escape_text(name),
            showlegend=False,
        )
        share = format_percent(sum(counts.values()) / games) + sheet.assumed_mark
        sheet.add_legend_entry(style.sign, style.sign_colour, f"{name} {share}")
    low, high = min(totals) * step, (max(totals) + 1) * step
    shown = range(min(totals), max(totals) + 1)
    every = next(part for part in (1, 2, 4, 8, 16) if len(shown) / part <= 8)
    sheet.layout["barmode"] = "stack"
    sheet.layout["xaxis"] = sheet.horizontal_axis(
        say("race.axis" if step == 1 else "race.axis_of", step=step),
        range=[low - 0.6 if step == 1 else low, high - 0.4 if step == 1 else high],
        tickvals=[_middle(place, step) for place in shown][::every],
        ticktext=[_turns(place, step) for place in shown][::every],
        tickangle=0,
    )
    most = 100 * max(totals.values()) / games
    sheet.layout["yaxis"] = sheet.axis(
        say("race.share"), range=[0, most * 1.08], nticks=5, ticksuffix=percent_sign()
    )


def _middle(place: int, step: int) -> float:
    return place if step == 1 else (place + 0.5) * step


def _turns(place: int, step: int) -> str:
    return str(place * step)


def _describe(table: FigureTable) -> str:
    turns = sorted(int(row["rounds"]) for row in table.rows)
    ends = Counter(str(row["end_reason"]) for row in table.rows)
    items = ", ".join(f"{_called(end)} {format_percent(ends[end] / len(turns))}" for end in _ends(table))
    facts = {"first": turns[0], "half": turns[(len(turns) - 1) // 2], "last": turns[-1]}
    return say("race.description", n=format_count(len(turns)), each=items, **facts)


GAME_ENDS_FIGURE_KIND = FigureKind(
    "race", _read, _draw, _describe, (frozenset({"rounds", "end_reason", "caller"}),)
)


def race(
    frame: object,
    *,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the chart of when and how games of Ember end: the share that end in each turn, by reason.

    Parameters
    ----------
    frame
        The games of the arena (`results.games`), or any rows with the columns `rounds` and `end_reason`
        ("call", "points", "pool" or "stall").

    Examples
    --------
    >>> from twingkit import charts, ember
    >>> ends = ((8, "call"), (9, "points"), (9, "call"))
    >>> games = [{"rounds": turns, "end_reason": reason} for turns, reason in ends]
    >>> print(charts.figure_description(ember.charts.race(games)))
    When 3 games of Ember ended: half of them by turn 9, the first in turn 8, the last in turn 9; call ...
    """
    return GAME_ENDS_FIGURE_KIND.figure(frame, lang, theme, facet=facet)
