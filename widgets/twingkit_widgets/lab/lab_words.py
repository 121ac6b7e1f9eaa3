"""The texts of every lab, from `workbench_words.toml`; the catalogue of a game takes precedence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twingkit.core.rulebook import Rulebook
from twingkit_widgets.panel.sentences import catalogue_sentence
from twingkit_widgets.panel.wording import PanelTexts

LAB_WORDS = PanelTexts(Path(__file__).with_name("workbench_words.toml"))
"""The texts of every lab."""


def lab_text(
    lab_words: PanelTexts, rules: Callable[[], Rulebook], key: str, role: str = "", /, **facts: object
) -> str:
    """Return the text `key` from a lab's own `lab_words` or, if they lack it, from the words that all labs
    share, with a capital first letter.

    `{who}` and `{whose}` (also `{who:dat}`, `{who:acc}`) name the side `role` in the words of the rulebook.
    """
    return catalogue_sentence(lab_words if key in lab_words else LAB_WORDS, rules(), key, role, **facts)
