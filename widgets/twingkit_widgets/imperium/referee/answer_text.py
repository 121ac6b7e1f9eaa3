"""Answers at a real table of Twilight Imperium as text, their words, and an onlooker's view of the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import attrs

from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.fire import FIRING_ABILITIES
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.galaxy.real_table.table_rules import SILENT_QUESTION_KINDS
from twingkit.imperium.galaxy.table.acts import NOTATION, UseAbility
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import (
    answer_item_text,
    answer_label,
    answer_word_name,
    card_name,
    system_name,
)
from twingkit_widgets.imperium.pictures.seats import player_sheets_html
from twingkit_widgets.imperium.pictures.table import objectives_and_laws_html, table_html
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import with_people_names
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first

WORDS = PanelTexts(Path(__file__).with_name("words.toml"))
"""The texts of a real table."""

_TILE_ANSWER_WORDS = ("activate", "system", "token_to", "take_off", "take_back", "retreat_to")
"""The first words of answers in which a number is a tile number."""

PRIVATE_QUESTION_KINDS = ("put",)
"""The kinds of questions whose text names a card that only one player sees."""


def answer_text(answer: str, names: Mapping[str, str]) -> str:
    """Return an answer as text, with `…` for words that are still missing; `names` are the people's names,
    keyed by seat.

    >>> answer_text("move …", {}), answer_text("play sabo", {}), answer_text("free p2", {"p2": "Eva"})
    ('Moves …', 'Plays Sabotage', 'Eva')
    """
    first, *rest = answer.split()
    if answer.endswith("…"):
        return WORDS.say(first) if first in WORDS else WORDS.say("other")
    act = NOTATION.parse(answer)
    if isinstance(act, UseAbility):
        return WORDS.say(f"{act.word}_card", card=_item_name(act.ability))
    if first == "roll":
        return ", ".join(rest)
    if len(rest) == 1 and rest[0] in SEATS:
        return names.get(rest[0]) or capitalize_first(rulebook().words.name(rest[0]))
    return with_people_names(answer_label(answer), names, rulebook().words)


def _item_name(name: str) -> str:
    """Return the name of a card, an ability, or another effect used in a battle."""
    if name in rule_id_by_card_id():
        return card_name(name)
    rule = rule_id_by_effect_id().get(name, "")
    return rulebook()[rule].title() if rule in rulebook() else capitalize_first(answer_word_name(name))


@cache
def rule_id_by_effect_id() -> dict[str, str]:
    """Return the rule id of each effect that works in battles, keyed by effect id."""
    return {effect.id: effect.rule for effect in (*effects_by_id().values(), *FIRING_ABILITIES.values())}


def answer_word_text(word: str, first_word: str) -> str:
    """Return one chosen part of an answer as text, such as units with their place, a card, a system or a
    player; `first_word` is the answer's first word.

    >>> from twingkit.core.language import call_in_language
    >>> answer_word_text(", 2 infantry lodor", "land"), answer_word_text("; 26", "move")
    ('2 infantry on Lodor', 'From 26 Lodor, α wormhole')
    >>> call_in_language("de", answer_word_text, "3 goods", "pay")
    '3 Handelsgüter'
    """
    text = word.strip(",; ")
    parts = text.split()
    if first_word == "move" and text in tiles_by_number():
        return WORDS.say("from", system=system_name(text))
    if first_word in _TILE_ANSWER_WORDS and text in tiles_by_number():
        return system_name(text)
    if f"word.{text}" in WORDS:
        return WORDS.say(f"word.{text}")
    if parts[0] == "note":
        return card_name(parts[1])
    if text.startswith("vote:"):
        return WORDS.say("promise", outcome=answer_word_name(text.removeprefix("vote:")))
    if len(parts) > 1 and parts[0].isdecimal():
        label = answer_item_text(
            [part.rstrip("!") for part in parts], "off" if first_word == "move" else "on"
        )
        return WORDS.say("hurt", units=label) if parts[1].endswith("!") else label
    return capitalize_first(answer_item_text(parts, "on"))


def question_text(question: Question, names: Mapping[str, str]) -> str:
    """Return the text of a question with people's names for the seats; "" if the question would reveal hidden
    cards.
    """
    if question.kind in (*SILENT_QUESTION_KINDS, *PRIVATE_QUESTION_KINDS):
        return ""
    return with_people_names(question.text(), names, rulebook().words)


def public_table_html(view: GameView, names: Mapping[str, str]) -> Markup:
    """Render what all players may see: the map, the public cards, and the player sheets with people's
    names.
    """
    looked = attrs.evolve(view, player=0)
    sheets = el(
        "details", el("summary", WORDS.say("sheets")), player_sheets_html(looked, names), data_key="sheets"
    )
    return el("div", table_html(view, "small"), objectives_and_laws_html(view), sheets, cls="tk-stack")
