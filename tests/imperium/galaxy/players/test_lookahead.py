"""The ratings of whole games: independent of hidden information, only of allowed answers; and the review of a
short game."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest
from long_runs import runs

from twingkit import policies
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.known_table import find_rating_fault, redeal_hidden_cards
from twingkit.imperium.galaxy.players.lookahead import (
    CONSIDERED_QUESTION_KINDS,
    LOOKAHEAD,
    candidate_answers,
    only_candidate,
)
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.players.strength import strength
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.learn.reviews import Review
from twingkit.players.lookahead import rate_answers_by_playouts
from twingkit.players.lookahead.strength import Part
from twingkit.players.policies import computer_player


def moments(players: str | int, seed: int, most: int = 1) -> list[Game]:
    """Yield moments with a real choice in the second round of a game of `steady`, at most `most` of each kind
    of question."""
    game, found, kinds = new_game(players, seed=seed, explain=False), list[Game](), Counter[str]()
    seated = [computer_player(game.start, "steady", seat) for seat in range(game.start.seats)]
    while (question := game.question) is not None and game.table.round < 3:
        ready = (
            game.table.round == 2
            and not isinstance(question, ChanceQuestion)
            and find_rating_fault(game) is None
        )
        if ready and kinds[question.kind] < most and len(candidate_answers(game)) > 1:
            kinds[question.kind] += 1
            found.append(game.copy())
        game.answer(seated[question.player](game))
    return found


@pytest.mark.parametrize("players", runs(["short"], ["short", 3, 4]))
def test_IM_VIEW_1_no_answer_and_no_rating_depends_on_what_is_hidden(players: str | int) -> None:
    compared = set()
    for game in moments(players, 1):
        assert game.question is not None
        seat = game.question.player
        other = game.with_change(lambda table, seat=seat: redeal_hidden_cards(table, seat, random.Random(3)))
        assert other.view(seat) == game.view(seat)
        looked_at = candidate_answers(game)
        assert candidate_answers(other) == looked_at
        assert LOOKAHEAD.estimate_win(other, seat) == LOOKAHEAD.estimate_win(game, seat)
        for answer in looked_at[:2]:
            rated = [
                rate_answers_by_playouts(each, playout_count=1, candidate_answers=[answer], seed=4).rows
                for each in (game, other)
            ]
            assert rated[0] == rated[1]
        if other.table.key() != game.table.key():
            compared.add(game.question.kind)
    assert {"take", "turn"} <= compared
    assert len(compared) >= 4


@pytest.mark.parametrize("players", runs(["short"], ["short", 3, 4]))
def test_every_answer_that_is_looked_at_is_allowed_and_the_advised_one_comes_first(
    players: str | int,
) -> None:
    looked = Counter[str]()
    for game in moments(players, 2, most=3):
        question = game.question
        assert question is not None
        found = candidate_answers(game)
        assert found[0] == question.format_answer(SteadyPolicy(0)(game))
        assert all(question.refusal(question.parse_answer(answer)) is None for answer in found)
        assert len(set(found)) == len(found) > 1
        assert only_candidate(game) is None
        looked[question.kind] += 1
    assert set(looked) <= set(CONSIDERED_QUESTION_KINDS)
    assert len(looked) >= 5


def test_the_chances_of_all_add_up_and_grow_with_points() -> None:
    game = new_game(seed=3)
    for player in game.table.players:
        player.secret_objectives = ()
    assert sum(LOOKAHEAD.estimate_win(game, seat) for seat in range(3)) == pytest.approx(1)
    last = 0.0
    for points in range(4):
        game.table.players[1].points = points
        now = LOOKAHEAD.estimate_win(game, 1)
        assert now > last
        last = now


def test_IM_TACT_2_who_activates_a_system_for_another_plans_the_movement_as_that_one_did() -> None:
    planned = 0
    game = new_game(seed=2, explain=False)
    seated = [SteadyPolicy(seat) for seat in range(3)]
    while (question := game.question) is not None:
        answer = seated[question.player](game)
        if question.kind == "move" and answer.plan:
            assert SteadyPolicy(0)(game).plan
            planned += 1
        game.answer(answer)
    assert planned > 5


def test_a_copy_is_judged_where_the_next_round_begins() -> None:
    game = next(game for game in moments("short", 1) if isinstance(game.question, TurnChoice))
    assert game.table.round == 2
    judged = list[tuple[int, str, int]]()

    def worth(table: GameTable, seat: int, viewer: int) -> dict[str, Part] | None:
        judged.append((table.round, table.phase, table.turns_this_phase))
        return strength(table, seat, viewer)

    rate_answers_by_playouts(
        game,
        playout_count=2,
        candidate_answers=candidate_answers(game),
        lookahead=attrs.evolve(LOOKAHEAD, strength=worth),
    )
    assert set(judged) <= {(3, "strategy", 0)}
    assert judged


def test_the_beginning_of_a_short_game_is_reviewed_and_battles_say_why_they_are_not() -> None:
    game = new_game(seed=1, explain=False)
    policies.play(game, ["steady", "greedy", "random"], seed=1)
    while len(game) > 26:
        game.undo()
    reviewed = Review(game.record)
    reviewed.quick = 1
    reviewed.run()
    decisions = reviewed.moments.decisions
    assert len(reviewed.rows) + len(reviewed.unrated_reasons) == len(decisions) > 8
    assert all(decisions[number].unrated_reason is not None for number in reviewed.unrated_reasons)
    assert {row.question for row in reviewed.rows} >= {"take", "turn"}
    for row in reviewed.rows:
        assert 0 <= row.win <= row.win_best <= 1
        assert row.answer in row.answers
