"""Lessons on fleets: tasks, numbers of the odds, and the rulings that they rely on."""

import re
import tomllib
from collections.abc import Iterator, Mapping

import pytest

from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.exact_odds.odds_now import odds_now_or_result
from twingkit.imperium.battle.starts import battle_game
from twingkit.imperium.lessons import COURSE, answer_key
from twingkit.learn.lesson.lesson import Lesson, LessonError, Step
from twingkit.learn.lesson.run import LessonRun
from twingkit.odds.odds import Odds
from twingkit.testing.lessons import run_to_step
from twingkit_widgets.imperium.lesson.galaxy import VIEWS
from twingkit_widgets.learn.lesson.controller import LessonController

NAMES = ["space-battle", "landing"]

FLEETS = "space: 1 dreadnought 1 cruiser 1 destroyer 1 fighter vs 1 carrier 2 cruiser 3 fighter"


def after(run: LessonRun) -> dict[str, Odds]:
    """Return the odds after each option of the open step, where it is allowed."""
    begun = run.game(answered=False)
    reached = {option.id: answer_key.odds_after_option(begun, option) for option in run.step.options}
    return {name: odds_ for name, odds_ in reached.items() if odds_ is not None}


CHOICES = [
    pytest.param(COURSE.lesson(name), step, id=f"{name}.{step.id}")
    for name in NAMES
    for step in COURSE.lesson(name).steps
    if step.kind == "choose"
]


def leaves(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every sentence of a lesson file with its location."""
    if isinstance(value, Mapping):
        if set(value) == set(LANGUAGES):
            yield from ((f"{path}.{lang}", text) for lang, text in value.items())
        else:
            for key, inner in value.items():
                yield from leaves(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{at}]")


# -- the lessons


@pytest.mark.parametrize("name", NAMES)
def test_every_prediction_and_every_choice_has_a_recorded_mistake(name: str) -> None:
    lesson = COURSE.lesson(name)
    recorded = {step for step, _, _ in lesson.mistakes}
    assert {step.id for step in lesson.steps if step.kind in ("predict", "choose")} == recorded


@pytest.mark.parametrize(("lesson", "step"), CHOICES)
def test_every_choice_is_solved_compared_or_refused(lesson: Lesson, step: Step) -> None:
    for option in step.options:
        run = run_to_step(lesson, step.id)
        assert run.answer(option.id) is not None
        assert run.is_step_done == (option.id in step.aim)
        refused = run_to_step(lesson, step.id).game().refusal(option.answer)
        controller = LessonController(lesson)
        controller.run = run
        shown = str(VIEWS.option_html(controller, option, None))
        assert ("tk-fl-share" in shown) == (run.is_step_done and refused is None)
    best = run_to_step(lesson, step.id)
    best.answer(step.aim[0])
    shares = {name: reached.win for name, reached in after(best).items()}
    assert max(shares, key=shares.__getitem__) in step.aim, "what a lesson calls best wins most often"


@pytest.mark.parametrize("name", NAMES)
def test_no_chance_is_typed_by_hand(name: str) -> None:
    data = tomllib.loads(COURSE.folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    for place, text in leaves(data):
        assert "%" not in text, place
        assert not re.search(r"\d\+|\d or more|\d oder mehr|ab \d", text), place
        assert not re.search("['\"]", text), f"{place}: typographic marks"
    unused = {key for key in data["numbers"] if f"{{{key}}}" not in str(data["step"])}
    assert not unused


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_things_to_do_and_short(name: str) -> None:
    lesson = COURSE.lesson(name)
    kinds = [step.kind for step in lesson.steps]
    assert kinds[0] == "look"
    assert kinds[-2:] == ["free", "end"]
    assert sum(step.needs_answer for step in lesson.steps) >= 10
    assert kinds.count("explain") == 0
    assert {"predict", "roll"} <= set(kinds)
    for step in lesson.steps:
        for lang in LANGUAGES:
            assert sum(len(text[lang].split()) for text in step.text) <= 85, (step.id, lang)


# -- rulings that the lessons rely on


def test_IM_UNIT_8_a_cruiser_hits_in_four_of_ten_throws() -> None:
    assert answer_key.compute_requested_number("tenths cruiser") == "4"
    assert answer_key.compute_requested_number("once barrage destroyer") == "36%"


def test_IM_SPACE_7_odds_after_each_way_to_assign_are_those_of_the_rules() -> None:
    run = run_to_step(COURSE.lesson("space-battle"), "losses")
    run.answer("damage")
    shares = after(run)
    game = battle_game(FLEETS)
    answer_key.play_battle_answers(game, ["roll 9 8", "stay", "stay", "roll 4 9 6 5", "roll 3 9 8 6 2"])
    game.answer("assign fighter, destroyer")
    assert shares["small"].win == pytest.approx(odds_now_or_result(game).win)
    assert "twice" not in shares, "a dreadnought sustains once (IM-UNIT-3)"
    assert shares["damage"].win > shares["small"].win > shares["big"].win


def test_IM_INV_2_a_pds_costs_more_than_its_die() -> None:
    run = run_to_step(COURSE.lesson("landing"), "price")
    bare, guarded = (odds(line).win for line in (run.step.extra_field("line"), run.step.extra_field("other")))
    points = f"{round(100 * bare, 1) - round(100 * guarded, 1):.1f}"  # of what both bars show
    assert answer_key.compute_requested_number(run.lesson.numbers["points"]) == points
    with in_language("de"):
        assert answer_key.compute_requested_number(run.lesson.numbers["points"]) == points.replace(".", ",")


def test_a_battle_that_is_over_has_certain_odds() -> None:
    game = answer_key.play_battle_answers(
        battle_game("space: 1 cruiser vs 1 cruiser"), ["stay", "stay", "roll 7", "roll 1"]
    )
    assert odds_now_or_result(game).win == 1


@pytest.mark.parametrize("request_", ["luck", "value sunshine", "win"])
def test_a_number_that_there_is_not_is_named(request_: str) -> None:
    with pytest.raises((LessonError, AttributeError, KeyError, ValueError), match=r"."):
        answer_key.compute_requested_number(request_)
