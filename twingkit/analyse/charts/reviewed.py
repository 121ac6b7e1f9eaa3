"""The figure of a review: each player's chance to win over the game, with the certain mistakes."""

from __future__ import annotations

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.margin import PLOT_HEIGHT
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, Row, check_no_overlap
from twingkit.analyse.charts.theme import DASHES, SYMBOL_SIGNS, SYMBOLS, Theme
from twingkit.analyse.charts.wording import capitalize_first, escape_text, hover_text, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent, percent_sign

_MIN_TICK_DISTANCE = 0.4
"""The smallest distance between turns that are named below the curve, as a share of its length: their names
have room on a phone.
"""

_ChanceAndErrorByAnswer = dict[int, tuple[float, float]]
"""A curve: the probability and its standard error, by number of answers."""


def _read(frame: object) -> FigureTable:
    table = FigureTable.from_frame(frame, "review", ("place", "win", "win_best"), ("player",))
    check_no_overlap(table, ("player", "place"), ("win", "win_best", "win_lost"))
    if len(_names(table)) > len(SYMBOLS):
        raise Fault("charts.many_curves", found=len(_names(table)), most=len(SYMBOLS))
    return table


def _names(table: FigureTable) -> list[str]:
    return [str(name) for name in table.attrs.get("players") or sorted({row["player"] for row in table.rows})]


def _shown_name(name: str) -> str:
    """Return a player's name as in records, and a side in the reader's language."""
    return capitalize_first(say(f"side.{name}")) if name in ("attacker", "defender") else name


def _chances_by_seat(table: FigureTable) -> dict[int, _ChanceAndErrorByAnswer]:
    """Return each seat's chances of winning, by number of answers: over the whole game or, if the frame lacks
    this curve, after each of the seat's decisions.

    For two players with a whole curve only the first one's: the other is its mirror image.
    """
    curve = list(table.attrs.get("curve") or ())
    names = _names(table)
    seats = range(len(names))
    if curve:
        return {
            seat: {point["place"]: (point["chances"][seat], point["errors"][seat]) for point in curve}
            for seat in (seats[:1] if len(seats) == 2 else seats)
        }
    rows = {seat: [row for row in table.rows if row["player"] == names[seat]] for seat in seats}
    return {
        seat: {int(row["place"]): (float(row["win"]), float(row.get("win_error") or 0.0)) for row in own}
        for seat, own in rows.items()
        if own
    }


def _turns(table: FigureTable, key: str = "turns") -> dict[int, str]:
    """Return the name of the turn after each number of answers (`moments`: of the turn before, with its
    player); empty if the game has no turns.
    """
    points, names = table.attrs.get("curve") or (), table.attrs.get(key) or ()
    return {point["place"]: name for point, name in zip(points, names, strict=False)}


def _mistakes(table: FigureTable, player: str) -> list[Row]:
    return [row for row in table.rows if row["player"] == player and table.first_text(row, "mark")]


def _draw(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    names, curves, turns = _names(table), _chances_by_seat(table), _turns(table)
    moments = _turns(table, "moments") or turns
    sheet.title = table.attr_text("title") or say("review.title")
    sheet.height, sheet.left_margin = PLOT_HEIGHT * 1.2, 68
    for seat, drawn in curves.items():
        colour, name = colours.series_colours[seat], _shown_name(names[seat])
        sheet.add_points(
            "lines",
            list(drawn),
            [100 * chance for chance, _ in drawn.values()],
            [hover_text(name, _hover(moments, place, *point)) for place, point in drawn.items()],
            name=escape_text(name),
            line={"color": colour, "width": 2, "dash": DASHES[seat]},
            cliponaxis=False,
        )
        sheet.add_legend_entry("—", colour, name)
        # One curve of two players carries the mistakes of both.
        for marked in range(len(names)) if len(curves) < len(names) else (seat,):
            _mark(sheet, drawn, marked)
    begins = {name: place for place, name in reversed(turns.items()) if name}
    length, ticks = max(turns, default=0) - min(turns, default=0), dict[int, str]()
    for name, place in [*[*begins.items()][:1], *reversed(begins.items())]:  # the last turn is always named
        if all(abs(place - other) >= _MIN_TICK_DISTANCE * length for other in ticks):
            ticks[place] = name
    named = {"tickvals": list(ticks), "ticktext": list(ticks.values())}
    axis = say("review.x_turns" if turns else "review.x")
    sheet.layout["xaxis"] = sheet.horizontal_axis(axis, tickangle=0, **(named if turns else {}))
    sheet.layout["yaxis"] = sheet.axis(
        say("axis.chance") + sheet.assumed_mark, range=[-2, 103], dtick=25, ticksuffix=percent_sign()
    )


def _mark(sheet: FigureBuilder, drawn: _ChanceAndErrorByAnswer, seat: int) -> None:
    name = _names(sheet.table)[seat]
    rows = _mistakes(sheet.table, name)
    if not rows or not drawn:
        return
    colour, name = sheet.colours.series_colours[seat], _shown_name(name)
    sheet.add_points(
        "markers",
        [row["place"] for row in rows],
        [100 * _chance_at(drawn, int(row["place"])) for row in rows],
        [_mistake(row, name) for row in rows],
        name=escape_text(name),
        marker={"color": colour, "size": 9, "symbol": SYMBOLS[seat]},
        cliponaxis=False,
    )
    sheet.add_legend_entry(SYMBOL_SIGNS[seat], colour, f"{say('review.marks')}: {name}")


def _chance_at(drawn: _ChanceAndErrorByAnswer, place: int) -> float:
    """Return the chance of winning after `place` answers, interpolated between the points of the curve."""
    left = max((known for known in drawn if known <= place), default=min(drawn))
    right = min((known for known in drawn if known >= place), default=max(drawn))
    (first, _), (last, _) = drawn[left], drawn[right]
    return first if left == right else first + (last - first) * (place - left) / (right - left)


def _hover(moments: dict[int, str], place: int, chance: float, error: float) -> str:
    where = moments.get(place) or say("review.place", x=place)
    return say("review.hover", where=where, value=format_percent(chance), error=format_number(100 * error, 0))


def _mistake(row: Row, name: str) -> str:
    chosen = f"{row['answer']}: {format_percent(row['win'])}"
    return hover_text(name, f"{chosen}; {row['best']}: {format_percent(row['win_best'])}")


def _describe(table: FigureTable) -> str:
    sentences, names = [], _names(table)
    for seat, drawn in _chances_by_seat(table).items():
        chances = [chance for chance, _ in drawn.values()]
        first, last = format_percent(chances[0]), format_percent(chances[-1])
        sentences.append(say("review.description_one", name=_shown_name(names[seat]), first=first, last=last))
    marked = sum(len(_mistakes(table, name)) for name in names)
    return say("review.description", each="; ".join(sentences), n=marked)


REVIEW = FigureKind("review", _read, _draw, _describe, (frozenset({"place", "player", "win_best"}),))


@check_arguments()
def review(frame: object, *, lang: Lang | None = None, theme: Theme | None = None) -> Figure:
    """Return the figure of a reviewed game: the probability of winning over the course of the game, with the
    certain mistakes marked.

    For two players only the first one's curve is drawn. `frame`: what `twingkit.review` returns; its
    `attrs["curve"]` is drawn, or the probabilities after each decision if there are only rows. Raises `Fault`
    for a frame that cannot be drawn.

    >>> import twingkit
    >>> from twingkit import charts, twing
    >>> game = twing.battle_game("F: F5 F3 vs W: W6").give_answers("lay F3", "lay W6", "roll 2", "roll 2")
    >>> print(charts.figure_description(charts.review(twingkit.review(game, budget=None))))
    Chance to win during the game. The attacker: 73% at the start, 0% at the end. Sure mistakes: 1.
    """
    return REVIEW.figure(frame, lang, theme)
