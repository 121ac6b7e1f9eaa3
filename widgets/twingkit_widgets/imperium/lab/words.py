"""The texts of the fleet lab, from `words.toml` and `plan_words.toml`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import WORDS as PICTURES
from twingkit_widgets.lab.lab_words import lab_text
from twingkit_widgets.panel.wording import PanelTexts

PLAN_WORDS = PanelTexts(Path(__file__).with_name("plan_words.toml"), PICTURES)
"""The texts of the planning tabs, including those of pictures."""

WORDS = PanelTexts(Path(__file__).with_name("words.toml"), PLAN_WORDS)
"""The texts of the fleet lab, including those of the planning tabs."""

lab_say = partial(lab_text, WORDS, rulebook)
"""Return a sentence of the fleet lab, or one that all labs share."""

lab_word = WORDS.say
"""Return the text of a key as part of a sentence: it does not start with a capital."""
