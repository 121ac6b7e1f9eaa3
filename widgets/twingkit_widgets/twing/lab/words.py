"""The texts of the battle lab, from `lab_words.toml`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from twingkit import twing
from twingkit_widgets.lab.lab_words import lab_text
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("lab_words.toml"))
"""The texts of the lab."""

lab_say = partial(lab_text, WORDS, twing.rulebook)
"""Return a sentence of the lab, or one that all labs share."""

lab_word = WORDS.say
"""Return a word or part of a sentence of the lab, without changes."""
