"""The texts of the battle lab, from `lab_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit import twing
from twingkit_widgets.lab.workbench_words import lab_sentence
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("lab_words.toml"))
"""The texts of the lab."""


def lab_say(key: str, role: str = "", /, **facts: object) -> str:
    """Return the sentence `key` with `{who}` and `{whose}` for a side, with a capital first letter.

    The sentence comes from this lab or from the texts of all labs.
    """
    return lab_sentence(WORDS, twing.rulebook, key, role, **facts)


def lab_word(key: str, **facts: object) -> str:
    """Return a word or part of a sentence unchanged."""
    return WORDS.say(key, **facts)
