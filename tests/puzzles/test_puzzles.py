"""Puzzles: how they are stored, found, rated again, and what a learner's browser stores of them."""

from __future__ import annotations

from datetime import date
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.messages import Fault
from twingkit.core.questions import ChanceQuestion
from twingkit.learn.puzzles.puzzle import Puzzle, duplicate_key, puzzle_of_day, puzzles
from twingkit.learn.puzzles.search import PuzzleCriteria, find_puzzles, puzzle_rated_again
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles, merge_tried_puzzles

GAMES = ("twing", "ember", "imperium", "imajica")

TRIES = st.tuples(st.sampled_from(GAMES), st.integers(0, 50), st.booleans(), st.integers(739_000, 739_020))


def begins_there(puzzle: Puzzle) -> bool:
    """Return whether the position still leads to a question for its seat that allows the stored answers."""
    question = puzzle.game().question
    if question is None or isinstance(question, ChanceQuestion) or question.player != puzzle.seat:
        return False
    return all(question.refusal(question.parse_answer(answer.answer)) is None for answer in puzzle.answers)


@pytest.mark.parametrize("game", GAMES)
def test_every_kept_puzzle_still_begins_with_its_question_and_allows_its_answers(game: str) -> None:
    kept = puzzles(game)
    assert kept
    assert len({puzzle.id for puzzle in kept}) == len(kept)
    for puzzle in kept:
        assert begins_there(puzzle), puzzle.id
        first, second = puzzle.answers[:2]
        assert first.value - second.value == pytest.approx(puzzle.margin, abs=2e-4)
        assert puzzle.margin >= 3 * puzzle.error
        assert Puzzle.from_json(puzzle.to_json()) == puzzle


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_are_alike_and_none_shows_a_card_that_its_seat_cannot_see(game: str) -> None:
    seen = set[object]()
    for puzzle in puzzles(game):
        begun = puzzle.game()
        about = puzzle.is_exact, duplicate_key(game, puzzle)
        assert about not in seen
        seen.add(about)
        again = puzzle.game(seed=99)
        assert again.view(puzzle.seat) == begun.view(puzzle.seat)


def test_a_search_finds_only_what_it_demands_and_the_same_again() -> None:
    easy = PuzzleCriteria(min_margin=0.02, min_standard_errors=0.5, games_per_look=(3, 6))
    first = list(islice(find_puzzles("twing", range(2), easy), 2))
    assert first == list(islice(find_puzzles("twing", range(2), easy), 2))
    for puzzle in first:
        assert puzzle.margin >= 0.02
        assert {one.playout_count for one in puzzle.answers} == {6}
        assert begins_there(puzzle)
    known = list(islice(find_puzzles("twing", range(2), easy, known=first), 1))
    assert not {one.id for one in known} & {one.id for one in first}


def test_a_puzzle_is_rated_again_on_other_cards_and_dice() -> None:
    puzzle = puzzles("twing")[0]
    again = puzzle_rated_again(puzzle, games_per_answer=8, seed=5)
    assert again.id == puzzle.id
    assert again.best == puzzle.best
    assert {one.playout_count for one in again.answers} == {8}
    assert sorted(one.answer for one in again.answers) == sorted(one.answer for one in puzzle.answers)
    assert again.margin == pytest.approx(again.answers[0].value - again.answers[1].value)
    assert again.error > 0


def test_each_day_has_an_easy_puzzle_and_none_comes_twice_before_all_came() -> None:
    there = [puzzle for puzzle in puzzles("ember") if puzzle.hardness == "easy"]
    days = [puzzle_of_day("ember", date.fromordinal(739_000 + day)).id for day in range(len(there))]
    assert sorted(days) == sorted(puzzle.id for puzzle in there)


def test_what_is_no_puzzle_is_refused() -> None:
    with pytest.raises(Fault, match="not a puzzle"):
        Puzzle.from_json("{}")
    with pytest.raises(Fault, match="not a puzzle"):
        Puzzle.from_json("[1, 2")


# -- what the browser stores


@given(st.lists(TRIES))
def test_what_was_tried_is_read_as_it_was_written(tries: list[tuple[str, int, bool, int]]) -> None:
    solved = TriedPuzzles()
    for game, number, right, day in tries:
        solved.record_answer(game, f"{number:08x}", right, day)
    assert TriedPuzzles.parse(solved.text) == solved


def test_the_first_answer_counts_and_streaks_are_of_right_ones() -> None:
    solved = TriedPuzzles()
    for number, right in enumerate((False, True, True)):
        solved.record_answer("ember", f"{number:08x}", right, 739_000 + number)
    solved.record_answer("ember", "00000000", True, 739_010)
    assert solved.results("ember") == {"00000000": False, "00000001": True, "00000002": True}
    assert solved.streak("ember") == 2
    assert solved.tried_days_in_row("ember", 739_002) == solved.tried_days_in_row("ember", 739_003) == 3
    assert solved.tried_days_in_row("ember", 739_004) == 0


@pytest.mark.parametrize(
    "text", ["puzzle ember 1", "twingkit-puzzles 1\npuzzle ember <b> right 739000", "x" * 300_000]
)
def test_a_damaged_memory_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(Fault):
        TriedPuzzles.parse(text)


def test_two_tabs_are_joined() -> None:
    own, theirs = TriedPuzzles(), TriedPuzzles()
    own.record_answer("ember", "00000001", True, 739_000)
    theirs.record_answer("ember", "00000001", False, 739_001)
    theirs.record_answer("twing", "00000002", True, 739_001)
    joined = TriedPuzzles.parse(merge_tried_puzzles("", own.text, theirs.text))
    assert joined.results("ember") == {"00000001": True}
    assert joined.results("twing") == {"00000002": True}
