"""The gallery: the assumed card set by type and Dominion, and the four decks with their plans.

Each card says what is assumed about it.
"""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.language import language
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import DOMINIONS, Deck, load_decks
from twingkit.imajica.box.effects import CARD_KINDS
from twingkit_widgets.imajica.pictures.cards import STATS_BY_KIND, full_card_html, hand_html, icon_legend_html
from twingkit_widgets.imajica.words import say
from twingkit_widgets.panel.controls import button_group, rule_badge
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first

DECKS = "decks"
"""Key of the shelf with the decks."""

GALLERY_SHELVES = (*CARD_KINDS, DECKS)
"""Shelves of the gallery: one for each kind of cards, and the decks."""

DOMINION_FILTER_VALUES = ("", *map(str, DOMINIONS), "0")
"""Values of the Dominion filter: "" for all, "1" to "5", and "0" for none."""

_KINDS_WITH_DOMINION = ("character", "site", "path")


def shelf_name(shelf: str) -> str:
    """Return the display name of a gallery shelf, one of `GALLERY_SHELVES`."""
    return say(f"gallery.{shelf}")


def parse_gallery_term(term: str) -> tuple[str, str]:
    """Parse the shelf and Dominion in an address; unknown words give the first shelf and all Dominions.

    >>> parse_gallery_term("site-4"), parse_gallery_term("flash"), parse_gallery_term("nothing-9")
    (('site', '4'), ('flash', ''), ('character', ''))
    """
    shelf, _, home = term.partition("-")
    return shelf if shelf in GALLERY_SHELVES else GALLERY_SHELVES[
        0
    ], home if home in DOMINION_FILTER_VALUES else ""


def format_gallery_term(shelf: str, home: str) -> str:
    """Return a shelf and Dominion as a word for an address, "" for the first shelf."""
    term = f"{shelf}-{home}" if home else shelf
    return "" if term == GALLERY_SHELVES[0] else term


def gallery_html(shelf: str, home: str) -> Markup:
    """Render the gallery cards of one shelf and one Dominion (or all), with buttons that switch to another
    shelf or Dominion.
    """
    parts: list[Markup | None] = [_choice("kind", GALLERY_SHELVES, shelf)]
    if shelf in _KINDS_WITH_DOMINION:
        parts.append(_choice("home", DOMINION_FILTER_VALUES[: None if shelf == "character" else -1], home))
    parts.append(el("h2", shelf_name(shelf)))
    if shelf == DECKS:
        parts += [_deck(deck) for deck in load_decks().values()]
    else:
        parts += _cards(shelf, home)
    return el("div", parts, cls="im-gallery", data_controls=True)


def _choice(act: str, values: Iterable[str], now: str) -> Markup:
    choices = [(value, shelf_name(value) if act == "kind" else _home_text(value)) for value in values]
    return button_group(choices, now, act, say(f"gallery.by_{act}"), "tk-row")


def _home_text(home: str) -> str:
    if not home:
        return say("gallery.all_homes")
    return capitalize_first(say("card.no_dominion")) if home == "0" else say("card.dominion", n=home)


def _cards(shelf: str, home: str) -> list[Markup]:
    own = [
        card
        for card in load_cards().of_kind(shelf)
        if not home
        or (home == "0" and not card.home_dominions)
        or (home != "0" and int(home) in card.home_dominions)
    ]
    rule = rule_badge("IJ-BOX-1", "open", key="gallery:assumed")
    intro = el("p", say("gallery.count", n=len(own), all=len(load_cards())), " ", rule)
    listed = el("ul", [el("li", full_card_html(card, "h3")) for card in own], cls="tk-list im-cards")
    legend = icon_legend_html(explained=False) if shelf in STATS_BY_KIND else None
    return [intro, *([legend] if legend else []), listed]


def _deck(deck: Deck) -> Markup:
    known = load_cards()
    groups = []
    for kind in CARD_KINDS:
        names = [name for name in deck.cards if known[name].kind == kind]
        if names:
            label = f"{shelf_name(kind)} ({len(names)})"
            groups.append(
                el("details", el("summary", label), hand_html(names, label), data_key=f"{deck.id}:{kind}")
            )
    head = el("h3", deck.title[language()])
    return el(
        "section", head, el("p", deck.plan[language()]), groups, cls="im-seat", data_key=f"deck:{deck.id}"
    )
