"""The end of a first game as HTML: which rules came up, which did not, their lessons, and questions."""

from __future__ import annotations

import logging
from functools import cache

from twingkit.first_game.met import rules_of_lesson
from twingkit.lesson.course import course_of
from twingkit.lesson.lesson import LessonError
from twingkit_widgets.first_game.desk import Desk
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.play.player_view import PlayerView
from twingkit_widgets.practice.links import game_link, lesson_title
from twingkit_widgets.site.addresses import rule_link

log = logging.getLogger(__name__)


def end_html(desk: Desk, player_view: PlayerView) -> Markup:
    """The look back: what came up, what did not, and five questions on it."""
    came_up = [rule for rule in desk.came_up() if rule in player_view.book]
    taught = [rule for rule in lessons_by_rule(desk.entry.id) if rule in player_view.book]
    never = [rule for rule in taught if rule not in came_up]
    score = None
    questions = desk.questions
    if questions.given:
        right = sum(questions.given)
        score = el("p", desk.say("end.score", right=right, all=len(questions.given)), cls="tk-note")
    ask = button(desk.say("end.questions"), "first_questions", cls="tk-button tk-main", key="first:questions")
    return el(
        "section",
        el("h3", desk.say("end.title")),
        el("p", desk.say("end.came_up", n=len(came_up))),
        score,
        el("div", ask, cls="tk-row", data_controls=True),
        _list(desk, player_view, desk.say("end.list", n=len(came_up)), came_up, "came"),
        _list(desk, player_view, desk.say("end.never", n=len(never)), never, "never") if never else None,
        cls="tk-taught tk-taught-end",
        aria_label=desk.say("end.title"),
        data_key="first:end",
    )


def _list(desk: Desk, player_view: PlayerView, title: str, rules: list[str], name: str) -> Markup:
    """Rules in a folded list, each with its lesson."""
    items = [el("li", _entry(desk, player_view, rule)) for rule in rules]
    return el(
        "details",
        el("summary", title, data_key=f"first:{name}:title"),
        el("ul", items, cls="tk-list"),
        data_key=f"first:{name}",
    )


def _entry(desk: Desk, player_view: PlayerView, rule: str) -> list[Markup | str | None]:
    """A rule by its title, and the lesson that teaches it."""
    lang, game = player_view.lang, desk.entry.id
    lesson = lessons_by_rule(game).get(rule, "")
    link = None
    if lesson and (href := game_link(game, "learn", lang, lesson=lesson)):
        title = lesson_title(game, lesson, lang)
        link = el("a", desk.say("end.lesson", title=title), href=href, cls="tk-small")
    named = el("a", player_view.book[rule].title(lang), href=rule_link(rule, lang))
    return [named, " · " if link else None, link]


@cache
def lessons_by_rule(game: str) -> dict[str, str]:
    """The first lesson of a game that teaches a rule, by the rule; a lesson that cannot be read teaches
    none."""
    course = course_of(game)
    lessons: dict[str, str] = {}
    if course is None:
        return lessons
    for name in course.names:
        try:
            rules = rules_of_lesson(course, name)
        except LessonError:
            log.warning("the lesson %s cannot be read", name, exc_info=True)
            continue
        for rule in sorted(rules):
            lessons.setdefault(rule, name)
    return lessons
