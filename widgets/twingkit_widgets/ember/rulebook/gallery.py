"""The gallery: all creatures, wizards and Archmages, with their assumed parts."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.language import language
from twingkit.core.words import fill_missing_languages
from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules.cards import ARCHMAGE, ELEMENTS, HIGHEST_NUMBER
from twingkit.ember.rules.rulebook import ELEMENT_NAMES
from twingkit_widgets.ember.pictures.cards import card_back_svg, card_html
from twingkit_widgets.ember.pictures.creature import full_creature_html
from twingkit_widgets.ember.words import say
from twingkit_widgets.panel.controls import button_group, rule_badge
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first

GALLERY_KINDS = ("creatures", "wizards")
"""Kinds of cards in the gallery."""


def card_kind_text(kind: str) -> str:
    """Return the display name of a card kind in the gallery."""
    return say(f"gallery.{kind}")


def gallery_html(kind: str) -> Markup:
    """Render the gallery of all cards of one kind, with buttons to switch the kind."""
    kinds = [(offered_kind, card_kind_text(offered_kind)) for offered_kind in GALLERY_KINDS]
    choice = button_group(kinds, kind, "kind", say("gallery.kinds"), "tk-row")
    inside = _creatures() if kind == GALLERY_KINDS[0] else _wizards()
    head = el("h2", card_kind_text(kind))
    return el("div", choice, head, inside, cls="em-gallery", data_controls=True)


def _creatures() -> list[Markup]:
    pool = load_pool()
    rule = rule_badge("EM-POOL-1", "open", key="gallery:law")
    intro = el("p", say("gallery.law"), " ", rule)
    groups = [
        _group(say("gallery.value", n=value), [full_creature_html(pool[name]) for name in names], "em-beasts")
        for value, names in sorted(pool.ids_by_value().items(), reverse=True)
    ]
    return [intro, el("p", say("creature.assumed_all"), cls="tk-note"), *groups]


def _wizards() -> list[Markup]:
    groups = []
    for letter in ELEMENTS:
        title = capitalize_first(fill_missing_languages(ELEMENT_NAMES[letter])[language()])
        cards = [card_html(f"{letter}{number}") for number in range(1, HIGHEST_NUMBER + 1)]
        groups.append(_group(title, cards, "em-wizards"))
    others = [card_html(ARCHMAGE)] * 3
    others.append(el("span", card_back_svg(say("gallery.back")), cls="em-back"))
    rule = rule_badge("EM-SET-2", "open", key="gallery:deck")
    groups.append(_group(say("gallery.archmages"), others, "em-wizards"))
    return [el("p", say("gallery.deck"), " ", rule), *groups]


def _group(title: str, pictures: Sequence[Markup], style: str) -> Markup:
    listed = el("ul", [el("li", picture) for picture in pictures], cls=f"tk-list {style}")
    return el("section", el("h3", title), listed, cls="tk-stack tk-tight")
