"""The texts of the fleet lab, from `words.toml` and `plan_words.toml`."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import WORDS as PICTURES
from twingkit_widgets.lab.lab_words import lab_text
from twingkit_widgets.panel.wording import PanelTexts

PLAN_WORDS = PanelTexts(Path(__file__).with_name("plan_words.toml"), PICTURES)
"""The texts of the planning tabs, including those of pictures."""

WORDS = PanelTexts(Path(__file__).with_name("words.toml"), PLAN_WORDS)
"""The texts of the fleet lab, including those of the planning tabs."""


def lab_say(key: str, role: str = "", /, *, catalogue: PanelTexts | None = None, **facts: object) -> str:
    """Return the text `key` with `{who}` and `{whose}` for a side, starting with a capital.

    `{who:dat}` and `{who:acc}` work, too. The text is one of this lab or of all labs; a part with its own
    texts passes its `catalogue`.
    """
    return lab_text(catalogue or WORDS, rulebook, key, role, **facts)


lab_word = WORDS.say
"""Return the text of a key as part of a sentence: it does not start with a capital."""
