"""A battle played step by step in a panel inside the lab."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.panel import Handler

PREFIX = "steps_"
"""The prefix of the actions and keys of the steps, which would clash with those of the lab."""


class Steps(Protocol):
    """A panel that plays a battle inside another one."""

    status: str

    def press_within(self, act: str, value: object) -> None:
        """Carry out an action of the panel."""


class StepActions:
    """Passes the actions of the steps to the panel that plays them."""

    status: str

    def playing(self) -> Steps | None:
        """Return the panel that plays the battle, or None."""
        raise NotImplementedError(f"{type(self).__name__} has no steps")

    def __getattr__(self, name: str) -> Handler:
        act = name.removeprefix(f"act_{PREFIX}")
        if act == name:
            raise AttributeError(name)
        return partial(self.press, act)

    def press(self, act: str, value: object) -> None:
        """Carry out an action of the steps. Raises `LabFault` if there are none."""
        steps = self.playing()
        if steps is None:
            raise LabFault
        steps.press_within(act, value)
        self.status = steps.status
