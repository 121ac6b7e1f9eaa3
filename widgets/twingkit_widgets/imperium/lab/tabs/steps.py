"""The tab to play the lab's battle step by step, for both sides."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.links import pack_text, unpack_text
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.replay import replay_with_policies
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.lab.steps import STEP_ACTION_PREFIX, StepActionForwarder
from twingkit_widgets.lab.tab import Lab, LabFault, LabTab
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.panel import INVALID_INPUT_ERRORS


class StepByStepTab(StepActionForwarder, LabTab):
    """A tab to play the current battle of the lab step by step."""

    needs_odds = False
    state_parameter = "game"

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.steps: ImperiumPlayPanel | None = None
        """The battle being stepped through; None while there is none."""
        self.battle: Battle | None = None
        """The battle of the lab that is stepped through."""
        self.dropped: tuple[Battle, str] | None = None
        """The battle that was played when the fleets changed, and its record, until another one is played."""
        self.note = ""
        """The key of what became of the battle when the fleets changed."""
        self.on_draft_changed()

    def forward_action(self, act: str, value: object) -> None:
        """Handle an action in the step panel; a new battle there also changes the lab.

        Raises `LabFault` without a step panel.
        """
        if self.steps is None:
            raise LabFault
        record, battle = self.steps.record, _battle(self.steps)
        super().forward_action(act, value)
        status = self.lab.status
        if self.steps.record != record:
            self.dropped, self.note = None, ""
        if _battle(self.steps) != battle:
            self.battle = _battle(self.steps)
            self.lab.set_subject(self.battle)
        self.lab.status = status

    def on_draft_changed(self) -> None:
        """React to a changed battle: continue the game in progress with it if possible, otherwise start
        again.
        """
        battle, played, carried = self.lab.analysed_subject, self.steps, None
        waits = battle is not None and self.lab.odds_error and not all(side.policy for side in battle.sides)
        if battle is None or waits or self._is_invasion_without_space:
            self.steps = None
        elif played is None or self.battle != battle:
            carried = self._record_with_policies_of(battle) if played and played.match.can_undo else None
            self.steps = _steps_of(battle, carried)
        if self.steps is not played:
            self.note = "carried" if carried else ""
            if played and played.match.can_undo and self.battle:
                self.dropped = None if carried else (self.battle, played.record)
        if self.dropped and self.steps and not self.steps.match.can_undo:
            self.note = "new_fleets"  # also after further changes
        self.battle = battle if self.steps else None

    @property
    def _is_invasion_without_space(self) -> bool:
        battle = self.lab.analysed_subject
        return battle is not None and battle.kind == "invasion" and not battle.space_battle.defender.units

    def _record_with_policies_of(self, battle: Battle) -> str | None:
        """Return the record of the same answers in `battle`; None if more than the policies differs or this
        is impossible.
        """
        other = _steps_of(battle)
        assert self.steps is not None
        if _fleets(_battle(other)) != _fleets(_battle(self.steps)):
            return None
        game: Game | None = replay_with_policies(_battle(other), self.steps.match.game)
        return game.record if game else None

    def on_odds_finished(self) -> None:
        """Start a battle that was waiting for its best policy."""
        if self.steps is None and self.lab.odds is not None:
            self.on_draft_changed()

    # -- state and address

    def saved_state(self) -> str:
        """Return the record of the battle being played; "" if nothing was answered yet."""
        return self.steps.record if self.steps and self.steps.match.can_undo else ""

    def address(self) -> dict[str, str]:
        """Return the packed record as a link parameter."""
        return {name: pack_text(record) for name, record in super().address().items()}

    def show_query(self, query: Mapping[str, str]) -> None:
        """Restore the game of the packed record in a link, at its end; a damaged record is ignored."""
        try:
            record = unpack_text(query.get("game", ""))
        except Fault:
            return
        self.load_state(record)

    def load_state(self, state: str) -> None:
        """Restore the record of this battle and go to its end.

        A record of another battle is ignored; an invalid one is explained where it can be corrected.
        """
        if self.steps is None or not state:
            return
        battle = _battle(self.steps)
        try:
            self.steps.restore(state)
        except INVALID_INPUT_ERRORS:
            self.steps.run_embedded_action("load", {"text": state})
        if _battle(self.steps) != battle:
            self.steps = None
            self.on_draft_changed()

    def act_bring_back(self, value: object) -> None:
        """Restore the battle that was played before the fleets changed. Raises `LabFault` if there is
        none.
        """
        if self.dropped is None:
            raise LabFault
        line, record = self.dropped
        self.lab.set_subject(line)
        self.load_state(record)
        self.dropped, self.note = None, ""

    # -- views

    def view(self) -> Markup:
        """Return the step panel with a note on the earlier battle, or a text if there is no battle."""
        if self.steps is None:
            missing = "step.empty_space" if self._is_invasion_without_space else "step.none"
            return el("p", self.say(missing), cls="tk-soft")
        self.steps.lang = self.lab.lang
        notes = [self.note] if self.note else []
        if self.battle and self.battle.kind == "invasion":
            notes.insert(0, "invasion")
        back = button(self.say("step.bring_back"), "bring_back", key="bring_back")
        told = [
            el(
                "div",
                el("p", self.say(f"step.{note}")),
                el("div", back, data_controls=True) if note == "new_fleets" else None,
                cls="tk-note tk-stack tk-tight",
                data_key=f"note:{note}",
            )
            for note in notes
        ]
        return el("div", told, self.steps.embedded_html(STEP_ACTION_PREFIX), cls="tk-stack")


def _steps_of(battle: Battle, record: str | None = None) -> ImperiumPlayPanel:
    """Return the panel of a battle, or of an invasion's space battle, at the end of `record`."""
    return ImperiumPlayPanel(battle.space_battle, "all", record=record, embedded=True)


def _battle(steps: ImperiumPlayPanel) -> Battle:
    """Return the battle that a step panel plays, in which the policy `best` is replaced by a concrete one."""
    battle: Battle = steps.match.settings.start.battle
    return battle


def _fleets(battle: Battle) -> Battle:
    first, second = (attrs.evolve(side, policy=LossPolicy()) for side in battle.sides)
    return attrs.evolve(battle, attacker=first, defender=second)
