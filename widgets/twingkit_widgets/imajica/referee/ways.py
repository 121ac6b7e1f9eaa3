"""Answers at a real table of Imajica in words, and the single words they are built from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.view import View
from twingkit.referee import UNKNOWN
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import PLAIN, answer_label, move_label
from twingkit_widgets.imajica.words import token_name
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.wording import Words, capitalize_first

WORDS = Words(Path(__file__).with_name("words.toml"))
"""The sentences of a real table."""

JOINTS = ("with", "by", "on")
"""The words that connect cards in an answer."""


def answer_text(text: str, names: Mapping[str, str]) -> str:
    """Return an answer in words, for the people called `names`.

    The answer may contain `?` for a hidden card and `…` for what is still to be named.

    >>> from twingkit.core.language import call_in_language
    >>> answer_text("path ? on …", {}), answer_text("starter p1", {"p1": "Eva"})
    ('Lays a Path face down on …', 'Eva')
    >>> call_in_language("de", answer_text, "call …", {})
    'Ruft …'
    """
    word, *rest = text.split()
    if text.endswith("…"):
        return WORDS.say(word)
    if text in PLAIN:
        key = text.replace(" ", "_")
        return WORDS.say(key) if key in WORDS else answer_label(text)
    if rest[:2] == [UNKNOWN, "on"]:
        return WORDS.say("path_on", site=token_name(rest[2]))
    if rest and rest[-1] in SEATS:
        return names.get(rest[-1], rest[-1])
    return capitalize_first(answer_label(text))


def word_text(said: str) -> str:
    """Return the next part of an answer in words: cards, moves, and what connects them.

    >>> from twingkit.core.language import call_in_language
    >>> word_text("slew with"), call_in_language("de", word_text, "by gentle"), word_text("gentle>reserve")
    ('Slew with …', 'von Gentle', 'Gentle to the reserve')
    """
    parts = said.split()
    shown = [_part(part) for part in parts]
    return " ".join(shown) + (" …" if parts and parts[-1] in JOINTS else "")


def _part(part: str) -> str:
    if ">" in part:
        return move_label(part)
    if part in JOINTS:
        return WORDS.say(f"joint.{part}")
    return token_name(part) if part.partition(".")[0] in load_cards() else part


def open_table(view: View, names: Mapping[str, str]) -> Markup:
    """Render everything that lies open, with the names of the people."""
    return table_html(view, "small", names)
