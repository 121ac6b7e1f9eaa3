"""The gallery: all creatures, wizards and Archmages, with their assumed parts."""

from __future__ import annotations

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
        el(
            "section",
            el("h3", say("gallery.value", n=value)),
            el("ul", [el("li", full_creature_html(pool[name])) for name in names], cls="tk-list em-beasts"),
            cls="tk-stack tk-tight",
        )
        for value, names in sorted(pool.ids_by_value().items(), reverse=True)
    ]
    return [intro, el("p", say("creature.assumed_all"), cls="tk-note"), *groups]


def _wizards() -> list[Markup]:
    rows = [
        el(
            "section",
            el("h3", capitalize_first(fill_missing_languages(ELEMENT_NAMES[letter])[language()])),
            el(
                "ul",
                [el("li", card_html(f"{letter}{number}")) for number in range(1, HIGHEST_NUMBER + 1)],
                cls="tk-list em-wizards",
            ),
            cls="tk-stack tk-tight",
        )
        for letter in ELEMENTS
    ]
    others = [el("li", card_html(ARCHMAGE))] * 3
    others.append(el("li", el("span", card_back_svg(say("gallery.back")), cls="em-back")))
    rule = rule_badge("EM-SET-2", "open", key="gallery:deck")
    rows.append(
        el(
            "section",
            el("h3", say("gallery.archmages")),
            el("ul", others, cls="tk-list em-wizards"),
            cls="tk-stack tk-tight",
        )
    )
    return [el("p", say("gallery.deck"), " ", rule), *rows]
