"""Figures of how duels and end-game attacks end: the share of each outcome, for one case or several."""

from __future__ import annotations

import re
from functools import partial

import attrs

from twingkit.analyse.charts import stacked
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import escape_text, has_figure_sentence, say
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_percent

_MAX_STACKED_OUTCOMES = 6
"""Largest number of outcomes stacked in one bar; if there are more, each has its own bar."""

_MAX_SEPARATE_BARS = 12

_SCORE_PATTERN = re.compile(r"^(\d)-(\d)$")

_HATCH_PATTERNS = ("/", ".", "x", "-", "\\", "+")
_HATCH_SYMBOLS = ("▨", "░", "▩", "▤", "▧", "▦")
"""The fill patterns of outcomes that are neither win, tie nor loss, for charts and for text."""


def _read(frame: object, figure_name: str) -> FigureTable:
    table = FigureTable.from_frame(frame, figure_name)
    if _has_bar_rows(table):
        return FigureTable.from_frame(frame, figure_name, stacked.OUTCOMES)
    return FigureTable.from_frame(frame, figure_name, ("chance",), ("outcome",))


def _has_bar_rows(table: FigureTable) -> bool:
    """True if each row has win, tie and loss; False if each row is an outcome with its chance."""
    return table.has_columns(*stacked.OUTCOMES) and not table.has_columns("outcome")


def _outcome(table: FigureTable, row: Row) -> str:
    """Return the name of an outcome: the frame's label, a standard word, or its text."""
    outcome = table.first_text(row, "outcome")
    keys = [f"outcome.{part}" for part in outcome.split()]
    if table.first_text(row, "label"):
        return table.first_text(row, "label")
    if all(has_figure_sentence(key) for key in keys):
        return ", ".join(say(key) for key in keys)
    result = f"outcome.{table.first_text(row, 'result')}"
    suffix = f" ({say(result)})" if has_figure_sentence(result) else ""
    return _SCORE_PATTERN.sub("\\1\N{EN DASH}\\2", outcome) + suffix


def _result(table: FigureTable, row: Row) -> str:
    """Return "win", "tie" or "loss" for an outcome, from the frame or from its text."""
    words = table.first_text(row, "outcome").split()
    if table.first_text(row, "result") in stacked.OUTCOMES:
        return table.first_text(row, "result")
    if not set(words) <= set(stacked.OUTCOMES):
        return "win"
    return "loss" if "loss" in words else "win" if set(words) == {"win"} else "tie"


def _groups(table: FigureTable) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in table.rows:
        groups.setdefault(table.first_text(row, "group"), []).append(row)
    return groups


def _draw(sheet: FigureBuilder) -> None:
    table = sheet.table
    sheet.title = say(f"{table.figure_name}.title")
    sheet.subtitle = stacked.subtitle_text(sheet)
    if table.figure_name == "duel":
        sheet.notes.append(say("duel.scores"))
    groups = _groups(table)
    outcomes = list(dict.fromkeys(table.first_text(row, "outcome") for row in table.rows))
    if _has_bar_rows(table):
        stacked.draw_bars(sheet, _bars(sheet))
    elif len(outcomes) <= _MAX_STACKED_OUTCOMES and (
        len(groups) > 1 or set(outcomes) <= set(stacked.OUTCOMES)
    ):
        _stack(sheet, groups, outcomes)
    else:
        _list(sheet, groups)


def _bars(sheet: FigureBuilder) -> list[stacked.StackedBar]:
    """Return a bar for every row with win, tie and loss: a battle of a duel, or a defender."""
    table, bars = sheet.table, []
    parts = [table.attrs.get(part) for part in stacked.OUTCOMES]
    if all(isinstance(share, (int, float)) for share in parts):
        win, tie, loss = (float(share) for share in parts if share is not None)
        bars.append(stacked.StackedBar(say("duel.whole"), (win, tie, loss)))
    for row in table.rows:
        label = table.first_text(row, "label", "cards", "option", "defender")
        if table.has_columns("battle", "score"):
            facts = {
                "n": table.first_text(row, "battle"),
                "score": table.first_text(row, "score").replace("-", "\N{EN DASH}"),
            }
            label = say(
                "duel.battle", **facts, chance=format_percent(table.cell_number(row, "chance", 1.0), 1)
            )
        bars.append(stacked.StackedBar(label, stacked.outcome_shares(table, row)))
    return bars


def _outcome_style(sheet: FigureBuilder, outcome: str, series_index: int) -> stacked.BarStyle:
    styles = stacked.outcome_styles(sheet)
    if outcome in ("win", "loss"):
        return styles[outcome]
    if outcome not in stacked.OUTCOMES and series_index == 0:
        return styles["win"]
    kind = 0 if outcome == "tie" else series_index % len(_HATCH_PATTERNS)
    pattern = {**stacked.tie_pattern(sheet), "shape": _HATCH_PATTERNS[kind]}
    hatched: PlotlyJsFigure = {"color": sheet.colours.tie, "pattern": pattern}
    return attrs.evolve(styles["tie"], fill=hatched, sign=_HATCH_SYMBOLS[kind])


def _stack(sheet: FigureBuilder, groups: dict[str, list[Row]], outcomes: list[str]) -> None:
    table = sheet.table
    middles = {group: sheet.add_row(group, stacked.BAR_HEIGHT) for group in groups}
    for index, outcome in enumerate(outcomes):
        style = _outcome_style(sheet, outcome, index)
        shares, hovers = [], []
        name = outcome
        for group, rows in groups.items():
            mine = [row for row in rows if table.first_text(row, "outcome") == outcome]
            share = sum(float(row["chance"]) for row in mine)
            name = _outcome(table, mine[0]) if mine else name
            shares.append(share)
            line = f"{name}: {format_percent(share, 2)}"
            hovers.append("<br>".join(escape_text(part) for part in (group, line) if part))
        stacked.draw_bar_parts(sheet, escape_text(name), shares, list(middles.values()), hovers, style)
        sheet.add_legend_entry(style.sign, style.sign_colour, name)
    sheet.layout["barmode"] = "stack"
    sheet.set_row_axes(sheet.percent_axis(say("axis.chance")))


def _list(sheet: FigureBuilder, groups: dict[str, list[Row]]) -> None:
    """Draw a bar for each of the likeliest outcomes, with its chance in the label, and a sentence for the
    other outcomes.
    """
    table = sheet.table
    totals = dict.fromkeys(stacked.OUTCOMES, 0.0)
    for row in table.rows:
        totals[_result(table, row)] += float(row["chance"])
    by_result = table.has_columns("result") and len(groups) == 1
    if by_result:  # start with what the list adds up to
        stacked.draw_bars(
            sheet, [stacked.StackedBar(say("duel.whole"), (totals["win"], totals["tie"], totals["loss"]))]
        )
    drawn: dict[str, list[tuple[float, float, str]]] = {part: [] for part in stacked.OUTCOMES}
    for group, row in _rank_outcomes(groups, by_result)[:_MAX_SEPARATE_BARS]:
        chance = float(row["chance"])
        name = ": ".join(part for part in (group, _outcome(table, row)) if part)
        middle = sheet.add_row(
            f"{name} \N{EN DASH} {format_percent(chance, 1)}{sheet.assumed_mark}", bar_height=14, gap=10
        )
        drawn[_result(table, row)].append(
            (middle, 100 * chance, escape_text(f"{name}: {format_percent(chance, 2)}"))
        )
    for part, bars in drawn.items():
        sheet.add_bars(
            [chance for _, chance, _ in bars],
            [middle for middle, _, _ in bars],
            14,
            [hover for _, _, hover in bars],
            _outcome_style(sheet, part, 0).fill,
            name=say(f"outcome.{part}"),
        )
    unlisted = _rank_outcomes(groups, by_result)[_MAX_SEPARATE_BARS:]
    if unlisted:
        share = format_percent(sum(float(row["chance"]) for _, row in unlisted), 1)
        sheet.notes.append(say("outcomes.more", n=len(unlisted), share=share))
    most = max(chance for bars in drawn.values() for _, chance, _ in bars)
    fitted = {} if by_result else stacked.axis_range_up_to(most)
    sheet.layout["barmode"] = "stack"
    sheet.set_row_axes(sheet.percent_axis(say("axis.chance"), **fitted))


def _rank_outcomes(groups: dict[str, list[Row]], ordered: bool) -> list[tuple[str, Row]]:
    """Return the possible outcomes with their groups, in the frame's order or the likeliest first."""
    pairs = [(group, row) for group, rows in groups.items() for row in rows if float(row["chance"]) > 0]
    return pairs if ordered else sorted(pairs, key=lambda pair: -float(pair[1]["chance"]))


def _describe(table: FigureTable) -> str:
    parts = []
    if _has_bar_rows(table):
        for row in table.rows:
            shares = zip(stacked.OUTCOMES, stacked.outcome_shares(table, row), strict=True)
            items = ", ".join(
                f"{say(f'outcome.{part}')} {format_percent(share, 1)}" for part, share in shares
            )
            name = table.first_text(row, "label", "cards", "option", "score", "defender")
            parts.append(f"{name}: {items}" if name else items)
    else:
        for group, rows in _groups(table).items():
            items = ", ".join(
                f"{_outcome(table, row)} {format_percent(float(row['chance']), 1)}" for row in rows
            )
            parts.append(f"{group}: {items}" if group else items)
    return say(f"{table.figure_name}.description", each="; ".join(parts))


def _kind(name: str, *columns: set[str]) -> FigureKind:
    return FigureKind(
        name, partial(_read, figure_name=name), _draw, _describe, tuple(map(frozenset, columns))
    )


DUEL_FIGURE_KIND = _kind("duel", {"outcome", "chance", "result"}, {"battle", "score", "win"})
ENDGAME_FIGURE_KIND = _kind("endgame", {"defender", "win", "tie", "loss"}, {"outcome", "chance"})


def duel(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
) -> Figure:
    """Return a figure of how a duel ends: a bar with one part for each outcome.

    `frame`, such as a result of `duel_results`, has the columns `outcome` (win, tie, loss, or a text) and
    `chance` (0 to 1), for several cases a `group`; a `label` gives an outcome in words. With more than
    `_MAX_STACKED_OUTCOMES` outcomes each has a separate bar. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = twing.charts.duel(twing.duel_results("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3"))
    >>> print(charts.figure_description(figure))
    How the duel turns out: 3–0 (win) 4.4%, 2–1 (win) 13.3%, 2–0 (win) 11.0%, 1–0 (tie) 9.0%, 1–1 (tie) ...
    """
    return DUEL_FIGURE_KIND.figure(frame, lang, theme, facet=facet)


def endgame(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
) -> Figure:
    """Return a figure of how an end-game attack ends: a bar with one part for each outcome.

    `frame` has the columns of `duel`. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = twing.charts.endgame(twing.endgame_results("endgame F: F5 F3 vs W: W6 vs L: shield L4"))
    >>> print(charts.figure_description(figure))
    How the end-game attack turns out: win, win 69.4%, loss, win 16.0%, loss, loss 7.6%, tie, win 6.2%, ...
    """
    return ENDGAME_FIGURE_KIND.figure(frame, lang, theme, facet=facet)
