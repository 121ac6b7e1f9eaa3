"""The words of the lab of battles, from `words.toml` and `plan_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import WORDS as PICTURES
from twingkit_widgets.lab.workbench_words import lab_sentence
from twingkit_widgets.panel.wording import Words

PLANS = Words(Path(__file__).with_name("plan_words.toml"), PICTURES)
"""The sentences of the plans, with those of pictures."""

WORDS = Words(Path(__file__).with_name("words.toml"), PLANS)
"""The sentences of the lab, with those of the plans."""


def lab_say(key: str, role: str = "", /, *, catalogue: Words | None = None, **facts: object) -> str:
    """Return the sentence `key` with `{who}` and `{whose}` for a side, starting with a capital.

    `{who:dat}` and `{who:acc}` work, too. The sentence comes from this lab or from those shared by all labs;
    a part with its own texts passes its `catalogue`.
    """
    return lab_sentence(catalogue or WORDS, rulebook, key, role, **facts)


def lab_word(key: str, **facts: object) -> str:
    """Return a word or part of a sentence as it is in the catalogue."""
    return WORDS.say(key, **facts)
