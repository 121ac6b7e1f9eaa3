"""The course of a game: a map of its lessons, and the open one. The page that shows it saves the progress."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import traitlets

from twingkit import Game
from twingkit.core.games import game_by_id
from twingkit.core.language import language
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.progress import CourseProgress
from twingkit.learn.lesson.run import LessonRun
from twingkit.learn.quiz.saved_progress import saved_ledger, with_ledger
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.lesson.panel import LESSON_CSS
from twingkit_widgets.learn.lesson.view import LessonView
from twingkit_widgets.learn.lesson.views import lesson_pictures_of
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.panel.keys import GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.panel import Handler
from twingkit_widgets.panel.settings.active_settings import is_visitor_author
from twingkit_widgets.panel.visitor_clock import visitor_day

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
_COURSE_CSS = LESSON_CSS + (HERE / "course.css").read_text(encoding="utf-8")


class CoursePanel(GamePanel):
    """The course of a game with its lessons; `lesson` is the name of the one to open first.

    `course` and `ledger` are the progress so far as text (`CourseProgress`, `Ledger`), which `load_memory`
    loads. `state` is the name of the open lesson, "" for the map. `today` is the day number for the ledger.
    """

    _css = _COURSE_CSS

    state = traitlets.Unicode(help="the open lesson's name, for links")
    course = traitlets.Unicode(help="the progress in the course")
    ledger = traitlets.Unicode(help="the answered questions and their results")

    def __init__(
        self,
        game: str,
        lang: str | None = None,
        *,
        lesson: str | None = None,
        site: bool = False,
        today: int | None = None,
    ) -> None:
        course = course_of(game)
        if course is None:
            raise LessonError(f"the game {game!r} has no lessons")
        self.lessons, self.views, self.site = course, lesson_pictures_of(game), site
        self.MEMORY_TRAITS = {
            self.views.memory_name: "course",
            **({"practice": "ledger"} if course.answer_key.check_topics else {}),
        }
        self._today = today
        self.progress = CourseProgress()
        self.controller: LessonController | None = None
        self.unknown_lesson = self.fault_text = ""
        if lesson is not None:
            self._open(lesson)
        super().__init__(lang=lang, _css=_COURSE_CSS + self.views.css)
        self.state = self.controller.lesson.id if self.controller else ""

    # -- earlier progress

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load saved progress. Raises `ValueError` if the text is not valid."""
        if memory_name == self.views.memory_name:
            self.progress = CourseProgress.parse(saved_text)
            for lesson, way in list(self.progress.run_records.items()):  # recording one may change them
                if lesson not in self.progress.check_scores and lesson in self.lessons.lesson_entries:
                    self._note(lesson, way)
            self.course = saved_text
            if self.controller is not None and self._is_continued_elsewhere(self.controller):
                self._take_up(self.controller)
        else:
            game = self.lessons.game
            self.ledger = with_ledger(saved_text, game, saved_ledger(saved_text, game))
        self.refresh()

    def _note(self, lesson: str, way: str) -> None:
        """Record the progress of a saved run through a lesson; a run that can no longer be replayed is
        skipped.
        """
        try:
            self.progress.record_run(LessonRun.replay(self.lessons.lesson(lesson), way))
        except LessonError:
            log.warning("the way through %s cannot be taken up", lesson, exc_info=True)

    def _is_continued_elsewhere(self, controller: LessonController) -> bool:
        """True if the lesson was continued in another browser tab.

        A learner in the middle of it here goes on, even if it was finished there.
        """
        *answers, place = controller.run.record.splitlines() or [""]
        way = self.progress.run_records.get(controller.lesson.id, "").splitlines()
        finished = way[-1:] == [f"at {controller.run.steps[-1].id}"]
        return (
            way[: len(answers)] == answers and way[len(answers) :] != [place] and not (finished and answers)
        )

    def _take_up(self, controller: LessonController) -> None:
        """Continue where the learner left the lesson; a finished lesson shows its end."""
        way = self.progress.run_records.get(controller.lesson.id, "")
        try:
            controller.restore(way)
        except LessonError:
            log.warning("the way through %s cannot be taken up", controller.lesson.id, exc_info=True)

    def _keep(self) -> None:
        assert self.controller is not None
        self.progress.record_run(self.controller.run)
        self.course = self.progress.text
        if self.controller.answers_to_record:
            game = self.lessons.game
            ledger = saved_ledger(self.ledger, game)
            for name, right, rules in self.controller.answers_to_record:
                ledger.record_answer(name, right, rules, visitor_day(self._today))
            self.controller.answers_to_record.clear()
            self.ledger = with_ledger(self.ledger, game, ledger)

    # -- actions

    def act_lesson(self, value: object) -> None:
        """Open the lesson of this name."""
        self._open(str(value))
        if self.controller is not None:
            self._take_up(self.controller)
            self.state = self.controller.lesson.id
            entry = self.lessons.lesson_entries[self.state]
            number, title = self.lessons.names.index(self.state) + 1, entry["title"][language()]
            self.status = self._say("opened", n=number, title=title)  # the first step shows the goal

    def act_map(self, value: object) -> None:
        """Show all lessons."""
        self.controller, self.state = None, ""
        self.status = self._say("closed")

    def _open(self, name: str) -> None:
        self.controller, self.unknown_lesson, self.fault_text = None, "", ""
        if name not in self.lessons.lesson_entries:
            self.unknown_lesson = name[:60]
            return
        try:
            lesson = self.lessons.lesson(name)
        except LessonError as fault:  # a publisher's lesson
            log.error("%s", fault)
            self.fault_text = str(fault)
            return
        self.controller = LessonController(lesson, site=self.site)
        self.controller.has_course_map = True
        self.controller.next_lesson = self.lessons.next_lesson(name)

    def _handler(self, act: str) -> Handler:
        if self.controller is None or hasattr(self, f"act_{act}"):
            return super()._handler(act)
        controller = self.controller

        def handle(value: object) -> None:
            if not controller.act(act, value):
                raise LookupError(f"the course has no action {act!r}")
            self.status = controller.status
            self._keep()

        return handle

    def _current_game(self) -> Game | None:
        return None if self.controller is None else self.controller.run.game()

    # -- links

    def address(self) -> dict[str, str]:
        """Return the query of a link to the open lesson."""
        return {"lesson": self.state} if self.state else {}

    def show_query(self, query: Mapping[str, str]) -> None:
        """Open the lesson or map that a query names, after the browser went back or forward."""
        if "lesson" in query:
            self.act_lesson(query["lesson"])
        else:
            self.act_map(None)

    # -- HTML

    def _say(self, key: str, **facts: object) -> str:
        return self.views.say(f"course.{key}", **facts)

    def render(self) -> Markup:
        """Return the open lesson, or the map."""
        if self.controller is None:
            return self._map()
        return LessonView(self.controller).html()

    def _map(self) -> Markup:
        names, finished = self.lessons.names, self.progress.finished_lessons
        upcoming = next((name for name in names if name not in finished), None)
        share = round(100 * len(finished & set(names)) / len(names))
        bar = el("div", el("span", style=f"width:{share}%"), cls="tk-course-bar", aria_hidden="true")
        progress = self._say("progress", done=len(finished), of=len(names))
        listed = not self.lessons.parts  # with few lessons, the list suffices
        title = game_by_id(self.lessons.game).title()
        head = el(
            "header",
            el("h2", self._say("title", game=title), tabindex="-1", data_focus=True, data_top=True),
            el("p", self._say("unknown", name=self.unknown_lesson), cls="tk-note")
            if self.unknown_lesson
            else None,
            self._fault() if self.fault_text else None,
            el("p", self._say("intro" if upcoming else "again")),
            self._begin(upcoming),
            [bar, el("p", progress, cls="tk-small")] if finished and not listed else None,
            cls="tk-course-head",
        )
        if listed:
            items = [el("li", self._listed(name, number)) for number, name in enumerate(names, 1)]
            label = self._say("title", game=title)
            list_ = el("ol", items, cls="tk-list tk-course-list", aria_label=label, data_roving=True)
            return el("div", head, list_, cls="tk-stack tk-course-few")
        groups = [self._part(part, upcoming) for part in self.lessons.parts]
        nav = el("nav", groups, cls="tk-course-parts", aria_label=self._say("lessons"))
        return el("div", head, nav, cls="tk-course")

    def _fault(self) -> Markup:
        lines = [el("p", line) for line in self.fault_text.splitlines()] if is_visitor_author() else []
        return el("div", el("p", self._say("faulty")), lines, cls="tk-note", role="alert")

    def _begin(self, upcoming: str | None) -> Markup:
        further = self.views.course_map_links(is_course_done=upcoming is None) if self.site else None
        if upcoming is None:
            return el("div", further, cls="tk-row")
        title = self.lessons.lesson_entries[upcoming]["title"][language()]
        key = "go_on" if self.progress.check_scores else "begin"
        label = [self._say(key, title=title), " ›"]
        go = button(label, "lesson", upcoming, cls="tk-button tk-main", shortcut=GO_ON, key="go")
        return el("div", go, further if self.progress.finished_lessons else None, cls="tk-row")

    def _part(self, part: str, upcoming: str | None) -> Markup:
        entries = [
            [el("li", self._entry(name, number, name == upcoming)), self._small_game(entry)]
            for number, (name, entry) in enumerate(self.lessons.lesson_entries.items(), 1)
            if entry["part"] == part
        ]
        title = el("h3", self.lessons.parts[part][language()])
        lessons = el("ol", entries, cls="tk-list tk-course-lessons", data_roving=True)
        return el("section", title, lessons, cls="tk-course-part", data_key=f"part:{part}")

    def _entry(self, name: str, number: int, upcoming: bool) -> Markup:
        entry, finished = self.lessons.lesson_entries[name], name in self.progress.finished_lessons
        cls = (
            "tk-course-lesson"
            + (" tk-course-done" if finished else "")
            + (" tk-course-next" if upcoming else "")
        )
        inside: list[Child] = [
            el("span", "✓" if finished else str(number), cls="tk-course-number", aria_hidden="true"),
            el("b", entry["title"][language()]),
            " ",
            el("small", entry["goal"][language()]),
            " ",
            self._state(name),
        ]
        return button(inside, "lesson", name, cls=cls)

    def _small_game(self, entry: Mapping[str, object]) -> Markup | None:
        links = self.views.setup_game_link_html(str(entry.get("game", ""))) if self.site else []
        return el("li", links, cls="tk-course-game") if links else None

    def _listed(self, name: str, number: int) -> Markup:
        entry, finished = self.lessons.lesson_entries[name], name in self.progress.finished_lessons
        state = "done" if finished else "begun" if self.progress.run_records.get(name) else "fresh"
        picture, title = self.views.lesson_picture(entry), entry["title"][language()]
        inside = [
            el("span", picture or number, cls="tk-course-sign", aria_hidden="true"),
            el(
                "span",
                el("b", f"{number}. {title}" if picture else title),
                el("span", entry["goal"][language()]),
            ),
            el("span", "✓ " if finished else "", self._say(state), cls="tk-small tk-course-how"),
        ]
        return button(inside, "lesson", name, cls="tk-course-entry")

    def _state(self, name: str) -> Markup | None:
        if name not in self.progress.check_scores:
            return None
        right, count = self.progress.check_scores[name]
        words = [self._say("done" if name in self.progress.finished_lessons else "begun")]
        if count and name in self.progress.finished_lessons:
            words.append(self._say("score", right=right, asked=count))
        return el("span", " · ".join(words), cls="tk-course-state")
