"""Round by round: a battle of fleets, step by step, with the rule behind every sentence.

`FleetStepperPanel(line)` is the panel, for a notebook or a lesson. The lab has the same as a tab: both are
`FleetStepping`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from twingkit.asking import BadAnswer
from twingkit.imperium.notation.battle_line import Battle
from twingkit.imperium.rules.questions import Assign, Throw
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.rulebook import Rulebook
from twingkit_widgets.imperium.stepper.choices import BadDice
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.view import FleetStepView
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.panel.panel import CSS
from twingkit_widgets.stepper.game_steps import StepFault
from twingkit_widgets.stepper.stepping import STEP_CSS, GameStepperPanel, GameStepping, whole

FLEET_STEP_CSS = (Path(__file__).parent / "fleet_steps.css").read_text(encoding="utf-8")
"""The style of the field of fleets, on top of any stepper's style."""


class FleetStepping(GameStepping):
    """The actions of the stepper of fleets, and what they leave open."""

    _parts = FleetStepView
    _steps: FleetGame | None = None
    _losses: Losses | None = None
    """Losses that someone is choosing; None: those of the line's order."""
    _die: tuple[int, int] | None = None
    """The die that someone wants to change: the throw's place in the record, and its number."""
    _typed: BadDice | None = None
    """Dice that could not be read, to be put right."""
    _lead: str = ""
    """The key of a sentence to begin with."""

    def _step_words(self, key: str, **facts: object) -> str:
        return step_say(self.lang, key, **facts)

    def _book(self) -> Rulebook:
        return rulebook()

    def _at(self) -> FleetGame:
        if self._steps is None:
            raise StepFault("fault.no_step", n=0)
        return self._steps

    # -- what a person does

    def act_next(self, value: object) -> None:
        """One step further; losses that someone chose are taken."""
        steps, losses = self._at(), self._losses
        question = steps.game.question
        if losses is not None and isinstance(question, Assign):
            steps.choose(question.write(losses.answer(question)))
            self._moved()
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

    def act_losses(self, value: object) -> None:
        """`destroy:2:-1`: of the third kind, one unit less is destroyed. Raises `StepFault` for what is not
        asked, or more than is there."""
        question = self._at().game.question
        action, position, by = (*str(value).split(":"), "", "")[:3]
        if not isinstance(question, Assign) or by not in ("1", "-1"):
            raise StepFault("fault.no_place")
        losses = Losses.of(question.stated()) if self._losses is None else self._losses.copy()
        counts, index = losses.counts(action), whole(position)
        if index >= len(counts) or not 0 <= counts[index] + int(by) <= losses.limit(question, action, index):
            raise StepFault("fault.no_place")
        counts[index] += int(by)
        self._losses = losses
        refusal = question.refusal(losses.answer(question))
        count_text = self._step_words("assign.count", n=losses.hits(question), m=question.ways.hits)
        self.status = f"{count_text}. {refusal.text(self.lang)}" if refusal else f"{count_text}."

    def act_losses_reset(self, value: object) -> None:
        """Back to the losses of the line's order."""
        self._losses = None
        self.status = self._step_words("assign.reset")

    def act_dice(self, value: object) -> None:
        """Take the dice that someone rolled; what is no throw stays in the field to be put right."""
        text = str(value.get("dice", "")) if isinstance(value, dict) else str(value or "")
        steps = self._at()
        if not isinstance(steps.game.question, Throw):
            raise StepFault("fault.no_place")
        try:
            steps.choose(" ".join(text.replace(",", " ").split()))
        except BadAnswer as fault:
            self._typed = BadDice(text, fault)
            self.status = self._typed.why(self.lang)
        else:
            self._moved()

    def act_die(self, value: object) -> None:
        """`4:2`: offer other faces for the third die of the fifth answer; a second time: no more."""
        throw, _, die = str(value).partition(":")
        chosen = whole(throw), whole(die)
        self._at().die(*chosen)
        self._die = None if self._die == chosen else chosen
        if self._die:
            self.status = self._step_words("dice.what_if", face=self._at().die(*chosen))

    def act_face(self, value: object) -> None:
        """`4:2:9`: what if that die had shown 9. The real result can be restored."""
        throw, die, face = (*str(value).split(":"), "", "")[:3]
        self._at().show_die(whole(throw), whole(die), whole(face))
        self._moved()

    def _forget_choices(self) -> None:
        self._losses = self._die = self._typed = None

    def _shown(self) -> dict[str, Any]:
        own = {"losses": self._losses, "die": self._die, "typed": self._typed}
        lead = self._step_words(self._lead) if self._lead else ""
        return {**super()._shown(), **own, "lead": lead, **self.step_parts()}

    def step_parts(self) -> dict[str, Any]:
        """Return what is shown besides, depending on where the stepper is."""
        return {}


class FleetStepperPanel(FleetStepping, GameStepperPanel):
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
