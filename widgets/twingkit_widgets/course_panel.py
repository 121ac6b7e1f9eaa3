"""The course: a map of all lessons, and the one that is open. What was done is kept by who shows it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

import traitlets

from twingkit_widgets.course import Progress
from twingkit_widgets.frame import page_link
from twingkit_widgets.lesson import LessonError
from twingkit_widgets.lesson_desk import LessonDesk
from twingkit_widgets.lesson_panel import LESSON_CSS
from twingkit_widgets.lesson_reader import course, lesson, parts
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.practice_ledger import Ledger
from twingkit_widgets.wording import Words

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
WORDS = Words(HERE / "course_words.toml")


class CoursePanel(Panel):
    """The course with its lessons; `lesson` is the name of the one that is open at first.

    `course` and `ledger` are what was done so far, as text (`course.Progress`, `practice_ledger.Ledger`):
    `recall` takes them up again. `state` is the open lesson's name, "" on the map. `today` is the day's
    number for the ledger.
    """

    _css = CSS + LESSON_CSS + (HERE / "course.css").read_text(encoding="utf-8")
    MEMORIES: ClassVar[Mapping[str, str]] = {"course": "course", "practice": "ledger"}

    state = traitlets.Unicode(help="the open lesson's name, for links")
    course = traitlets.Unicode(help="what was done of the course")
    ledger = traitlets.Unicode(help="which questions were answered how")

    def __init__(
        self, lang: str = "en", *, lesson: str | None = None, site: bool = False, today: int | None = None
    ) -> None:
        self.site = site
        self.today = date.today().toordinal() if today is None else today
        self.progress = Progress()
        self.desk: LessonDesk | None = None
        self.unknown = ""
        if lesson is not None:
            self._open(lesson, lang)
        super().__init__(lang=lang)
        self.state = self.desk.lesson.id if self.desk else ""

    # -- what was done before

    def recall(self, name: str, text: str) -> None:
        """Take up what was done before. Raises `ValueError` if the text is none of it."""
        if name == "course":
            self.progress = Progress.read(text)
            self.course = text
            if self.desk is not None and not self.desk.run.record:
                self._take_up(self.desk)
        else:
            self.ledger = Ledger.read(text).text
        self.refresh()

    def _take_up(self, desk: LessonDesk) -> None:
        """Go on where the learner left the lesson; one that is finished begins anew."""
        way = self.progress.ways.get(desk.lesson.id, "")
        try:
            desk.restore(way)
        except LessonError:
            log.warning("the way through %s cannot be taken up", desk.lesson.id, exc_info=True)
        if desk.run.step.kind == "end":
            desk.restore("")

    def _keep(self) -> None:
        """Note what was done on the desk."""
        assert self.desk is not None
        self.progress.note(self.desk.run)
        self.course = self.progress.text
        if self.desk.answered:
            ledger = Ledger.read(self.ledger)
            for name, right, rules in self.desk.answered:
                ledger.note(name, right, rules, self.today)
            self.desk.answered.clear()
            self.ledger = ledger.text

    # -- what a person does

    def act_lesson(self, value: object) -> None:
        """Open the lesson of that name."""
        self._open(str(value), self.lang)
        if self.desk is not None:
            self._take_up(self.desk)
            self.state = self.desk.lesson.id
            entry = course()[self.state]
            facts = {"title": entry["title"][self.lang], "goal": entry["goal"][self.lang]}
            self.status = self._say("opened", n=list(course()).index(self.state) + 1, **facts)

    def act_map(self, value: object) -> None:
        """Back to all lessons."""
        self.desk, self.state = None, ""
        self.status = self._say("closed")

    def _open(self, name: str, lang: str) -> None:
        self.desk, self.unknown = None, ""
        if name not in course():
            self.unknown = name[:60]
            return
        self.desk = LessonDesk(lesson(name), lang, site=self.site)
        self.desk.mapped = True
        following = list(course())[list(course()).index(name) + 1 :][:1]
        self.desk.following = next(((each, course()[each]["title"]) for each in following), None)

    def _handler(self, act: str) -> Any:
        """What is not about the course is done on the desk."""
        if self.desk is None or hasattr(self, f"act_{act}"):
            return super()._handler(act)
        desk = self.desk

        def handle(value: object) -> None:
            if not desk.act(act, value):
                raise LookupError(f"the course has no action {act!r}")
            self.status = desk.status
            self._keep()

        return handle

    # -- links

    def address(self) -> dict[str, str]:
        """What a link to the open lesson has in its query."""
        return {"lesson": self.state} if self.state else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what such a query names (the browser went back or forward)."""
        if "lesson" in query:
            self.act_lesson(query["lesson"])
        else:
            self.act_map(None)

    # -- what a person sees

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def view(self) -> Markup:
        """The open lesson, or the map."""
        if self.desk is None:
            return self._map()
        self.desk.lang = self.lang
        return self.desk.view()

    def _map(self) -> Markup:
        names, done = list(course()), self.progress.done
        upcoming = next((name for name in names if name not in done), None)
        share = round(100 * len(done & set(names)) / len(names))
        bar = el("div", el("span", style=f"width:{share}%"), cls="tk-course-bar", aria_hidden="true")
        head = el(
            "header",
            el("h2", self._say("title"), tabindex="-1", data_focus=True, data_top=True),
            el("p", self._say("unknown", name=self.unknown), cls="tk-note") if self.unknown else None,
            el("p", self._say("again" if upcoming is None else "intro")),
            self._begin(upcoming),
            [bar, el("p", self._say("progress", done=len(done), of=len(names)), cls="tk-small")]
            if done
            else None,
            cls="tk-course-head",
        )
        groups = [self._part(part, upcoming) for part in parts()]
        nav = el("nav", groups, cls="tk-course-parts", aria_label=self._say("lessons"))
        return el("div", head, nav, cls="tk-course")

    def _begin(self, upcoming: str | None) -> Markup:
        if upcoming is None:
            practice = el("a", self._say("practice"), href=page_link("practice", self.lang), cls="tk-button")
            play = el("a", self._say("play"), href=page_link("play", self.lang), cls="tk-button tk-main")
            return el("div", [play, practice] if self.site else None, cls="tk-row")
        title = course()[upcoming]["title"][self.lang]
        key = "go_on" if self.progress.scores else "begin"
        label = [self._say(key, title=title), " ›"]
        go = button(label, "lesson", upcoming, cls="tk-button tk-main", shortcut="n", key="go")
        practice = el("a", self._say("practice"), href=page_link("practice", self.lang), cls="tk-button")
        return el("div", go, practice if self.site and self.progress.done else None, cls="tk-row")

    def _part(self, part: str, upcoming: str | None) -> Markup:
        entries = [
            el("li", self._entry(name, number, name == upcoming))
            for number, (name, entry) in enumerate(course().items(), 1)
            if entry["part"] == part
        ]
        title = el("h3", parts()[part][self.lang])
        lessons = el("ol", entries, cls="tk-list tk-course-lessons")
        return el("section", title, lessons, cls="tk-course-part", data_key=f"part:{part}")

    def _entry(self, name: str, number: int, upcoming: bool) -> Markup:
        entry, done = course()[name], name in self.progress.done
        cls = (
            "tk-course-lesson" + (" tk-course-done" if done else "") + (" tk-course-next" if upcoming else "")
        )
        inside: list[Child] = [
            el("span", "✓" if done else str(number), cls="tk-course-number", aria_hidden="true"),
            el("b", entry["title"][self.lang]),
            " ",
            el("small", entry["goal"][self.lang]),
            " ",
            self._state(name),
        ]
        return button(inside, "lesson", name, cls=cls)

    def _state(self, name: str) -> Markup | None:
        """What was done of a lesson, in words."""
        if name not in self.progress.scores:
            return None
        right, asked = self.progress.scores[name]
        words = [self._say("done" if name in self.progress.done else "begun")]
        if asked and name in self.progress.done:
            words.append(self._say("score", right=right, asked=asked))
        return el("span", " · ".join(words), cls="tk-course-state")
