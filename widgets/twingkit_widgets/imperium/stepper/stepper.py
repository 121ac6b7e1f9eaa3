"""Round by round: a battle of fleets, step by step, with the rule behind every sentence.

`FleetStepperPanel(line)` is the panel, for a notebook or a lesson. The lab has the same as a tab: both are
`FleetStepping`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import traitlets

from twingkit import RecordError
from twingkit.core.record import unused_note
from twingkit.core.rulebook import Rulebook
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import Assign
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.stepper.choosing import NOTHING, Chosen, FleetChoosing
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.game_steps import StepFault
from twingkit_widgets.imperium.stepper.view import BadRecord, FleetStepView
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.panel.controls import fresh_id
from twingkit_widgets.panel.markup import Markup, join
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.table.play.answering import whole

STEP_CSS = (Path(__file__).parents[2] / "table/play/steps.css").read_text(encoding="utf-8")
"""The style of a battle step by step."""

FLEET_STEP_CSS = (Path(__file__).parent / "fleet_steps.css").read_text(encoding="utf-8")
"""The style of the field of fleets, on top of any stepper's style."""


class FleetStepping(FleetChoosing):
    """The actions of the stepper of fleets, and what they leave open."""

    _steps: FleetGame | None = None
    _chosen = NOTHING
    opened: str = ""
    """The rule that is open beside the story."""
    _opened_at: int | None = None
    """The sentence of the story that opened it (from 0), if one did."""
    _came_from: str = ""
    """The rule from which the open one was reached, to go back to."""
    _keys: bool = False
    """True while the help shows."""
    _more: bool = False
    """True while a narrow screen shows the less common buttons."""
    _note: str = ""
    """The key of what a person should know about the last step: what it took back, say."""
    _note_count: int = 0
    """The number of steps that the last step took back."""
    _view: int = 0
    """Counts what was done in the stepper; each time the step on show comes into sight."""
    _pasted: BadRecord | None = None
    """A record that could not be read, to be put right."""
    _id: str = ""
    """The prefix of this panel's ids."""
    _lead: str = ""
    """The key of a sentence to begin with."""

    def _step_words(self, key: str, **facts: object) -> str:
        return step_say(key, **facts)

    def _book(self) -> Rulebook:
        return rulebook()

    # -- what a person does

    def act_next(self, value: object) -> None:
        """One step further; losses that someone chose are taken."""
        if self._chosen.losses is not None and isinstance(self._at().game.question, Assign):
            self._take_losses()
        else:
            self._at().forward()
            self._moved()

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

    def _shown(self) -> dict[str, Any]:
        """Return what the view shows besides the battle."""
        return {
            "lang": self.lang,
            "opened": self.opened,
            "opened_at": self._opened_at,
            "came_from": self._came_from,
            "keys": self._keys,
            "more": self._more,
            "news": self.step_news(),
            "keeps_dice": self._note == "kept",
            "view": self._view,
            "pasted": self._pasted,
            "prefix": self._id,
            "chosen": self._chosen,
            "lead": self._step_words(self._lead) if self._lead else "",
            **self.step_parts(),
        }

    def step_parts(self) -> dict[str, object]:
        """Return what is shown besides, depending on where the stepper is."""
        return {}

    def _put(self, steps: FleetGame | None) -> None:
        """Step through another game, or close the stepper. The loss of a running one is reported."""
        lost = bool(steps and self._steps and len(self._steps.game) > len(steps.game) == 0)
        self._note = "anew" if lost else ""
        self._keys = self._more = False
        self._steps = steps

    def step_news(self) -> str:
        """Return what the last step or another battle took away, in a sentence, or what there is to say
        of its record; empty if there is nothing to say."""
        if not self._note:
            steps = self._steps
            return unused_note(steps.game) if steps and steps.just_resumed else ""
        count = "" if self._note != "taken_back" else "_one" if self._note_count == 1 else "_many"
        return self._step_words(f"step.{self._note}{count}", n=self._note_count)

    # -- what a person does

    def act_back(self, value: object) -> None:
        """One step back; dice that were taken back fall again, unless the person wants others."""
        self._at().back()
        self._moved()
        if self._at().dice_ahead:
            self._note = "kept"
            self.status = f"{self.step_news()} {self.status}"

    def act_anew(self, value: object) -> None:
        """Throw the dice anew that were taken back."""
        self._at().throw_anew()
        self._moved()
        self._note = "thrown_anew"
        self.status = f"{self.step_news()} {self.status}"

    def act_end(self, value: object) -> None:
        """Go on to the end."""
        self._at().to_end()
        self._moved()

    def act_restart(self, value: object) -> None:
        """Start over."""
        self._at().restart()
        self._moved()

    def act_reroll(self, value: object) -> None:
        """Repeat the last throw; what came after is taken back, and the person is notified."""
        lost = self._at().reroll()
        self._moved()
        if lost:
            self._note, self._note_count = "taken_back", lost
            self.status = f"{self.step_news()} {self.status}"

    def act_goto(self, value: object) -> None:
        """Go to where this many answers are given."""
        self._at().go(whole(value))
        self._moved()

    def act_choose(self, value: object) -> None:
        """Answer the pending question with a text."""
        self._give(str(value))

    def _give(self, answer: str) -> None:
        self._at().choose(answer)
        self._moved()

    def _try(self, place: int, face: str) -> None:
        self._at().what_if(place, face)
        self._moved()

    def act_really(self, value: object) -> None:
        """Back from trying out."""
        self._at().come_back()
        self._moved()

    def act_rule(self, value: object) -> None:
        """Open a rule beside the story; the open one, or "", closes it. The help makes room.

        A rule that the open one points at takes its place, and the way back stays.
        """
        self._keys = False
        book = self._book()
        rule, before = str(value or ""), self.opened
        pointed = before in book and rule in (*book[before].see, self._came_from)
        self.opened = rule if rule in book and rule != before else ""
        self._came_from = before if pointed and self.opened and rule != self._came_from else ""
        if not (pointed and self.opened):
            self._opened_at = None
        if self.opened:
            self.status = f"{self.opened}: {book[self.opened].title()}"

    def act_told(self, value: object) -> None:
        """`2:TW-BAT-16`: open the rule right below the third sentence of the story, or close it."""
        index_text, _, rule = str(value).partition(":")
        index = whole(index_text)
        if self._opened_at != index:
            self.opened = ""
        self.act_rule(rule)
        self._opened_at = index if self.opened else None

    def act_record(self, value: object) -> None:
        """Go to the end of the record in the field; one that cannot be read stays there to be corrected."""
        text = str(value.get("record", "")) if isinstance(value, dict) else str(value or "")
        try:
            self._at().restore(text)
        except (RecordError, StepFault) as fault:
            self._pasted = BadRecord(text, fault)
            self.status = fault.text()
        else:
            self._moved()

    def act_up_to(self, value: object) -> None:
        """Go to the end of a record that could not be read, as far as it can be."""
        pasted = self._pasted
        if pasted is not None and isinstance(pasted.fault, RecordError) and pasted.fault.game is not None:
            self.act_record(pasted.fault.up_to(pasted.text))

    def act_help(self, value: object) -> None:
        """Show or hide the help; its button is to be seen afterwards, so that the focus finds it."""
        self._keys, self._more = not self._keys, True
        self.status = self._step_words("help.what") if self._keys else ""

    def act_rare(self, value: object) -> None:
        """Show or hide the less common buttons, on a narrow screen."""
        self._keys, self._more = False, not self._more

    def _at(self) -> FleetGame:
        if self._steps is None:
            raise StepFault("fault.no_step", n=0)
        return self._steps

    def _moved(self) -> None:
        """After a step: what it was is said aloud, and nothing of the last step stays open."""
        self._forget_choices()
        self.opened = self._came_from = self._note = ""
        self._keys = self._more = False
        self._view += 1
        self._opened_at = None
        self._pasted = None
        main, others = self._at().shown()
        sentences = [sentence.text() for sentence in ([main] if main else []) + others]
        question = self._at().game.question
        sentences.append(question.text() if question else self._step_words("step.over"))
        self.status = " ".join([*filter(None, [self.step_news()]), *sentences])

    def step_view(self) -> Markup | None:
        """The whole stepper; None without a game."""
        if self._steps is None:
            return None
        self._id = self._id or fresh_id()
        return self.step_html()

    def step_html(self) -> Markup:
        """The whole stepper."""
        return FleetStepView(steps=self._at(), **self._shown()).html()


class FleetStepperPanel(FleetStepping, Panel):
    """One battle of fleets to step through.

    >>> panel = FleetStepperPanel("space: 2 cruiser vs 1 dreadnought", seed=1)
    >>> panel.do("round"); panel.steps.table.round
    2
    """

    _css = CSS + STEP_CSS + FLEET_STEP_CSS

    state = traitlets.Unicode(help="the record: the battle and every answer so far, for links and storage")

    def __init__(self, line: Battle | str, lang: str | None = None, seed: int | None = None) -> None:
        """Show the battle of `line` before its first step; with a `seed` the same dice come again.

        Of an invasion it is the space battle. Raises `NotationError` for a bad line, `BattleError` for a
        battle that the rules forbid.
        """
        self._steps = FleetGame(line, seed)
        super().__init__(lang=lang)
        self.state = self.record

    @property
    def steps(self) -> FleetGame:
        """The battle being stepped through."""
        return self._at()

    @property
    def record(self) -> str:
        """The battle and every answer so far, as text."""
        return self._at().game.record

    def restore(self, text: str) -> None:
        """Go to the end of a record. Raises `RecordError` or `StepFault` if it cannot be read; then nothing
        has changed."""
        self._at().restore(text)
        self._forget_choices()
        self.refresh()
        self.state = self.record

    def view(self) -> Markup:
        """The stepper."""
        return join(self.step_view())

    def _moved(self) -> None:
        super()._moved()
        self.state = self.record
