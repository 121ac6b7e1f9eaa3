"""The player `expert`: it gives allowed answers within its budget, uses nothing hidden, and gives reasons."""

from __future__ import annotations

import random

import pytest
from ember.at_the_table import dealt
from long_runs import runs

from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit.ember.players import PLAYERS
from twingkit.ember.players.lookahead import LOOKAHEAD, candidate_answers, is_key_decision
from twingkit.ember.players.outlook import DrawOutlook, NextTurnOutlook, sorted_card_indexes
from twingkit.ember.players.planner import Planner
from twingkit.ember.starts import new_game, position_game
from twingkit.players.lookahead import rate_answers_by_playouts, rate_candidates


def choices_in_game(players: int, seed: int, turns: int) -> list[Game]:
    """Return moments of one game with a real choice."""
    game, moments = new_game(players, seed=seed, variant="quick"), []
    seated = [PLAYERS["greedy"](seat) for seat in range(players)]
    while (question := game.question) is not None and game.table.turn <= turns:
        if not isinstance(question, ChanceQuestion) and is_key_decision(question):
            moments.append(game.copy())
        game.answer(seated[question.player](game))
    return moments


@pytest.mark.parametrize("players", [2, 5])
def test_EM_VIEW_1_no_answer_and_no_rating_depends_on_what_is_hidden(players: int) -> None:
    compared = 0
    for game in choices_in_game(players, 3, 4):
        assert game.question is not None
        seat = game.question.player
        for seed in range(runs(1, 10)):
            twin = dealt(game, seat, seed)
            assert twin.view(seat) == game.view(seat)
            assert list(candidate_answers(twin)) == list(candidate_answers(game))
            assert rate_answers_by_playouts(twin, playout_count=2) == rate_answers_by_playouts(
                game, playout_count=2
            )
            assert Planner(7)(game) == Planner(7)(twin)
            assert rate_candidates(game) == rate_candidates(twin)
            compared += twin.table.key() != game.table.key()
    assert compared >= 4


def test_every_answer_is_allowed_and_the_advised_one_is_looked_at_first() -> None:
    for game in choices_in_game(3, 5, 9):
        question = game.question
        assert question is not None
        looked_at = [str(answer) for answer in candidate_answers(game)]
        assert len(set(looked_at)) == len(looked_at)
        assert set(looked_at) <= set(map(str, question.options()))
        assert question.refusal(Planner(1)(game)) is None


def test_what_reaches_the_call_is_conjured_without_a_look_at_others() -> None:
    line = "ember: p1 hand A5 E5 F5 A9 E9 has phoenix cerberus; p2 hand 3; to move p1 conjure"
    game = position_game(line, seed=1)
    assert str(Planner(1)(game)) == "conjure titan A5 E5 F5 A9 E9"
    rated = rate_candidates(game)
    assert rated is not None
    assert rated.best.answer == "conjure titan A5 E5 F5 A9 E9"


def test_the_time_that_is_allowed_is_kept_and_every_answer_is_tried() -> None:
    (game, *_) = choices_in_game(2, 3, 2)
    rated, whole = rate_candidates(game, seconds=1e-9), rate_candidates(game)
    assert rated is not None
    assert whole is not None
    assert {row.answer: row.playout_count for row in rated.rows} == dict.fromkeys(
        map(str, candidate_answers(game)), 1
    )
    shares, first = whole.win_shares_by_answer, rated.win_shares_by_answer
    assert all(first[answer] == shares[answer][:1] for answer in first)


def test_the_worth_of_all_adds_up_where_nobody_knows_a_hand_and_grows_with_the_points() -> None:
    few = position_game("ember: p1 hand A1 has wisp; p2 hand 3; to move p1 draw", seed=1)
    more = position_game("ember: p1 hand A1 has phoenix; p2 hand 3; to move p1 draw", seed=1)
    assert 0 < LOOKAHEAD.estimate_win(few, 0) < LOOKAHEAD.estimate_win(more, 0) < 1


def test_the_next_turn_of_a_hand_is_the_best_of_all_discards() -> None:
    rng = random.Random(4)
    for seed in range(runs(6, 60)):
        game = new_game(2, seed=seed, explain=False)
        while game.table.turn < 3 and game.question is not None:
            game.answer_randomly(rng)
        table = game.table
        for seat in (0, 1):
            hand = sorted_card_indexes(table.players[seat].hand)
            outlook = DrawOutlook(table, seat, goal=12)
            alone = [
                outlook.draw_worth(tuple(card for card in hand if card != gone)).mean_best for gone in hand
            ]
            now, means = NextTurnOutlook(table, seat, goal=12).worth_replacing_each(hand)
            assert now == pytest.approx(float(outlook.best_affordable_creature_value(hand)))
            assert means == pytest.approx(alone)


@pytest.mark.parametrize(
    ("line", "answer", "case"),
    [
        ("p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 draw", "draw E9", "why_draw_equal"),
        ("p1 hand A5 E5 F5 A9; p2 hand 3; to move p1 draw", "draw", "why_draw_more"),
        ("p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 draw", "refresh", "why_refresh"),
        ("p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", "done", "why_waits"),
        ("p1 hand A5 E7 F10; p2 hand 3; to move p1 conjure", "done", "why_cannot"),
        (
            "p1 hand A9 E9 has phoenix cerberus siren; p2 hand 3; to move p1 conjure",
            "conjure gnome A9 E9",
            "why_reaches",
        ),
    ],
)
def test_an_answer_has_its_reason_in_the_words_of_the_game(line: str, answer: str, case: str) -> None:
    game = position_game(f"ember: {line}", seed=1)
    rated = rate_answers_by_playouts(game, playout_count=1, candidate_answers=[answer])
    assert LOOKAHEAD.exact_reason is not None
    why = LOOKAHEAD.exact_reason(game, rated, answer)
    assert why is not None
    assert why.case == case
    assert len({why.text(lang) for lang in LANGUAGES}) == 2
