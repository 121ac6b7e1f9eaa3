"""The chart of forces: the Magic and Strength of the Allies that a hand can call."""

from __future__ import annotations

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import outcome_styles, subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import hover_text, say
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number
from twingkit.imajica.charts.names import card_names

_SHOWN_ALLIANCES = 10

BAR_HEIGHT = 20
"""Height of a bar in pixels."""

STATS = ("magic", "strength")


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "forces", ("prime", *STATS), ("order",))


def _label(row: Row) -> str:
    prime = format_number(float(row["prime"]), 0)
    order = card_names(str(row["order"])) or say("forces.nobody")
    return say("forces.label", order=order, prime=prime)


def _draw(sheet: FigureBuilder, top: int = _SHOWN_ALLIANCES) -> None:
    table = sheet.table
    rows = table.rows[: max(1, top)]
    sheet.title = say("forces.title")
    limit = say("forces.limit", n=table.attrs["limit"]) if table.attr_text("limit") else ""
    sheet.subtitle = "\n".join(part for part in (subtitle_text(sheet), limit) if part)
    middles = [sheet.add_row(_label(row), BAR_HEIGHT, 12) for row in rows]
    most = max(sum(float(row[stat]) for stat in STATS) for row in rows) or 1
    for stat, style in zip(STATS, outcome_styles(sheet).values(), strict=False):
        name = say(f"forces.{stat}")
        values = [float(row[stat]) for row in rows]
        texts = [format_number(value, 0) + sheet.assumed_mark if value else "" for value in values]
        hovers = [
            hover_text(_label(row), f"{name}: {format_number(value, 0)}")
            for row, value in zip(rows, values, strict=True)
        ]
        sheet.add_bars(
            values, middles, BAR_HEIGHT, hovers, style.fill, 1, texts=texts, ink=style.ink, name=name
        )
        sheet.add_legend_entry(style.sign, style.sign_colour, name)
    sheet.layout["barmode"] = "stack"
    sheet.set_row_axes(sheet.amount_axis(say("forces.axis"), range=[0, most * 1.06]))
    if len(rows) < len(table.rows):
        sheet.notes.append(say("forces.more", n=len(table.rows) - len(rows)))


def _describe(table: FigureTable) -> str:
    items = "; ".join(
        say(
            "forces.description_one",
            order=_label(row),
            **{stat: format_number(float(row[stat]), 0) for stat in STATS},
        )
        for row in table.rows[:3]
    )
    return say("forces.description", n=len(table.rows), each=items)


ALLIANCES_FIGURE_KIND = FigureKind(
    "forces", _read, _draw, _describe, (frozenset({"order", "prime", *STATS}),)
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
