"""The charts that only Ember has: when games end, how soon a hand can pay, and which cards to keep."""

from __future__ import annotations

from collections import Counter

from twingkit.analyse.charts import stacked
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.margin import PLOT_HEIGHT
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, Row, check_no_overlap
from twingkit.analyse.charts.theme import PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import escape_text, format_count, has_figure_sentence, hover_text, say
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent, percent_sign
from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.turn import END_REASONS

_MAX_COLUMNS = 16
"""With more turns, several turns share one column."""

_TURNS_PER_COLUMN = (1, 2, 5, 10, 20, 50, 100)


def _read_race(frame: object) -> FigureTable:
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


def _draw_race(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    step, games = _step(table), len(table.rows)
    sheet.title = say("race.title")
    sheet.subtitle = say("race.games", n=format_count(games))
    sheet.height, sheet.left_margin = PLOT_HEIGHT * 1.2, 62
    dotted: PlotlyJsFigure = {"color": colours.tie, "pattern": {**stacked.tie_pattern(sheet), "shape": "."}}
    styles = [
        *stacked.outcome_styles(sheet).values(),
        stacked.BarStyle(dotted, colours.on_tie, "░", colours.ink),
    ]
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
                hover_text(_first_turn(place, step), f"{name}: {format_percent(share, 1)}")
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
        ticktext=[_first_turn(place, step) for place in shown][::every],
        tickangle=0,
    )
    most = 100 * max(totals.values()) / games
    sheet.layout["yaxis"] = sheet.axis(
        say("race.share"), range=[0, most * 1.08], nticks=5, ticksuffix=percent_sign()
    )


def _middle(place: int, step: int) -> float:
    return place if step == 1 else (place + 0.5) * step


def _first_turn(place: int, step: int) -> str:
    return str(place * step)


def _describe_race(table: FigureTable) -> str:
    turns = sorted(int(row["rounds"]) for row in table.rows)
    ends = Counter(str(row["end_reason"]) for row in table.rows)
    items = ", ".join(f"{_called(end)} {format_percent(ends[end] / len(turns))}" for end in _ends(table))
    facts = {"first": turns[0], "half": turns[(len(turns) - 1) // 2], "last": turns[-1]}
    return say("race.description", n=format_count(len(turns)), each=items, **facts)


GAME_ENDS_FIGURE_KIND = FigureKind(
    "race", _read_race, _draw_race, _describe_race, (frozenset({"rounds", "end_reason", "caller"}),)
)


def race(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
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


_SHOWN_CREATURES = 12

_MAX_TURN_COUNTS = 3
"""Maximum number of turn counts that one bar can compare."""

_CHANCE_TOLERANCE = 1e-9

# ---------------------------------------------------------------- how soon


_RowsByCreature = dict[str, dict[int, Row]]
"""The inner keys are numbers of turns (0 if the frame has no turns)."""


def _read_reach(frame: object) -> FigureTable:
    table = FigureTable.from_frame(frame, "reach", ("chance",), ("creature",), exclusion_column="refused")
    turns = len(_turns(table))
    if turns > _MAX_TURN_COUNTS:
        raise Fault("charts.many_turns", found=turns, most=_MAX_TURN_COUNTS)
    check_no_overlap(table, ("creature", "turns"), ("chance",))
    return table


def _turns(table: FigureTable) -> list[int]:
    return sorted({int(table.cell_number(row, "turns")) for row in table.rows})


def _chances(table: FigureTable) -> _RowsByCreature:
    chances: _RowsByCreature = {}
    for row in table.rows:
        chances.setdefault(str(row["creature"]), {})[int(table.cell_number(row, "turns"))] = row

    def rank(name: str) -> tuple[list[float], float]:
        rows = chances[name]
        shares = [-float(rows[turns]["chance"]) for turns in sorted(rows)]
        return shares, -table.cell_number(next(iter(rows.values())), "value")

    return {name: chances[name] for name in sorted(chances, key=rank)}


def _creature(name: str) -> str:
    pool = load_pool()
    return pool[name].name() if name in pool else name


def _label(sheet: FigureBuilder, name: str, rows: dict[int, Row]) -> str:
    first = next(iter(rows.values()))
    facts = {
        "creature": _creature(name),
        "points": format_number(sheet.table.cell_number(first, "value"), 0),
        "cost": sheet.table.first_text(first, "cost"),
    }
    called = say("reach.creature" if facts["cost"] else "reach.bare", **facts)
    shares = [format_percent(float(rows[turns]["chance"]), 1) + sheet.assumed_mark for turns in sorted(rows)]
    return say("reach.label", creature=called, chances=" → ".join(dict.fromkeys(shares)))


def _draw_reach(sheet: FigureBuilder, top: int = _SHOWN_CREATURES) -> None:
    table = sheet.table
    chances = _chances(table)
    shown = dict(list(chances.items())[: max(1, top)])
    turns = _turns(table)
    sheet.title = say("reach.title")
    sheet.subtitle = stacked.subtitle_text(sheet)
    middles = [sheet.add_row(_label(sheet, name, rows), stacked.BAR_HEIGHT) for name, rows in shown.items()]
    reached = dict.fromkeys(shown, 0.0)
    most = 100 * max(float(row["chance"]) for row in sheet.all_rows)
    for count, style in zip(turns, stacked.outcome_styles(sheet).values(), strict=False):
        shares, hovers = [], []
        for name, rows in shown.items():
            chance = float(rows[count]["chance"]) if count in rows else reached[name]
            shares.append(max(chance - reached[name], 0.0))
            reached[name] = max(chance, reached[name])
            hovers.append(_hover(table, name, rows.get(count)))
        key = "reach.within" if not count else "reach.one" if count == 1 else "reach.turns"
        name_text = say(key, n=count)
        stacked.draw_bar_parts(
            sheet, escape_text(name_text), shares, middles, hovers, style, max_percent=most
        )
        if count:
            sheet.add_legend_entry(style.sign, style.sign_colour, name_text)
    sheet.layout["barmode"] = "stack"
    sheet.set_row_axes(sheet.percent_axis(say("axis.chance"), **stacked.axis_range_up_to(most)))
    sheet.notes.append(say("reach.bound"))
    if len(shown) < len(chances):
        sheet.notes.append(say("reach.more", n=len(chances) - len(shown)))


def _hover(table: FigureTable, name: str, row: Row | None) -> str:
    lines = []
    if row is not None:
        lines.append(format_percent(float(row["chance"]), 2))
        if table.first_text(row, "discard"):
            lines.append(say("keep.discard", card=_card(table.first_text(row, "discard"))))
    return hover_text(_creature(name), *lines)


def _describe_reach(table: FigureTable) -> str:
    sentences = []
    for name, rows in list(_chances(table).items())[:_MAX_TURN_COUNTS]:
        shares = ", ".join(format_percent(float(rows[turns]["chance"]), 1) for turns in sorted(rows))
        sentences.append(f"{_creature(name)} {shares}")
    turns = ", ".join(str(count) for count in _turns(table) if count)
    key = "reach.description_turns" if turns else "reach.description"
    return say(key, n=len(_chances(table)), turns=turns, each="; ".join(sentences))


CONJURING_CHANCES_KIND = FigureKind(
    "reach", _read_reach, _draw_reach, _describe_reach, (frozenset({"creature", "chance", "discard"}),)
)


@check_arguments(top=COUNT)
def reach(
    frame: object,
    *,
    facet: str | None = None,
    top: int = _SHOWN_CREATURES,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the chart of the chances that a hand can pay for creatures within some turns, for the `top`
    likeliest.

    Parameters
    ----------
    frame
        The frame of `pool_chances(…)`: columns `creature`, `chance` (0 to 1), and optionally
        `value`, `cost`, `discard`. With a column `turns` (up to three numbers) each bar has a part for each
        number.
    top
        The number of creatures to show.

    Examples
    --------
    >>> from twingkit import charts, ember
    >>> frame = ember.pool_chances("A6 E6 F8 A9 W1", (1, 2), creatures=["dryad", "wisp"])
    >>> print(charts.figure_description(ember.charts.reach(frame)))
    Chances to pay for each of 2 creatures within 1, 2 turns, the likeliest first: Wisp 100.0%, ...
    """
    return CONJURING_CHANCES_KIND.figure(frame, lang, theme, facet=facet, top=top)


# ---------------------------------------------------------------- what to keep


def _read_keep(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "keep", ("chance",), ("discard", "kept"))


def _card(card: str) -> str:
    return " ".join(rulebook().words.name(part) for part in card.split())


def _kept(table: FigureTable, row: Row) -> str:
    card = table.first_text(row, "discard")
    return say("keep.discard", card=_card(card)) if card else say("keep.nothing")


def _ranked(table: FigureTable) -> list[Row]:
    return sorted(table.rows, key=lambda row: -float(row["chance"]))


def _draw_keep(sheet: FigureBuilder) -> None:
    table = sheet.table
    sheet.title = say("keep.title")
    sheet.subtitle = stacked.subtitle_text(sheet)
    rows = _ranked(table)
    best = float(rows[0]["chance"])
    most = 100 * max(float(row["chance"]) for row in sheet.all_rows)
    middles = [
        sheet.add_row(
            say(
                "keep.label",
                keep=_kept(table, row),
                chance=format_percent(float(row["chance"]), 1) + sheet.assumed_mark,
            ),
            stacked.BAR_HEIGHT,
        )
        for row in rows
    ]
    styles = stacked.outcome_styles(sheet)
    for is_best in (True, False):
        mine = [
            index
            for index, row in enumerate(rows)
            if (best - float(row["chance"]) <= _CHANCE_TOLERANCE) is is_best
        ]
        if not mine:
            continue
        stacked.draw_bar_parts(
            sheet,
            say("keep.best" if is_best else "keep.other"),
            [float(rows[index]["chance"]) for index in mine],
            [middles[index] for index in mine],
            [_keep_hover(table, rows[index]) for index in mine],
            styles["win" if is_best else "loss"],
            max_percent=most,
        )
    sheet.set_row_axes(sheet.percent_axis(say("axis.chance"), **stacked.axis_range_up_to(most)))
    sheet.notes.append(say("keep.reading"))


def _keep_hover(table: FigureTable, row: Row) -> str:
    kept = table.first_text(row, "kept")
    lines = [format_percent(float(row["chance"]), 2)]
    if table.has_columns("count", "of"):
        facts = {name: format_number(table.cell_number(row, name), 0) for name in ("count", "of")}
        lines.append(say("keep.draws", **facts))
    return hover_text(_kept(table, row), *lines, say("keep.kept", cards=kept))


def _describe_keep(table: FigureTable) -> str:
    items = "; ".join(
        say("keep.label", keep=_kept(table, row), chance=format_percent(float(row["chance"]), 1))
        for row in _ranked(table)
    )
    return say("keep.description", each=items)


KEEP_CHOICES_KIND = FigureKind(
    "keep", _read_keep, _draw_keep, _describe_keep, (frozenset({"discard", "kept", "chance"}),)
)


def keep(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
) -> Figure:
    """Return the chart of cards to keep for a creature: the chance to pay for it after each discard.

    Parameters
    ----------
    frame
        The frame of `keep_choices_table(…)`: columns `discard`, `kept`, `chance` (0 to 1), and optionally
        `count` and `of`.

    Examples
    --------
    >>> from twingkit import charts, ember
    >>> frame = ember.keep_choices_table("A6 E6 F8 A9 W1", "N3", turns=1)
    >>> print(charts.figure_description(ember.charts.keep(frame)))
    Your chance after each discard: discard Air 9: 10.0%; discard Fire 8: 10.0%; discard Water 1: 10.0%; ...
    """
    return KEEP_CHOICES_KIND.figure(frame, lang, theme, facet=facet)


FIGURE_KINDS = (CONJURING_CHANCES_KIND, KEEP_CHOICES_KIND, GAME_ENDS_FIGURE_KIND)
"""The kinds of these charts, those with the most specific columns first."""
