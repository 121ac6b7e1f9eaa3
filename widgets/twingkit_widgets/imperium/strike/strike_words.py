"""The words of the lab “What if I go there”."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.lab.workbench_words import lab_sentence
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("strike_words.toml"))
"""The sentences of the lab."""

strike_say = partial(lab_sentence, WORDS, rulebook)
"""A sentence of the lab, or the one that every lab says."""
