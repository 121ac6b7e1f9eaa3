"""Round by round: the stepper as a tab of the fleet lab, through the present battle."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.core.links import pack, unpack
from twingkit.core.messages import Fault
from twingkit.core.record import RecordError
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.game_steps import StepFault
from twingkit_widgets.imperium.stepper.stepper import FleetStepping
from twingkit_widgets.imperium.stepper.view import BadRecord
from twingkit_widgets.lab.tab import Lab, Tab
from twingkit_widgets.panel.markup import Markup, el


class StepsTab(FleetStepping, Tab):
    """The stepper as a tab of the lab: it goes through the present battle."""

    needs_odds = False

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.dropped: tuple[Battle, str] | None = None
        """The battle that was played when the fleets changed, and its record, until another one is played."""
        self.changed()
        self._note = ""

    def view(self) -> Markup:
        """The stepper; what is missing, if there is nothing to step through."""
        steps_view = self.step_view()
        return steps_view or el("p", self._step_words(self._lead or "step.none"), cls="tk-soft")

    def changed(self) -> None:
        """Another battle: begin it."""
        battle = self.lab.settled
        self._forget_choices()
        played = self._steps
        self._lead = "step.invasion" if battle is not None and battle.kind == "invasion" else ""
        if battle is not None and self.lab.no_odds and not all(side.policy for side in battle.sides):
            battle = None  # the best policy is not known yet
        if battle is not None and self._lead and not battle.in_space.defender.units:
            self._lead = "step.empty_space"
            battle = None
        if battle is None:
            self._put(None)
        elif played is None or played.line != battle:
            going = played.carried_on(battle) if played and len(played.game) else None
            self._put(going or FleetGame(battle))
            if going:
                self._note = "carried"
        if played and len(played.game) and self._steps is not played and self._note == "anew":
            self.dropped = (played.line, played.game.record)
        if self.dropped and self._steps and not len(self._steps.game):
            self._note = "new_fleets"  # also after further changes

    def odds_known(self) -> None:
        """The best policy of a battle is known: begin it, if it waited for that."""
        if self._steps is None and self.lab.odds is not None:
            self.changed()

    def saved_state(self) -> str:
        """The record, once something was answered."""
        return self._steps.game.record if self._steps and len(self._steps.game) else ""

    def address(self) -> dict[str, str]:
        """The record, packed."""
        return {"game": pack(self.saved_state())} if self.saved_state() else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Go to the end of the packed record; a damaged one is ignored."""
        try:
            self.load_state(unpack(query.get("game", "")))
        except (Fault, StepFault):
            return

    def load_state(self, text: str) -> None:
        """Go to the end of a record of this battle; that of another one is ignored, and the fault of one
        is said beside the battle. Raises `StepFault` for the record of another game."""
        steps = self._at()
        try:
            steps.restore(text)
        except RecordError as fault:
            self._pasted = BadRecord(text, fault, kept=True)
        if steps.line != self.lab.settled:
            self._steps = None
            self.changed()

    def act_bring_back(self, value: object) -> None:
        """The battle that was played before the fleets changed, as it stood. Raises `StepFault` if there is
        none."""
        if self.dropped is None:
            raise StepFault("fault.no_place")
        line, record = self.dropped
        self.lab.take(line)
        self._at().restore(record)
        self._moved()

    def _moved(self) -> None:
        self.dropped = None
        super()._moved()

    def step_parts(self) -> dict[str, object]:
        """Return what the tab shows besides."""
        return {"dropped": self._note == "new_fleets" and self.dropped is not None, "site": self.lab.site}

    def act_record(self, value: object) -> None:
        """Go to the end of the record in the field; the lab shows its battle."""
        super().act_record(value)
        steps, status = self._at(), self.lab.status
        if steps.line != self.lab.settled:
            self.lab.take(steps.line)
            self.lab.status = status
