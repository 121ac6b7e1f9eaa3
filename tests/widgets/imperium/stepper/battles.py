"""Battles that are stepped through, and what their steps say."""

from __future__ import annotations

import re
from html import unescape

from twingkit.core.language import language, speaks
from twingkit.imperium.battle.rules.questions import Assign
from twingkit_widgets.imperium.stepper.stepper import FleetStepperPanel

PLAIN = "space: 2 cruiser vs 1 dreadnought"

FULL = (
    "space: 3 fighter 2 cruiser 1 dreadnought @ amd,mb vs 1 destroyer 1 carrier+ 2 fighter 1 pds @ sol,nebula"
)

CHOSEN = "space: 2 cruiser @ ghost,ds vs 1 dreadnought 2 fighter 1 cruiser"

HUGE = "space: 60 fighter 3 warsun @ muaat vs 40 fighter 5 dreadnought+"


@speaks
def at(line: str, kind: type, lang: str | None = None, seed: int = 3) -> FleetStepperPanel:
    """A panel that stands at the first question of a kind."""
    panel = FleetStepperPanel(line, lang=language(), seed=seed)
    while not isinstance(panel.steps.game.question, kind):
        assert not panel.steps.game.over
        panel.do("next")
    return panel


def at_losses(*rolls: str) -> FleetStepperPanel:
    """The attacker of two cruisers and a fighter has to take the hits of a war sun's `rolls`."""
    panel = FleetStepperPanel("space: 2 fighter 2 cruiser 1 dreadnought vs 1 warsun")
    panel.do("announce", "")
    for dice in ("1 1 1 1 1", " ".join(rolls)):
        panel.do("dice", {"dice": dice})
    assert isinstance(panel.steps.game.question, Assign)
    return panel


def tag(panel: FleetStepperPanel, key: str) -> str:
    """The opening tag of the element with this key."""
    found = re.search(rf'<[a-z]+[^>]*data-key="{re.escape(key)}"[^>]*>', panel.html)
    assert found, key
    return found[0]


def text(panel: FleetStepperPanel) -> str:
    """What the panel says, without tags."""
    return unescape(re.sub(r"<[^>]+>", " ", panel.html))
