"""Names and sentences of Imajica's panels: cards, values, areas, seats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.rulebook import rulebook
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first, join_names

WORDS = PanelTexts(Path(__file__).with_name("imajica_words.toml"))
"""The sentences of pictures and tables."""

say = WORDS.say
"""Return the text of a key about cards or the table, filled with facts."""


def counted_sentence(key: str, n: int, **facts: object) -> str:
    """Return the page text `key`, or its singular form `key_one` if `n` is 1, with `n` and `facts` filled
    in.
    """
    return say(f"{key}_one" if n == 1 else key, n=n, **facts)


def rulebook_term(key: str) -> str:
    """Return the rulebook's name for a card kind, an affiliation or a seat."""
    return rulebook().words.name(key)


def card_kind_plural(kind: str) -> str:
    """Return the plural name of a card kind.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", card_kind_plural, "site"), card_kind_plural("action")
    ('Orte', 'Ally Actions')
    """
    return say(f"gallery.{kind}")


def seat_name(seat: str, is_own: bool = False) -> str:
    """Return the display name of the Autarch at a seat; "you" if it is the reader's own seat."""
    return say("table.you") if is_own else capitalize_first(rulebook_term(seat))


def token_names(tokens: Iterable[str]) -> str:
    """Return the names of the cards in play with these tokens, joined with commas and "and"."""
    return join_names([token_name(token) for token in tokens])


def token_name(token: str) -> str:
    """Return the name of the card in play with this token. Further copies of a card have their number added.

    >>> from twingkit.core.language import call_in_language
    >>> token_name("gek-a-gek.2"), call_in_language("de", token_name, "slew")
    ('gek-a-gek (2)', 'Slew')
    """
    name, _, number = token.partition(".")
    card = load_cards().get(name)
    if card is None:
        return say("card.hidden_path") if name.startswith("path ") else token
    return f"{card.name()} ({number})" if number else card.name()


def dominions_text(card: Card) -> str:
    """Return the Dominions of a card in words, or "" for a card kind without Dominions.

    >>> dominions_text(load_cards()["the-erasure"])
    'Border between Dominions 1 and 2'
    """
    if len(card.home_dominions) > 1:
        return say("card.border", first=card.home_dominions[0], second=card.home_dominions[1])
    if card.home_dominions:
        return say("card.dominion", n=card.home_dominions[0])
    return say("card.no_dominion") if card.kind == "character" else ""


@cache
def assumed_card_parts(card: Card) -> tuple[str, ...]:
    """Return the names of the parts of a card that the kit had to assume because no printed source gives
    them; () for cards of other sets.
    """
    entry = next((entry for entry in load_cards().entries if entry.id == card.id), None)
    return tuple(entry.assumed) if entry is not None and entry.card == card else ()
