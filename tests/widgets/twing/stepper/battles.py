"""Battles that are stepped through."""

from __future__ import annotations

import re

from twingkit import Roll
from twingkit_widgets.twing.stepper.stepper import StepperPanel

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"

CATS = "F: F5 vs W: W4 + W2 & cat"

FULL = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"


def at_response(line: str, *faces: str, lang: str = "en") -> StepperPanel:
    """A panel where responses are asked, both dice set to `faces`."""
    panel = StepperPanel(line, lang=lang)
    while not isinstance(panel.steps.game.question, Roll):
        panel.do("next")
    for face in faces:
        panel.do("choose", face)
    return panel


def label_of(panel: StepperPanel, key: str) -> str:
    """The text of the button with this key."""
    found = re.search(rf'<button[^>]*data-key="{re.escape(key)}"[^>]*>(.*?)</button>', panel.html, re.S)
    assert found, key
    return re.sub(r"<[^>]+>", " ", found[1])
