"""Round by round: the present battle of the fleet lab, answered for both sides step by step."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.links import pack, unpack
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.replay import replay_in
from twingkit.imperium.battle.rules.losses.loss_order import Policy
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.lab.steps import PREFIX, StepActions
from twingkit_widgets.lab.tab import Lab, LabFault, Tab
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.panel import UNREADABLE


class StepsTab(StepActions, Tab):
    """The steps of the present battle of the lab."""

    needs_odds = False

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.steps: ImperiumPlayPanel | None = None
        """The battle being stepped through; None while there is none."""
        self.line: Battle | None = None
        """The battle of the lab that is stepped through."""
        self.dropped: tuple[Battle, str] | None = None
        """The battle that was played when the fleets changed, and its record, until another one is played."""
        self.note = ""
        """The key of what became of the battle when the fleets changed."""
        self.changed()

    def playing(self) -> ImperiumPlayPanel | None:
        """The steps, where there is a battle."""
        return self.steps

    def press(self, act: str, value: object) -> None:
        """Handle a press in the steps; changing the battle there changes the lab, too. Raises `LabFault`
        without steps.
        """
        if self.steps is None:
            raise LabFault
        record, battle = self.steps.record, _battle(self.steps)
        super().press(act, value)
        status = self.status
        if self.steps.record != record:
            self.dropped, self.note = None, ""
        if _battle(self.steps) != battle:
            self.line = _battle(self.steps)
            self.lab.take(self.line)
        self.status = status

    def changed(self) -> None:
        """Another battle: go on in it where that can be, else begin it."""
        battle, played, carried = self.lab.settled, self.steps, None
        waits = battle is not None and self.lab.no_odds and not all(side.policy for side in battle.sides)
        if battle is None or waits or self._landing_alone:
            self.steps = None
        elif played is None or self.line != battle:
            carried = self._record_for(battle) if played and played.match.can_take_back else None
            self.steps = _steps_of(battle, carried)
        if self.steps is not played:
            self.note = "carried" if carried else ""
            if played and played.match.can_take_back and self.line:
                self.dropped = None if carried else (self.line, played.record)
        if self.dropped and self.steps and not self.steps.match.can_take_back:
            self.note = "new_fleets"  # also after further changes
        self.line = battle if self.steps else None

    @property
    def _landing_alone(self) -> bool:
        """True for an invasion that nobody meets in space."""
        battle = self.lab.settled
        return battle is not None and battle.kind == "invasion" and not battle.in_space.defender.units

    def _record_for(self, battle: Battle) -> str | None:
        """The record of the same answers in `battle`, if only how its fleets take hits is different; None if
        it is another battle, or one in which they could not have been given."""
        other = _steps_of(battle)
        assert self.steps is not None
        if _fleets(_battle(other)) != _fleets(_battle(self.steps)):
            return None
        game: Game | None = replay_in(_battle(other), self.steps.match.game)
        return game.record if game else None

    def odds_known(self) -> None:
        """The best policy of a battle is known: begin it, if it waited for that."""
        if self.steps is None and self.lab.odds is not None:
            self.changed()

    # -- state and address

    def saved_state(self) -> str:
        """The record, once something was answered."""
        return self.steps.record if self.steps and self.steps.match.can_take_back else ""

    def address(self) -> dict[str, str]:
        """The record, packed."""
        return {"game": pack(self.saved_state())} if self.saved_state() else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Go to the end of the packed record; a damaged one is ignored."""
        try:
            record = unpack(query.get("game", ""))
        except Fault:
            return
        self.load_state(record)

    def load_state(self, text: str) -> None:
        """Go to the end of a record of this battle.

        A record of another battle is ignored; an invalid one is explained where it can be corrected.
        """
        if self.steps is None or not text:
            return
        battle = _battle(self.steps)
        try:
            self.steps.restore(text)
        except UNREADABLE:
            self.steps.press_within("load", {"text": text})
        if _battle(self.steps) != battle:
            self.steps = None
            self.changed()

    def act_bring_back(self, value: object) -> None:
        """The battle that was played before the fleets changed, as it stood. Raises `LabFault` if there is
        none."""
        if self.dropped is None:
            raise LabFault
        line, record = self.dropped
        self.lab.take(line)
        self.load_state(record)
        self.dropped, self.note = None, ""

    # -- views

    def view(self) -> Markup:
        """The steps, with a note on the earlier ones; without a battle, what is missing."""
        if self.steps is None:
            missing = "step.empty_space" if self._landing_alone else "step.none"
            return el("p", self.say(missing), cls="tk-soft")
        self.steps.lang = self.lang
        notes = [self.note] if self.note else []
        if self.line and self.line.kind == "invasion":
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
        return el("div", told, self.steps.within(PREFIX), cls="tk-stack")


def _steps_of(battle: Battle, record: str | None = None) -> ImperiumPlayPanel:
    """The steps of a battle (of an invasion: its space battle), or those at the end of a record of it."""
    return ImperiumPlayPanel(battle.in_space, "all", record=record, embedded=True)


def _battle(steps: ImperiumPlayPanel) -> Battle:
    """The battle of some steps, with a policy in the place of `best`."""
    battle: Battle = steps.match.settings.begin.battle
    return battle


def _fleets(battle: Battle) -> Battle:
    """A battle without how its sides take hits."""
    first, second = (attrs.evolve(side, policy=Policy()) for side in battle.sides)
    return attrs.evolve(battle, attacker=first, defender=second)
