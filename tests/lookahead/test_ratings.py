"""Rating answers by playing on: the same deals for all, nothing hidden, copies that keep their deal."""

from __future__ import annotations

import math
import random
import sys
import time
import types
from itertools import count

import attrs
import pytest

from twingkit import ember, policies, twing
from twingkit.analyse.arena.tallies import DefaultArenaRecorder
from twingkit.core.games import game_by_id
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.running.winners import win_share, winning_seats
from twingkit.ember.players.greedy import GreedyPlayer
from twingkit.players.lookahead import (
    LookaheadFunctions,
    PlayoutExpert,
    generic_expert_factory,
    lookahead_of,
    rate_answers_by_playouts,
)
from twingkit.players.lookahead.ratings import (
    CERTAIN_ERRORS,
    answers_to_rate,
    paired_deficit,
    smoothed_mean_and_error,
)
from twingkit.twing.rules.outcome import BattleResult


@pytest.fixture(scope="module")
def game_at_conjuring() -> Game:
    """Return a game of Ember in which a player may conjure."""
    game = ember.new_game(2, seed=5)
    while game.question.kind != "conjure":
        game.answer(policies.computer_player(game.start, "greedy", 1)(game))
    return game


@pytest.fixture(scope="module")
def game_with_choice() -> Game:
    """Return a game of Ember at a question with several plausible answers."""
    game, answers = ember.new_game(2, seed=5), lookahead_of(ember.new_game(2)).candidate_answers
    assert answers is not None
    while len(list(answers(game))) < 3:
        game.answer(policies.computer_player(game.start, "greedy", 1)(game))
    return game


def other_deal(game: Game, seat: int, seed: int) -> Game:
    """Return the same game with other cards where the seat cannot look."""
    redeal = lookahead_of(game).redeal
    assert redeal is not None
    return game.with_change(lambda table: redeal(table, seat, random.Random(seed)))


def test_ratings_tell_nothing_of_what_is_hidden(game_at_conjuring: Game) -> None:
    seat = game_at_conjuring.question.player
    twin = other_deal(game_at_conjuring, seat, 99)
    assert twin.table.key() != game_at_conjuring.table.key()
    assert twin.view(seat) == game_at_conjuring.view(seat)
    assert rate_answers_by_playouts(twin, playout_count=4) == rate_answers_by_playouts(
        game_at_conjuring, playout_count=4
    )


def test_TW_LEAVE_1_leaving_the_game_is_not_tried() -> None:
    game = twing.new_game(3, seed=1)
    while game.question.kind != "act":
        game.answer_randomly(random.Random(1))
    options = [*map(game.question.format_answer, game.question.options())]
    assert "retire" in options
    assert {*answers_to_rate(game, lookahead_of(game))} == {*options} - {"retire"}


def test_ratings_are_the_same_for_the_same_seed_and_leave_the_game_alone(game_at_conjuring: Game) -> None:
    before = game_at_conjuring.record
    first = rate_answers_by_playouts(game_at_conjuring, playout_count=3, seed=7)
    assert first == rate_answers_by_playouts(game_at_conjuring, playout_count=3, seed=7)
    assert game_at_conjuring.record == before
    assert {row.playout_count for row in first.rows} == {3}
    assert first.win_deficit(first.best.answer) == (0, 0)


def test_a_copy_of_a_changed_game_keeps_the_change_and_an_undo_takes_it_back(game_at_conjuring: Game) -> None:
    seat = game_at_conjuring.question.player
    twin = other_deal(game_at_conjuring, seat, 99)
    again = twin.copy()
    assert again.table.key() == twin.table.key()
    again.answer_randomly(random.Random(1))
    again.undo()
    assert again.table.key() == twin.table.key()
    again.undo()
    back = game_at_conjuring.copy()
    back.undo()
    assert again.table.key() == back.table.key()


def test_what_cannot_be_rated_is_refused(game_at_conjuring: Game) -> None:
    with pytest.raises(ValueError, match="above 0"):
        rate_answers_by_playouts(game_at_conjuring, playout_count=0)
    with pytest.raises((Refusal, BadAnswer)):
        rate_answers_by_playouts(
            game_at_conjuring, playout_count=1, candidate_answers=["conjure cerberus A1"]
        )
    over = policies.play(ember.new_game(2, seed=1), ["greedy", "greedy"])
    with pytest.raises(BadAnswer):
        rate_answers_by_playouts(over, playout_count=1)
    with pytest.raises(BadAnswer, match="chance"):
        rate_answers_by_playouts(Game(over.start, rolls="ask"), playout_count=1)


def test_the_errors_of_many_values_are_those_of_the_mean() -> None:
    mean, error = smoothed_mean_and_error([0.0, 1.0, 1.0, 1.0] * 100)
    assert mean == pytest.approx(0.75, abs=0.002)
    assert error == pytest.approx((0.75 * 0.25 / 400) ** 0.5, rel=0.01)


def judged(rng: random.Random, chance: float) -> float:
    """Return the share of a game that was won or lost, or its estimated probability."""
    if rng.random() < 0.5 or chance == 1:
        return float(rng.random() < chance)
    return rng.betavariate(4 * chance, 4 - 4 * chance)


@pytest.mark.parametrize("better", [0.5, 0.8, 0.95, 1.0])
@pytest.mark.parametrize("count", [8, 16, 32])
def test_the_true_chance_and_difference_are_seldom_outside_two_errors(better: float, count: int) -> None:
    rng, worse, tries = random.Random(count), 0.8, 1000
    misses = [0, 0]
    for _ in range(tries):
        ones = [judged(rng, better) for _ in range(count)]
        others = [judged(rng, worse) for _ in range(count)]
        for at, ((mean, error), true) in enumerate(
            ((smoothed_mean_and_error(ones), better), (paired_deficit(ones, others), better - worse))
        ):
            misses[at] += abs(mean - true) > CERTAIN_ERRORS * error
    assert max(misses) < 0.07 * tries


def test_shares_of_a_game_add_up_to_one() -> None:
    game = policies.play(ember.new_game(3, seed=4), ["greedy"] * 3)
    assert sum(win_share(game, seat) for seat in range(3)) == pytest.approx(1)


@attrs.frozen
class Shared:
    """A result with joint winners and no single winner."""

    winners: tuple[int, ...]


@pytest.mark.parametrize(
    ("result", "winners", "winner"),
    [
        (1, (1,), 1), (None, (), None), (True, (), None), ("tie", (), None), (Shared((1,)), (1,), 1),
        (Shared((0, 1)), (0, 1), None), (Shared(()), (), None), (BattleResult(1, "points", None), (1,), 1),
    ],
)  # fmt: skip
def test_who_has_won_is_the_same_to_the_arena_and_a_look_ahead(
    result: object, winners: tuple[int, ...], winner: int | None
) -> None:
    game = twing.battle_game("F: F5 vs W: W6", seed=1).give_answers("lay F5", "lay W6")
    game.result = result
    assert [win_share(game, seat) > 0.4 for seat in (0, 1)] == [
        seat in (winners or (0, 1)) for seat in (0, 1)
    ]
    row, *_ = DefaultArenaRecorder(game_by_id("twing")).rows(game, 1, 1, ["greedy", "random"])
    assert row[5] == (None if winner is None else ("greedy", "random")[winner])
    assert (row[4] is None) == (winner is None)
    assert row[6:8] == (0 in winners, 1 in winners)
    assert winning_seats(game) == winners


def test_an_expert_answers_what_is_allowed_and_sees_nothing_hidden(game_at_conjuring: Game) -> None:
    def expert() -> PlayoutExpert:
        return PlayoutExpert(3, lookahead=lookahead_of(game_at_conjuring), adviser=GreedyPlayer)

    answer = expert()(game_at_conjuring)
    assert game_at_conjuring.question.refusal(answer) is None
    assert expert()(other_deal(game_at_conjuring, game_at_conjuring.question.player, 5)) == answer


def test_a_game_with_nothing_hidden_needs_no_deal() -> None:
    game = twing.battle_game("F: F5 vs W: W6 & cat").give_answers("lay F5", "lay W6")
    assert LookaheadFunctions().sample_hidden_information(game, 1, 1).table.key() == game.table.key()


def test_a_game_that_only_deals_anew_has_an_expert_with_its_strongest_player(
    game_at_conjuring: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = types.ModuleType("parts_of_a_game")
    parts.ONLY = LookaheadFunctions(redeal=lookahead_of(game_at_conjuring).redeal)  # type: ignore[attr-defined]
    parts.PLAYERS = {"best": GreedyPlayer, "other": policies.RandomPolicy}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, parts.__name__, parts)
    entry = attrs.evolve(
        game_by_id("ember"), players="parts_of_a_game:PLAYERS", lookahead="parts_of_a_game:ONLY"
    )
    monkeypatch.setattr(policies, "games", lambda: [entry])
    listed = policies.player_factories("ember")
    assert list(listed) == ["expert", "best", "other", "random"]
    expert = listed["expert"](1)
    assert isinstance(expert, PlayoutExpert)
    assert expert.lookahead.playout_player is GreedyPlayer
    assert game_at_conjuring.question is not None
    assert game_at_conjuring.question.refusal(expert(game_at_conjuring)) is None
    assert expert.last_ratings is not None


def test_the_expert_of_any_game_answers_the_same_however_slow_the_machine_is(
    game_with_choice: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = count(0.0, 60.0)
    answers = []
    for clock in (time.monotonic, lambda: next(slow)):
        monkeypatch.setattr(time, "monotonic", clock)
        player = generic_expert_factory(game_by_id("ember"))(7)
        answers.append(player(game_with_choice))
        assert isinstance(player, PlayoutExpert)
        assert player.last_ratings is not None
        answers.append(player.last_ratings.win_shares_by_answer)
    assert answers[:2] == answers[2:]


def test_an_expert_stops_after_the_work_that_is_allowed(game_with_choice: Game) -> None:
    games = []
    for work in (1, math.inf):
        player = PlayoutExpert(
            3, lookahead=lookahead_of(game_with_choice), adviser=GreedyPlayer, max_work=work
        )
        rated = player.rate(game_with_choice)
        assert rated is not None
        games.append(sum(row.playout_count for row in rated.rows))
    assert games[0] == len(rated.rows) < games[1]
