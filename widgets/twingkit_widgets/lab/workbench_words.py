"""The words of every lab, from `workbench_words.toml`; a game's own catalogue comes first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twingkit.core.rulebook import Rulebook
from twingkit_widgets.panel.sentences import sentence
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("workbench_words.toml"))
"""The texts of every lab."""


def lab_sentence(
    own: Words, rules: Callable[[], Rulebook], key: str, role: str = "", /, **facts: object
) -> str:
    """Return the sentence `key` of a lab's `own` words, or the one that every lab says, a capital first;
    `{who}` and `{whose}` (`{who:dat}`, `{who:acc}` too) are the side `role`, as the `rules` call it."""
    return sentence(own if key in own else WORDS, rules(), key, role, **facts)
