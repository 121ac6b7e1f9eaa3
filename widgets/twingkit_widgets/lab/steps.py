"""Play a battle step by step in a panel inside the lab."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from twingkit_widgets.lab.tab import LabFault, LabPart
from twingkit_widgets.panel.panel import Handler

STEP_ACTION_PREFIX = "steps_"
"""The prefix of the steps' actions and keys, which keeps them apart from those of the lab."""


class EmbeddedStepPanel(Protocol):
    """The interface of a panel that plays a battle step by step inside a lab."""

    status: str

    def run_embedded_action(self, act: str, value: object) -> None:
        """Carry out an action that the surrounding lab forwards; errors are raised, not shown."""


class StepActionForwarder(LabPart):
    """A part of a lab that forwards actions to the embedded panel that plays a battle step by step."""

    steps: EmbeddedStepPanel | None
    """The panel that plays the battle; None while there is none."""

    def __getattr__(self, name: str) -> Handler:
        act = name.removeprefix(f"act_{STEP_ACTION_PREFIX}")
        if act == name:
            raise AttributeError(name)
        return partial(self.forward_action, act)

    def forward_action(self, act: str, value: object) -> None:
        """Forward an action to the step panel. Raises `LabFault` if there is no such panel."""
        if self.steps is None:
            raise LabFault
        self.steps.run_embedded_action(act, value)
        self.lab.status = self.steps.status
