"""The stepper: the battle of the lab played step by step for both sides, shown above the tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.play import RECORD_FIRST_LINE
from twingkit_widgets.lab.steps import STEP_ACTION_PREFIX, StepActionForwarder
from twingkit_widgets.lab.tab import Lab, PanelAboveBattle
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft
from twingkit_widgets.twing.lab.variant_battle import without_variant

if TYPE_CHECKING:
    from twingkit_widgets.twing.play.battle_panel import BattlePanel


class BattleStepsAboveLab(StepActionForwarder, PanelAboveBattle):
    """The panel that plays the current battle step by step above the lab, open or closed."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.steps: BattlePanel | None = None
        """The battle in the stepper; None while the stepper is closed."""
        self.waits = False
        """True if the open stepper waits for the battle to become legal again."""
        self._lost = False

    def forward_action(self, act: str, value: object) -> None:
        """Carry out an action of the stepper. Raises `LabFault` while it is closed."""
        self._lost = False
        super().forward_action(act, value)

    def act_step(self, value: object) -> None:
        """Open or close the stepper."""
        self.steps = self._start_steps() if self.steps is None else None
        self.waits = self._lost = False

    def _start_steps(self) -> BattlePanel:
        from twingkit_widgets.twing.play.battle_panel import BattlePanel  # loaded once it is opened

        draft: Draft = self.lab.draft
        return BattlePanel(without_variant(draft.subject()), variant=draft.variant, embedded=True)

    def on_draft_changed(self) -> None:
        """Restart the stepper with the changed battle, or wait until the battle is legal."""
        if self.steps is None and not self.waits:
            return
        self._lost = self.steps is not None and self.steps.match.can_undo
        self.waits = not self.lab.draft.is_complete or bool(self.lab.problems)
        self.steps = None if self.waits else self._start_steps()

    def change_announcement(self) -> str:
        """Return the note that a change of the battle has discarded the steps."""
        return self.say("lab.step_lost") if self.steps and self._lost else ""

    def saved_state(self) -> str:
        """Return the record of the steps; "" while the stepper is closed."""
        return self.steps.record if self.steps else ""

    def load_state(self, state: str) -> None:
        """Open the stepper at the end of a record; "" closes it."""
        self.steps = _steps_of(state) if state else None

    def draft_from_state(self, state: str) -> Draft | None:
        """Return the draft of the battle in a record; None if the text is not a record."""
        if not state.startswith(RECORD_FIRST_LINE):
            return None
        match = _steps_of(state).match
        return Draft.from_battle(match.settings.battle).with_variant(match.game.table.variant)

    def view(self) -> Markup | None:
        """Return the stepper, or the reason why it waits; None while it is closed."""
        if not self.waits and self.steps is None:
            return None
        label = self.say("lab.step_close")
        close = button("×", "step", key="step-close", cls="tk-icon-button", aria_label=label)
        shut = close if self.steps else None
        head = el("header", el("h2", self.say("lab.step_title")), shut, cls="tk-lab-stepper-head")
        shown = el("p", self.say("lab.step_waits"), cls="tk-note")
        if self.steps:
            self.steps.lang = self.lab.lang
            shown = self.steps.embedded_html(STEP_ACTION_PREFIX)
        lost = el("p", self.change_announcement(), cls="tk-note") if self.change_announcement() else None
        return el("section", head, lost, shown, cls="tk-lab-stepper tk-stack", data_key="stepper")


def _steps_of(record: str) -> BattlePanel:
    from twingkit_widgets.twing.play.battle_panel import BattlePanel  # loaded once it is opened

    return BattlePanel(EXAMPLE, record=record, embedded=True)
