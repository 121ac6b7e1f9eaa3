"""The sheets of the players: points, tokens, goods, strategy cards, technologies, hand sizes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from twingkit.imperium.galaxy.view import SEATS, SeatView, View
from twingkit_widgets.imperium.pictures.drawing import seat_css_class
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    faction_name,
    join_names,
    say,
    seat_name,
    seat_symbol,
    strategy_name,
)
from twingkit_widgets.panel.markup import Child, Markup, el

NO_NAMES: Mapping[str, str] = MappingProxyType({})
"""The empty mapping of people's names."""


def player_sheets_html(view: View, names: Mapping[str, str] = NO_NAMES) -> Markup:
    """Return every player's sheet, the viewer's first, then clockwise.

    `names` are the names of people by seat.
    """
    count = len(view.seats)
    order = [view.seats[(view.player + step) % count] for step in range(count)]
    return el("div", [sheet_html(seat, view, names) for seat in order], cls="tk-sheets")


def seat_sign(seat: int) -> Markup:
    """Return the symbol of a seat in its colour."""
    return el("span", seat_symbol(seat), cls=f"tk-seat-sign {seat_css_class(seat)}")


def sheet_html(seat: SeatView, view: View, names: Mapping[str, str] = NO_NAMES) -> Markup:
    """Return the open information about one player."""
    chips: list[Child] = []
    if seat.seat == view.speaker:
        chips.append(el("span", say("sheet.speaker"), cls="tk-chip"))
    if seat.seat == view.current and view.phase in ("action", "strategy"):
        chips.append(el("span", say("sheet.turn"), cls="tk-chip tk-chip-main"))
    if seat.has_passed and view.phase == "action":
        chips.append(el("span", say("sheet.passed"), cls="tk-chip"))
    if seat.is_eliminated:
        chips.append(el("span", say("sheet.eliminated"), cls="tk-chip"))
    rows = [
        (
            say("sheet.tokens"),
            say("sheet.pools", tactic=seat.tactic, fleet=seat.fleet, strategy=seat.strategy),
        ),
        (
            say("sheet.goods"),
            say("sheet.goods_of", goods=seat.goods, commodities=seat.commodities),
        ),
        (say("sheet.strategy"), strategy_cards_text(seat)),
        (
            say("sheet.technologies"),
            join_names([_technology(name, seat) for name in seat.technologies]),
        ),
        (say("sheet.scored"), join_names([card_name(name) for name in seat.scored_objectives])),
        (say("sheet.laid"), join_names([card_name(name) for name in seat.notes_in_play])),
        (
            say("sheet.cards"),
            say(
                "sheet.cards_of",
                action=seat.action_card_count,
                secrets=seat.secret_objective_count,
                notes=seat.promissory_note_count,
            ),
        ),
    ]
    listed = [(el("dt", name), el("dd", text)) for name, text in rows if text]
    head = el(
        "h4",
        seat_sign(seat.seat),
        " ",
        names.get(SEATS[seat.seat]) or seat_name(seat.seat, view.player),
        el("small", f" · {faction_name(seat.faction)}") if seat.faction else None,
    )
    points = el("b", say("sheet.points", n=seat.points, most=view.points_to_win), cls="tk-sheet-points")
    return el(
        "section",
        el("div", head, points, cls="tk-sheet-head"),
        el("div", chips, cls="tk-row tk-tight") if chips else None,
        el("dl", listed, cls="tk-sheet-rows"),
        cls=f"tk-sheet {seat_css_class(seat.seat)}",
        data_key=f"sheet:{seat.seat}",
    )


def _technology(name: str, seat: SeatView) -> str:
    text = card_name(name)
    return say("sheet.used", card=text) if name in seat.exhausted_cards else text


def strategy_cards_text(seat: SeatView) -> str:
    """Return the strategy cards of a player with their initiative numbers, marking used ones."""
    parts = []
    for number, used in seat.strategy_cards:
        text = f"{number} {strategy_name(number)}"
        parts.append(say("sheet.used", card=text) if used else text)
    return join_names(parts)
