"""Every accepted answer is recorded as it was applied, so that the record replays to the same table."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit import BadAnswer, Game, Refusal, twing
from twingkit.core.questions import Question, Roll

LINES = (
    "F: F5 F3 + F4M>F2 & cat trap vs W: W6 W4 + W3 & miromon",
    "endgame F: F5 + F4 & cat vs W: W4 & trap vs L: L9",
    "space: 3 cruiser 2 dreadnought 2 fighter vs 2 destroyer 1 warsun 2 fighter",
    "ground: 3 infantry 1 mech vs 2 infantry",
)
POSITION = """
players F W L
p1 hand F5 F3 W2 cat*2 trap; entourage F4M F2; objects boots,bra,cup; ornicles 6
p2 hand W5 trap miromon; entourage W4M W1 F3; objects hat; ornicles 2
p3 hand L4; objects socks; ornicles 1
table turn 12; to-move p1; phase action; display puppet,teddy
"""


class Says:
    """A value that prints like an answer but is not one."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


def similar_values(question: Question, answer: object) -> Iterator[object]:
    """Yield an allowed answer and everything that could be mistaken for it."""
    text = question.format_answer(answer)
    yield from (answer, text, f" {text}  ", f"{text}\n", f"{text} # so", text.upper(), Says(text))
    yield text.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    yield text.replace(" ", "  ").replace("-", "−")
    yield from (True, False, 1.0, -0.0, None, b"pass", [], {}, (), (text,), [answer], "", "#", "-0", "01")
    if isinstance(answer, int):
        yield from (float(answer), bool(answer), complex(answer))
    if isinstance(answer, tuple):
        yield from (answer[::-1], list(answer), answer + answer[:1])


def assert_as_recorded(game: Game, answer: object) -> bool:
    """Check that an answer is refused without a trace or replays to the same table; return whether it was
    accepted."""
    before = game.record, game.table.key()
    try:
        game.answer(answer)
    except (Refusal, BadAnswer):
        assert (game.record, game.table.key()) == before
        return False
    again = Game.replay(game.record)
    assert (again.record, again.table.key()) == (game.record, game.table.key())
    assert again.transcript[-1].rulings == game.transcript[-1].rulings
    return True


def start_game(place: int) -> Game:
    """Return one of the games under test: from a line, from a typed position, or from the set-up."""
    if place < len(LINES):
        return Game.begin(LINES[place])
    return Game.begin(POSITION) if place == len(LINES) else twing.new_game(3)


@given(st.integers(0, len(LINES) + 1), st.integers(0, 10_000))
def test_what_was_accepted_replays_to_the_same_table(place, seed):
    rng = random.Random(seed)
    game = start_game(place)
    for _ in range(rng.randrange(60)):
        if game.question is not None:
            game.answer_randomly(rng)
    question = game.question
    if question is None:
        return
    option = question.random_answer(rng)
    assert assert_as_recorded(game.copy(), option), "an option was refused"
    for answer in similar_values(question, option):
        assert_as_recorded(game.copy(), answer)


@pytest.mark.parametrize("answer", [True, False, 1.0, -0.0, None, [1], "-0", "+0", "04", "٣", "1.0", "True"])
def test_TW_BOX_3_only_a_face_is_a_face(answer):
    game = twing.battle_game("F: F5 vs W: W6").give_answers("lay F5", "lay W6")
    assert isinstance(game.question, Roll)
    before = game.record
    with pytest.raises(BadAnswer) as caught:
        game.answer(answer)
    assert caught.value.text("en") != caught.value.text("de")
    assert game.record == before


def test_an_answer_is_kept_as_its_text_is_read():
    game = Game.begin(POSITION.replace("bra,cup;", "bra,cup; aside shamrock;"))
    assert game.question.kind == "switch"
    game.answer(("shamrock", "cup", "boots"))
    assert game.table.players[0].active_objects == ("boots", "cup", "shamrock")
    assert Game.replay(game.record).table.key() == game.table.key()


@pytest.mark.parametrize("count", [-1, -7])
def test_fewer_than_no_answers_cannot_be_taken_back(count):
    game = twing.battle_game("F: F5 vs W: W6").give_answers("lay F5")
    with pytest.raises(ValueError, match=f"0 or more answers to take back, not {count}") as caught:
        game.undo(count)
    assert "0 oder mehr" in caught.value.text("de")
    assert len(game) == 1
