"""The sheets of the players: points, tokens, goods, strategy cards, technologies, hand sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType

from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.technology.cards import faction
from twingkit.imperium.galaxy.view import GameView, PublicPlayerInfo
from twingkit_widgets.imperium.pictures.drawing import seat_css_class
from twingkit_widgets.imperium.pictures.explained import explained_card_id
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    faction_name,
    join_names,
    say,
    seat_name,
    seat_symbol,
    strategy_card_name,
)
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.terms import TermMarker

NO_NAMES: Mapping[str, str] = MappingProxyType({})
"""The empty mapping of people's names."""


def player_sheets_html(
    view: GameView, names: Mapping[str, str] = NO_NAMES, terms: TermMarker | None = None
) -> Markup:
    """Return every player's sheet, the viewer's first, then clockwise.

    `names` are the names of people by seat, `terms` the words and cards that open on a tap.
    """
    count = len(view.seats)
    order = [view.seats[(view.player + step) % count] for step in range(count)]
    return el("div", [player_sheet_html(seat, view, names, terms) for seat in order], cls="tk-sheets")


def seat_sign_html(seat: int) -> Markup:
    """Return the symbol of a seat in its colour."""
    return el("span", seat_symbol(seat), cls=f"tk-seat-sign {seat_css_class(seat)}")


def goods_text(seat: PublicPlayerInfo) -> str:
    """Return a text with a player's trade goods, commodities and the faction's commodity limit."""
    limit = faction(seat.faction).commodity_limit if seat.faction else 0
    return say("sheet.goods_of", goods=seat.goods, commodities=seat.commodities, limit=limit)


def player_sheet_html(
    seat: PublicPlayerInfo,
    view: GameView,
    names: Mapping[str, str] = NO_NAMES,
    terms: TermMarker | None = None,
) -> Markup:
    """Render the public information about one player as a sheet; with `terms`, words and cards open an
    explanation when tapped.
    """
    marked = terms.mark_new_terms if terms else str
    card = partial(_card, terms, f"sheet:{seat.seat}")
    chips: list[Child] = []
    if seat.seat == view.speaker:
        chips.append(el("span", marked(say("sheet.speaker")), cls="tk-chip"))
    if seat.seat == view.current and view.phase in ("action", "strategy"):
        chips.append(el("span", say("sheet.turn"), cls="tk-chip tk-chip-main"))
    if seat.has_passed and view.phase == "action":
        chips.append(el("span", say("sheet.passed"), cls="tk-chip"))
    if seat.is_eliminated:
        chips.append(el("span", say("sheet.eliminated"), cls="tk-chip"))
    other_points = seat.points - sum(objectives_by_id()[name].points for name in seat.scored_objectives)
    others = [" ", say("sheet.other_points", n=other_points)] if other_points > 0 else []
    hidden = {
        "action": seat.action_card_count,
        "secrets": seat.secret_objective_count,
        "notes": seat.promissory_note_count,
    }
    technologies = [(name, _technology(name, seat)) for name in seat.technologies]
    rows: list[tuple[str, Child]] = [
        ("tokens", say("sheet.pools", tactic=seat.tactic, fleet=seat.fleet, strategy=seat.strategy)),
        ("goods", goods_text(seat)),
        ("strategy", _comma_separated(_strategy_cards(seat), card)),
        ("technologies", _comma_separated(technologies, card)),
        ("scored", [*_comma_separated(_named(seat.scored_objectives), card), *others]),
        ("laid", _comma_separated(_named(seat.notes_in_play), card)),
        ("cards", say("sheet.cards_of", **hidden)),
    ]
    listed = [
        (el("dt", marked(say(f"sheet.{key}"))), el("dd", marked(text) if isinstance(text, str) else text))
        for key, text in rows
        if text
    ]
    head = el(
        "h4",
        seat_sign_html(seat.seat),
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


def _card(terms: TermMarker | None, place: str, card: str, written: str) -> Child:
    return terms.name_button(explained_card_id(card), written, place) if terms else written


def _named(cards: Iterable[str]) -> list[tuple[str, str]]:
    return [(card, card_name(card)) for card in cards]


def _comma_separated(cards: Iterable[tuple[str, str]], show: Callable[[str, str], Child]) -> list[Child]:
    """Return cards (id and name as written) in a row, separated by commas."""
    parts: list[Child] = []
    for card, written in cards:
        parts += [", ", show(card, written)] if parts else [show(card, written)]
    return parts


def _technology(name: str, seat: PublicPlayerInfo) -> str:
    text = card_name(name)
    return say("sheet.exhausted", card=text) if name in seat.exhausted_cards else text


def strategy_cards_text(seat: PublicPlayerInfo) -> str:
    """Return the strategy cards of a player with their initiative numbers, marking exhausted ones."""
    return join_names([text for _, text in _strategy_cards(seat)])


def _strategy_cards(seat: PublicPlayerInfo) -> list[tuple[str, str]]:
    cards = []
    for number, is_exhausted in seat.strategy_cards:
        text = f"{number} {strategy_card_name(number)}"
        cards.append((f"strategy_{number}", say("sheet.exhausted", card=text) if is_exhausted else text))
    return cards
