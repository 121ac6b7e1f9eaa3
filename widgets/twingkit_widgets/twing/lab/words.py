"""The texts of the battle lab, from `lab_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit import twing
from twingkit_widgets.lab.lab_words import lab_text
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("lab_words.toml"))
"""The texts of the lab."""


def lab_say(key: str, role: str = "", /, **facts: object) -> str:
    """Return the sentence `key` of the lab, with a capital first letter.

    `{who}` and `{whose}` stand for the side with this `role`. The sentence comes from this lab or from the
    texts of all labs.
    """
    return lab_text(WORDS, twing.rulebook, key, role, **facts)


lab_word = WORDS.say
"""Return a word or part of a sentence of the lab, without changes."""
