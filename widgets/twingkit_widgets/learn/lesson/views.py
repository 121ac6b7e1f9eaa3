"""The pictures of a game in a lesson: its table, things to tap, and controls for an answer, with defaults for
any game.

A game names an instance of a `LessonPictures` subclass in its course (`Course.lesson_views`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from twingkit.core.language import language
from twingkit.core.links import pack_text
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.learn.lesson.answer_key import ROLL_ANSWER
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import Lesson, Option, Reply, Texts
from twingkit.learn.lesson.run import LessonRun
from twingkit_widgets.panel.address.addresses import page_href, page_name_of
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.views import DefaultGameViews, views_of
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("lesson_words.toml"))
"""The texts of lesson pages, and of the map of a course (`course.…`)."""


class AnswerComposer(Protocol):
    """The interface of a control with which a learner composes the answer to a lesson step; its `act_…`
    methods are actions of the lesson.
    """

    def html(self) -> Child:
        """Return the choices, and the button that gives the answer, as HTML."""

    def given_answer_html(self) -> Child:
        """Return the parts of the answer after it is given."""


class Controller(Protocol):
    """The interface of a lesson controller that the classes for lesson pictures use."""

    has_site_links: bool
    lesson: Lesson
    run: LessonRun
    pointed_thing: int | None
    next_lesson: tuple[str, Texts] | None

    def say(self, key: str, **facts: object) -> str:
        """Return a text of the lesson page by its key."""

    def fill_text(self, texts: Texts) -> str:
        """Fill the numbers and facts into a sentence of the lesson."""

    def give_answer(self, answer: str) -> None:
        """Answer the open step."""


class LessonPictures:
    """The pictures that a game shows in its lessons; the defaults work for any game.

    `words` are the game's texts, which take precedence over those of any lesson; `css` is a style that is
    added to that of the game's pictures, `css_class` the class of a lesson; `memory_name` is the name of the
    browser data with the progress.
    """

    words: PanelTexts | None = None
    css = ""
    css_class = ""
    memory_name = ""

    def __init__(self, game: str) -> None:
        """Create the pictures for the game with the id `game`."""
        self.game = game
        self.memory_name = self.memory_name or f"{game}-lessons"
        self.css = self.general_views.css + self.css

    @property
    def general_views(self) -> DefaultGameViews[Any]:
        """The game's pictures that are not specific to lessons."""
        return views_of(self.game)

    def say(self, key: str, **facts: object) -> str:
        """Return the text `key` of the game's lessons or, if they have none, of any lesson."""
        own = self.words is not None and key in set(self.words)
        words = self.words if own and self.words else WORDS
        return words.say(key, **facts)

    # -- the step

    def table_html(self, controller: Controller, opened_rule_html: Child) -> Markup | None:
        """Return the table, with the rule that was opened at it; None to show no table."""
        if controller.run.step.kind == "end":
            return None
        drawn = self.small_table_html(controller, controller.run.game().view(controller.lesson.you))
        return el("div", drawn, opened_rule_html, cls="tk-lesson-table", data_asked=True)

    def small_table_html(self, controller: Controller, view: object) -> Child:
        """Return a small picture of the table in the learner's view."""
        return self.general_views.table(view, size="small")

    def opponent_name_by_seat(self, controller: Controller) -> dict[str, str]:
        """Return the names of the other players by seat, as used in the texts."""
        course = course_of(self.game)
        if course is None:
            return {}
        game = controller.run.game()
        words = game.start.rulebook().words
        named = course.answer_key.opponents_by_seat(game, controller.lesson.you)
        return {seat: words.name(name) for seat, name in named.items()}

    def tappable_html(self, controller: Controller) -> Child:
        """Return the items of the step that the learner can tap to read about them."""
        pictures = [self.general_views.component_html(point.thing) for point in controller.run.step.points]
        return tappable_things_html(controller, enumerate(pictures), controller.say("things"))

    def question_subject_html(self, controller: Controller) -> Markup | None:
        """Return a picture of the thing that the step's question is about, such as a card; None for no
        picture.
        """
        return None

    def picker(self, controller: Controller) -> AnswerComposer:
        """Return the control that composes the answer of a step."""
        return _PlainPicker(controller, self.general_views)

    def option_html(self, controller: Controller, option: Option, sign: Child) -> Child:
        """Return the content of an option's button; `sign` shows whether it was right."""
        return [el("span", option.text[language()]), " ", sign]

    def roll_button_label(self, controller: Controller) -> str:
        """Return the label of the button that makes the random roll or rolls of the step."""
        return controller.say("roll" if len(controller.run.step.faces) == 1 else "roll_all")

    def free_play_html(self, controller: Controller) -> Child:
        """Return the pending question in free play, with the controls to answer it."""
        game = controller.run.game()
        again = (
            button(controller.say("anew"), "take_back_answer", cls="tk-button tk-quiet")
            if controller.run.given_answer
            else None
        )
        if game.question is None:
            outcome: Child = self.general_views.last_outcome_html(game)
        elif game.question.is_chance:
            outcome = button(
                self.roll_button_label(controller),
                "answer_in_free_play",
                ROLL_ANSWER,
                cls="tk-button tk-main",
                shortcut=GO_ON,
            )
        else:
            outcome = self.general_views.answer_controls(game.question, game.view(controller.lesson.you))
        return el("div", outcome, again, cls="tk-stack")

    def listed_rulings(self, rulings: Sequence[Ruling | Refusal]) -> Sequence[Ruling | Refusal]:
        """Return those rulings that are listed as text beside the table, because the picture does not show
        them.
        """
        return rulings

    def free_question_text(self, controller: Controller, question: Question) -> str:
        """Return the pending question in free play, in words."""
        return question.text()

    def last_action_answer_count(self, game: Game) -> int:
        """Return the number of answers that belong to the last action in free play."""
        return min(len(game), 1)

    # -- the answer

    def html_around_reply(self, controller: Controller, reply: Reply) -> tuple[Child, Child]:
        """Return the parts to show before and after the text of a reply; None for nothing."""
        return None, None

    # -- the end

    def end_links_html(self, controller: Controller) -> list[Child]:
        """Return the links at the end of a lesson: to a game after the last lesson, and to practice.

        The next lesson is in the bar below.
        """
        if not controller.has_site_links:
            return []
        topic = {"topic": controller.lesson.topic} if controller.lesson.topic else {}
        practice = self._way("practice", "practice" if topic else "course.practice", **topic)
        small = self.setup_game_link_html(controller.lesson.game)
        play = [] if controller.next_lesson else self._way("play", "course.play")
        return [*small, *play, *practice]

    def setup_game_link_html(self, setup_lines: str) -> list[Child]:
        """Return the link to a game that starts from set-up lines; empty for ""."""
        return (
            self._way("play", "small_game", "tk-button", game=pack_text(setup_lines)) if setup_lines else []
        )

    def course_end_html(self, controller: Controller) -> Child:
        """Return the bar at the end of the last lesson; None (the default) for none."""
        return None

    def course_map_links(self, *, is_course_done: bool) -> list[Child]:
        """Return the links on the map: to a game once all lessons are `is_course_done`, and to practice."""
        play = self._way("play", "course.play") if is_course_done else []
        return [*play, *self._way("practice", "course.practice")]

    def _way(self, kind: str, key: str, cls: str = "", **query: str) -> list[Child]:
        """Return the link to the game's page of the given kind, with the label from the text `key`; empty if
        there is no such page.
        """
        page = page_name_of(self.game, kind)
        link = page_href(page, **query) if page else ""
        cls = cls or ("tk-button tk-main" if kind == "play" else "tk-button")
        return [el("a", self.say(key), href=link, cls=cls)] if link else []

    def lesson_picture(self, entry: Mapping[str, object]) -> Child:
        """Return the picture of a lesson in the list of all lessons; None to show its number."""
        return None


class _PlainPicker:
    """The default control for an answer: the game's own controls for the question."""

    def __init__(self, controller: Controller, views: DefaultGameViews[Any]) -> None:
        self.controller, self.views = controller, views

    def html(self) -> Child:
        """Return the game's controls for the question."""
        game = self.controller.run.game()
        assert game.question is not None
        view = game.view(self.controller.lesson.you)
        return self.views.answer_controls(game.question, view)

    def given_answer_html(self) -> Child:
        """Return the given answer in a frame."""
        return el(
            "div",
            el("span", self.views.answer_text(self.controller.run.given_answer, {}), cls="tk-thing"),
            cls="tk-lesson-laid",
        )


def tappable_things_html(
    controller: Controller, pictures: Iterable[tuple[int, Child]], label: str, cls: str = ""
) -> Markup:
    """Render the items that the learner can tap as buttons; `pictures` pairs each item's index in the lesson
    step with its picture.
    """
    items = [
        button(
            picture,
            "point",
            index,
            key=f"point:{index}",
            cls=f"tk-card tk-choice {cls}".strip(),
            shortcut=ANSWER_PLACEHOLDER,
            aria_pressed="true" if index == controller.pointed_thing else "false",
        )
        for index, picture in pictures
    ]
    return el("div", items, cls="tk-cards", role="group", aria_label=label, data_roving=True)


@cache
def lesson_pictures_of(game: str) -> LessonPictures:
    """Return the object that draws the pictures in the lessons of a game."""
    course = course_of(game)
    views: LessonPictures | None = course.lesson_views if course else None
    return views or LessonPictures(game)
