"""The texts of the stepper of fleets."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.imperium.lab.words import lab_say
from twingkit_widgets.imperium.stepper.game_steps import WORDS as COMMON
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("fleet_step_words.toml"), COMMON)
"""The sentences of the stepper of fleets."""


def step_say(key: str, role: str = "", /, **facts: object) -> str:
    """Say `key` in the words of this stepper, or in those that all steppers share."""
    return lab_say(key, role, catalogue=WORDS, **facts)


def hits_text(hits: int) -> str:
    """A number of hits, in words."""
    return WORDS.say(f"dice.hits_{'none' if not hits else 'one' if hits == 1 else 'many'}", n=hits)
