"""Step by step: the stepper that can be opened above the battle of the lab, whatever is asked about it."""

from __future__ import annotations

from twingkit.core.play import RECORD_HEAD
from twingkit_widgets.lab.tab import Aside, Lab
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft
from twingkit_widgets.twing.lab.ruled import fought
from twingkit_widgets.twing.stepper.battle_steps import Steps
from twingkit_widgets.twing.stepper.stepper import Stepping


class StepsAside(Stepping, Aside):
    """The stepper through the present battle, open or closed."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.waits = False
        """True if it was open when the battle became forbidden: it comes back when it may."""

    def act_step(self, value: object) -> None:
        """Open the stepper with this battle, or close it."""
        self.steps = self._begun() if self.steps is None else None
        self.waits = False
        self.opened = ""

    def _begun(self) -> Steps:
        """The present battle from its beginning, by the rules that judge it."""
        draft: Draft = self.lab.draft
        return Steps(fought(draft.battle()), variant=draft.variant)

    def changed(self) -> None:
        """Another battle: begin it, or wait until it is allowed."""
        if self.steps is None and not self.waits:
            return
        self.waits = not self.lab.draft.complete or bool(self.lab.problems)
        self.steps = None if self.waits else self._begun()

    def news(self) -> str:
        """Return what the new battle took away."""
        return self.step_news() if self.steps else ""

    def saved_state(self) -> str:
        """The record, while the stepper is open."""
        return self.steps.game.record if self.steps else ""

    def load_state(self, text: str) -> None:
        """Go to the end of a record; "" closes the stepper."""
        self.steps = _steps_of(text) if text else None

    def draft_of(self, text: str) -> Draft | None:
        """The battle of a record; None for a text that is none."""
        if not text.startswith(RECORD_HEAD):
            return None
        steps = _steps_of(text)
        return Draft.of(steps.battle).under(steps.game.table.variant)

    def view(self) -> Markup | None:
        """The stepper, or what it waits for; None while it is closed."""
        if not self.waits and self.steps is None:
            return None
        label = self.say("lab.step_close")
        close = button("×", "step", key="step-close", cls="tk-icon-button", aria_label=label)
        shut = close if self.steps else None
        head = el("header", el("h2", self.say("lab.step_title")), shut, cls="tk-lab-stepper-head")
        waits = el("p", self.say("lab.step_waits"), cls="tk-note")
        steps_view = waits if self.waits else self.step_view()
        return el("section", head, steps_view, cls="tk-lab-stepper tk-stack", data_key="stepper")


def _steps_of(record: str) -> Steps:
    """The stepper at the end of a record. Raises `RecordError` or `StepFault`."""
    steps = Steps(EXAMPLE)
    steps.restore(record)
    return steps
