"""What the battle lab says, from `lab_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.battle_steps import sentence
from twingkit_widgets.wording import Words
from twingkit_widgets.workbench import WORDS as COMMON

WORDS = Words(Path(__file__).with_name("lab_words.toml"))
"""The sentences of the lab."""


def lab_say(lang: str, key: str, role: str = "", /, **facts: object) -> str:
    """Return the sentence `key` with `{who}` and `{whose}` for a side, a capital first: of this lab, or the
    one that every lab says."""
    return sentence(lang, key, role, WORDS if key in WORDS else COMMON, **facts)


def lab_word(lang: str, key: str, **facts: object) -> str:
    """Return a word or part of a sentence as it stands in the catalogue."""
    return WORDS.say(lang, key, **facts)
