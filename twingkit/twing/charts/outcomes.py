"""Figures of the outcomes of duels and end-game attacks: the share of every outcome, for one or several
cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from twingkit.analyse.charts.sheet import FigureKind, Plain, Sheet
from twingkit.analyse.charts.stacked import (
    BAR,
    PARTS,
    SIGNS,
    Bar,
    add_parts,
    draw_bars,
    shares_of,
    short_axis,
    stripes,
    subtitle_text,
    text_inside,
)
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import format_percent, has_sentence, safe, say
from twingkit.core.language import Lang

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MAX_STACKED = 6
"""Largest number of outcomes stacked in one bar; with more, each has a separate bar."""

MAX_LISTED = 12
"""Largest number of outcomes with a separate bar."""

SCORE = re.compile(r"^(\d)-(\d)$")

SHAPES = ("/", ".", "x", "-", "\\", "+")
SHAPE_SIGNS = ("▨", "░", "▩", "▤", "▧", "▦")
"""The patterns of outcomes that are neither win, tie nor loss."""


def _reader(name: str) -> Callable[[object], FigureTable]:
    def read(frame: object) -> FigureTable:
        table = FigureTable.from_frame(frame, name, but="problem")
        if table.has(*PARTS) and not table.has("outcome"):
            return FigureTable.from_frame(frame, name, PARTS)
        return FigureTable.from_frame(frame, name, ("chance",), ("outcome",))

    return read


def _outcome(table: FigureTable, row: Row) -> str:
    """Return the name of an outcome: the frame's label, the standard word, or its text."""
    outcome = table.text(row, "outcome")
    keys = [f"outcome.{part}" for part in outcome.split()]
    if table.text(row, "label"):
        return table.text(row, "label")
    if all(has_sentence(key) for key in keys):
        return ", ".join(say(key) for key in keys)
    result = f"outcome.{table.text(row, 'result')}"
    suffix = f" ({say(result)})" if has_sentence(result) else ""
    return SCORE.sub("\\1\N{EN DASH}\\2", outcome) + suffix


def _result(table: FigureTable, row: Row) -> str:
    """Return the kind of an outcome (win, tie or loss) from the frame; otherwise by all won, one lost, or
    neither.
    """
    words = table.text(row, "outcome").split()
    if table.text(row, "result") in PARTS:
        return table.text(row, "result")
    if not set(words) <= set(PARTS):
        return "win"
    return "loss" if "loss" in words else "win" if set(words) == {"win"} else "tie"


def _groups(table: FigureTable) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in table.rows:
        groups.setdefault(table.text(row, "group"), []).append(row)
    return groups


def _drawer(name: str) -> Callable[[Sheet], None]:
    def draw(sheet: Sheet) -> None:
        table = sheet.table
        sheet.title = sheet.say(f"{name}.title")
        sheet.subtitle = subtitle_text(sheet)
        if table.has(*PARTS) and not table.has("outcome"):
            draw_bars(sheet, _bars(sheet), 1)
            if name == "duel":
                sheet.notes.append(sheet.say("duel.scores"))
            return
        if name == "duel":
            sheet.notes.append(sheet.say("duel.scores"))
        groups = _groups(table)
        outcomes = list(dict.fromkeys(table.text(row, "outcome") for row in table.rows))
        if len(outcomes) <= MAX_STACKED and (len(groups) > 1 or set(outcomes) <= set(PARTS)):
            _stack(sheet, groups, outcomes)
        else:
            _list(sheet, groups)

    return draw


def _bars(sheet: Sheet) -> list[Bar]:
    """Return a bar for every row with win, tie and loss: a battle of a duel, or a defender."""
    table, bars = sheet.table, []
    parts = [table.attrs.get(part) for part in PARTS]
    if all(isinstance(share, (int, float)) for share in parts):
        win, tie, loss = (float(share) for share in parts if share is not None)
        bars.append(Bar(sheet.say("duel.whole"), (win, tie, loss)))
    for row in table.rows:
        label = table.text(row, "label", "line", "lays", "defender")
        if table.has("battle", "score"):
            facts = {
                "n": table.text(row, "battle"),
                "score": table.text(row, "score").replace("-", "\N{EN DASH}"),
            }
            label = sheet.say(
                "duel.battle", **facts, chance=format_percent(table.cell_number(row, "chance", 1.0), 1)
            )
        bars.append(Bar(label, shares_of(table, row)))
    return bars


def _outcome_style(sheet: Sheet, outcome: str, index: int) -> tuple[Plain, str, str]:
    """Return the fill of an outcome, the text on it, and its sign in the legend."""
    colours = sheet.colours
    filled: Plain = {"color": colours.win}
    empty: Plain = {"color": colours.loss}
    if outcome == "win" or (outcome not in PARTS and index == 0):
        return filled, colours.on_win, SIGNS[0]
    if outcome == "loss":
        return empty, colours.on_loss, SIGNS[2]
    kind = 0 if outcome == "tie" else index % len(SHAPES)
    pattern = {**stripes(sheet), "shape": SHAPES[kind]}
    return {"color": colours.tie, "pattern": pattern}, colours.on_tie, SHAPE_SIGNS[kind]


def _stack(sheet: Sheet, groups: dict[str, list[Row]], outcomes: list[str]) -> None:
    """Draw a bar for each group, with a part for each outcome."""
    table = sheet.table
    middles = {group: sheet.row(group, BAR) for group in groups}
    for index, outcome in enumerate(outcomes):
        marker, ink, sign = _outcome_style(sheet, outcome, index)
        shares, hovers = [], []
        name = outcome
        for group, rows in groups.items():
            mine = [row for row in rows if table.text(row, "outcome") == outcome]
            share = sum(float(row["chance"]) for row in mine)
            name = _outcome(table, mine[0]) if mine else name
            shares.append(share)
            line = f"{name}: {format_percent(share, 2)}"
            hovers.append("<br>".join(safe(part) for part in (group, line) if part))
        texts = [text_inside(share, 1, sheet.assumed) for share in shares]
        add_parts(sheet, safe(name), shares, list(middles.values()), texts, hovers, marker, ink)
        sheet.key(sign, sheet.colours.win if sign == SIGNS[0] else sheet.colours.ink, name)
    sheet.layout |= {"barmode": "stack", "xaxis": sheet.percent_axis(sheet.say("axis.chance"))}
    sheet.rows_axis()


def _list(sheet: Sheet, groups: dict[str, list[Row]]) -> None:
    """Draw a bar for each outcome with its chance in the label; the rest of many outcomes goes into one
    sentence.
    """
    table = sheet.table
    totals = dict.fromkeys(PARTS, 0.0)
    for row in table.rows:
        totals[_result(table, row)] += float(row["chance"])
    by_result = table.has("result") and len(groups) == 1
    if by_result:  # start with what the list adds up to
        draw_bars(sheet, [Bar(sheet.say("duel.whole"), (totals["win"], totals["tie"], totals["loss"]))], 1)
    drawn: dict[str, list[tuple[float, float, str]]] = {part: [] for part in PARTS}
    for group, row in _rank_outcomes(groups, by_result)[:MAX_LISTED]:
        chance = float(row["chance"])
        name = ": ".join(part for part in (group, _outcome(table, row)) if part)
        middle = sheet.row(f"{name} \N{EN DASH} {format_percent(chance, 1)}{sheet.assumed}", bar=14, gap=10)
        drawn[_result(table, row)].append(
            (middle, 100 * chance, safe(f"{name}: {format_percent(chance, 2)}"))
        )
    for part, bars in drawn.items():
        sheet.data.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": sheet.say(f"outcome.{part}"),
                "x": [chance for _, chance, _ in bars],
                "y": [middle for middle, _, _ in bars],
                "width": [14] * len(bars),
                "hovertext": [hover for _, _, hover in bars],
                "hoverinfo": "text",
                "marker": {
                    **_outcome_style(sheet, part, 0)[0],
                    "line": {"color": sheet.colours.edge, "width": 1.5},
                },
                "showlegend": False,
            }
        )
    unlisted = _rank_outcomes(groups, by_result)[MAX_LISTED:]
    if unlisted:
        share = format_percent(sum(float(row["chance"]) for _, row in unlisted), 1)
        sheet.notes.append(sheet.say("outcomes.more", n=len(unlisted), share=share))
    most = max(chance for bars in drawn.values() for _, chance, _ in bars)
    fitted = {} if by_result else short_axis(most)
    sheet.layout |= {"barmode": "stack", "xaxis": sheet.percent_axis(sheet.say("axis.chance"), **fitted)}
    sheet.rows_axis()


def _rank_outcomes(groups: dict[str, list[Row]], ordered: bool) -> list[tuple[str, Row]]:
    """Return the possible outcomes with their groups, in the frame's order or the likeliest first."""
    pairs = [(group, row) for group, rows in groups.items() for row in rows if float(row["chance"]) > 0]
    return pairs if ordered else sorted(pairs, key=lambda pair: -float(pair[1]["chance"]))


def _describer(name_of: str) -> Callable[[FigureTable], str]:
    def describe(table: FigureTable) -> str:
        parts = []
        if table.has(*PARTS) and not table.has("outcome"):
            for row in table.rows:
                shares = zip(PARTS, shares_of(table, row), strict=True)
                items = ", ".join(
                    f"{say(f'outcome.{part}')} {format_percent(share, 1)}" for part, share in shares
                )
                name = table.text(row, "label", "line", "lays", "score", "defender")
                parts.append(f"{name}: {items}" if name else items)
            return say(f"{name_of}.told", each="; ".join(parts))
        for group, rows in _groups(table).items():
            items = ", ".join(
                f"{_outcome(table, row)} {format_percent(float(row['chance']), 1)}" for row in rows
            )
            parts.append(f"{group}: {items}" if group else items)
        return say(f"{name_of}.told", each="; ".join(parts))

    return describe


def _kind(name: str, *columns: set[str]) -> FigureKind:
    """Return the figure with this name, for frames with one of these sets of columns."""
    return FigureKind(name, _reader(name), _drawer(name), _describer(name), tuple(map(frozenset, columns)))


DUEL = _kind("duel", {"outcome", "chance", "result"}, {"battle", "score", "win"})
ENDGAME = _kind("endgame", {"defender", "win", "tie", "loss"}, {"outcome", "chance"})


def duel(frame: object, lang: Lang | None = None, theme: Theme | None = None) -> Figure:
    """Return the figure of how a duel ends: one part of a bar for each outcome.

    `frame`: columns `outcome` (win, tie, loss, or a text) and `chance` (0 to 1), for several cases a `group`;
    a `label` gives an outcome in words. With more than `MAX_STACKED` outcomes each has a separate bar. Raises
    `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = twing.charts.duel(twing.duel_results("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3"))
    >>> print(charts.description(figure))
    How the duel turns out: 3–0 (win) 4.4%, 2–1 (win) 13.3%, 2–0 (win) 11.0%, 1–0 (tie) 9.0%, 1–1 (tie) ...
    """
    return DUEL.figure(frame, lang, theme)


def endgame(frame: object, lang: Lang | None = None, theme: Theme | None = None) -> Figure:
    """Return the figure of how an end-game attack ends; the frame is as for `duel`.

    Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, twing
    >>> figure = twing.charts.endgame(twing.endgame_results("endgame F: F5 F3 vs W: W6 vs L: shield L4"))
    >>> print(charts.description(figure))
    How the end-game attack turns out: win, win 69.4%, loss, win 16.0%, loss, loss 7.6%, tie, win 6.2%, ...
    """
    return ENDGAME.figure(frame, lang, theme)
