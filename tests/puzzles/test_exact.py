"""Exact puzzles: found by odds alone, confirmed by a slow method, with a limited share for each theme."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import attrs
import pytest
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.learn.puzzles.check import EXACT_TOLERANCE, puzzle_checks, sample_puzzles
from twingkit.learn.puzzles.exact import (
    MIN_ANSWERS_UNLESS_HARD,
    UNLIMITED_GROUP_SIZE,
    exactly_rated_puzzle,
    find_exact_puzzles,
    largest_stored_value_error,
)
from twingkit.learn.puzzles.puzzle import Puzzle, puzzle_source, puzzles
from twingkit.learn.puzzles.search import find_puzzles
from twingkit.learn.puzzles.source import ExactPuzzleSource

GAMES = ("twing", "imperium", "ember", "imajica")


def source(game: str) -> ExactPuzzleSource:
    exact = puzzle_source(game).exact_source
    assert exact is not None
    return exact


def small(game: str) -> list[Puzzle]:
    """Return exact puzzles with a short slow check: the shortest lines of each theme."""
    there = sorted((one for one in puzzles(game) if one.is_exact), key=lambda one: len(one.table))
    themes = dict.fromkeys(one.kind for one in there)
    return [one for theme in themes for one in [one for one in there if one.kind == theme][: runs(1, 20)]]


@pytest.mark.parametrize("game", GAMES)
def test_the_slow_way_says_what_an_exact_puzzle_says(game: str) -> None:
    for puzzle in small(game):
        assert largest_stored_value_error(source(game), puzzle) < EXACT_TOLERANCE, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_an_exact_search_finds_only_what_stands_out_and_the_same_again(game: str) -> None:
    first = list(islice(find_exact_puzzles(source(game), range(150)), 2))
    assert first == list(islice(find_exact_puzzles(source(game), range(150)), 2))
    for puzzle in first:
        assert puzzle.is_exact
        assert puzzle.error == 0
        assert puzzle.margin >= source(game).margin
        assert len(puzzle.answers) >= MIN_ANSWERS_UNLESS_HARD or puzzle.solved <= 1 / 3
    known = {source(game).task(one.game(), one.goal).duplicate_key() for one in first}
    assert len(known) == len(first)
    again = next(find_exact_puzzles(source(game), range(150), known=first))
    assert again.id not in {one.id for one in first}


def test_no_theme_of_one_hardness_takes_more_than_its_share() -> None:
    many = [attrs.evolve(puzzles("twing")[-1], kind="cat", solved=0.0)] * UNLIMITED_GROUP_SIZE
    exact = source("twing")
    for puzzle in islice(find_exact_puzzles(exact, range(80), known=many), 5):
        assert (puzzle.kind, puzzle.hardness) != ("cat", "hard")


@pytest.mark.parametrize("game", GAMES)
def test_a_question_without_a_clear_answer_is_no_puzzle(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(one for one in puzzles(game) if one.is_exact)
    exact = source(game)
    found = exactly_rated_puzzle(exact, puzzle)
    assert found is not None
    assert Puzzle.from_json(found.to_json()) == puzzle

    for worths in ({one.answer: 0.5 for one in puzzle.answers}, None):
        task = exact.task(puzzle.game(), puzzle.goal)
        monkeypatch.setattr(type(task), "answer_values", lambda self, worths=worths: worths)
        assert exactly_rated_puzzle(exact, puzzle) is None


def test_a_check_finds_a_worth_that_was_changed() -> None:
    good = min((one for one in puzzles("imperium") if one.is_exact), key=lambda one: len(one.table))
    wrong = attrs.evolve(good, answers=(attrs.evolve(good.answers[0], value=0.99), *good.answers[1:]))
    assert [one.is_confirmed for one in puzzle_checks("imperium", [good, wrong])] == [True, False]


def test_a_check_of_a_sample_takes_some_of_each_theme() -> None:
    drawn = Counter(one.kind for one in sample_puzzles(puzzles("twing"), 3))
    assert set(drawn) == {one.kind for one in puzzles("twing")}
    assert max(drawn.values()) == 3


def test_IM_ODDS_1_puzzles_of_battles_hide_no_card_and_no_secret_choice() -> None:
    from twingkit.imperium.battle.side_knowledge import enemy_secret_answer_index, hidden_enemy_cards

    for puzzle in puzzles("imperium"):
        game = puzzle.game()
        assert not hidden_enemy_cards(game, puzzle.seat)
        assert enemy_secret_answer_index(game, puzzle.seat) < 0


def test_a_game_whose_puzzles_are_exact_says_so() -> None:
    with pytest.raises(Fault, match="--exact"):
        next(find_puzzles("imperium", range(1)))
