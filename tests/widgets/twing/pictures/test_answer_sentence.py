"""An answer in words: every kind of answer of every game, in both languages."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs

from twingkit import Game, twing
from twingkit.core.language import call_in_language
from twingkit.core.questions import BadAnswer
from twingkit.core.variants.disagreements import FORBIDDEN_PREFIX
from twingkit.core.words import LANGUAGES
from twingkit.twing.variants.disagreements import disagreements
from twingkit_widgets.twing.pictures.answer_sentence import describe_answer

BATTLE = "F: F5 F3 + F6M>F4 @ shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & trap miromon"


def assert_sentence(game: Game, answer: object) -> None:
    """Check that the answer is a complete sentence in both languages, the same for every notation of the
    answer."""
    question = game.question
    assert question is not None
    line = f"{game.start.seat(question.player)}: {question.format_answer(answer)}"
    said = [call_in_language(lang, describe_answer, game, line) for lang in LANGUAGES]
    for text in said:
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text
    assert said[0] != said[1]
    assert describe_answer(game, question.format_answer(answer)) == said[0]


@settings(max_examples=runs(6, 120))
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_every_answer_of_a_game_can_be_said(seed: int, players: int) -> None:
    rng = random.Random(seed)
    game = twing.new_game(players, seed=seed, rolls="ask", explain=False)
    for _ in range(250):
        if game.question is None:
            break
        answer = game.question.random_answer(rng)
        assert_sentence(game, answer)
        game.answer(answer)


@given(st.integers(0, 10**6))
def test_every_answer_of_a_battle_can_be_said(seed: int) -> None:
    rng, game = random.Random(seed), Game.begin(BATTLE)
    while game.question is not None:
        answer = game.question.random_answer(rng)
        assert_sentence(game, answer)
        game.answer(answer)


def test_every_answer_of_the_readings_can_be_said_also_what_is_forbidden() -> None:
    for reading in disagreements():
        for variant, last in (
            (twing.BOX, reading.default_answers),
            (reading.variant, reading.second_answers),
        ):
            if variant is None or not reading.position_lines:
                continue
            game = reading.start_game(variant)
            for line in (*reading.shared_answers, *last):
                tried = line.removeprefix(FORBIDDEN_PREFIX)
                assert game.question is not None
                assert_sentence(game, game.question.parse_answer(tried.partition(": ")[2]))
                if tried == line:
                    game.give_answers(line)


@pytest.mark.parametrize(
    ("answers", "line", "en", "de"),
    [
        (
            [],
            "lay F5 F3 + F6M>F4",
            "The attacker attacks with Fire 5 and Fire 3, and with creatures: "
            "Fire 6 (mount) ridden by Fire 4.",
            "Der Angreifer greift mit Feuer 5 und Feuer 3 an, dazu mit Kreaturen: "
            "Feuer 6 (Reittier), geritten von Feuer 4.",
        ),
        (
            ["lay F5"],
            "shield W3",
            "The defender lays a shield: Water 3.",
            "Der Verteidiger legt einen Schild: Wasser 3.",
        ),
        (
            ["lay F5 + F6M>F4", "lay W6"],
            "trap >F4",
            "The defender plays a trap on Fire 4.",
            "Der Verteidiger spielt eine Falle auf Feuer 4.",
        ),
        (
            ["lay F5", "lay W6", "Cross", "-2"],
            "miromon attacker",
            "The attacker plays Miromon on their own die.",
            "Der Angreifer spielt Miromon auf den eigenen Würfel.",
        ),
        (
            ["lay F5", "lay W6", "3", "-2"],
            "cat*2",
            "The attacker plays 2 cards at the same time: black cat.",
            "Der Angreifer spielt 2 Karten auf einmal: schwarze Katze.",
        ),
    ],
)
def test_what_is_said(answers: list[str], line: str, en: str, de: str) -> None:
    game = Game.begin(BATTLE).give_answers(*answers)
    assert [call_in_language(lang, describe_answer, game, line) for lang in ("en", "de")] == [en, de]


def test_a_player_who_is_not_asked_and_a_text_that_is_no_answer_are_errors() -> None:
    game = Game.begin(BATTLE)
    with pytest.raises(ValueError, match="defender"):
        describe_answer(game, "defender: lay W6")
    with pytest.raises(BadAnswer):
        describe_answer(game, "attacker: lay Q7")
