"""Answers of a game of Imajica with real cards in words, and the single words they are built from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.answers import NOTATION, LayPath, Move
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.view import GameView
from twingkit.referee import UNKNOWN
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import answer_label, move_label
from twingkit_widgets.imajica.words import token_name
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first

WORDS = PanelTexts(Path(__file__).with_name("words.toml"))
"""The sentences for a game with real cards."""

_CONNECTING_WORDS = ("with", "by", "on")


def answer_text(answer: str, names: Mapping[str, str]) -> str:
    """Return an answer in words, for the people called `names`.

    The answer may contain `?` for a hidden card and `…` for what is still to be named.

    >>> from twingkit.core.language import call_in_language
    >>> answer_text("path ? on …", {}), answer_text("starter p1", {"p1": "Eva"})
    ('Lays a Path face down on …', 'Eva')
    >>> call_in_language("de", answer_text, "call …", {})
    'Ruft …'
    """
    word, *rest = answer.split()
    if answer.endswith("…"):
        return WORDS.say(word)
    if (key := answer.replace(" ", "_")) in WORDS:
        return WORDS.say(key)
    act = NOTATION.parse(answer)
    if isinstance(act, LayPath) and act.card == UNKNOWN:
        return WORDS.say("path_on", site=token_name(act.site))
    if rest and rest[-1] in SEATS:
        return names.get(rest[-1], rest[-1])
    return capitalize_first(answer_label(answer))


def answer_part_text(words: str) -> str:
    """Return a part of an answer as readable text, with the names of the cards in place of their tokens.

    >>> from twingkit.core.language import call_in_language
    >>> answer_part_text("slew with"), answer_part_text("gentle>reserve")
    ('Slew with …', 'Gentle to the reserve')
    >>> call_in_language("de", answer_part_text, "by gentle")
    'von Gentle'
    """
    parts = words.split()
    shown = [_part(part) for part in parts]
    return " ".join(shown) + (" …" if parts and parts[-1] in _CONNECTING_WORDS else "")


def _part(part: str) -> str:
    if ">" in part:
        return move_label(Move.parse(part))
    if part in _CONNECTING_WORDS:
        return WORDS.say(f"joint.{part}")
    return token_name(part) if part.partition(".")[0] in load_cards() else part


def public_table_html(view: GameView, names: Mapping[str, str]) -> Markup:
    """Render all face-up cards, with the names of the people."""
    return table_html(view, "small", names)
