"""The link from a task's page back to the learner's list, with the progress of the tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import traitlets

from twingkit.core.messages import Fault
from twingkit.learn.classroom.result import TaskState
from twingkit.learn.classroom.saved_lists import LearnerProgress, SavedLists, StartedTaskList
from twingkit.learn.classroom.task_list import Task
from twingkit.learn.first_game.met_rules import FirstGameProgress
from twingkit.learn.lesson.progress import CourseProgress, ProgressError
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.learn.quiz.saved_progress import saved_ledger
from twingkit.learn.quiz.tally import LedgerError
from twingkit_widgets.learn.classroom import task_names
from twingkit_widgets.learn.classroom.words import WORDS
from twingkit_widgets.panel.address.addresses import game_page_by_name, page_href
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.visitor_clock import visitor_day

_POSITION_PAGE_KINDS = ("step", "play", "lab")

_MAX_NAMED_STEPS = 3
"""The largest number of tasks listed by name; of more tasks, only the number done is shown."""


class TasksOnPage(traitlets.HasTraits):
    """The tasks on a page that belong to the most recently started list, read from browser data.

    `on_change` is called when there is something new to show. A task done on an earlier day is no longer
    shown.
    """

    lang = traitlets.Unicode("en")
    saved_lists = traitlets.Unicode(help="the lists that were started in this browser; only read here")
    progress_text = traitlets.Unicode(
        help="the progress on this page that the browser stores; only read here"
    )

    def __init__(
        self, page: str, memory: str, on_change: Callable[[], None], today: int | None = None
    ) -> None:
        """Watch a page; `memory` is the name of the page's browser data, "" for none."""
        super().__init__()
        self.page, self.on_change = page, on_change
        self.game, site_page = game_page_by_name()[page]
        self.kind = site_page.kind
        self._today = today
        self.MEMORY_TRAITS: Mapping[str, str] = {
            "class": "saved_lists",
            **({memory: "progress_text"} if memory else {}),
        }

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load the saved browser data of the page; unreadable data is ignored, because the page itself
        reports it.
        """
        before = self.html("tk-note")
        if memory_name != "class":
            try:
                self._learned_of(saved_text)
            except (LedgerError, ProgressError, Fault):
                return
        self.set_trait(self.MEMORY_TRAITS[memory_name], saved_text)
        if self.html("tk-note") != before:
            self.on_change()

    def refresh(self) -> None:
        """Show what the current day changes."""
        self.on_change()

    def learner_progress(self) -> LearnerProgress:
        """Return the learner's progress that is recorded in this page's browser data."""
        return self._learned_of(self.progress_text)

    def _learned_of(self, text: str) -> LearnerProgress:
        if self.kind == "practice":
            return LearnerProgress(ledgers={self.game: saved_ledger(text, self.game)})
        if self.kind == "learn":
            return LearnerProgress(course_progress={self.game: CourseProgress.parse(text)})
        if self.kind == "first":
            return LearnerProgress(first_games_finished=FirstGameProgress.parse(text).finished_games)
        if self.kind == "puzzles":
            return LearnerProgress(tried_puzzles=TriedPuzzles.parse(text))
        return LearnerProgress()

    def list_and_current_tasks(self) -> tuple[StartedTaskList | None, list[tuple[Task, TaskState]]]:
        """Return the most recently started list with current tasks on this page, and those tasks with their
        states; None and no tasks if there is no such list.
        """
        try:
            lists = SavedLists.parse(self.saved_lists).lists
        except Fault:  # the page of the class reports the fault
            return None, []
        learned = self.learner_progress()
        for begun in reversed(lists.values()):
            states = zip(begun.task_list.tasks, begun.task_states(learned), strict=True)
            here = [
                (task, item)
                for task, item in states
                if self._is_here(task)
                and not (item.is_done and 0 < begun.day_by_task.get(task.key, 0) < visitor_day(self._today))
            ]
            if here:
                return begun, here
        return None, []

    def _is_here(self, task: Task) -> bool:
        if task.kind == "position":
            page_and_query = task_names.page_of_position(task.name)
            return page_and_query is not None and page_and_query[0] == self.page
        return task.game == self.game and task_names.PAGE_BY_TASK_KIND.get(task.kind) == self.kind

    @property
    def all_done(self) -> bool:
        """True if there are tasks on this page and all are done."""
        here = self.list_and_current_tasks()[1]
        return bool(here) and all(item.is_done for _, item in here)

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(f"do.{key}", **facts)

    def html(self, cls: str) -> Markup | None:
        """Return the current tasks on this page with a link back to their list; None if no started list has
        tasks on this page.
        """
        begun, here = self.list_and_current_tasks()
        if begun is None:
            return None
        said = [self._step(begun, task, item) for task, item in here]
        if len(here) > _MAX_NAMED_STEPS:
            said = [self._say("here_all", done=sum(item.is_done for _, item in here), of=len(here))]
        return el(
            "div", el("p", " · ".join(said)), self.link_html(), cls=f"{cls} tk-row", data_key="way-back"
        )

    def link_html(self) -> Markup | None:
        """Return the link back to the task list; None if no started list has tasks on this page."""
        begun, here = self.list_and_current_tasks()
        if begun is None:
            return None
        title = begun.task_list.title
        label = self._say("back_to", title=title) if title else self._say("back")
        main = " tk-main" if all(item.is_done for _, item in here) else ""
        href = page_href("class", list=begun.task_list.token)
        return el("a", label, href=href, cls=f"tk-button{main}", data_key="way-back:link")

    def _step(self, begun: StartedTaskList, task: Task, item: TaskState) -> str:
        name = task_names.task_title(task.key, task_names.typed_position_by_checksum(begun.task_list.tasks))
        if item.is_done:
            return f"✓ {self._say('here_done', name=name)}"
        if task.question_count:
            return self._say("here", name=name, answered=item.answered_count, count=task.question_count)
        return name


def tasks_on_page(page: str, on_change: Callable[[], None]) -> TasksOnPage | None:
    """Return the tasks of the learner's current list that can be done on `page`, with a link back to the
    list; None if no tasks are ever done there.
    """
    game, site_page = game_page_by_name().get(page, ("", None))
    if site_page is None or site_page.kind not in (
        *task_names.PAGE_BY_TASK_KIND.values(),
        *_POSITION_PAGE_KINDS,
    ):
        return None
    memories = {"practice": "practice", "first": "met", "puzzles": "puzzles"}
    memory = memories.get(site_page.kind, "")
    if site_page.kind == "learn":
        from twingkit_widgets.learn.lesson.views import lesson_pictures_of

        memory = lesson_pictures_of(game).memory_name
    return TasksOnPage(page, memory, on_change)
