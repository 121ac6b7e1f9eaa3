"""`panel.game` and `panel.record`: the same names in every panel that plays or shows a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from twingkit import Game, twing
from twingkit.core.games import game_by_id, games
from twingkit.learn.lesson.course import course_of
from twingkit.learn.puzzles.puzzle import puzzles
from twingkit_widgets import BattleLab, BattlePanel, LessonPanel, PlayPanel, PracticePanel
from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imajica.worked_example_panel import WorkedExamplePanel
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.learn.lesson.course_panel import CoursePanel
from twingkit_widgets.learn.puzzles.question_panel import ExactPuzzlePanel
from twingkit_widgets.learn.review.review_panel import ReviewPanel
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.table.play.any_game import GenericPlayPanel
from twingkit_widgets.table.referee.panel import RefereePanel

LINE = "F: F5 F3 vs W: W6"
GAMES = [game.id for game in games()]
COURSES = [game for game in GAMES if course_of(game)]
EXACT = [
    (game, next(puzzle for puzzle in puzzles(game) if puzzle.is_exact))
    for game in GAMES
    if game_by_id(game).puzzles and any(puzzle.is_exact for puzzle in puzzles(game))
]


def battle_record() -> str:
    return twing.battle_game(LINE, seed=1).give_answers("lay F3", "lay W6").record


def lab_steps() -> GamePanel:
    lab = BattleLab(LINE)
    lab.do("step")
    assert lab.get_part("aside").steps is not None, lab.error
    return lab.get_part("aside").steps


PANELS: dict[str, Callable[[], GamePanel]] = {
    "stepper": lambda: BattlePanel(LINE, seed=1),
    "stepper at a record": lambda: BattlePanel(LINE, record=battle_record()),
    "play twing": lambda: PlayPanel(2, seed=1),
    "play ember": lambda: EmberPlayPanel(2, seed=1),
    "play imajica": lambda: ImajicaPlayPanel(2, seed=1),
    "play imperium": lambda: ImperiumPlayPanel(seed=1),
    "worked example": lambda: WorkedExamplePanel(example=2),
    "review": lambda: ReviewPanel(record=battle_record()),
    **{f"any play {game}": lambda game=game: GenericPlayPanel(game, seed=1) for game in GAMES},
    **{
        f"lesson {game}": lambda game=game: LessonPanel(course_of(game).names[0], game=game)
        for game in COURSES
    },
    **{
        f"course {game}": lambda game=game: CoursePanel(game, lesson=course_of(game).names[-1])
        for game in COURSES
    },
    **{f"practice {game}": lambda game=game: PracticePanel(game=game, topic="") for game in COURSES},
    **{
        f"puzzle {game}": lambda game=game, puzzle=puzzle: ExactPuzzlePanel(game_by_id(game), puzzle, {})
        for game, puzzle in EXACT
    },
}


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_gives_its_game_and_the_record_of_it(name: str) -> None:
    panel = PANELS[name]()
    html, game, record = panel.html, panel.game, panel.record
    assert isinstance(game, Game)
    assert game.record == record
    assert Game.replay(record).record == record
    assert not {"game", "record"} & {*panel.keys}, "neither is sent to the page"
    assert panel.html == html


def test_the_game_is_a_copy_and_goes_on_with_the_panel() -> None:
    panel = BattlePanel(LINE, seed=1)
    before = panel.record
    copy = panel.game
    assert copy is not None
    copy.give_answers("lay F3")
    assert panel.record == before
    panel.do("next")
    assert panel.record != before
    assert panel.game is not None
    assert panel.game.record == panel.record


def test_the_steps_of_a_lab_are_such_a_panel() -> None:
    steps = lab_steps()
    assert isinstance(steps, GamePanel)
    assert steps.game is not None
    assert steps.record.startswith("twingkit-record 1\ngame twing.battle\n")


@pytest.mark.parametrize(
    "panel", [PracticePanel, ReviewPanel, lambda: CoursePanel("twing"), lambda: RefereePanel("ember")]
)
def test_without_an_open_game_there_is_none(panel: Callable[[], GamePanel]) -> None:
    assert (panel().game, panel().record) == (None, "")


def test_a_real_table_gives_what_was_typed() -> None:
    panel = RefereePanel("ember")
    panel.do("begin", {"players": "2", "names": "", "variant": panel.rules_options[0]})
    assert panel.error is None
    assert panel.table is not None
    assert panel.record == panel.table.record
    assert isinstance(panel.game, Game)
