"""The stepper: the battle of the lab, answered for both sides, shown above the tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.play import RECORD_HEAD
from twingkit_widgets.lab.steps import PREFIX, StepActions
from twingkit_widgets.lab.tab import Aside, Lab
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft
from twingkit_widgets.twing.lab.variant_battle import without_variant

if TYPE_CHECKING:
    from twingkit_widgets.twing.play.battle_panel import BattlePanel


class StepsAside(StepActions, Aside):
    """The steps of the present battle, open or closed."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.steps: BattlePanel | None = None
        """The battle in the stepper; None while closed."""
        self.waits = False
        """True if the stepper was open when the battle became illegal; it then reopens once the battle is
        legal."""
        self._lost = False

    def playing(self) -> BattlePanel | None:
        """Return the stepper while it is open."""
        return self.steps

    def press(self, act: str, value: object) -> None:
        """Carry out a button of the stepper. Raises `LabFault` while it is closed."""
        self._lost = False
        super().press(act, value)

    def act_step(self, value: object) -> None:
        """Open or close the stepper."""
        self.steps = self._start_steps() if self.steps is None else None
        self.waits = self._lost = False

    def _start_steps(self) -> BattlePanel:
        """Return the present battle from its start, under its variant."""
        from twingkit_widgets.twing.play.battle_panel import BattlePanel  # loaded once it is opened

        draft: Draft = self.lab.draft
        return BattlePanel(without_variant(draft.battle()), variant=draft.variant, embedded=True)

    def changed(self) -> None:
        """React to another battle: start it, or wait until it is legal."""
        if self.steps is None and not self.waits:
            return
        self._lost = self.steps is not None and self.steps.match.can_take_back
        self.waits = not self.lab.draft.complete or bool(self.lab.problems)
        self.steps = None if self.waits else self._start_steps()

    def news(self) -> str:
        """Return what the new battle discarded."""
        return self.say("lab.step_lost") if self.steps and self._lost else ""

    def saved_state(self) -> str:
        """Return the record while the stepper is open."""
        return self.steps.record if self.steps else ""

    def load_state(self, text: str) -> None:
        """Go to the end of a record; "" closes the stepper."""
        self.steps = _steps_of(text) if text else None

    def draft_of(self, text: str) -> Draft | None:
        """Return the battle of a record; None if the text is not a record."""
        if not text.startswith(RECORD_HEAD):
            return None
        match = _steps_of(text).match
        return Draft.from_battle(match.settings.battle).with_variant(match.game.table.variant)

    def view(self) -> Markup | None:
        """Return the steps, or what they wait for; None while closed."""
        if not self.waits and self.steps is None:
            return None
        label = self.say("lab.step_close")
        close = button("×", "step", key="step-close", cls="tk-icon-button", aria_label=label)
        shut = close if self.steps else None
        head = el("header", el("h2", self.say("lab.step_title")), shut, cls="tk-lab-stepper-head")
        shown = el("p", self.say("lab.step_waits"), cls="tk-note")
        if self.steps:
            self.steps.lang = self.lang
            shown = self.steps.within(PREFIX)
        lost = el("p", self.news(), cls="tk-note") if self.news() else None
        return el("section", head, lost, shown, cls="tk-lab-stepper tk-stack", data_key="stepper")


def _steps_of(record: str) -> BattlePanel:
    """Return the stepper at the end of a record. Raises `RecordError` or `PlayFault`."""
    from twingkit_widgets.twing.play.battle_panel import BattlePanel  # loaded once it is opened

    return BattlePanel(EXAMPLE, record=record, embedded=True)
