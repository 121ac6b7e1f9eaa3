"""The learner's page: the tasks of a list with the progress, and the result to hand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import traitlets

from twingkit.core.games import games
from twingkit.core.messages import Fault
from twingkit.learn.classroom.result import MAX_NAME_LENGTH, TaskState
from twingkit.learn.classroom.saved_lists import LearnerProgress, SavedLists, StartedTaskList
from twingkit.learn.classroom.task_list import Task, TaskList
from twingkit.learn.first_game.met_rules import FirstGameProgress
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.progress import CourseProgress
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.saved_progress import saved_ledger
from twingkit_widgets.learn.classroom.list_panel import CLASS_CSS, PAGE_NAME
from twingkit_widgets.learn.classroom.task_names import task_href, task_title, typed_position_by_checksum
from twingkit_widgets.learn.classroom.words import WORDS, key_for_count
from twingkit_widgets.learn.lesson.views import lesson_pictures_of
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.address.publishing_way import privacy_sentences
from twingkit_widgets.panel.controls import fresh_id, named_field
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.visitor_clock import visitor_time

_TRAIT_BY_MEMORY = {
    "class": "saved_lists",
    "practice": "practice_record",
    "met": "met_rules",
    "puzzles": "tried_puzzles",
}
"""The traits for browser data that every list needs, by the names of the data."""

_TICKABLE_KINDS = ("position", "first", "puzzle")

SIGN_BY_STATE = {"done": "✓", "said": "(✓)", "begun": "…", "open": "–"}
"""The symbols of the states of tasks."""


def _utc() -> datetime:
    return datetime.now(UTC)


class TaskListPanel(Panel):
    """The panel on which a learner works through a task list; `now` is a function that returns the current
    time in UTC.

    The progress is computed from the browser data of practice and courses; `saved_lists` contains the lists
    that the learner has started.
    """

    _css = CLASS_CSS

    saved_lists = traitlets.Unicode(help="the lists that were started in this browser")
    practice_record = traitlets.Unicode(help="the record of practice; only read here")
    met_rules = traitlets.Unicode(help="the played first games; only read here")
    tried_puzzles = traitlets.Unicode(help="the tried puzzles; only read here")

    def __init__(
        self, task_list: TaskList, lang: str | None = None, now: Callable[[], datetime] = _utc
    ) -> None:
        self.task_list, self.now = task_list, now
        installed = {entry.id for entry in games()}
        wanted = dict.fromkeys(task.game for task in task_list.tasks)
        self._games = [game for game in wanted if game in installed]
        self._courses: dict[str, CourseProgress] = {}
        self._ledgers: dict[str, Ledger] = {}
        self._first_games: dict[str, int] = {}
        self._solved = TriedPuzzles()
        self._memories = {
            lesson_pictures_of(game).memory_name: game for game in self._games if course_of(game)
        }
        courses = {memory: f"course_{game}" for memory, game in self._memories.items()}
        self.MEMORY_TRAITS: Mapping[str, str] = {**_TRAIT_BY_MEMORY, **courses}
        self.lists = SavedLists()
        self.is_data_damaged = self.shows_name_field = False
        self._id = fresh_id()
        super().__init__(lang=lang)
        self.add_traits(**{trait: traitlets.Unicode() for trait in courses.values()})

    # -- browser data

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load saved browser data. Raises `ValueError` if it is not valid."""
        if memory_name == "class":
            try:
                self.lists = SavedLists.parse(saved_text)
            except Fault:
                self.is_data_damaged = True  # shown on the page; starting over replaces it
            else:
                self.is_data_damaged = False
            self.saved_lists = saved_text
        elif memory_name == "practice":
            self._ledgers = {game: saved_ledger(saved_text, game) for game in self._games}
            self.practice_record = saved_text
        elif memory_name == "met":
            self._first_games, self.met_rules = FirstGameProgress.parse(saved_text).finished_games, saved_text
        elif memory_name == "puzzles":
            self._solved, self.tried_puzzles = TriedPuzzles.parse(saved_text), saved_text
        else:
            self._courses[self._memories[memory_name]] = CourseProgress.parse(saved_text)
            self.set_trait(self.MEMORY_TRAITS[memory_name], saved_text)
        self._note()
        self.refresh()

    @property
    def learner_progress(self) -> LearnerProgress:
        """The learner's progress that is recorded in this browser."""
        return LearnerProgress(self._ledgers, self._courses, self._first_games, self._solved)

    @property
    def started_list(self) -> StartedTaskList | None:
        """The list as the learner started it, or None."""
        return self.lists.lists.get(self.task_list.token)

    def _note(self) -> None:
        """Record today's date for each task that has been completed since the last check."""
        begun = self.started_list
        if begun is not None and begun.record_days(
            self.learner_progress, visitor_time(self.now()).toordinal()
        ):
            self.saved_lists = self.lists.text

    # -- actions

    def act_begin(self, value: object) -> None:
        """Start the list under the typed name, or change the name."""
        name = value.get("name", "") if isinstance(value, dict) else value
        fresh = self.started_list is None
        self.lists.start_or_continue(str(name or ""), self.task_list, self.learner_progress)
        self.shows_name_field = self.is_data_damaged = False
        self.saved_lists = self.lists.text
        self._note()
        self.status = WORDS.say("do.begun") if fresh else self._standing()

    def act_rename(self, value: object) -> None:
        """Show the field for another name."""
        self.shows_name_field = True

    def act_tick(self, value: object) -> None:
        """Tick or untick tasks: `{key: ticked}`."""
        begun = self.started_list
        for key, ticked in value.items() if isinstance(value, dict) and begun else ():
            if begun and key in {task.key for task in self.task_list.tasks}:
                (begun.ticked_tasks.add if ticked is True else begun.ticked_tasks.discard)(key)
                if ticked is not True:
                    begun.day_by_task.pop(key, None)
        self.saved_lists = self.lists.text
        self._note()
        self.status = self._standing()

    # -- links

    def address(self) -> dict[str, str]:
        """Return the query of a link to the list."""
        return {"list": self.task_list.token}

    # -- HTML

    def _standing(self) -> str:
        assert self.started_list is not None
        states = self.started_list.task_states(self.learner_progress)
        done = sum(item.is_done for item in states)
        return WORDS.say("do.as", name=self.lists.learner_name, done=done, of=len(states))

    def render(self) -> Markup:
        """Return the tasks of the list or, before it is started, the field for a name."""
        begun = self.started_list
        states = (begun or StartedTaskList(self.task_list)).task_states(
            self.learner_progress if begun else LearnerProgress()
        )
        steps = [
            self._step(n, task, item)
            for n, (task, item) in enumerate(zip(self.task_list.tasks, states, strict=True), 1)
        ]
        asks = begun is None or self.shows_name_field
        head = el(
            "header",
            el("h1", self.task_list.title or WORDS.say("untitled")),
            el("p", WORDS.say("do.by")) if asks else None,
            el("p", WORDS.say("do.mended"), cls="tk-note") if self.is_data_damaged else None,
            self._ask_name() if asks else self._who(),
            cls="tk-stack",
        )
        return el(
            "div",
            head,
            el(
                "section",
                el("h2", WORDS.say("do.steps")),
                el("ol", steps, cls="tk-class-list"),
                cls="tk-stack",
            ),
            None if begun is None else self._result(begun),
            el(
                "p",
                el("a", WORDS.say("do.change"), href=page_href(PAGE_NAME, edit=self.task_list.token)),
                cls="tk-small",
            ),
            cls="tk-class",
        )

    def _ask_name(self) -> Markup:
        own, why = f"{self._id}-name", f"{self._id}-why"
        field = named_field(
            "input",
            "name",
            value=self.lists.learner_name,
            type="text",
            maxlength=MAX_NAME_LENGTH,
            autocomplete="off",
            cls="tk-field",
            id=own,
            aria_describedby=why,
            data_key="name",
        )
        begin = el("button", WORDS.say("do.begin"), type="submit", cls="tk-button tk-main", data_key="begin")
        return el(
            "form",
            el("label", WORDS.say("do.name"), for_=own, cls="tk-label"),
            field,
            el("p", WORDS.say("do.why_name", sent=privacy_sentences("sent")), id=why, cls="tk-small tk-soft"),
            el("p", begin),
            data_act="begin",
            data_key="begin-form",
            cls="tk-class-form",
        )

    def _who(self) -> Markup:
        rename = button(WORDS.say("do.rename"), "rename", cls="tk-button tk-quiet")
        return el("div", el("p", el("b", self._standing())), rename, cls="tk-row")

    def _step(self, number: int, task: Task, item: TaskState) -> Markup:
        name = task_title(task.key, typed_position_by_checksum(self.task_list.tasks))
        link, begun = task_href(task), self.started_list is not None
        below: list[Child] = []
        if task.question_count:
            key = key_for_count("do.answered" if begun else "do.questions", task.question_count)
            key = "do.answered_more" if item.answered_count > task.question_count else key
            below.append(
                WORDS.say(
                    key, count=task.question_count, answered=item.answered_count, right=item.right_count
                )
            )
        elif item.answered_count and task.kind == "puzzle":
            below.append(WORDS.say("do.puzzles", right=item.right_count, answered=item.answered_count))
        elif item.answered_count:
            below.append(WORDS.say("do.score", right=item.right_count, answered=item.answered_count))
        if not link:
            fault = task.unavailable_reason()
            below = [WORDS.say("do.lacking"), " ", fault.text() if fault else task.line]
        state = WORDS.say(f"state.{item.state}")
        sign = el(
            "span",
            SIGN_BY_STATE[item.state] if begun else number,
            role="img" if begun else None,
            aria_label=state if begun else None,
            cls="tk-class-sign",
        )
        more = [el("br"), el("span", below, cls="tk-small")] if below else None
        text = el("span", el("b", name), more, cls="tk-class-text")
        cls = "tk-button" if item.is_done else "tk-button tk-main"
        go = el("a", WORDS.say("do.go"), href=link, cls=cls, aria_label=f"{WORDS.say('do.go')}: {name}")
        tick = (
            self._tick(task, item)
            if begun and task.kind in _TICKABLE_KINDS and item.state != "done"
            else None
        )
        return el("li", sign, text, tick, go if begun and link else None, data_key=task.key)

    def _tick(self, task: Task, item: TaskState) -> Markup:
        """Return the checkbox of a task whose progress is not recorded automatically."""
        box = named_field(
            "input",
            task.key,
            type="checkbox",
            checked=item.state == "said",
            data_act="tick",
            data_key=f"tick:{task.key}",
        )
        return el("label", box, " ", WORDS.say("do.tick"))

    def _result(self, begun: StartedTaskList) -> Markup:
        text = begun.result(self.lists.learner_name, self.learner_progress, self.now()).token
        copy = el(
            "button",
            WORDS.say("do.copy"),
            type="button",
            cls="tk-button tk-main",
            data_copy=text,
            data_copied=WORDS.say("make.copied"),
            data_key="copy-result",
        )
        field = named_field(
            "textarea",
            "result",
            text,
            readonly=True,
            rows=4,
            cls="tk-field tk-code tk-class-word",
            data_key="result",
            aria_label=WORDS.say("do.result"),
        )
        return el(
            "section",
            el("h2", WORDS.say("do.result")),
            el("p", WORDS.say("do.result_text")),
            el("p", copy),
            field,
            cls="tk-stack",
        )
