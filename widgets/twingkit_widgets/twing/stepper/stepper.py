"""The battle stepper: one battle, step by step, with the rule behind every sentence.

`StepperPanel(line)` is the panel. `Stepping` is the same as a part of another panel: mix it in, put
`step_view()` where it belongs, and give `steps` a `Steps` (None shows nothing).
"""

from __future__ import annotations

from twingkit import twing
from twingkit.core.rulebook import Rulebook
from twingkit.core.variants.house import house_variant
from twingkit.twing.exact_odds.terms import Responses
from twingkit_widgets.panel.panel import CSS
from twingkit_widgets.table.stepper.stepping import STEP_CSS, GameStepperPanel, GameStepping
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS, TABLE_STEPS_CSS
from twingkit_widgets.twing.stepper.battle_steps import Steps
from twingkit_widgets.twing.stepper.view import StepView


class Stepping(GameStepping[Steps]):
    """The base of a panel that steps through a battle."""

    _parts = StepView
    responses: Responses = "best"
    """The odds that show: "none" (dice alone) or "best"."""
    _why: str = ""
    """The forbidden response whose reason stays open."""

    @property
    def steps(self) -> Steps | None:
        """The battle being stepped through; None: the stepper is closed.

        A new battle that replaces a running one is reported to the person (`step_news`).
        """
        return self._steps

    @steps.setter
    def steps(self, steps: Steps | None) -> None:
        """Step through another battle, or close the stepper."""
        self._put(steps)

    def _book(self) -> Rulebook:
        return twing.rulebook()

    # -- what a person does

    def act_why(self, value: object) -> None:
        """Say why a response is forbidden, and keep it in sight."""
        refusal = next((choice.refusal for choice in self._at().choices() if choice.answer == value), None)
        self._why = str(value) if refusal and self._why != value else ""
        if refusal:
            self.status = f"{refusal.text(self.lang)} {refusal.rule}"

    def act_responses(self, value: object) -> None:
        """Show the odds of the dice alone ("none") or with best responses ("best")."""
        self.responses = "none" if value == "none" else "best"

    def _forget_choices(self) -> None:
        self._why = ""

    def _shown(self) -> dict[str, object]:
        return {**super()._shown(), "responses": self.responses, "why": self._why}


class StepperPanel(Stepping, GameStepperPanel[Steps]):
    """One battle to step through.

    >>> panel = StepperPanel("F: F5 vs W: W4", seed=1)
    >>> panel.do("next"); panel.status
    'The attacker attacks with Fire 5. Points of the spells: 5. The defender: which cards do you lay ...'
    """

    _css = CSS + TABLE_CSS + STEP_CSS + TABLE_STEPS_CSS

    def __init__(
        self,
        line: twing.Battle | str,
        lang: str = "en",
        seed: int | None = None,
        *,
        variant: twing.Variant | str = "",
    ) -> None:
        """Show the battle of `line` before its first step; with a `seed` the same dice come again.

        It goes by the rules of `variant`: a `Variant`, a preset's name or a line of switches; by those of the
        house where none is named.

        Raises `NotationError` for a bad line, `BattleError` for a battle that the rules forbid,
        `VariantError` for a variant that cannot be.
        """
        rules = variant or house_variant("twing") or twing.BOX
        self.steps = Steps(line, seed, twing.Variant.of(str(rules)))
        super().__init__(lang=lang)
