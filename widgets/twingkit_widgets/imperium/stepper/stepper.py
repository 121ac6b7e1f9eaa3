"""Round by round: a battle of fleets, step by step, with the rule behind every sentence.

`FleetStepperPanel(line)` is the panel, for a notebook or a lesson. The lab has the same as a tab: both are
`FleetStepping`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from twingkit.core.rulebook import Rulebook
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import Assign
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.stepper.choosing import NOTHING, Chosen, FleetChoosing
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.view import FleetStepView
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.panel.panel import CSS
from twingkit_widgets.table.stepper.stepping import STEP_CSS, GameStepperPanel, GameStepping

FLEET_STEP_CSS = (Path(__file__).parent / "fleet_steps.css").read_text(encoding="utf-8")
"""The style of the field of fleets, on top of any stepper's style."""


class FleetStepping(FleetChoosing, GameStepping[FleetGame]):
    """The actions of the stepper of fleets, and what they leave open."""

    _parts = FleetStepView
    _chosen = NOTHING
    _lead: str = ""
    """The key of a sentence to begin with."""

    def _step_words(self, key: str, **facts: object) -> str:
        return step_say(self.lang, key, **facts)

    def _book(self) -> Rulebook:
        return rulebook()

    # -- what a person does

    def act_next(self, value: object) -> None:
        """One step further; losses that someone chose are taken."""
        if self._chosen.losses is not None and isinstance(self._at().game.question, Assign):
            self._take_losses()
        else:
            super().act_next(value)

    def act_round(self, value: object) -> None:
        """Go on to the beginning of the next round."""
        self._at().forward_round()
        self._moved()

    def act_decide(self, value: object) -> None:
        """Answer the pending question with a text: use an effect or not, choose a target."""
        self.act_choose(value)

    def act_announce(self, value: object) -> None:
        """Say for both sides who announces a retreat: a role, or "" for nobody."""
        self._at().announce(str(value or ""))
        self._moved()

    def _fleets(self) -> FleetGame:
        return self._at()

    def _choices(self) -> Chosen:
        return self._chosen

    def _choose(self, **changes: Any) -> None:
        self._chosen = attrs.evolve(self._chosen, **changes)

    def _forget_choices(self) -> None:
        self._chosen = NOTHING

    def _shown(self) -> dict[str, object]:
        lead = self._step_words(self._lead) if self._lead else ""
        return {**super()._shown(), "chosen": self._chosen, "lead": lead, **self.step_parts()}

    def step_parts(self) -> dict[str, object]:
        """Return what is shown besides, depending on where the stepper is."""
        return {}


class FleetStepperPanel(FleetStepping, GameStepperPanel[FleetGame]):
    """One battle of fleets to step through.

    >>> panel = FleetStepperPanel("space: 2 cruiser vs 1 dreadnought", seed=1)
    >>> panel.do("round"); panel.steps.table.round
    2
    """

    _css = CSS + STEP_CSS + FLEET_STEP_CSS

    def __init__(self, line: Battle | str, lang: str = "en", seed: int | None = None) -> None:
        """Show the battle of `line` before its first step; with a `seed` the same dice come again.

        Of an invasion it is the space battle. Raises `NotationError` for a bad line, `BattleError` for a
        battle that the rules forbid.
        """
        self._steps = FleetGame(line, seed)
        super().__init__(lang=lang)

    @property
    def steps(self) -> FleetGame:
        """The battle being stepped through."""
        return self._at()
