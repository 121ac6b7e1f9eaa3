"""The battle of a lab, played step by step by a panel inside the lab."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.panel import Handler

PREFIX = "steps_"
"""Before the names of the actions and keys of the steps: the lab has some of the same name."""


class Steps(Protocol):
    """A panel that plays a battle, as a part of another one."""

    status: str

    def press_within(self, act: str, value: object) -> None:
        """Carry out an action of the panel."""


class StepActions:
    """A part of a lab that passes the actions of its steps on to the panel that plays them."""

    status: str

    def playing(self) -> Steps | None:
        """Return the panel that plays the battle; None while there is none."""
        raise NotImplementedError(f"{type(self).__name__} has no steps")

    def __getattr__(self, name: str) -> Handler:
        act = name.removeprefix(f"act_{PREFIX}")
        if act == name:
            raise AttributeError(name)
        return partial(self.press, act)

    def press(self, act: str, value: object) -> None:
        """Do what was pressed in the steps. Raises `LabFault` while there are none."""
        steps = self.playing()
        if steps is None:
            raise LabFault
        steps.press_within(act, value)
        self.status = steps.status
