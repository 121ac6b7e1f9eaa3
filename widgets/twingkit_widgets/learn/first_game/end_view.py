"""The end of a first game as HTML: rules used, rules still new, their lessons, and questions."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache

from twingkit.learn.first_game.briefing import rule_title_and_text
from twingkit.learn.first_game.met_rules import rules_of_lesson
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import LessonError
from twingkit_widgets.learn.first_game.teacher_state import TeacherState
from twingkit_widgets.learn.practice.links import game_page_href, lesson_title
from twingkit_widgets.panel.address.addresses import rule_href
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.player_view import PlayerView

log = logging.getLogger(__name__)


def end_html(teacher: TeacherState, player_view: PlayerView) -> Markup:
    """Render the summary after a first game: rules that came up, rules used without an explanation, frequent
    rules that did not come up, new rules, and five questions.
    """
    first, book = teacher.settings, player_view.book
    worth_a_word = (
        rule
        for rule in teacher.met_rule_ids()
        if rule in first.first_screen_rules or not first.is_unexplained(rule)
    )
    came_up = [rule for rule in worth_a_word if rule in book]
    untold = teacher.unexplained_rules
    met = [rule for rule in came_up if rule not in untold]
    often = teacher.unmet_frequent_rules
    known = {*teacher.known_rules, *came_up, *often, *first.first_screen_rules}
    new = [rule for rule in first_lesson_by_rule(teacher.entry.id) if rule in book and rule not in known]
    score = None
    questions = teacher.questions
    if questions.answer_results:
        right = sum(questions.answer_results)
        score = el(
            "p", teacher.say("end.score", right=right, all=len(questions.answer_results)), cls="tk-note"
        )
    ask = button(
        teacher.say("end.questions"), "first_questions", cls="tk-button tk-main", key="first:questions"
    )
    learned = el(
        "details",
        el("summary", teacher.say("end.title"), data_key="first:learned:title"),
        el("p", teacher.say("end.came_up", n=len(met))),
        _list(teacher, player_view, teacher.say("end.list", n=len(met)), met, "came"),
        _explained_rules(teacher, player_view, "untold", untold) if untold else None,
        _explained_rules(teacher, player_view, "often", often) if often else None,
        _list(teacher, player_view, teacher.say("end.never", n=len(new)), new, "never") if new else None,
        data_key="first:learned",
    )
    return el(
        "section",
        score,
        el("div", ask, cls="tk-row", data_controls=True),
        learned,
        cls="tk-taught tk-taught-end",
        aria_label=teacher.say("end.title"),
        data_key="first:end",
    )


def _explained_rules(
    teacher: TeacherState, player_view: PlayerView, name: str, rules: Sequence[str]
) -> Markup:
    """Return rules that were not explained during the game, each with an explanation."""
    items = []
    for rule in rules:
        title, text = rule_title_and_text(teacher.settings, player_view.book[rule])
        fewest = teacher.settings.min_players_by_rule.get(rule, 0)
        if fewest > teacher.player_count:
            text = f"{text} {teacher.say('end.fewest', n=fewest, players=teacher.player_count)}"
        items.append(el("li", _entry(teacher, player_view, rule, title), el("p", text, cls="tk-small")))
    title = teacher.say(f"end.{name}", n=len(items))
    return el(
        "details",
        el("summary", title, data_key=f"first:{name}:title"),
        el("ul", items, cls="tk-list"),
        data_key=f"first:{name}",
    )


def _list(teacher: TeacherState, player_view: PlayerView, title: str, rules: list[str], name: str) -> Markup:
    titles = [rule_title_and_text(teacher.settings, player_view.book[rule])[0] for rule in rules]
    entries = zip(rules, titles, strict=True)
    items = [el("li", _entry(teacher, player_view, rule, named)) for rule, named in entries]
    return el(
        "details",
        el("summary", title, data_key=f"first:{name}:title"),
        el("ul", items, cls="tk-list"),
        data_key=f"first:{name}",
    )


def _entry(
    teacher: TeacherState, player_view: PlayerView, rule: str, title: str
) -> list[Markup | str | None]:
    game = teacher.entry.id
    lesson = first_lesson_by_rule(game).get(rule, "")
    link = None
    if lesson and (href := game_page_href(game, "learn", lesson=lesson, **teacher.back_query)):
        said = teacher.say("end.lesson", title=lesson_title(game, lesson))
        link = el("a", said, href=href, cls="tk-small")
    named = el("a", title, href=rule_href(rule, **teacher.back_query))
    return [named, " · " if link else None, link]


@cache
def first_lesson_by_rule(game: str) -> dict[str, str]:
    """Map each rule to the first lesson that teaches it. Lessons that cannot be read are skipped."""
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
