"""The page on which a teacher makes a list: choose tasks, sort them, share the list."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import attrs
import traitlets

from twingkit.core.games import GameEntry, game_by_id, games
from twingkit.core.messages import Fault
from twingkit.learn.classroom import task_list
from twingkit.learn.classroom.saved_lists import SavedLists
from twingkit.learn.lesson.course import course_of
from twingkit.learn.puzzles.puzzle import HARDNESS, puzzles
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit_widgets.learn.classroom import task_names
from twingkit_widgets.learn.classroom.words import WORDS
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.controls import fresh_id, named_field
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.sentences import CatalogueFault

CLASS_CSS = CSS + Path(__file__).with_name("class.css").read_text(encoding="utf-8")
"""The style of all pages of a class."""
PAGE_NAME = "class"
"""The name of the page."""


class _QuestionCountFault(CatalogueFault):
    catalogue = WORDS


def teacher_header_html(current_page: str, heading: str = "h1") -> Markup:
    """Return the header of the teacher's pages: an introduction to classes, and links to the other pages."""
    links = [
        el(
            "a",
            WORDS.say(f"way.{way}"),
            href=page_href(PAGE_NAME, **query),
            cls="tk-button",
            aria_current="page" if way == current_page else None,
        )
        for way, query in (("make", {}), ("results", {"show": "results"}))
    ]
    return el(
        "header",
        el(heading, WORDS.say("title")),
        el("p", WORDS.say("intro")),
        el("nav", links, cls="tk-row", aria_label=WORDS.say("ways")),
        cls="tk-stack",
    )


class TaskListEditorPanel(Panel):
    """The panel on which a teacher composes a task list; `edit` is the list to start from.

    The browser saves it as `draft_list`: the title and one task per line. `link_query` returns the query of
    the link for learners.

    >>> panel = TaskListEditorPanel()
    >>> panel.do("toggle", "practice twing:shield 10")
    >>> panel.draft_list.splitlines()
    ['title', 'practice twing:shield 10']
    """

    _css = CLASS_CSS
    MEMORY_TRAITS: ClassVar[Mapping[str, str]] = {"class-list": "draft_list", "class": "saved_lists"}

    draft_list = traitlets.Unicode(help="the current list")
    saved_lists = traitlets.Unicode(
        help="the lists that a learner has started in this browser; only read here"
    )

    def __init__(self, lang: str | None = None, edit: task_list.TaskList | None = None) -> None:
        self.title, self.tasks = (edit.title, edit.tasks) if edit else ("", ())
        self._edits = edit is not None
        self._game = games()[0].id
        self._typed = self._typed_puzzle = ""
        self._begun = SavedLists()
        self._id = fresh_id()
        super().__init__(lang=lang)
        self._keep()

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load saved browser data. Raises `ValueError` if it is not valid."""
        if memory_name == "class":
            self._begun, self.saved_lists = SavedLists.parse(saved_text), saved_text
        elif not self._edits:
            title, *lines = saved_text.splitlines() or ["title"]
            self.tasks = tuple(task_list.Task.parse(line) for line in lines)
            self.title = title.removeprefix("title").strip()
            self._keep()
        self.refresh()

    def _keep(self) -> None:
        empty = not self.title and not self.tasks
        lines = [f"title {self.title}".strip(), *(task.line for task in self.tasks)]
        self.draft_list = "" if empty else "\n".join(lines) + "\n"

    def _assigned(self) -> task_list.TaskList | None:
        return task_list.TaskList(self.title, self.tasks) if self.tasks else None

    def link_query(self) -> dict[str, str]:
        """Return the query of the link for learners."""
        assigned = self._assigned()
        return {"list": assigned.token} if assigned else {}

    def address(self) -> dict[str, str]:
        """Return the query of this page."""
        return {}

    # -- actions

    def act_title(self, value: object) -> None:
        """Set the title of the list."""
        self.title = task_list.clean_title(str(value or ""))
        self._keep()

    def act_game(self, value: object) -> None:
        """Show the tasks of a game."""
        self._game = game_by_id(str(value)).id

    def act_toggle(self, value: object) -> None:
        """Add or remove a task, given as a line of notation (`practice twing:shield 10`)."""
        task = task_list.Task.parse(str(value))
        if any(other.key == task.key for other in self.tasks):
            self.act_remove(task.key)
        else:
            self._add(task)

    def _add(self, task: task_list.Task) -> None:
        fault = task.unavailable_reason()
        if fault is not None:
            raise fault
        assigned = task_list.TaskList(self.title, (*self.tasks, task))
        assert assigned.token  # must fit into a link
        self.tasks = assigned.tasks
        self.status = WORDS.say("make.added", name=self._name(task))
        self._keep()

    def act_position(self, value: object) -> None:
        """Add the typed position to the list as a task; an invalid position stays in the field."""
        self._typed = self._field(value, "position")
        self._add(task_list.Task.parse(f"position {task_names.parse_position(self._typed)}"))
        self._typed = ""

    def act_puzzle(self, value: object) -> None:
        """Add a single puzzle of the game, given by its id or link."""
        self._typed_puzzle = self._field(value, "puzzle")
        self._add(
            task_list.Task.parse(f"puzzle {self._game}:{task_names.parse_puzzle_name(self._typed_puzzle)}")
        )
        self._typed_puzzle = ""

    @staticmethod
    def _field(value: object, name: str) -> str:
        return str(value.get(name, "")) if isinstance(value, dict) else str(value or "")

    def act_remove(self, value: object) -> None:
        """Remove a task by its key."""
        place = self._place(value)
        self.status = WORDS.say("make.removed", name=self._name(self.tasks[place]))
        self.tasks = self.tasks[:place] + self.tasks[place + 1 :]
        self._keep()

    def act_up(self, value: object) -> None:
        """Move a task up by one, by its key."""
        place = self._place(value)
        if place:
            tasks = list(self.tasks)
            tasks[place - 1 : place + 1] = [tasks[place], tasks[place - 1]]
            self.tasks = tuple(tasks)
            self.status = WORDS.say("make.moved", name=self._name(tasks[place - 1]), n=place)
            self._keep()

    def act_count(self, value: object) -> None:
        """Set the numbers of questions of tasks: `{key: number}`."""
        for key, typed in value.items() if isinstance(value, dict) else ():
            text = str(typed).strip()
            if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:9]) <= task_list.MAX_QUESTIONS:
                raise _QuestionCountFault("make.number", found=text[:20], most=task_list.MAX_QUESTIONS)
            place = self._place(key)
            tasks = list(self.tasks)
            tasks[place] = attrs.evolve(tasks[place], question_count=int(text))
            self.tasks = tuple(tasks)
        self._keep()

    def act_clear(self, value: object) -> None:
        """Start a new list."""
        self.title, self.tasks = "", ()
        self._keep()

    def _place(self, key: object) -> int:
        keys = [task.key for task in self.tasks]
        if key not in keys:
            raise LookupError(f"{str(key)[:60]!r} is not on the list")
        return keys.index(str(key))

    # -- HTML

    def _name(self, task: task_list.Task) -> str:
        return task_names.task_title(task.key, task_names.typed_position_by_checksum((*self.tasks, task)))

    def render(self) -> Markup:
        """Return the list, and the tasks that can be added."""
        both = el("div", self._list(), self._choices(), cls="tk-class-make")
        teaches = bool(self.title or self.tasks or self._edits or not self._begun.lists)
        if teaches:
            return el("div", teacher_header_html("make"), self._mine("h2"), both, cls="tk-class")
        ways = teacher_header_html("make", "h2")
        summary = el("summary", WORDS.say("teach"), data_key="teach:summary")
        teach = el("details", summary, el("div", ways, both, cls="tk-class"), data_key="teach")
        return el("div", self._mine("h1"), teach, cls="tk-class")

    def _mine(self, heading: str) -> Markup | None:
        """Return links to the lists that were started in this browser, the latest first."""
        if not self._begun.lists:
            return None
        items = [
            el("li", el("a", begun.task_list.title or WORDS.say("untitled"), href=href, cls="tk-button"))
            for href, begun in [
                (self._page(list=word), begun) for word, begun in reversed(self._begun.lists.items())
            ]
        ]
        text = el("p", WORDS.say("mine_text"))
        cls = "tk-note" if heading == "h2" else "tk-stack"
        list_ = el("ul", items, cls="tk-list tk-row")
        return el("section", el(heading, WORDS.say("mine")), text, list_, cls=cls)

    def _page(self, **query: str) -> str:
        return page_href(PAGE_NAME, **query)

    def _choices(self) -> Markup:
        entry = game_by_id(self._game)
        parts: list[Child] = [el("h2", WORDS.say("make.add"))]
        if len(games()) > 1:
            parts.append(
                el(
                    "div",
                    map(self._game_button, games()),
                    cls="tk-class-choices",
                    role="group",
                    data_roving=True,
                )
            )
        course, topics = course_of(entry.id), quiz_of(entry.id).topics
        if course and task_names.has_task_page(entry.id, "lesson"):
            lines = [f"lesson {entry.id}:{name}" for name in course.names]
            titles = [str(listed["title"][self.lang]) for listed in course.lesson_entries.values()]
            parts.append(self._toggles("make.lessons", lines, titles))
        if topics and task_names.has_task_page(entry.id, "practice"):
            lines = [f"practice {entry.id}:{name} {task_list.DEFAULT_QUESTION_COUNT}" for name in topics]
            parts.append(self._toggles("make.topics", lines, [topic.title() for topic in topics.values()]))
        if task_names.has_task_page(entry.id, "first"):
            parts.append(self._toggles("make.first", [f"first {entry.id}"], [entry.title()]))
        if task_names.has_task_page(entry.id, "puzzle"):
            parts += self._puzzles(entry.id)
        parts.append(self._form("position", self._typed))
        return el("section", parts, cls="tk-stack", data_stay=True)

    def _game_button(self, entry: GameEntry) -> Markup:
        pressed = "true" if entry.id == self._game else "false"
        return button(entry.title(), "game", entry.id, aria_pressed=pressed)

    def _toggles(self, key: str, lines: list[str], titles: list[str]) -> Markup:
        there = {task.key for task in self.tasks}
        buttons = []
        for line, title in zip(lines, titles, strict=True):
            on = task_list.Task.parse(line).key in there
            label = ["✓ " if on else "+ ", title]
            buttons.append(button(label, "toggle", line, aria_pressed="true" if on else "false"))
        head = el("h3", WORDS.say(key), cls="tk-label")
        return el(
            "div", head, el("div", buttons, cls="tk-class-choices", data_roving=True), cls="tk-class-form"
        )

    def _form(self, kind: str, typed: str) -> Markup:
        own = f"{self._id}-{kind}"
        field = named_field("input", kind, value=typed, type="text", cls="tk-field", id=own, data_key=own)
        add = el("button", WORDS.say("make.add_this"), type="submit", cls="tk-button", data_key=f"add:{kind}")
        name = "make.puzzle_one" if kind == "puzzle" else f"make.{kind}"
        label = el("label", WORDS.say(name), for_=own, cls="tk-label")
        key = f"form:{kind}"
        return el("form", label, field, el("p", add), data_act=kind, data_key=key, cls="tk-class-form")

    def _puzzles(self, game: str) -> list[Markup]:
        there = puzzles(game)
        levels = {puzzle.hardness for puzzle in there}
        names = [*dict.fromkeys(puzzle.kind for puzzle in there), *(n for n in HARDNESS if n in levels)]
        titles = [task_names.puzzle_title(game, name) for name in names]
        lines = [f"puzzle {game}:{name}" for name in names]
        return [self._toggles("make.puzzle", lines, titles), self._form("puzzle", self._typed_puzzle)]

    def _list(self) -> Markup:
        own = f"{self._id}-title"
        title = el(
            "input",
            value=self.title,
            type="text",
            cls="tk-field",
            id=own,
            maxlength=task_list.LONGEST_TITLE,
            data_act="title",
            data_key="title",
        )
        items = [self._item(task) for task in self.tasks]
        empty = el("p", WORDS.say("make.empty"), cls="tk-note")
        return el(
            "section",
            el("h2", WORDS.say("make.list")),
            el(
                "div",
                el("label", WORDS.say("make.title"), for_=own, cls="tk-label"),
                title,
                cls="tk-class-form",
            ),
            el("ol", items, cls="tk-class-list") if items else empty,
            self._pass_on() if items else None,
            cls="tk-stack",
        )

    def _item(self, task: task_list.Task) -> Markup:
        name = self._name(task)
        count = None
        if task.question_count:
            own = f"{self._id}-count-{task.key}"
            field = named_field(
                "input",
                task.key,
                value=task.question_count,
                type="number",
                min=1,
                max=task_list.MAX_QUESTIONS,
                cls="tk-field tk-class-number",
                data_act="count",
                data_key=f"count:{task.key}",
                id=own,
            )
            hidden = el("span", ": ", name, cls="tk-hidden")
            label = el("label", WORDS.say("make.count_of"), hidden, for_=own, cls="tk-small")
            count = el("span", field, " ", label)
        up = button(
            "↑",
            "up",
            task.key,
            cls="tk-icon-button",
            disabled=task.key == self.tasks[0].key,
            aria_label=WORDS.say("make.up", name=name),
        )
        off = WORDS.say("make.remove", name=name)
        remove = button("×", "remove", task.key, cls="tk-icon-button", aria_label=off)
        return el("li", el("span", name, cls="tk-class-text"), count, up, remove, data_key=task.key)

    def _pass_on(self) -> Markup:
        assigned = self._assigned()
        assert assigned is not None  # it is shown below its items
        copy = el(
            "button",
            WORDS.say("make.link"),
            type="button",
            cls="tk-button tk-main",
            data_link=True,
            data_copied=WORDS.say("make.copied"),
            data_by_hand=WORDS.say("make.by_hand"),
            data_key="copy-link",
        )
        code = el(
            "button", WORDS.say("make.qr"), type="button", cls="tk-button", data_code=True, data_key="code"
        )
        see = el("a", WORDS.say("make.open"), href=self._page(list=assigned.token), cls="tk-button")
        sheet = self._page(list=assigned.token, show="print")
        print_ = el("a", WORDS.say("make.print"), href=sheet, cls="tk-button")
        clear = button(WORDS.say("make.clear"), "clear", cls="tk-button tk-quiet")
        head = el("h3", WORDS.say("make.pass"), cls="tk-label")
        row = el("div", copy, code, see, print_, clear, cls="tk-row")
        return el("div", head, row, cls="tk-class-form", data_controls=True)


def parse_list_token(token: str) -> task_list.TaskList | Fault:
    """Parse the token of a task list in a link; return the list, or the fault if the token is not valid."""
    try:
        return task_list.TaskList.from_token(token)
    except Fault as fault:
        return fault
