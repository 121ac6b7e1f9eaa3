"""The link back to a list, on the pages of its steps, with their progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

import traitlets

from twingkit.core.messages import Fault
from twingkit.learn.classroom.assignment import Task
from twingkit.learn.classroom.result import ItemState
from twingkit.learn.classroom.saved_lists import LearnerProgress, SavedLists, StartedList
from twingkit.learn.first_game.met import MetRules
from twingkit.learn.lesson.progress import CourseError, Progress
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.learn.quiz.saved_progress import saved_ledger
from twingkit.learn.quiz.tally import LedgerError
from twingkit_widgets.learn.classroom.task_names import PAGE_KINDS, position_page, positions_of, task_title
from twingkit_widgets.learn.classroom.words import WORDS
from twingkit_widgets.panel.address.addresses import page_link, site_pages
from twingkit_widgets.panel.markup import Markup, el

OTHER_KINDS = ("step", "play", "lab")
"""The kinds of pages that show positions."""

NAMED = 3
"""The largest number of steps listed by name; of more, only the number done is shown."""


class WayBack(traitlets.HasTraits):
    """The steps on a page that belong to the list started last, read from browser data.

    `changed` is called when there is something new to show. A step done on an earlier day is no longer shown.
    """

    lang = traitlets.Unicode("en")
    kept = traitlets.Unicode(help="the lists that were started in this browser; only read here")
    learned_text = traitlets.Unicode(help="the progress on this page that the browser stores; only read here")

    def __init__(self, page: str, memory: str, changed: Callable[[], None], today: int | None = None) -> None:
        """Watch a page; `memory` is the name of the browser data of the page, "" for none."""
        super().__init__()
        self.page, self.changed = page, changed
        self.game, site_page = site_pages()[page]
        self.kind = site_page.kind
        self.today = date.today().toordinal() if today is None else today
        self.MEMORIES: Mapping[str, str] = {
            "class": "kept",
            **({memory: "learned_text"} if memory else {}),
        }

    def load_memory(self, name: str, text: str) -> None:
        """Load browser data; what cannot be read is ignored here, its own page explains why."""
        before = self.html("tk-note")
        if name != "class":
            try:
                self._learned_of(text)
            except (LedgerError, CourseError, Fault):
                return
        self.set_trait(self.MEMORIES[name], text)
        if self.html("tk-note") != before:
            self.changed()

    def learned(self) -> LearnerProgress:
        """Return what this page's data says about the learner."""
        return self._learned_of(self.learned_text)

    def _learned_of(self, text: str) -> LearnerProgress:
        if self.kind == "practice":
            return LearnerProgress(ledgers={self.game: saved_ledger(text, self.game)})
        if self.kind == "learn":
            return LearnerProgress(courses={self.game: Progress.parse(text)})
        if self.kind == "first":
            return LearnerProgress(first_games=MetRules.parse(text).games)
        if self.kind == "puzzles":
            return LearnerProgress(puzzles=TriedPuzzles.parse(text))
        return LearnerProgress()

    def steps(self) -> tuple[StartedList | None, list[tuple[Task, ItemState]]]:
        """Return the list started last that has current steps on this page, and these steps."""
        try:
            lists = SavedLists.parse(self.kept).lists
        except Fault:  # the page of the class reports the fault
            return None, []
        learned = self.learned()
        for begun in reversed(lists.values()):
            states = zip(begun.list.tasks, begun.states(learned), strict=True)
            here = [
                (task, item)
                for task, item in states
                if self._is_here(task) and not (item.is_done and 0 < begun.days.get(task.key, 0) < self.today)
            ]
            if here:
                return begun, here
        return None, []

    def _is_here(self, task: Task) -> bool:
        if task.kind == "position":
            page_and_query = position_page(task.name)
            return page_and_query is not None and page_and_query[0] == self.page
        return task.game == self.game and PAGE_KINDS.get(task.kind) == self.kind

    @property
    def is_done(self) -> bool:
        """True if there are steps on this page, and all are done."""
        here = self.steps()[1]
        return bool(here) and all(item.is_done for _, item in here)

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(f"do.{key}", **facts)

    def html(self, cls: str) -> Markup | None:
        """Return the steps and the link to their list; None if no list has any here."""
        begun, here = self.steps()
        if begun is None:
            return None
        said = [self._step(begun, task, item) for task, item in here]
        if len(here) > NAMED:
            said = [self._say("here_all", done=sum(item.is_done for _, item in here), of=len(here))]
        return el("div", el("p", " · ".join(said)), self.link(), cls=f"{cls} tk-row", data_key="way-back")

    def link(self) -> Markup | None:
        """Return the link to the list; None if no list has steps here."""
        begun, here = self.steps()
        if begun is None:
            return None
        title = begun.list.title
        label = self._say("back_to", title=title) if title else self._say("back")
        main = " tk-main" if all(item.is_done for _, item in here) else ""
        href = page_link("class", list=begun.list.token)
        return el("a", label, href=href, cls=f"tk-button{main}", data_key="way-back:link")

    def _step(self, begun: StartedList, task: Task, item: ItemState) -> str:
        name = task_title(task.key, positions_of(begun.list.tasks))
        if item.is_done:
            return f"✓ {self._say('here_done', name=name)}"
        if task.count:
            return self._say("here", name=name, answered=item.answered, count=task.count)
        return name


def way_back(page: str, changed: Callable[[], None]) -> WayBack | None:
    """Return the link back for a page; None if no step of a list is done on it."""
    game, site_page = site_pages().get(page, ("", None))
    if site_page is None or site_page.kind not in (*PAGE_KINDS.values(), *OTHER_KINDS):
        return None
    memories = {"practice": "practice", "first": "met", "puzzles": "puzzles"}
    memory = memories.get(site_page.kind, "")
    if site_page.kind == "learn":
        from twingkit_widgets.learn.lesson.views import views_of_lessons

        memory = views_of_lessons(game).memory
    return WayBack(page, memory, changed)
