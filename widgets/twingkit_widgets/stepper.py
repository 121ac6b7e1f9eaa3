"""The battle stepper: one battle, step by step, with the rule behind every sentence.

`StepperPanel(line)` is the panel. `Stepping` is the same as a part of another panel: mix it in, put
`step_view()` where it belongs, and give `steps` a `Steps` (None shows nothing).
"""

from __future__ import annotations

from pathlib import Path

import traitlets

from twingkit import RecordError, twing
from twingkit_widgets.battle_steps import WORDS, StepFault, Steps
from twingkit_widgets.controls import fresh_id
from twingkit_widgets.markup import Markup, join
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.step_view import BadRecord, StepView

STEP_CSS = (Path(__file__).parent / "stepper.css").read_text(encoding="utf-8")
"""What the stepper looks like, on top of the panels' common style."""


class Stepping:
    """What a panel needs to show a battle being stepped through."""

    lang: str
    status: str
    _steps: Steps | None = None
    opened: str = ""
    """The rule that is open beside the story."""
    _opened_at: int | None = None
    """The sentence of the story that opened it (from 0), if one did."""
    responses: str = "best"
    """Which odds show: "none" (dice alone) or "best"."""
    _why: str = ""
    """The forbidden response whose reason stays open."""
    _keys: bool = False
    """Whether the help shows."""
    _more: bool = False
    """Whether a narrow screen shows the less common buttons."""
    _note: str = ""
    """The key of what a person should know about the last step: what it took back, say."""
    _note_count: int = 0
    """How many steps that was."""
    _view: int = 0
    """Counts what was done in the stepper; each time the step on show comes into sight."""
    _pasted: BadRecord | None = None
    """A record that could not be read, to be put right."""
    _id: str = ""
    """The prefix of this panel's ids."""

    @property
    def steps(self) -> Steps | None:
        """The battle being stepped through; None: the stepper is closed.

        A new battle in the place of one that was on its way is told to the person (`step_news`).
        """
        return self._steps

    @steps.setter
    def steps(self, steps: Steps | None) -> None:
        """Step through another battle, or close the stepper."""
        lost = bool(steps and self._steps and len(self._steps.game) > len(steps.game) == 0)
        self._note = "anew" if lost else ""
        self._keys = self._more = False
        self._steps = steps

    def step_news(self) -> str:
        """Return what the last step or another battle took away, in a sentence; empty if it took nothing."""
        if not self._note:
            return ""
        count = "" if self._note == "anew" else "_one" if self._note_count == 1 else "_many"
        return WORDS.say(self.lang, f"step.{self._note}{count}", n=self._note_count)

    # -- what a person does

    def act_next(self, value: object) -> None:
        """One step further."""
        self._at().forward()
        self._moved()

    def act_back(self, value: object) -> None:
        """One step back."""
        self._at().back()
        self._moved()

    def act_end(self, value: object) -> None:
        """On to the end."""
        self._at().to_end()
        self._moved()

    def act_restart(self, value: object) -> None:
        """Start over."""
        self._at().restart()
        self._moved()

    def act_reroll(self, value: object) -> None:
        """Throw the last die again; what came after that roll is taken back, and the person is told."""
        lost = self._at().reroll()
        self._moved()
        if lost:
            self._note, self._note_count = "taken_back", lost
            self.status = f"{self.step_news()} {self.status}"

    def act_goto(self, value: object) -> None:
        """Go to where this many answers are given."""
        self._at().go(_whole(value))
        self._moved()

    def act_choose(self, value: object) -> None:
        """Answer the pending question: a response, or a face for a die that is to be rolled."""
        self._at().choose(str(value))
        self._moved()

    def act_face(self, value: object) -> None:
        """What if: `place:face` gives a die that has been rolled another face."""
        place, _, face = str(value).partition(":")
        self._at().what_if(_whole(place), face)
        self._moved()

    def act_really(self, value: object) -> None:
        """Back from trying out."""
        self._at().come_back()
        self._moved()

    def act_why(self, value: object) -> None:
        """Say why a response is forbidden, and keep it in sight."""
        refusal = next((choice.refusal for choice in self._at().choices() if choice.answer == value), None)
        self._why = str(value) if refusal and self._why != value else ""
        if refusal:
            self.status = f"{refusal.text(self.lang)} {refusal.rule}"

    def act_rule(self, value: object) -> None:
        """Open a rule beside the story; the open one, or "", closes it. The help makes room."""
        self._keys = False
        book = twing.rulebook()
        wanted = str(value or "")
        self.opened = wanted if wanted in book and wanted != self.opened else ""
        self._opened_at = None
        if self.opened:
            self.status = f"{self.opened}: {book[self.opened].title(self.lang)}"

    def act_told(self, value: object) -> None:
        """`2:TW-BAT-16`: open the rule right below the third sentence of the story, or close it."""
        place, _, rule = str(value).partition(":")
        at = _whole(place)
        if self._opened_at != at:
            self.opened = ""
        self.act_rule(rule)
        self._opened_at = at if self.opened else None

    def act_record(self, value: object) -> None:
        """Stand where the record in the field stands; one that cannot be read stays there to be put right."""
        text = str(value.get("record", "")) if isinstance(value, dict) else str(value or "")
        try:
            self._at().restore(text)
        except (RecordError, StepFault) as fault:
            self._pasted = BadRecord(text, fault)
            self.status = fault.text(self.lang)
        else:
            self._moved()

    def act_responses(self, value: object) -> None:
        """Show the odds of the dice alone ("none") or with best responses ("best")."""
        self.responses = "none" if value == "none" else "best"

    def act_help(self, value: object) -> None:
        """Show or hide the help; its button is to be seen afterwards, so that the focus finds it."""
        self._keys, self._more = not self._keys, True
        self.status = WORDS.say(self.lang, "help.what") if self._keys else ""

    def act_more(self, value: object) -> None:
        """On a narrow screen: show or hide the less common buttons."""
        self._keys, self._more = False, not self._more

    def _at(self) -> Steps:
        if self.steps is None:
            raise StepFault("fault.no_step", n=0)
        return self.steps

    def _moved(self) -> None:
        """After a step: what it was is said aloud, and nothing of the last step stays open."""
        self._why = self.opened = self._note = ""
        self._keys = self._more = False
        self._view += 1
        self._opened_at = None
        self._pasted = None
        main, others = self._at().shown()
        told = [one.text(self.lang) for one in ([main] if main else []) + others]
        asked = self._at().game.question
        told.append(asked.text(self.lang) if asked else WORDS.say(self.lang, "step.over"))
        self.status = " ".join(told)

    def step_view(self) -> Markup | None:
        """The whole stepper; None without a battle."""
        if self._steps is None:
            return None
        self._id = self._id or fresh_id()
        return StepView(
            self._steps,
            self.lang,
            opened=self.opened,
            opened_at=self._opened_at,
            responses=self.responses,
            why=self._why,
            keys=self._keys,
            more=self._more,
            news=self.step_news(),
            view=self._view,
            pasted=self._pasted,
            prefix=self._id,
        ).html()


class StepperPanel(Stepping, Panel):
    """One battle to step through.

    >>> panel = StepperPanel("F: F5 vs W: W4", seed=1)
    >>> panel.do("next"); panel.status
    'The attacker attacks with Fire 5. Points of the spells: 5. The defender: which cards do you lay ...'
    """

    _css = CSS + STEP_CSS

    state = traitlets.Unicode(help="the record: the battle and every answer so far, for links and storage")

    def __init__(self, line: twing.Battle | str, lang: str = "en", seed: int | None = None) -> None:
        """Show the battle of `line` before its first step; with a `seed` the same dice come again.

        Raises `NotationError` for a bad line, `BattleError` for a battle that the rules forbid.
        """
        self.steps = Steps(line, seed)
        super().__init__(lang=lang)
        self.state = self.record

    @property
    def record(self) -> str:
        """The battle and every answer so far, as text."""
        return self._at().game.record

    def restore(self, text: str) -> None:
        """Stand where a record stands. Raises `RecordError` or `StepFault` if it cannot be read; then nothing
        has changed."""
        self._at().restore(text)
        self.refresh()
        self.state = self.record

    def view(self) -> Markup:
        """The stepper."""
        return join(self.step_view())

    def _moved(self) -> None:
        super()._moved()
        self.state = self.record


def _whole(value: object) -> int:
    """A place that a button sent. Raises `StepFault` if it is none."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise StepFault("fault.no_step", n=text[:20])
    return int(text)
