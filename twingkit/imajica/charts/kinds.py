"""The charts that only Imajica has: forces, defenders, and who can stop an action."""

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
from twingkit.analyse.charts.wording import escape_text, hover_text, say
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.rulebook import rulebook


def card_names(tokens: str) -> str:
    """Return the names of cards from tokens separated by spaces, such as `gek-a-gek gek-a-gek.2`.

    >>> card_names("gideon irish")
    'Gideon, Irish'
    """
    cards = load_cards()
    names = [name.partition(".")[0] for name in tokens.split()]
    return ", ".join(cards[name].name() if name in cards else name for name in names)


def capitalized_seat_name(seat: str) -> str:
    """Return the name of a seat for the start of a sentence.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", capitalized_seat_name, "p2")
    'Person 2'
    """
    name = rulebook().words.name(seat)
    return name[:1].upper() + name[1:]


_SHOWN_ALLIANCES = 10

_FORCE_BAR_HEIGHT = 20
"""Height of a bar in pixels."""

STATS = ("magic", "strength")


def _read_forces(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "forces", ("prime", *STATS), ("order",))


def _forces_label(row: Row) -> str:
    prime = format_number(float(row["prime"]), 0)
    order = card_names(str(row["order"])) or say("forces.nobody")
    return say("forces.label", order=order, prime=prime)


def _draw_forces(sheet: FigureBuilder, top: int = _SHOWN_ALLIANCES) -> None:
    table = sheet.table
    rows = table.rows[: max(1, top)]
    sheet.title = say("forces.title")
    limit = say("forces.limit", n=table.attrs["limit"]) if table.attr_text("limit") else ""
    sheet.subtitle = "\n".join(part for part in (subtitle_text(sheet), limit) if part)
    middles = [sheet.add_row(_forces_label(row), _FORCE_BAR_HEIGHT, 12) for row in rows]
    most = max(sum(float(row[stat]) for stat in STATS) for row in rows) or 1
    for stat, style in zip(STATS, outcome_styles(sheet).values(), strict=False):
        name = say(f"forces.{stat}")
        values = [float(row[stat]) for row in rows]
        texts = [format_number(value, 0) + sheet.assumed_mark if value else "" for value in values]
        hovers = [
            hover_text(_forces_label(row), f"{name}: {format_number(value, 0)}")
            for row, value in zip(rows, values, strict=True)
        ]
        sheet.add_bars(
            values, middles, _FORCE_BAR_HEIGHT, hovers, style.fill, 1, texts=texts, ink=style.ink, name=name
        )
        sheet.add_legend_entry(style.sign, style.sign_colour, name)
    sheet.layout["barmode"] = "stack"
    sheet.set_row_axes(sheet.amount_axis(say("forces.axis"), range=[0, most * 1.06]))
    if len(rows) < len(table.rows):
        sheet.notes.append(say("forces.more", n=len(table.rows) - len(rows)))


def _describe_forces(table: FigureTable) -> str:
    items = "; ".join(
        say(
            "forces.description_one",
            order=_forces_label(row),
            **{stat: format_number(float(row[stat]), 0) for stat in STATS},
        )
        for row in table.rows[:3]
    )
    return say("forces.description", n=len(table.rows), each=items)


ALLIANCES_FIGURE_KIND = FigureKind(
    "forces", _read_forces, _draw_forces, _describe_forces, (frozenset({"order", "prime", *STATS}),)
)


@check_arguments(top=COUNT)
def forces(
    frame: object,
    *,
    facet: str | None = None,
    top: int = _SHOWN_ALLIANCES,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Draw a chart of the best sets of Allies that a player can call from a hand, with their Magic and
    Strength.

    Parameters
    ----------
    frame
        The result of `best_alliances(…).frame()`, best choice first, with the columns `order`, `prime`,
        `magic` and `strength`. `frame.attrs["limit"]` is the Prime limit.
    top
        The number of choices to show.

    Examples
    --------
    >>> from twingkit import charts, imajica
    >>> frame = imajica.best_alliances("imajica: p1 hand gideon irish lamp-boy; p2; to move p1 ally").frame()
    >>> print(charts.figure_description(imajica.charts.forces(frame)).partition(":")[0])
    Allies you can call, 2 choices, the best first
    """
    return ALLIANCES_FIGURE_KIND.figure(frame, lang, theme, facet=facet, top=top)


_SHOWN_DEFENCES = 10

_DEFENCE_BAR_HEIGHT = 18
"""Height of a bar in pixels."""


def _read_defenders(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "defenders", ("attack", "defence"), ("defenders",))


def _who(row: Row) -> str:
    return card_names(str(row["defenders"])) or say("defenders.nobody")


def _defenders_label(table: FigureTable, row: Row, star: str = "") -> str:
    sums = {name: format_number(float(row[name]), 0) for name in ("attack", "defence")}
    dead = card_names(table.first_text(row, "dead"))
    facts = {"who": _who(row), "attack": sums["attack"], "defence": sums["defence"] + star}
    return say("defenders.label" if dead else "defenders.all_live", dead=dead, **facts)


def _draw_defenders(sheet: FigureBuilder, top: int = _SHOWN_DEFENCES) -> None:
    table, colours = sheet.table, sheet.colours
    rows = table.rows[: max(1, top)]
    sheet.title = say("defenders.title")
    sheet.subtitle = subtitle_text(sheet)
    middles = [
        sheet.add_row(_defenders_label(table, row, sheet.assumed_mark), _DEFENCE_BAR_HEIGHT, 12)
        for row in rows
    ]
    lives = [row.get("lives") is not False for row in rows]
    fill = {"color": [colours.win if lived else colours.loss for lived in lives]}
    hovers = [escape_text(_defenders_label(table, row)) for row in rows]
    sheet.add_bars([float(row["defence"]) for row in rows], middles, _DEFENCE_BAR_HEIGHT, hovers, fill)
    most = max(float(row[name]) for row in rows for name in ("attack", "defence"))
    sheet.set_row_axes(sheet.amount_axis(say("defenders.axis"), range=[0, (most or 1) * 1.06]))
    for row, middle in zip(rows, middles, strict=True):
        sheet.draw_vertical_marks(
            float(row["attack"]), [middle], _DEFENCE_BAR_HEIGHT / 2 + 3, width=2, dash="dot"
        )
    if any(lives):
        sheet.add_legend_entry("■", colours.win, say("defenders.lives"))
    if not all(lives):
        sheet.add_legend_entry("□", colours.ink, say("defenders.dies"))
    sheet.notes.append(say("defenders.reading"))
    if len(rows) < len(table.rows):
        sheet.notes.append(say("defenders.more", n=len(table.rows) - len(rows)))


def _describe_defenders(table: FigureTable) -> str:
    items = "; ".join(_defenders_label(table, row) for row in table.rows[:3])
    return say("defenders.description", n=len(table.rows), each=items)


DEFENCES_FIGURE_KIND = FigureKind(
    "defenders",
    _read_defenders,
    _draw_defenders,
    _describe_defenders,
    (frozenset({"defenders", "attack", "defence"}),),
)


@check_arguments(top=COUNT)
def defenders(
    frame: object,
    *,
    facet: str | None = None,
    top: int = _SHOWN_DEFENCES,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Draw the best choices of defenders: their total Strength against that of the challengers.

    Parameters
    ----------
    frame
        The result of `best_defenders(…).frame()`, best choice first, with the columns `defenders`,
        `attack` and `defence`; `dead` and `lives` are used if present.
    top
        The number of choices to show.

    Examples
    --------
    >>> from twingkit import charts, imajica
    >>> line = "imajica: p1 active irish; p2 active lamp-boy toll-guard"
    >>> frame = imajica.best_defenders(line, "challenge lamp-boy with irish").frame()
    >>> print(charts.figure_description(imajica.charts.defenders(frame)))
    Choices of defenders, 2 in all, the best first: Toll Guard: 6 against 6, nobody dies; nobody: 1 ...
    """
    return DEFENCES_FIGURE_KIND.figure(frame, lang, theme, facet=facet, top=top)


_MAX_TOOLTIP_WAYS = 6


def _read_stopping(frame: object) -> FigureTable:
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
    ways = [row for row in rows if table.cell_number(row, "count", -1.0) >= 0]
    return [
        str(row.get("cards") or "") for row in sorted(ways, key=lambda row: table.cell_number(row, "count"))
    ]


def _chance(row: Row, digits: int = 1) -> str:
    text = format_percent(float(row["chance"]), digits)
    return say("stopping.least", chance=text) if row.get("complete") is False else text


def _stopping_label(sheet: FigureBuilder, rival: str, rows: list[Row]) -> str:
    table = sheet.table
    ways = _ways(table, rows)
    facts = {"rival": rival, "chance": _chance(rows[0]) + sheet.assumed_mark}
    if not ways:
        return say("stopping.no_way", **facts)
    if not ways[0]:
        return say("stopping.lies_there", **facts)
    return say("stopping.label", cards=card_names(ways[0]), **facts)


def _draw_stopping(sheet: FigureBuilder) -> None:
    table = sheet.table
    rivals = _rivals(table)
    sheet.title = say("stopping.title")
    sheet.subtitle = subtitle_text(sheet)
    middles = [
        sheet.add_row(_stopping_label(sheet, rival, rows), BAR_HEIGHT) for rival, rows in rivals.items()
    ]
    shares = [float(rows[0]["chance"]) for rows in rivals.values()]
    most = 100 * max(float(row["chance"]) for row in sheet.all_rows)
    hovers = [_stopping_hover(table, rival, rows) for rival, rows in rivals.items()]
    name = say("stopping.axis")
    style = outcome_styles(sheet)["win"]
    draw_bar_parts(sheet, name, shares, middles, hovers, style, max_percent=most)
    sheet.set_row_axes(sheet.percent_axis(name, **axis_range_up_to(most)))
    sheet.notes.append(say("stopping.reading"))
    if table.rows_left_out:
        sheet.notes.append(say("stopping.not_given", n=table.rows_left_out))


def _stopping_hover(table: FigureTable, rival: str, rows: list[Row]) -> str:
    ways = [card_names(way) or say("stopping.nothing") for way in _ways(table, rows)]
    return hover_text(rival, _chance(rows[0], 2), *ways[:_MAX_TOOLTIP_WAYS])


def _describe_stopping(table: FigureTable) -> str:
    items = "; ".join(f"{rival} {_chance(rows[0])}" for rival, rows in _rivals(table).items())
    return say("stopping.description", each=items)


STOP_CHANCES_FIGURE_KIND = FigureKind(
    "stopping",
    _read_stopping,
    _draw_stopping,
    _describe_stopping,
    (frozenset({"player", "chance", "cards"}),),
)


def stopping(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
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


FIGURE_KINDS = (STOP_CHANCES_FIGURE_KIND, DEFENCES_FIGURE_KIND, ALLIANCES_FIGURE_KIND)
"""The kinds of these charts, those with the most specific columns first."""
