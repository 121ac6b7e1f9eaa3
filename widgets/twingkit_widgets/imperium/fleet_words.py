"""The words of all that shows fleets, from `fleet_words.toml`: labs, pictures, steps."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.lab.workbench_words import lab_sentence
from twingkit_widgets.panel.wording import Words

PLANS = Words(Path(__file__).parent / "lab/fleet_plan_words.toml")
WORDS = Words(Path(__file__).with_name("fleet_words.toml"), PLANS)
"""The sentences about fleets."""


def fleet_say(
    lang: str, key: str, role: str = "", /, *, catalogue: Words | None = None, **facts: object
) -> str:
    """Return the sentence `key` with `{who}` and `{whose}` for a side (`{who:dat}`, `{who:acc}` too), a
    capital first: of this lab, or the one that every lab says. A part with words of its own gives its
    `catalogue`."""
    return lab_sentence(catalogue or WORDS, rulebook, lang, key, role, **facts)


def fleet_word(lang: str, key: str, **facts: object) -> str:
    """Return a word or part of a sentence as it is in the catalogue."""
    return WORDS.say(lang, key, **facts)
