"""Pictures of wizards, Archmages and card backs, whose elements differ in colour, symbol and letter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from twingkit.core.glossary import glossary_of
from twingkit.ember.rules.cards import ARCHMAGE, card_number
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.ember.words import say
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Markup, el, svg_picture
from twingkit_widgets.panel.terms import explanation_button

WIDTH, HEIGHT = 40, 56
"""Width and height of a card in units of its viewBox."""

SYMBOL_SVG_BY_ELEMENT = {
    "A": '<path class="em-stroke" d="M-9-4h11q5 0 5-4t-4-4M-9 1h15q5 0 4 5-1 4-5 3M-9 6h8q4 1 2 5"/>',
    "E": '<path class="em-fill" d="M-11 9L-3-6l4 6 3-5 8 14z"/>',
    "F": '<path class="em-fill" d="M1-11q8 9 8 14 0 8-9 8T-9 3q0-5 5-9 0 4 2 5 4-4 3-10z"/>',
    "W": '<path class="em-fill" d="M0-11q9 10 9 15 0 7-9 7t-9-7q0-5 9-15z"/>',
}
"""Symbols of the elements, drawn around the origin: wind, mountains, a flame, a drop."""

_STAR_SVG = '<path class="em-gold" d="M20 8l4 10 11 1-8 7 2 11-9-6-9 6 2-11-8-7 11-1z"/>'


def card_name(card: str) -> str:
    """Return the name of a card: `Fire 5`, `Archmage`.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", card_name, "F5"), card_name("*")
    ('Feuer 5', 'Archmage')
    """
    return rulebook().words.name(card)


@cache
def card_svg(card: str, title: str = "") -> Markup:
    """Draw a card of Ember as SVG; without a `title` screen readers skip it.

    >>> "em-F" in card_svg("F5") and ">5<" in card_svg("F5") and ">F<" in card_svg("F5")
    True
    """
    frame = f'<rect class="em-paper" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5"/>'
    if card == ARCHMAGE:
        inner = f'{frame}{_STAR_SVG}<text class="em-letter" x="20" y="50" text-anchor="middle">*</text>'
        return svg_picture(WIDTH, HEIGHT, f'<g class="em-arch">{inner}</g>', title, "wizard")
    letter = card[0]
    inner = (
        f'<rect class="em-band" x="1.500" y="1.500" width="{WIDTH - 3}" height="6" rx="4"/>'
        f'<text class="em-number" x="20" y="27" text-anchor="middle">{card_number(card)}</text>'
        f'<g transform="translate(26 42) scale(.9)">{SYMBOL_SVG_BY_ELEMENT[letter]}</g>'
        f'<text class="em-letter" x="5" y="51">{letter}</text>'
    )
    return svg_picture(WIDTH, HEIGHT, f'<g class="em-{letter}">{frame}{inner}</g>', title, "wizard")


@cache
def card_back_svg(title: str = "") -> Markup:
    """Draw the back of a card."""
    inner = (
        f'<rect class="em-backing" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5"/>'
        '<path class="em-spark" d="M20 12q12 14 12 22 0 11-12 11T8 34q0-7 7-13 0 6 3 7 5-6 2-16z"/>'
    )
    return svg_picture(WIDTH, HEIGHT, f'<g class="em-back">{inner}</g>', title, "wizard")


def card_html(card: str) -> Markup:
    """Render a card with its name for screen readers."""
    return el("span", card_svg(card, card_name(card)), cls="em-card")


def card_meaning(card: str) -> str:
    """Return a text on what a card can pay for: the glossary entry for the Archmage, a general sentence for
    any other card.
    """
    if card == ARCHMAGE:
        entry = glossary_of("ember").entry("archmage")
        return f"{entry.text()}{house_rules_suffix(entry.rules)}"
    return say("card.meaning")


def hand_html(cards: Iterable[str], label: str, key_prefix: str = "") -> Markup:
    """Render cards side by side. With `key_prefix`, the prefix of their keys, each card expands to an
    explanation of what it pays for.
    """
    items = []
    for index, card in enumerate(cards):
        shown = card_html(card)
        if key_prefix:
            key = f"{key_prefix}:{index}"
            shown = explanation_button(shown, card_name(card), card_meaning(card), key, "tk-explained-card")
        items.append(el("li", shown))
    return el("ul", items, cls="tk-list em-hand", aria_label=label)
