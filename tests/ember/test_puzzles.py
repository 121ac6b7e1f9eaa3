"""Exact puzzles of draws: their claims match the script; no ability changes the draws."""

from __future__ import annotations

import attrs
import pytest
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import format_percent
from twingkit.ember.notation.position import Position
from twingkit.ember.puzzles.draws import DRAW_CHANGING_VERBS, KeepCardsTask
from twingkit.ember.puzzles.goals import PuzzleGoal
from twingkit.ember.rules.cards import DECK
from twingkit.ember.starts import position_game
from twingkit.learn.puzzles.puzzle import Puzzle, puzzles

EXACT = [puzzle for puzzle in puzzles("ember") if puzzle.is_exact]


def asked_for(word: str, turns: int = 1) -> list[Puzzle]:
    goals = [(puzzle, PuzzleGoal.parse(puzzle.goal)) for puzzle in EXACT]
    return [puzzle for puzzle, goal in goals if goal.kind == word and goal.turns == turns]


def alone(puzzle: Puzzle, top: tuple[str, ...]) -> Game:
    """Return the game of a puzzle with these cards on top of the Draw Deck; others have no cards and no
    creatures."""
    position = Position.parse(puzzle.table)
    seats = [
        seat if number == position.current else attrs.evolve(seat, hand=(), unknown_count=0, creatures=())
        for number, seat in enumerate(position.seats)
    ]
    lone = attrs.evolve(position, seats=tuple(seats), pool=wanted(puzzle), known_deck_top=top)
    return position_game(str(lone), seed=1)


def wanted(puzzle: Puzzle) -> tuple[str, ...]:
    goal = PuzzleGoal.parse(puzzle.goal)
    return tuple(one.id for one in (goal.first_creature, *goal.wanted_creatures) if one is not None)


def conjures(game: Game, names: tuple[str, ...]) -> bool:
    """Return whether one of these creatures can be conjured in this turn or the active player's next one."""
    while (question := game.question) is not None and question.kind != "conjure":
        assert not isinstance(question, ChanceQuestion)
        options = [question.format_answer(option) for option in question.options()]
        game.answer(next(word for word in ("pass", "stay", "done") if word in options))
    assert question is not None
    return any(
        question.format_answer(option).split()[1:2] in [[name] for name in names]
        for option in map(str, question.options())
    )


@pytest.mark.parametrize("puzzle", asked_for("keep")[: runs(3, 40)], ids=lambda puzzle: puzzle.id)
def test_EM_ODDS_1_a_draw_pays_with_as_many_cards_as_the_script_lets_conjure(puzzle: Puzzle) -> None:
    position = Position.parse(puzzle.table)
    hand = position.seats[position.current].hand
    unseen = list(DECK)
    for card in (*hand, *position.pile):
        unseen.remove(card)
    for one in puzzle.answers[:2]:
        paid = 0
        for card in unseen:
            game = alone(puzzle, (card,))
            game.answer(one.answer)
            paid += conjures(game, wanted(puzzle))
        assert paid / len(unseen) == pytest.approx(one.value, abs=1e-4)


def test_EM_ODDS_1_no_ability_of_the_own_side_changes_the_draws_that_count() -> None:
    for puzzle in EXACT:
        table = puzzle.game().table
        lying = [owned for owned in table.players[puzzle.seat].owned if owned.is_face_up]
        assert not DRAW_CHANGING_VERBS & {effect.verb for owned in lying for effect in owned.creature.effects}


def test_EM_CONJ_2_a_larger_hand_size_replenishes_no_more_than_was_paid() -> None:
    larger = [puzzle for puzzle in asked_for("pay") if puzzle.goal.split()[1] == "sprite"]
    assert larger
    for puzzle in larger:
        game = puzzle.game()
        before = len(game.table.players[puzzle.seat].hand)
        game.answer(puzzle.best)
        assert len(game.table.players[puzzle.seat].hand) == before


def test_a_puzzle_of_draws_is_the_same_whatever_others_hold() -> None:
    for puzzle in EXACT[:: runs(20, 1)]:
        seen = {KeepCardsTask(puzzle.game(seed=seed), puzzle.goal).duplicate_key() for seed in (0, 7)}
        assert len(seen) == 1
        answers = [one.answer for one in puzzle.answers]
        reason = {KeepCardsTask(puzzle.game(seed=seed), puzzle.goal).reason(answers) for seed in (0, 7)}
        assert len(reason) == 1


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_reason_has_the_figures_of_the_two_best_answers(lang: str) -> None:
    for puzzle in EXACT[:: runs(10, 1)]:
        answers = [one.answer for one in puzzle.answers]
        reason = KeepCardsTask(puzzle.game(), puzzle.goal).reason(answers)
        goal = PuzzleGoal.parse(puzzle.goal)
        if goal.kind == "pay" or goal.turns == 2:
            worth = KeepCardsTask(puzzle.game(), puzzle.goal).answer_values()
            assert worth is not None
            assert all(format_percent(worth[answer], 1) in reason for answer in answers[:2])
        else:
            shown = [int(part) for part in reason.replace(":", " ").split() if part.isdecimal()]
            assert any(
                n / of == pytest.approx(puzzle.answers[0].value, abs=1e-4)
                for n in shown
                for of in shown
                if of
            )
        assert all(one.name() in goal.question_text() for one in goal.wanted_creatures)


@pytest.mark.parametrize("text", ["keep dryad 1", "keep dryad titan 1", "keep dragon 2", "pay wisp dryad"])
def test_a_goal_is_written_as_it_was_read(text: str) -> None:
    assert str(PuzzleGoal.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "keep", "keep dryad", "keep dryad soon", "keep dryad 3", "pay wisp", "win"]
)
def test_a_text_that_is_no_goal_is_one_clear_error(text: str) -> None:
    with pytest.raises(Fault, match="not a goal") as caught:
        PuzzleGoal.parse(text)
    assert "keep dryad 2" in caught.value.text("en")
    assert "pay wisp dryad" in caught.value.text("de")
