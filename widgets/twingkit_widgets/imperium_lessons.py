"""The lessons on the battles of Twilight Imperium: which there are, and the one that is open."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import traitlets

from twingkit.imperium.rules import rulebook
from twingkit_widgets.fleet_drawing import unit_svg
from twingkit_widgets.fleet_steps import FLEET_STEP_CSS
from twingkit_widgets.imperium_lesson import course, fleet_lesson
from twingkit_widgets.imperium_lesson_run import Run
from twingkit_widgets.imperium_lesson_things import lesson_say
from twingkit_widgets.imperium_lesson_view import FleetLessonView
from twingkit_widgets.lesson import LessonError, Texts
from twingkit_widgets.markup import Markup, button, el
from twingkit_widgets.panel import CSS, Panel

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
PAGE = "\f\n"
"""What stands between the records of two lessons in what is kept."""


class ImperiumLessons(Panel):
    """The two lessons; `lesson` is the name of the one that is open at first.

    `state` is the open lesson's name, "" on the list; `ways` is the way through each lesson so far as text
    (`imperium_lesson_run.Run.record`), which `recall` takes up again. With `site` its links lead to other
    pages of the site.
    """

    _css = (
        CSS
        + (HERE / "lesson.css").read_text(encoding="utf-8")
        + FLEET_STEP_CSS
        + (HERE / "imperium_lessons.css").read_text(encoding="utf-8")
    )
    MEMORIES: ClassVar[Mapping[str, str]] = {"imperium-lessons": "ways"}

    state = traitlets.Unicode(help="the open lesson's name, for links")
    ways = traitlets.Unicode(help="the way through each lesson so far")

    def __init__(self, lang: str = "en", lesson: str | None = None, site: bool = True) -> None:
        self.site = site
        self.runs: dict[str, Run] = {}
        self.chosen = ""
        self.unknown = ""
        if lesson is not None:
            self._open(lesson)
        self._fresh()
        super().__init__(lang=lang)
        self.state = self.chosen

    def _fresh(self) -> None:
        """Nothing pointed at or opened."""
        self.pointed: int | None = None
        self.opened = self.opened_at = ""

    @property
    def run(self) -> Run:
        """The way through the open lesson. Raises `LessonError` if none is open."""
        if not self.chosen:
            raise LessonError("no lesson is open")
        return self.runs[self.chosen]

    @property
    def following(self) -> tuple[str, Texts] | None:
        """The lesson after the open one: its name and title."""
        names = list(course())
        after = names[names.index(self.chosen) + 1 :] if self.chosen else []
        return (after[0], course()[after[0]]["title"]) if after else None

    # -- what was done before

    def recall(self, name: str, text: str) -> None:
        """Take up what was done before; what is no record of a lesson there is, is left out."""
        for record in text.split(PAGE):
            lesson = "".join(record.splitlines()[1:2])
            begun = lesson in self.runs and bool(self.runs[lesson].record)
            if lesson in course() and not begun:
                self.runs[lesson] = Run.replay(fleet_lesson(lesson), record)
        self._keep()
        self.refresh()

    def _keep(self) -> None:
        self.ways = PAGE.join(run.record for run in self.runs.values() if run.record)

    # -- which lesson

    def _open(self, name: str) -> None:
        self.chosen, self.unknown = "", ""
        if name not in course():
            self.unknown = name[:60]
            return
        if name not in self.runs:
            self.runs[name] = Run(fleet_lesson(name))
        self.chosen = name

    def act_lesson(self, value: object) -> None:
        """Open the lesson of that name where it was left; one that is finished begins anew."""
        self._open(str(value))
        self._fresh()
        self.state = self.chosen
        if self.chosen:
            if self.run.step.kind == "end":
                self.runs[self.chosen] = Run(self.run.lesson)
            self._moved()

    def act_map(self, value: object) -> None:
        """Back to the list of lessons."""
        self.chosen = self.state = self.unknown = ""
        self._fresh()
        self.status = self._say("map.title")

    def address(self) -> dict[str, str]:
        """What a link to the open lesson has in its query."""
        return {"lesson": self.state} if self.state else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what such a query names (the browser went back or forward)."""
        if "lesson" in query:
            self.act_lesson(query["lesson"])
        else:
            self.act_map(None)

    # -- what a learner does

    def act_point(self, value: object) -> None:
        """Explain the unit number `value`."""
        self._fresh()
        self.pointed = int(str(value))
        self.status = self.run.fill(self.run.step.points[self.pointed].text, self.lang)

    def act_answer(self, value: object) -> None:
        """Choose the option `value`, or throw the dice."""
        self._fresh()
        reply = self.run.answer(str(value))
        if reply is not None:
            key = "" if reply.right is None else "right" if reply.right else "wrong"
            told = [self._say(key) if key else "", self.run.fill(reply.text, self.lang)]
            told += [ruling.text(self.lang) for ruling in reply.rulings]
            self.status = " ".join(filter(None, told))
        self._keep()

    def act_fight(self, value: object) -> None:
        """One answer in the battle that the learner fights alone."""
        self._fresh()
        before = len(self.run.game())
        self.run.fight(str(value))
        game = self.run.game()
        told = [ruling.text(self.lang) for entry in game.transcript[before:] for ruling in entry.rulings]
        asked = game.question
        self.status = " ".join([*told, *([asked.text(self.lang)] if asked else [])])
        self._keep()

    def act_anew(self, value: object) -> None:
        """Begin the battle alone again."""
        self.run.again()
        self._fresh()
        self._moved()

    def act_forward(self, value: object) -> None:
        """Go on."""
        if not self.run.done:
            raise LessonError("the open step is not answered yet")
        self.run.forward()
        self._fresh()
        self._moved()

    def act_back(self, value: object) -> None:
        """Go back."""
        self.run.back()
        self._fresh()
        self._moved()

    def act_restart(self, value: object) -> None:
        """Begin the lesson anew."""
        self.runs[self.chosen] = Run(self.run.lesson)
        self._fresh()
        self._moved()

    def _moved(self) -> None:
        """Say where the learner is now."""
        run = self.run
        where = self._say("where", n=run.place + 1, of=len(run.steps))
        said = " ".join(run.fill(text, self.lang) for text in run.step.text)
        self.status = f"{where}: {run.step.title[self.lang]} {said}".strip()
        self._keep()

    # -- rules

    def act_told(self, value: object) -> None:
        """`ruling 1:IM-SPACE-7`: open the rule right below that sentence, or close it."""
        place, _, rule = str(value).partition(":")
        if place != self.opened_at:
            self.opened, self.opened_at = "", place
        self.act_rule(rule)

    def act_rule(self, value: object) -> None:
        """Open another rule where one is open, or close it."""
        rule = str(value or "")
        self.opened = rule if rule in rulebook() and rule != self.opened else ""
        if self.opened:
            self.status = f"{self.opened}: {rulebook()[self.opened].title(self.lang)}"

    # -- what a person sees

    def _say(self, key: str, **facts: object) -> str:
        return lesson_say(self.lang, key, **facts)

    def view(self) -> Markup:
        """The open lesson, or the list of lessons."""
        return FleetLessonView(self).html() if self.chosen else self._map()

    def _map(self) -> Markup:
        items = [el("li", self._entry(name, at)) for at, name in enumerate(course(), 1)]
        head = el(
            "header",
            el("h2", self._say("map.title"), tabindex="-1", data_focus=True, data_top=True),
            el("p", self._say("map.unknown", name=self.unknown), cls="tk-note") if self.unknown else None,
            el("p", self._say("map.intro")),
        )
        listed = el("ol", items, cls="tk-list tk-fl-map", aria_label=self._say("map.title"))
        return el("div", head, listed, cls="tk-stack tk-fl-home")

    def _entry(self, name: str, at: int) -> Markup:
        entry, run = course()[name], self.runs.get(name)
        done = run is not None and run.finished
        begun = run is not None and bool(run.answers)
        state = self._say("map.done" if done else "map.begun" if begun else "map.fresh")
        inside = [
            el("span", unit_svg(entry["sign"]), cls="tk-fl-sign", aria_hidden="true"),
            el("span", el("b", f"{at}. {entry['title'][self.lang]}"), el("span", entry["goal"][self.lang])),
            el("span", "✓ " if done else "", state, cls="tk-small tk-fl-state"),
        ]
        return button(inside, "lesson", name, cls="tk-fl-entry")
