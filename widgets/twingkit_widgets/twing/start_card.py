"""The card of Imperial Twing on the start page: its picture, and the visitor's progress in the course."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from twingkit.core.games import GameEntry
from twingkit.learn.lesson.course import Course, course_of
from twingkit.twing.rules.cards import SUN
from twingkit.twing.variants.disagreements import DISAGREEMENTS
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.address.page_words import WORDS, page_text
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.site.start_card import StartCard
from twingkit_widgets.twing.pictures.drawing import card_svg, die_svg


class TwingStartCard(StartCard):
    """The card of Imperial Twing on the start page; `saved_text` is the saved progress in the course."""

    memory_name: ClassVar[str] = "course"
    css: ClassVar[str] = Path(__file__).with_name("start_card.css").read_text(encoding="utf-8")

    def __init__(self, game: GameEntry, saved_text: str = "") -> None:
        super().__init__(game, saved_text)
        self.done = _lessons_done(saved_text) if saved_text else None
        """The finished lessons; None if none was started."""

    def entry_point_text(self, page: str, key: str) -> str:
        """Return the title or the text of a link into the game."""
        return page_text(f"way.{key}", page, all=len(_course().names), places=len(DISAGREEMENTS))

    def picture(self) -> Markup:
        """Return a hand of cards and the die."""
        pictures = [
            card_svg("spell", "", "F", 5),
            card_svg("creature", "", "W", 3),
            card_svg("cat", ""),
            die_svg(SUN, "L", ""),
        ]
        fan = [el("span", picture) for picture in pictures]
        return el("div", fan, cls="tk-landing-fan", aria_hidden="true")

    def start_button_and_hint(self) -> list[Markup]:
        """Return the button to the first unfinished lesson, with the progress below it."""
        titles = {name: entry["title"][self.lang] for name, entry in _course().lesson_entries.items()}
        lesson = next((name for name in titles if name not in (self.done or ())), None)
        if lesson is None:
            label, link = self._say("all_done"), page_href("play")
        else:
            begun = self.done is not None
            label = self._say("go_on", title=titles[lesson]) if begun else self._say("begin")
            link = page_href("learn", lesson=lesson)
        words = self.entry_point_label(label, "learn") if self.done is None else label
        go = el("a", words, href=link, cls="tk-button tk-main")
        far = None if self.done is None else self._progress(len(self.done), len(titles))
        return [go, *([el("p", far, cls="tk-small tk-soft tk-landing-far")] if far else [])]

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(f"landing.{key}", **facts)

    def _progress(self, done: int, every: int) -> Child:
        share = f"width:{100 * done / every:.0f}%"
        bar = el("span", el("span", style=share), cls="tk-landing-bar", aria_hidden="true")
        return [bar, self._say("done_all" if done == every else "done", done=done, all=every)]


def _lessons_done(kept_text: str) -> set[str] | None:
    from twingkit.learn.lesson.progress import CourseProgress  # not needed on a first visit

    progress = CourseProgress.parse(kept_text)
    return progress.finished_lessons & set(_course().names) if progress.check_scores else None


def _course() -> Course:
    course = course_of("twing")
    assert course is not None  # the game has lessons
    return course
