"""The worked examples of the rulebook on the site: one chosen, gone through answer by answer."""

from __future__ import annotations

from pathlib import Path

import attrs

from twingkit.core.asking import Refusal
from twingkit.core.starts import Start, start_of
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.view import View
from twingkit.imajica.worked import Worked, worked
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.words import of_known_set
from twingkit_widgets.imajica.words import seat_name
from twingkit_widgets.panel.address.query import PageContent, Query
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.sentences import SaidFault
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.stepper.any_game import AnyStepper, AnySteps, AnyStepView

WORDS = Words(Path(__file__).with_name("worked_words.toml"))
"""The sentences around the examples."""


class NoExample(SaidFault):
    """There is no worked example of a number."""

    catalogue = WORDS


class WorkedSteps(AnySteps):
    """A game that goes on as an example does, as long as it has gone so, and then quietly."""

    def __init__(self, start: Start, script: tuple[str, ...] = ()) -> None:
        self.script = script
        super().__init__(start, seed=1)

    def _suggested(self) -> str | None:
        if len(self.game) < len(self.script) and self.follows:
            return self.script[len(self.game)]
        return super()._suggested()

    def _answer_next(self) -> None:
        answer = None if self._ahead else self._suggested()
        if answer is None:
            super()._answer_next()
        else:
            self.game.answer(answer)

    def to_end(self) -> None:
        """Go on to the end of the example, once it was left to that of the game."""
        if not self.follows:
            super().to_end()
        while len(self.game) < len(self.script) and not self.game.over:
            self.forward()

    @property
    def follows(self) -> bool:
        """True as long as every answer is that of the example."""
        given = tuple(entry.answer for entry in self.game.entries(0, len(self.script)))
        return given == self.script[: len(given)]


@attrs.frozen(kw_only=True)
class WorkedView(AnyStepView):
    """An example step by step: what it is about stands above it, so the game need not be said again."""

    def start(self) -> Child:
        """Return what the game is about, nothing beside an example."""
        return None if isinstance(self.steps, WorkedSteps) else super().start()


class WorkedPanel(AnyStepper):
    """The worked examples, the chosen one step by step; other games when a record or a line is given.

    >>> panel = WorkedPanel(number=5)
    >>> panel.do("next"); panel.address()
    {'example': '5'}
    """

    _steps: WorkedSteps
    _parts = WorkedView

    def __init__(self, lang: str = "en", *, number: int = 1, line: str = "", record: str = "") -> None:
        """Raises `NoExample` for an example that there is not, and as `AnyStepper`."""
        self.chosen = None if line or record else example_of(number)
        super().__init__("imajica", lang, line=line, record=record)
        self.views = attrs.evolve(self.views, table=_table)
        if self.chosen is not None:
            self._begin(self.chosen)

    def _start_in(self, record: str) -> Start:
        """Return how the game of a record began. Raises `ImajicaFault` if its cards cannot be shown."""
        start: Start = of_known_set(super()._start_in(record))
        return start

    def _begin(self, example: Worked) -> None:
        """Show an example from its beginning."""
        self.chosen = example
        self._put(WorkedSteps(example.start, example.answers))
        self.opened = ""
        self.refresh()
        self.state = ""

    def act_example(self, value: object) -> None:
        """Show the example of this number from its beginning."""
        text = str(value)
        self._begin(example_of(int(text) if text.isdecimal() else 0))
        self.status = self.chosen.title(self.lang) if self.chosen else ""

    def address(self) -> dict[str, str]:
        """The number of the example while it is followed; else the record."""
        if self.chosen is not None and isinstance(self._steps, WorkedSteps) and self._steps.follows:
            return {"example": str(self.chosen.number)}
        return super().address()

    def step_html(self) -> Markup:
        """The choice of examples, what the chosen one is about, and the stepper."""
        return el("div", self._choice(), super().step_html(), cls="tk-stack")

    def _choice(self) -> Markup:
        title = WORDS.say(self.lang, "title")
        buttons = [
            button(
                WORDS.say(self.lang, "button", n=example.number),
                "example",
                example.number,
                key=f"example:{example.number}",
                title=example.title(self.lang),
                aria_pressed="true" if example is self.chosen else "false",
            )
            for example in worked()
        ]
        row = el("div", buttons, cls="tk-row im-examples", role="group", aria_label=title, data_roving=True)
        lead = None
        if self.chosen is not None:
            name = WORDS.say(self.lang, "chosen", n=self.chosen.number, title=self.chosen.title(self.lang))
            lead = [el("h3", name), el("p", self.chosen.text(self.lang))]
        return el(
            "header", el("h2", title), row, lead, cls="tk-stack", data_controls=True, data_key="examples"
        )


def _table(view: View, lang: str, size: str = "page") -> Markup:
    """The table of an example: nobody at it is "you"."""
    return table_html(view, lang, size, {name: seat_name(name, lang) for name in SEATS})


def example_of(number: int) -> Worked:
    """The example of a number, from 1; raises `NoExample` if there is none."""
    if not 1 <= number <= len(worked()):
        raise NoExample("fault.no_example", most=len(worked()))
    return worked()[number - 1]


def opened_step(query: Query) -> PageContent:
    """The page as its address asks for it; what cannot be used is said, and the first example shown."""
    line, record = query.value("line") or "", query.value("game") or ""
    typed = query.value("example") or ""
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 3 else 0 if typed else 1
    try:
        if line:
            of_known_set(start_of(line, "imajica"))
        panel = WorkedPanel(query.lang, number=number, line=line, record=record)
    except (ValueError, Refusal, SaidFault) as fault:
        query.faults.append(fault)
        panel = WorkedPanel(query.lang)
    return PageContent(panel, bool(line or record or typed))
