"""The table of a whole game as one player sees it: the map, the sheets, the open cards, the player's hand."""

from __future__ import annotations

from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.view import GameView
from twingkit_widgets.imperium.pictures.map_picture import galaxy_map_html
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    card_rule_text,
    join_names,
    say,
    seat_name,
    strategy_card_name,
)
from twingkit_widgets.imperium.pictures.seats import player_sheet_html, player_sheets_html
from twingkit_widgets.imperium.pictures.systems import systems_list_html
from twingkit_widgets.panel.markup import Child, Markup, el


def table_html(view: GameView, size: str = "page") -> Markup:
    """Render the map, the public cards, the viewer's hand and all player sheets; with `size` "small" only the
    map and the list of its contents.
    """
    parts: list[Child] = [el("p", round_and_phase_text(view), cls="tk-label"), *map_and_component_list(view)]
    if size != "small":
        parts += [objectives_and_laws_html(view), _hand_cards_html(view), player_sheets_html(view)]
    return el("div", parts, cls=f"tk-game-table tk-game-{size}")


def map_and_component_list(view: GameView) -> list[Markup]:
    """Return two elements: the map as a picture, and a folded list of what is in each system."""
    drawing = el("div", galaxy_map_html(view, press=False), cls="tk-map-scroll tk-map-1")
    listed = el("details", el("summary", say("systems")), systems_list_html(view), data_key="systems")
    return [drawing, listed]


def position_html(view: GameView) -> Markup:
    """Render a position from the viewer's seat: map, public cards, the viewer's hand and sheet, and the other
    players' sheets folded.
    """
    own, *others = [view.seats[(view.player + step) % len(view.seats)] for step in range(len(view.seats))]
    sheets = el("div", [player_sheet_html(seat, view) for seat in others], cls="tk-sheets")
    folded = el("details", el("summary", say("sheets_of_others")), sheets)
    shown = [objectives_and_laws_html(view), _hand_cards_html(view), player_sheet_html(own, view)]
    return el("div", table_html(view, "small"), shown, folded, cls="tk-stack")


def round_and_phase_text(view: GameView) -> str:
    """Return the round and the phase as text."""
    return say(f"phase.{view.phase}", n=view.round)


def objectives_and_laws_html(view: GameView) -> Markup | None:
    """Render the public objectives, the laws in play, and the trade goods on strategy cards that nobody has
    taken; None if there are none.
    """
    items: list[Child] = []
    for name in view.open_objectives:
        card = objectives_by_id()[name]
        scored = [seat_name(seat.seat, view.player) for seat in view.seats if name in seat.scored_objectives]
        by = el("small", " ", say("open.by", who=join_names(scored))) if scored else None
        items.append(el("li", el("b", card_name(name)), f" ({card.points}) ", card_rule_text(name), by))
    for law in view.laws:
        named = el("b", say("open.law", card=card_name(law.card)))
        items.append(el("li", named, " ", card_rule_text(law.card)))
    goods = [
        say("open.goods", card=strategy_card_name(number), n=count)
        for number, count in view.card_goods
        if count
    ]
    if goods:
        items.append(el("li", el("b", say("open.goods_title")), " ", join_names(goods)))
    if not items:
        return None
    return el("section", el("h4", say("open.title")), el("ul", items, cls="tk-list tk-game-open"))


def card_item_html(card: str) -> Markup:
    """Return a card with its text, as a list item."""
    return el("li", el("b", card_name(card)), " ", el("span", card_rule_text(card), cls="tk-small"))


def _hand_cards_html(view: GameView) -> Markup | None:
    """Return the player's secret objectives, action cards and promissory notes, each with its text."""
    groups = [
        ("secrets", view.secret_objectives),
        ("action_cards", view.action_cards),
        ("notes", view.promissory_notes),
    ]
    shown = [
        el("div", el("h5", say(f"hand.{key}")), el("ul", [*map(card_item_html, cards)], cls="tk-list"))
        for key, cards in groups
        if cards
    ]
    return el("section", el("h4", say("hand.title")), shown, cls="tk-game-hand") if shown else None


def goal_text(view: GameView) -> str:
    """Return a sentence that states how many victory points a player needs to win the game."""
    return say("goal", n=view.points_to_win)
