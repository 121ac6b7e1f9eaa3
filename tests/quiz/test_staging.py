"""The playing that questions share: a plan that works in any order of questions, and the game without a
rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from twingkit import Game
from twingkit.core.questions import Question
from twingkit.learn.quiz.deal import GameQuiz, Topic
from twingkit.learn.quiz.item import QuizItem, QuizReason
from twingkit.learn.quiz.makers import balance_right_keys
from twingkit.learn.quiz.options import Mistake, yes_no_options
from twingkit.learn.quiz.staging import (
    AnswerPlan,
    GameWithoutRule,
    PlayedGame,
    answer_while_pending,
    first_option,
    mistakes_by_forgetting,
    pending,
    play_plan,
    question_at_moment,
    require_question,
    setup_text,
)
from twingkit.twing.rules.lay_questions import LayAttack, LayDefence

LINE = "F: F6 & cat vs A: A5 & cat"

SORTS = {"attack": "lay", "defend": "lay", "roll": "roll", "respond": "respond"}


def _rest(question: Question, sort: str) -> str | None:
    return "pass" if sort == "respond" else None


def plan(*answers: tuple[str, str, object], ordered: Sequence[str] = ()) -> AnswerPlan:
    """Return a plan of answers, each with its seat and sort."""
    made = AnswerPlan(SORTS, _rest, ordered)
    for seat, sort, answer in answers:
        made.add(seat, sort, answer)
    return made


BOTH = (
    ("defender", "lay", "lay A5"),
    ("attacker", "lay", "lay F6"),
    ("defender", "roll", 2),
    ("attacker", "roll", -1),
)
"""The answers of both players, in a different order than the questions."""


def test_a_plan_answers_whatever_is_asked_first():
    game = play_plan(lambda: Game.begin(LINE), plan(*BOTH))
    assert game is not None
    assert game.over
    lines = PlayedGame(game).answer_lines
    assert lines[:2] == ("attacker: lay F6", "defender: lay A5")
    assert Counter(PlayedGame(game).question_kinds)["roll"] == 2


def test_a_response_waits_until_it_is_allowed_and_one_too_many_is_left():
    cats = [("defender", "respond", "cat"), ("defender", "roll", 3)]
    waiting = plan(*BOTH, *cats)
    game = play_plan(lambda: Game.begin(LINE), waiting)
    assert game is not None
    assert game.over
    assert waiting.unused_answers == []
    again = plan(*BOTH, *cats, *cats)
    game = play_plan(lambda: Game.begin(LINE), again)
    assert game is not None
    assert game.over
    assert sorted(map(str, again.unused_answers)) == ["3", "cat"]


def test_ordered_answers_come_in_the_order_of_the_plan_whosever_they_are():
    cats = [
        ("defender", "respond", "cat"),
        ("attacker", "respond", "cat"),
        ("defender", "roll", 3),
        ("attacker", "roll", 1),
    ]
    reasons_by_key = {}
    for ordered in ((), ("respond",)):
        game = play_plan(lambda: Game.begin(LINE), plan(*BOTH, *cats, ordered=ordered))
        assert game is not None
        assert game.over
        reasons_by_key[ordered] = [line for line in PlayedGame(game).answer_lines if line.endswith("cat")]
    assert reasons_by_key[()] == ["attacker: cat", "defender: cat"]
    assert reasons_by_key["respond",] == ["defender: cat", "attacker: cat"]


def test_what_the_rules_refuse_or_what_cannot_begin_is_no_game():
    assert play_plan(lambda: Game.begin(LINE), plan(("attacker", "lay", "lay F5"))) is None
    assert play_plan(lambda: Game.begin(LINE).give_answers("defender: lay A5"), plan()) is None


def test_a_game_stops_where_the_plan_ends_or_at_the_kind_named():
    begun = play_plan(lambda: Game.begin(LINE), plan())
    assert begun is not None
    assert len(begun) == 0
    laid = play_plan(lambda: Game.begin(LINE), plan(*BOTH), until="roll")
    assert laid is not None
    assert laid.question is not None
    assert laid.question.kind == "roll"


def test_wrong_values_are_read_off_the_games_that_could_be_played():
    values = {"one": 1, "two": None}
    forgotten: list[GameWithoutRule[str]] = [("one", "A-1"), ("two", "A-2"), (None, "A-3")]
    assert mistakes_by_forgetting(lambda name: values[name], forgotten) == [Mistake(1, "A-1")]


def test_the_place_of_a_question_that_is_not_asked_is_the_end():
    game = play_plan(lambda: Game.begin(LINE), plan(*BOTH))
    assert game is not None
    played = PlayedGame(game)
    assert played.answer_index("roll") < played.answer_index("roll", -1) == played.answer_index("roll", 1)
    assert played.answer_index("roll", 2) == played.answer_index("draw") == len(played.answer_lines)
    assert played.answer_index("defend", player=1) == 1
    assert [entry.answer for entry in played.game_at(2).transcript] == ["lay F6", "lay A5"]


def test_a_line_that_is_read_without_its_first_word_is_told_without_it():
    assert setup_text(Game.begin(LINE)) == "F: F6 & cat vs A: A5 & cat"
    assert setup_text(Game.begin("players F W")).startswith("players F W")


def test_what_makes_no_good_question_is_dealt_again_whoever_says_so():
    def maker(rng: random.Random) -> QuizItem | None:
        face = rng.randint(1, 6)
        game = require_question(Game.begin(LINE), "attack" if face > 3 else "roll")
        return question_at_moment(
            game, [], {"en": "?", "de": "?"}, yes_no_options(True), [QuizReason({"en": str(face), "de": ""})]
        )

    quiz = GameQuiz("twing", {"dice": Topic({}, {"face": maker, "aimed": balance_right_keys(maker, "yes")})})
    reason_texts = {
        quiz.item(f"dice:{kind}:{seed}").reasons[0].text() for kind in ("face", "aimed") for seed in range(30)
    }
    assert reason_texts == {"4", "5", "6"}


def test_a_question_of_a_class_is_pending_for_the_player_who_is_asked() -> None:
    game = Game.begin(LINE)
    assert pending(game, LayAttack) is game.question is pending(game, (LayDefence, LayAttack), 0)
    assert pending(game, LayDefence) is None
    assert pending(game, LayAttack, 1) is None


def test_answers_are_given_up_to_a_question_of_another_class() -> None:
    game = Game.begin(LINE)
    assert answer_while_pending(game, (LayAttack, LayDefence), first_option) == [0, 1]
    assert game.question is not None
    assert answer_while_pending(game, LayAttack, "pass") == []
