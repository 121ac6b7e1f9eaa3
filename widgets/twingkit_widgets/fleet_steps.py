"""Round by round: a battle of fleets, step by step, with the rule behind every sentence.

`FleetStepperPanel(line)` is the panel, for a notebook or a lesson; `FleetSteps` is the same as a tab of the
lab. Both are `FleetStepping`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twingkit.asking import BadAnswer
from twingkit.imperium.notation import Battle
from twingkit.imperium.questions import Assign, Throw
from twingkit.imperium.rules import rulebook
from twingkit.links import pack, unpack
from twingkit.messages import Fault
from twingkit.rulebook import Rulebook
from twingkit_widgets.fleet_step_choices import BadDice
from twingkit_widgets.fleet_step_game import FleetGame, Losses, step_say
from twingkit_widgets.fleet_step_view import FleetStepView
from twingkit_widgets.fleet_tabs import FleetTab, Lab
from twingkit_widgets.game_steps import StepFault
from twingkit_widgets.markup import Markup, el
from twingkit_widgets.panel import CSS
from twingkit_widgets.stepping import STEP_CSS, GameStepperPanel, GameStepping, whole

FLEET_STEP_CSS = (Path(__file__).parent / "fleet_steps.css").read_text(encoding="utf-8")
"""What the field of fleets looks like, on top of any stepper's style."""


class FleetStepping(GameStepping):
    """The actions of the stepper of fleets, and what they leave open."""

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
        asked = steps.game.question
        if losses is not None and isinstance(asked, Assign):
            steps.choose(asked.write(losses.answer(asked)))
            self._moved()
        else:
            super().act_next(value)

    def act_round(self, value: object) -> None:
        """On to the beginning of the next round."""
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
        asked = self._at().game.question
        what, place, by = (*str(value).split(":"), "", "")[:3]
        if not isinstance(asked, Assign) or by not in ("1", "-1"):
            raise StepFault("fault.no_place")
        losses = Losses.of(asked.stated()) if self._losses is None else self._losses.copy()
        counts, at = losses.counts(what), whole(place)
        if at >= len(counts) or not 0 <= counts[at] + int(by) <= losses.limit(asked, what, at):
            raise StepFault("fault.no_place")
        counts[at] += int(by)
        self._losses = losses
        refusal = asked.refusal(losses.answer(asked))
        told = self._step_words("assign.count", n=losses.hits(asked), m=asked.ways.hits)
        self.status = f"{told}. {refusal.text(self.lang)}" if refusal else f"{told}."

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
        place, _, die = str(value).partition(":")
        found = whole(place), whole(die)
        self._at().die(*found)
        self._die = None if self._die == found else found
        if self._die:
            self.status = self._step_words("dice.what_if", face=self._at().die(*found))

    def act_face(self, value: object) -> None:
        """`4:2:9`: what if that die had shown 9. How it really went can be had back."""
        place, die, face = (*str(value).split(":"), "", "")[:3]
        self._at().show_die(whole(place), whole(die), whole(face))
        self._moved()

    def _forget_choices(self) -> None:
        self._losses = self._die = self._typed = None

    def step_html(self) -> Markup:
        """The whole stepper."""
        return FleetStepView(
            steps=self._at(),
            losses=self._losses,
            die=self._die,
            typed=self._typed,
            lead=self._step_words(self._lead) if self._lead else "",
            **self.step_parts(),
            **self._shown(),
        ).html()

    def step_parts(self) -> dict[str, Any]:
        """What is shown besides, depending on where the stepper is."""
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


class FleetSteps(FleetStepping, FleetTab):
    """The stepper as a tab of the lab: it goes through the battle that lies there."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.dropped: tuple[Battle, str] | None = None
        """The battle that was played when the fleets changed, and its record, until another one is played."""
        self.changed()
        self._note = ""

    @property
    def lang(self) -> str:
        """The language of the lab."""
        return self.lab.lang

    @lang.setter
    def lang(self, lang: str) -> None:
        self.lab.lang = lang

    @property
    def status(self) -> str:
        """The latest news."""
        return self.lab.status

    @status.setter
    def status(self, status: str) -> None:
        self.lab.status = status

    def view(self) -> Markup:
        """The stepper; what is missing, if there is nothing to step through."""
        shown = self.step_view()
        return shown or el("p", self._step_words(self._lead or "step.none"), cls="tk-soft")

    def changed(self) -> None:
        """Another battle: begin it."""
        battle = self.lab.settled
        self._forget_choices()
        played = self._steps
        self._lead = "step.invasion" if battle is not None and battle.kind == "invasion" else ""
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

    def kept(self) -> str:
        """The record, once something was answered."""
        return self._steps.game.record if self._steps and len(self._steps.game) else ""

    def address(self) -> dict[str, str]:
        """The record, packed."""
        return {"game": pack(self.kept())} if self.kept() else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Stand where the packed record stands; one that is damaged is left out."""
        try:
            text = unpack(query.get("game", ""))
            self.recall(text)
        except (Fault, StepFault):
            return

    def recall(self, text: str) -> None:
        """Stand where a record of this battle stands; that of another one is left out. Raises `RecordError`
        or `StepFault` if it cannot be read."""
        steps = self._at()
        steps.restore(text)
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

    def step_parts(self) -> dict[str, Any]:
        """What the tab shows besides."""
        return {"dropped": self._note == "new_fleets" and self.dropped is not None, "site": self.lab.site}

    def act_record(self, value: object) -> None:
        """Stand where the record in the field stands; the lab shows its battle."""
        super().act_record(value)
        steps, said = self._at(), self.lab.status
        if steps.line != self.lab.settled:
            self.lab.take(steps.line)
            self.lab.status = said
