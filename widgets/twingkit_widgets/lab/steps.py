"""Play a battle step by step in a panel inside the lab."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.panel import Handler

STEP_ACTION_PREFIX = "steps_"
"""The prefix of the steps' actions and keys, which keeps them apart from those of the lab."""


class StepPanel(Protocol):
    """A panel that plays a battle inside another one."""

    status: str

    def run_embedded_action(self, act: str, value: object) -> None:
        """Carry out an action of the step panel."""


class StepActionForwarder:
    """Forwards the actions of the steps to the panel that plays them."""

    status: str

    def step_panel(self) -> StepPanel | None:
        """Return the panel that plays the battle, or None."""
        raise NotImplementedError(f"{type(self).__name__} has no steps")

    def __getattr__(self, name: str) -> Handler:
        act = name.removeprefix(f"act_{STEP_ACTION_PREFIX}")
        if act == name:
            raise AttributeError(name)
        return partial(self.forward_action, act)

    def forward_action(self, act: str, value: object) -> None:
        """Forward an action of the steps. Raises `LabFault` if there are none."""
        steps = self.step_panel()
        if steps is None:
            raise LabFault
        steps.run_embedded_action(act, value)
        self.status = steps.status
