"""The rulebook of Twilight Imperium's battles, read once, and the one way its chapters say no."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from twingkit.asking import Refusal
from twingkit.imperium.box.effects import all_effects
from twingkit.imperium.box.units import CLASSES, factions
from twingkit.rulebook import Rulebook
from twingkit.words import LANGUAGES, read_texts

_MORE = ("space_rulings.toml", "ground_rulings.toml", "analysis_rulings.toml", "game_rulings.toml")
"""Sentences of the chapters, beside those of `rulings.toml`."""


@cache
def rulebook() -> Rulebook:
    """The rules of Twilight Imperium's battles, their sentences and words; effects are named by their rules.

    >>> print(rulebook()["IM-UNIT-3"].title())
    Sustain Damage
    """
    folder = files("twingkit.imperium.rules")
    book = Rulebook.load(folder, ("game_rules.toml", "rules.toml"))
    sentences = dict(book.sentences)
    for name in _MORE:
        for rule, cases in read_texts(folder.joinpath(name)).items():
            sentences[rule] = {**sentences.get(rule, {}), **cases}
    for effect in all_effects().values():
        sentences[effect.rule] = {**sentences["effect"], **sentences.get(effect.rule, {})}
    book.sentences = sentences
    book.words.add({rule.id: rule.titles for rule in book})
    near = book.words.name
    book.words.add(
        {
            f"expected_effect_near_{name}": {
                lang: near("expected_effect_near", lang).format(name) for lang in LANGUAGES
            }
            for name in (*all_effects(), *factions())
        }
    )
    book.words.add(
        {
            f"expected_unit_near_{name}": {
                lang: near("expected_unit_near", lang).format(name) for lang in LANGUAGES
            }
            for name in (*CLASSES, *(f"{unit_class}+" for unit_class in CLASSES))
        }
    )
    return book


def refuse(rule: str, case: str, **facts: object) -> Refusal:
    """A refusal by a rule, with the facts that its sentence needs."""
    return Refusal(rule, case, facts, rulebook())
