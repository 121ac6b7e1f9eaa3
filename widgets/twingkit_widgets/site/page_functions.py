"""The default pages of every game, filled with the game's own parts.

Panels are imported where their page needs them, so that a lesson loads nothing of the lab.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from twingkit.core.games import GameEntry
from twingkit.core.lazy_imports import load_object
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit_widgets.panel.address.addresses import all_pages_of
from twingkit_widgets.panel.address.query import OpenedPanel, Query

_PRINT_VALUE = "print"
"""The value of `&show=` for a printable sheet."""


def practice_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the practice page; `?topic=` chooses the topic, `?item=` one question."""
    from twingkit_widgets.learn.practice.panel import PracticePanel

    query.check_parameters("topic", "item", "seed", show=(_PRINT_VALUE,))
    topic = query.value("topic") or (query.value("item") or "").partition(":")[0]
    if query.value("show") == _PRINT_VALUE and topic in quiz_of(game.id).topics:
        return _questions_on_paper(query, game, topic)
    parameters: dict[str, Any] = query.values("topic", "item")
    return OpenedPanel(PracticePanel(query.lang, game=game.id, site=True, **parameters), bool(parameters))


def play_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page for playing a game against the computer, with the settings from the address `query`.

    `?line=` is the position, `?game=` a packed record, `&seat=p2` the person's seat, `&seed=7` the seed.
    """
    from twingkit_widgets.table.play.any_game import GenericPlayPanel, default_settings
    from twingkit_widgets.table.play.page import open_play_page

    return open_play_page(query, default_settings(game.id), partial(GenericPlayPanel, game.id), "line")


def first_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page on which a teacher explains the rules during a learner's first game.

    `?players=3` is the number of players, `&seed=7` deals other cards, `?game=` continues a packed record.
    """
    from twingkit_widgets.learn.first_game.page import open_first_game

    return open_first_game(query, game)


def referee_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page on which a game at a real table is tracked; the browser saves it."""
    from twingkit_widgets.table.referee.panel import RefereePanel

    query.check_parameters()
    return OpenedPanel(RefereePanel(game.id, query.lang))


def puzzles_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page of puzzles, with today's puzzle by default.

    `?puzzle=1a2b3c4d` selects another one; `?hardness=hard` and `?theme=conjure` filter.
    """
    from twingkit_widgets.learn.puzzles.page import open_puzzle_page

    return open_puzzle_page(query, game)


def lab_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page of the game's first lab; `?battle=` is the position, `?view=` the open tab."""
    from twingkit_widgets.lab.lab import open_lab_page
    from twingkit_widgets.lab.labs_of_game import labs_of

    return open_lab_page(query, labs_of(game.id)[0])


def learn_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page of the game's course of lessons; `?lesson=` opens a lesson."""
    from twingkit_widgets.learn.lesson.course_panel import CoursePanel

    query.check_parameters("lesson", show=(_PRINT_VALUE,))
    lesson = query.value("lesson")
    if query.value("show") == _PRINT_VALUE and lesson is not None:
        sheet = _lesson_on_paper(query, game, lesson)
        if sheet is not None:
            return sheet
    return OpenedPanel(CoursePanel(game.id, query.lang, lesson=lesson, site=True), lesson is not None)


def rules_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the rulebook page; `?rule=` opens a rule, `?search=` searches, `?chapter=` lists one chapter."""
    from twingkit_widgets.read.rulebook.panel import LINK_PARAMETERS, RulebookPanel

    query.check_parameters(*LINK_PARAMETERS)
    if query.value("show") == _PRINT_VALUE:
        from twingkit_widgets.learn.printed.rules_sheet import rules_sheet
        from twingkit_widgets.learn.printed.sheet import SheetPanel

        return OpenedPanel(SheetPanel(partial(rules_sheet, game), {}, query.lang), has_named_state=True)
    parameters: dict[str, Any] = query.values(*LINK_PARAMETERS)
    return OpenedPanel(RulebookPanel(query.lang, game=game.id, site=True, **parameters), bool(parameters))


def readings_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page of the rules with several interpretations; `?rule=` opens one of them."""
    query.check_parameters("rule")
    panel, rule = load_object(all_pages_of(game).disagreements_path), query.value("rule")
    return OpenedPanel(panel(query.lang, rule=rule, site=True), rule is not None)


def step_page(query: Query, game: GameEntry) -> OpenedPanel:
    """Return the page on which one person plays all seats of a game; parameters as in `play_page`."""
    from twingkit_widgets.table.play.any_game import GenericPlayPanel, default_settings
    from twingkit_widgets.table.play.form import ALL_SEATS_INDEX
    from twingkit_widgets.table.play.page import open_play_page

    panel = partial(GenericPlayPanel, game.id, seat=ALL_SEATS_INDEX)
    return open_play_page(query, default_settings(game.id), panel, "line")


def _questions_on_paper(query: Query, game: GameEntry, topic: str) -> OpenedPanel:
    from twingkit_widgets.learn.practice.pictures import pictures_of
    from twingkit_widgets.learn.practice.view import QUIZ_CSS
    from twingkit_widgets.learn.printed.question_sheet import question_sheet
    from twingkit_widgets.learn.printed.sheet import SheetPanel
    from twingkit_widgets.panel.views import views_of

    seed = query.seed_or_default()
    parameters = {"topic": topic, "seed": str(seed)}
    css = QUIZ_CSS + views_of(game.id).css + pictures_of(game.id).css
    return OpenedPanel(
        SheetPanel(partial(question_sheet, game.id, topic, seed), parameters, query.lang, css), True
    )


def _lesson_on_paper(query: Query, game: GameEntry, name: str) -> OpenedPanel | None:
    from twingkit.learn.lesson.course import course_of
    from twingkit.learn.lesson.lesson import LessonError
    from twingkit_widgets.learn.lesson.panel import LESSON_CSS
    from twingkit_widgets.learn.lesson.views import lesson_pictures_of
    from twingkit_widgets.learn.printed.lesson_sheet import lesson_sheet
    from twingkit_widgets.learn.printed.sheet import SheetPanel

    course = course_of(game.id)
    try:
        lesson = course.lesson(name) if course else None
    except LessonError:  # the page of the lesson reports the fault
        lesson = None
    if lesson is None:
        return None
    css = LESSON_CSS + lesson_pictures_of(game.id).css
    return OpenedPanel(
        SheetPanel(partial(lesson_sheet, lesson), {"lesson": name}, query.lang, css), has_named_state=True
    )
