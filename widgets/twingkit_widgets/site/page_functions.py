"""The pages that every game has without doing anything: each is a machine with the game's own parts in it.

Panels are imported where their page needs them, so that a lesson loads nothing of the lab.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from twingkit.asking import Refusal
from twingkit.games import GameEntry
from twingkit_widgets.site.query import Opened, Query


def practice(asked: Query, game: GameEntry) -> Opened:
    """The page of questions to practise; `?topic=` chooses the topic, `?item=` one question."""
    from twingkit_widgets.practice.panel import PracticePanel

    given: dict[str, Any] = asked.values("topic", "item")
    return Opened(PracticePanel(asked.lang, game=game.id, site=True, **given), bool(given))


def play(asked: Query, game: GameEntry) -> Opened:
    """The page of a game against the computer; `?line=` is what it begins from, `?game=` a packed record,
    `&seat=p2` the person's seat, `&seed=7` the seed of chance."""
    from twingkit_widgets.play.any_game import AnyPlayPanel, usual_settings
    from twingkit_widgets.play.page import opened_play

    return opened_play(asked, usual_settings(game.id), partial(AnyPlayPanel, game.id))


def lab(asked: Query, game: GameEntry) -> Opened:
    """The page of the game's first lab; `?battle=` is the line to begin with, `?view=` the open tab."""
    from twingkit_widgets.lab.lab import LabPanel
    from twingkit_widgets.lab.labs import labs_of

    design, line = labs_of(game.id)[0], asked.line("battle")
    given: dict[str, Any] = asked.values("view")
    query = asked.values(*design.linked)
    panel = LabPanel(design, line, asked.lang, site=True, query=query, **given)
    return Opened(panel, bool(line or given), example=line is None)


def learn(asked: Query, game: GameEntry) -> Opened:
    """The page of the course; `?lesson=` opens the lesson of that name."""
    from twingkit_widgets.lesson.course_panel import CoursePanel

    lesson = asked.value("lesson")
    return Opened(CoursePanel(game.id, asked.lang, lesson=lesson, site=True), lesson is not None)


def rules(asked: Query, game: GameEntry) -> Opened:
    """The page of the rulebook; `?rule=` opens a rule, `?search=` searches."""
    from twingkit_widgets.rulebook.panel import RulebookPanel

    given: dict[str, Any] = asked.values("rule", "term", "show", "search")
    return Opened(RulebookPanel(asked.lang, game=game.id, site=True, **given), bool(given))


def step(asked: Query, game: GameEntry) -> Opened:
    """The page of a game step by step; `?line=` is what it begins from, `?game=` a packed record to show."""
    from twingkit_widgets.stepper.any_game import AnyStepper

    given: dict[str, Any] = asked.values("line")
    record = asked.value("game")
    try:
        panel = AnyStepper(game.id, asked.lang, record=record or "", **given)
    except (ValueError, Refusal) as fault:  # a line or a record that is none
        asked.faults.append(fault)
        panel = AnyStepper(game.id, asked.lang)
    return Opened(panel, bool(given or record))
