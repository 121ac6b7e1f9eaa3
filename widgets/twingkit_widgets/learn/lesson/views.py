"""The pictures of a game in a lesson: its table, things to tap, controls for an answer; with defaults for any
game.

A game names an instance of a `LessonViews` subclass in its course (`Course.views`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from twingkit.core.language import language
from twingkit.core.links import pack
from twingkit.core.play import Game
from twingkit.core.questions import Chance, Question, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.lesson.answer_key import ROLL
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import Lesson, Option, Reply, Texts
from twingkit.learn.lesson.run import Run
from twingkit_widgets.panel.address.addresses import page_link, page_of
from twingkit_widgets.panel.keys import ANSWER, GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.views import Views, views_of
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("lesson_words.toml"))
"""The texts around lessons, and on the map of a course (`course.…`)."""


class Picker(Protocol):
    """The control that composes the answer of a step from several things; its `act_…` methods are actions of
    the lesson.
    """

    def html(self) -> Child:
        """Return the choices, and the button that gives the answer."""

    def made(self) -> Child:
        """Return the parts of the answer once it is given."""


class Controller(Protocol):
    """The part of a lesson controller that views need."""

    site: bool
    lesson: Lesson
    run: Run
    pointed: int | None
    following: tuple[str, Texts] | None

    def say(self, key: str, **facts: object) -> str:
        """Return a text around lessons."""

    def fill(self, texts: Texts) -> str:
        """Fill the numbers and facts into a sentence of the lesson."""

    def give(self, answer: str) -> None:
        """Answer the open step."""


class LessonViews:
    """The pictures of a game in lessons; usable unchanged for any game.

    `words` are the game's texts, which take precedence over those of any lesson; `css` is its style and `cls`
    its class; `memory` is the name of the browser data with the progress.
    """

    words: Words | None = None
    css = ""
    cls = ""
    memory = ""

    def __init__(self, game: str) -> None:
        """Take the id of the game."""
        self.game = game
        self.memory = self.memory or f"{game}-lessons"
        self.css = self.css or self.plain.css

    @property
    def plain(self) -> Views:
        """The general pictures of the game."""
        return views_of(self.game)

    def say(self, key: str, **facts: object) -> str:
        """Return the text `key`, of the game or of any lesson."""
        own = self.words is not None and key in set(self.words)
        words = self.words if own and self.words else WORDS
        return words.say(key, **facts)

    # -- the step

    def table(self, controller: Controller, opened: Child) -> Markup | None:
        """Return the table, with the rule that was opened at it; None to show no table."""
        if controller.run.step.kind == "end":
            return None
        drawn = self.drawn(controller, controller.run.game().view(controller.lesson.you))
        return el("div", drawn, opened, cls="tk-lesson-table", data_asked=True)

    def drawn(self, controller: Controller, view: object) -> Child:
        """Return a small picture of the table in the learner's view."""
        return self.plain.table(view, size="small")

    def names(self, controller: Controller) -> dict[str, str]:
        """Return the other players by seat, with the names used in the texts."""
        course = course_of(self.game)
        if course is None:
            return {}
        game = controller.run.game()
        words = game.start.rulebook().words
        named = course.answer_key.opponents_by_seat(game, controller.lesson.you)
        return {seat: words.name(name) for seat, name in named.items()}

    def points(self, controller: Controller) -> Child:
        """Return the things to tap."""
        pictures = [self.plain.thing(point.thing) for point in controller.run.step.points]
        return tappable_things(controller, enumerate(pictures), controller.say("things"))

    def asked_about(self, controller: Controller) -> Markup | None:
        """Return what the question of the step is about, to show beside it."""
        return None

    def picker(self, controller: Controller) -> Picker:
        """Return the control that composes the answer of a step."""
        return PlainPicker(controller, self.plain)

    def option(self, controller: Controller, option: Option, sign: Child) -> Child:
        """Return the content of an option's button; `sign` shows whether it was right."""
        return [el("span", option.text[language()]), " ", sign]

    def roll(self, controller: Controller) -> str:
        """Return the label of the button that lets chance answer."""
        return controller.say("roll" if len(controller.run.step.faces) == 1 else "roll_all")

    def free(self, controller: Controller) -> Child:
        """Return the question to a learner who plays alone, with the controls to answer it."""
        game = controller.run.game()
        again = (
            button(controller.say("anew"), "again", cls="tk-button tk-quiet")
            if controller.run.given
            else None
        )
        if game.question is None:
            outcome: Child = self.plain.outcome(game)
        elif isinstance(game.question, Chance):
            outcome = button(self.roll(controller), "play_on", ROLL, cls="tk-button tk-main", shortcut=GO_ON)
        else:
            outcome = self.plain.offer(game.question, game.view(controller.lesson.you))
        return el("div", outcome, again, cls="tk-stack")

    def told(self, rulings: Sequence[Ruling | Refusal]) -> Sequence[Ruling | Refusal]:
        """Return the rulings to list beside the table; the table shows the others."""
        return rulings

    def asking(self, controller: Controller, question: Question) -> str:
        """Return the question to a learner who plays alone, in words."""
        return question.text()

    def latest(self, game: Game) -> int:
        """Return how many answers belong to the last action of a learner who plays alone."""
        return min(len(game), 1)

    # -- the answer

    def about(self, controller: Controller, reply: Reply) -> tuple[Child, Child]:
        """Return the parts before and after the text of a reply."""
        return None, None

    # -- the end

    def links(self, controller: Controller) -> list[Child]:
        """Return the links at the end of a lesson: a game after the last one, and practice.

        The next lesson is in the bar below.
        """
        if not controller.site:
            return []
        topic = {"topic": controller.lesson.topic} if controller.lesson.topic else {}
        practice = self._way("practice", "practice" if topic else "course.practice", **topic)
        small = self.small_game(controller.lesson.game)
        play = [] if controller.following else self._way("play", "course.play")
        return [*small, *play, *practice]

    def small_game(self, table: str) -> list[Child]:
        """Return the link to a game that starts from set-up lines; empty for ""."""
        return self._way("play", "small_game", "tk-button", game=pack(table)) if table else []

    def last(self, controller: Controller) -> Child:
        """Return the bar at the end of the last lesson."""
        return None

    def further(self, *, done: bool) -> list[Child]:
        """Return the links on the map: a game once all lessons are `done`, and practice."""
        play = self._way("play", "course.play") if done else []
        return [*play, *self._way("practice", "course.practice")]

    def _way(self, kind: str, key: str, cls: str = "", **query: str) -> list[Child]:
        """Return the link to the game's page of that kind, labelled `key`; empty if it has none."""
        page = page_of(self.game, kind)
        link = page_link(page, **query) if page else ""
        cls = cls or ("tk-button tk-main" if kind == "play" else "tk-button")
        return [el("a", self.say(key), href=link, cls=cls)] if link else []

    def sign(self, entry: Mapping[str, object]) -> Child:
        """Return the picture beside a lesson in the list of all; None for its number."""
        return None


class PlainPicker:
    """Answers a step with the controls of the game."""

    def __init__(self, controller: Controller, views: Views) -> None:
        self.controller, self.views = controller, views

    def html(self) -> Child:
        """Return the game's controls for the question."""
        game = self.controller.run.game()
        assert game.question is not None
        view = game.view(self.controller.lesson.you)
        return self.views.offer(game.question, view)

    def made(self) -> Child:
        """Return the answer in a frame."""
        return el(
            "div",
            el("span", self.views.way(self.controller.run.given, {}), cls="tk-thing"),
            cls="tk-lesson-laid",
        )


def tappable_things(
    controller: Controller, pictures: Iterable[tuple[int, Child]], label: str, cls: str = ""
) -> Markup:
    """Return things to tap, each given as its number among the points of the step and its picture."""
    items = [
        button(
            picture,
            "point",
            index,
            key=f"point:{index}",
            cls=f"tk-card tk-choice {cls}".strip(),
            shortcut=ANSWER,
            aria_pressed="true" if index == controller.pointed else "false",
        )
        for index, picture in pictures
    ]
    return el("div", items, cls="tk-cards", role="group", aria_label=label, data_roving=True)


@cache
def views_of_lessons(game: str) -> LessonViews:
    """Return the lesson pictures of a game."""
    course = course_of(game)
    views: LessonViews | None = course.views if course else None
    return views or LessonViews(game)
