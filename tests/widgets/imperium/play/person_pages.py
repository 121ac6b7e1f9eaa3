"""Play pages of whole games at chosen moments of the person."""

from __future__ import annotations

from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel


def at_turn(seed: int = 7) -> ImperiumPlayPanel:
    """Return the page at the person's first turn."""
    return at_question(TurnChoice, seed)


def after_hints(seed: int, count: int) -> ImperiumPlayPanel:
    """Return the page after this number of answers by the hints."""
    panel = ImperiumPlayPanel(seed=seed)
    for _ in range(count):
        panel.do("go_on") if panel.match.pause_reason else panel.do("answer", panel.match.hint())
    return panel


def at_question(kind: type, seed: int = 7) -> ImperiumPlayPanel:
    """Return the page at the person's first question of a kind."""
    panel = ImperiumPlayPanel(seed=seed)
    while not isinstance(panel.match.question, kind):
        panel.do("go_on") if panel.match.pause_reason else panel.do("answer", panel.match.hint())
    return panel
