"""The sheets of the players: points, tokens, goods, strategy cards, technologies, numbers of cards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from twingkit.imperium.galaxy.view import SEATS, SeatView, View
from twingkit_widgets.imperium.pictures.drawing import seat_class
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    faction_name,
    joined,
    say,
    seat_name,
    sign,
    strategy_name,
)
from twingkit_widgets.panel.markup import Child, Markup, el

NOBODY: Mapping[str, str] = MappingProxyType({})
"""The names of people where there are none."""


def seats_html(view: View, lang: str, names: Mapping[str, str] = NOBODY) -> Markup:
    """Every seat's sheet, that of who looks first, then clockwise, with the names of people."""
    count = len(view.seats)
    order = [view.seats[(view.player + step) % count] for step in range(count)]
    return el("div", [sheet_html(seat, view, lang, names) for seat in order], cls="tk-sheets")


def seat_sign(seat: int) -> Markup:
    """The sign of a seat in its colour."""
    return el("span", sign(seat), cls=f"tk-seat-sign {seat_class(seat)}")


def sheet_html(seat: SeatView, view: View, lang: str, names: Mapping[str, str] = NOBODY) -> Markup:
    """The open side of one player."""
    chips: list[Child] = []
    if seat.seat == view.speaker:
        chips.append(el("span", say(lang, "sheet.speaker"), cls="tk-chip"))
    if seat.seat == view.current and view.phase in ("action", "strategy"):
        chips.append(el("span", say(lang, "sheet.turn"), cls="tk-chip tk-chip-main"))
    if seat.passed and view.phase == "action":
        chips.append(el("span", say(lang, "sheet.passed"), cls="tk-chip"))
    if seat.eliminated:
        chips.append(el("span", say(lang, "sheet.eliminated"), cls="tk-chip"))
    rows = [
        (
            say(lang, "sheet.tokens"),
            say(lang, "sheet.pools", tactic=seat.tactic, fleet=seat.fleet, strategy=seat.strategy),
        ),
        (
            say(lang, "sheet.goods"),
            say(lang, "sheet.goods_of", goods=seat.goods, commodities=seat.commodities),
        ),
        (say(lang, "sheet.strategy"), strategy_cards_text(seat, lang)),
        (
            say(lang, "sheet.technologies"),
            joined([_technology(name, seat, lang) for name in seat.technologies], lang),
        ),
        (say(lang, "sheet.scored"), joined([card_name(name, lang) for name in seat.scored], lang)),
        (say(lang, "sheet.laid"), joined([card_name(name, lang) for name in seat.laid_notes], lang)),
        (
            say(lang, "sheet.cards"),
            say(lang, "sheet.cards_of", action=seat.action_cards, secrets=seat.secrets, notes=seat.notes),
        ),
    ]
    listed = [(el("dt", name), el("dd", text)) for name, text in rows if text]
    head = el(
        "h4",
        seat_sign(seat.seat),
        " ",
        names.get(SEATS[seat.seat]) or seat_name(seat.seat, view.player, lang),
        el("small", f" · {faction_name(seat.faction, lang)}") if seat.faction else None,
    )
    points = el("b", say(lang, "sheet.points", n=seat.points, most=view.points_to_win), cls="tk-sheet-points")
    return el(
        "section",
        el("div", head, points, cls="tk-sheet-head"),
        el("div", chips, cls="tk-row tk-tight") if chips else None,
        el("dl", listed, cls="tk-sheet-rows"),
        cls=f"tk-sheet {seat_class(seat.seat)}",
        data_key=f"sheet:{seat.seat}",
    )


def _technology(name: str, seat: SeatView, lang: str) -> str:
    text = card_name(name, lang)
    return say(lang, "sheet.used", card=text) if name in seat.exhausted else text


def strategy_cards_text(seat: SeatView, lang: str) -> str:
    """The strategy cards of a player with their initiative numbers; those that are used are said to be."""
    parts = []
    for number, used in seat.strategy_cards:
        text = f"{number} {strategy_name(number, lang)}"
        parts.append(say(lang, "sheet.used", card=text) if used else text)
    return joined(parts, lang)
