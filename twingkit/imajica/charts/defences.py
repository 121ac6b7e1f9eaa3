"""The chart of defenders in a challenge: the total Strength of each set."""

from __future__ import annotations

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import escape_text, say
from twingkit.core.arguments import COUNT, check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number
from twingkit.imajica.charts.names import card_names

_SHOWN_DEFENCES = 10

BAR_HEIGHT = 18
"""Height of a bar in pixels."""


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "defenders", ("attack", "defence"), ("defenders",))


def _who(row: Row) -> str:
    return card_names(str(row["defenders"])) or say("defenders.nobody")


def _label(table: FigureTable, row: Row, star: str = "") -> str:
    sums = {name: format_number(float(row[name]), 0) for name in ("attack", "defence")}
    dead = card_names(table.first_text(row, "dead"))
    facts = {"who": _who(row), "attack": sums["attack"], "defence": sums["defence"] + star}
    return say("defenders.label" if dead else "defenders.all_live", dead=dead, **facts)


def _draw(sheet: FigureBuilder, top: int = _SHOWN_DEFENCES) -> None:
    table, colours = sheet.table, sheet.colours
    rows = table.rows[: max(1, top)]
    sheet.title = say("defenders.title")
    sheet.subtitle = subtitle_text(sheet)
    middles = [sheet.add_row(_label(table, row, sheet.assumed_mark), BAR_HEIGHT, 12) for row in rows]
    lives = [row.get("lives") is not False for row in rows]
    fill = {"color": [colours.win if lived else colours.loss for lived in lives]}
    hovers = [escape_text(_label(table, row)) for row in rows]
    sheet.add_bars([float(row["defence"]) for row in rows], middles, BAR_HEIGHT, hovers, fill)
    most = max(float(row[name]) for row in rows for name in ("attack", "defence"))
    sheet.set_row_axes(sheet.amount_axis(say("defenders.axis"), range=[0, (most or 1) * 1.06]))
    for row, middle in zip(rows, middles, strict=True):
        sheet.draw_vertical_marks(float(row["attack"]), [middle], BAR_HEIGHT / 2 + 3, width=2, dash="dot")
    if any(lives):
        sheet.add_legend_entry("■", colours.win, say("defenders.lives"))
    if not all(lives):
        sheet.add_legend_entry("□", colours.ink, say("defenders.dies"))
    sheet.notes.append(say("defenders.reading"))
    if len(rows) < len(table.rows):
        sheet.notes.append(say("defenders.more", n=len(table.rows) - len(rows)))


def _describe(table: FigureTable) -> str:
    items = "; ".join(_label(table, row) for row in table.rows[:3])
    return say("defenders.description", n=len(table.rows), each=items)


DEFENCES_FIGURE_KIND = FigureKind(
    "defenders", _read, _draw, _describe, (frozenset({"defenders", "attack", "defence"}),)
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
