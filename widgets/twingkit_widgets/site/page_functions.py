"""The pages that every game has without doing anything: each is a machine with the game's own parts in it.

Panels are imported where their page needs them, so that a lesson loads nothing of the lab.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from twingkit.asking import Refusal
from twingkit.games import GameEntry
from twingkit.record import RecordError
from twingkit_widgets.site.query import Opened, Query


def practice(query: Query, game: GameEntry) -> Opened:
    """The page of questions to practise; `?topic=` chooses the topic, `?item=` one question."""
    from twingkit_widgets.practice.panel import PracticePanel

    parameters: dict[str, Any] = query.values("topic", "item")
    return Opened(PracticePanel(query.lang, game=game.id, site=True, **parameters), bool(parameters))


def play(query: Query, game: GameEntry) -> Opened:
    """The page of a game against the computer; `?line=` is what it begins from, `?game=` a packed record,
    `&seat=p2` the person's seat, `&seed=7` the seed of chance."""
    from twingkit_widgets.play.any_game import AnyPlayPanel, usual_settings
    from twingkit_widgets.play.page import opened_play

    return opened_play(query, usual_settings(game.id), partial(AnyPlayPanel, game.id))


def lab(query: Query, game: GameEntry) -> Opened:
    """The page of the game's first lab; `?battle=` is the line to begin with, `?view=` the open tab."""
    from twingkit_widgets.lab.lab import LabPanel
    from twingkit_widgets.lab.labs import labs_of

    design, line = labs_of(game.id)[0], query.line("battle")
    parameters: dict[str, Any] = query.values("view")
    linked = query.values(*design.linked)
    panel = LabPanel(design, line, query.lang, site=True, query=linked, **parameters)
    return Opened(panel, bool(line or parameters), example=line is None)


def learn(query: Query, game: GameEntry) -> Opened:
    """The page of the course; `?lesson=` opens the lesson of that name."""
    from twingkit_widgets.lesson.course_panel import CoursePanel

    lesson = query.value("lesson")
    return Opened(CoursePanel(game.id, query.lang, lesson=lesson, site=True), lesson is not None)


def rules(query: Query, game: GameEntry) -> Opened:
    """The page of the rulebook; `?rule=` opens a rule, `?search=` searches."""
    from twingkit_widgets.rulebook.panel import RulebookPanel

    parameters: dict[str, Any] = query.values("rule", "term", "show", "search")
    return Opened(RulebookPanel(query.lang, game=game.id, site=True, **parameters), bool(parameters))


def step(query: Query, game: GameEntry) -> Opened:
    """The page of a game step by step; `?line=` is what it begins from, `?game=` a packed record to show."""
    from twingkit_widgets.stepper.any_game import AnyStepper

    parameters: dict[str, Any] = query.values("line")
    record = query.value("game")
    try:
        panel = AnyStepper(game.id, query.lang, record=record or "", **parameters)
    except (ValueError, Refusal) as fault:  # a line or a record that is none
        query.faults.append(fault)
        panel = AnyStepper(game.id, query.lang)
        if isinstance(fault, RecordError) and fault.game is not None:
            rest = panel.up_to(record or "", fault)
            query.up_to = lambda: panel.restore(rest)
    return Opened(panel, bool(parameters or record))
