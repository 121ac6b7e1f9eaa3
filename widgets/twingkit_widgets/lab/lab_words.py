"""The texts of every lab, from `workbench_words.toml`; the catalogue of a game takes precedence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twingkit.core.rulebook import Rulebook
from twingkit_widgets.panel.sentences import sentence
from twingkit_widgets.panel.wording import Words

LAB_WORDS = Words(Path(__file__).with_name("workbench_words.toml"))
"""The texts of every lab."""


def lab_text(own: Words, rules: Callable[[], Rulebook], key: str, role: str = "", /, **facts: object) -> str:
    """Return the text `key` from a lab's `own` words or, if they have none, from the words that all labs
    share, with its first letter capitalized.

    `{who}` and `{whose}` (also `{who:dat}`, `{who:acc}`) name the side `role` in the words of the rulebook.
    """
    return sentence(own if key in own else LAB_WORDS, rules(), key, role, **facts)
