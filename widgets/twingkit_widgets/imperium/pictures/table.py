"""The table of a whole game as one player sees it: the map, the sheets, what lies open, the own hand."""

from __future__ import annotations

from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.view import View
from twingkit_widgets.imperium.pictures.map_picture import galaxy_map
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    card_text,
    joined,
    say,
    seat_name,
    strategy_name,
)
from twingkit_widgets.imperium.pictures.seats import seats_html, sheet_html
from twingkit_widgets.imperium.pictures.systems import systems_list
from twingkit_widgets.panel.markup import Child, Markup, el


def table_html(view: View, lang: str, size: str = "page") -> Markup:
    """The map with all that stands on it, what lies open and the own hand, then the sheets; only the map and
    what it says in words where `size` is "small"."""
    parts: list[Child] = [el("p", round_text(view, lang), cls="tk-label"), *map_and_list(view, lang)]
    if size != "small":
        parts += [open_cards(view, lang), hand_cards(view, lang), seats_html(view, lang)]
    return el("div", parts, cls=f"tk-game-table tk-game-{size}")


def map_and_list(view: View, lang: str) -> list[Markup]:
    """The map as a picture, and what stands on it as a list."""
    drawing = el("div", galaxy_map(view, lang, press=False), cls="tk-map-scroll tk-map-1")
    listed = el("details", el("summary", say(lang, "systems")), systems_list(view, lang), data_key="systems")
    return [drawing, listed]


def position_html(view: View, lang: str) -> Markup:
    """The map, what lies open, the own cards and the own sheet; the sheets of others are folded."""
    own, *others = [view.seats[(view.player + step) % len(view.seats)] for step in range(len(view.seats))]
    parts = [
        table_html(view, lang, "small"),
        open_cards(view, lang),
        hand_cards(view, lang),
        sheet_html(own, view, lang),
        el(
            "details",
            el("summary", say(lang, "sheets_of_others")),
            el("div", [sheet_html(seat, view, lang) for seat in others], cls="tk-sheets"),
        ),
    ]
    return el("div", parts, cls="tk-stack")


def round_text(view: View, lang: str) -> str:
    """The round and the phase."""
    return say(lang, f"phase.{view.phase}", n=view.round)


def open_cards(view: View, lang: str) -> Markup | None:
    """The open objectives, the laws, and the goods on strategy cards that nobody has."""
    items: list[Child] = []
    for name in view.objectives:
        card = objective_cards()[name]
        scored = [seat_name(seat.seat, view.player, lang) for seat in view.seats if name in seat.scored]
        by = say(lang, "open.by", who=joined(scored, lang)) if scored else None
        items.append(
            el(
                "li",
                el("b", card_name(name, lang)),
                f" ({card.points}) ",
                card_text(name, lang),
                el("small", " ", by) if by else None,
            )
        )
    for law in view.laws:
        items.append(
            el(
                "li",
                el("b", say(lang, "open.law", card=card_name(law.card, lang))),
                " ",
                card_text(law.card, lang),
            )
        )
    goods = [
        say(lang, "open.goods", card=strategy_name(number, lang), n=count)
        for number, count in view.card_goods
        if count
    ]
    if goods:
        items.append(el("li", el("b", say(lang, "open.goods_title")), " ", joined(goods, lang)))
    if not items:
        return None
    return el("section", el("h4", say(lang, "open.title")), el("ul", items, cls="tk-list tk-game-open"))


def card_html(card: str, lang: str) -> Markup:
    """A card with its text, in a list."""
    text = el("span", card_text(card, lang), cls="tk-small")
    return el("li", el("b", card_name(card, lang)), " ", text)


def hand_cards(view: View, lang: str) -> Markup | None:
    """The own hand: secret objectives, action cards, notes, each with its text."""
    groups = [("secrets", view.secrets), ("action_cards", view.action_cards), ("notes", view.notes)]
    shown = [
        el(
            "div",
            el("h5", say(lang, f"hand.{key}")),
            el(
                "ul",
                [card_html(card, lang) for card in cards],
                cls="tk-list",
            ),
        )
        for key, cards in groups
        if cards
    ]
    return el("section", el("h4", say(lang, "hand.title")), shown, cls="tk-game-hand") if shown else None


def goal_text(view: View, lang: str) -> str:
    """The aim of a player in a sentence."""
    return say(lang, "goal", n=view.points_to_win)
