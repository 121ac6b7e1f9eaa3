"""The computer players of whole games: what they may know, how long they think, that they play for points."""

from __future__ import annotations

import random
import time

import pytest
from long_runs import runs

from twingkit import policies
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players import PLAYERS
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.players.policies import computer_player
from twingkit.testing.players import assert_reproducible_play

PLANNING = [name for name in PLAYERS if name != "random"]


def game_after(players: str | int, seed: int, answers: int) -> Game:
    """Return a game of steady players after this number of answers."""
    game = new_game(players, seed=seed, explain=False)
    seated = [PLAYERS["steady"](seat) for seat in range(game.start.seats)]
    while game.question is not None and len(game) < answers:
        game.answer(seated[game.question.player](game))
    return game


def hand_dealt_anew(game: Game, viewer: int, rng: random.Random) -> Game:
    """Return the same game with everything redealt that a player cannot see: hands, notes, decks."""
    twin = game.copy()
    table = twin.table
    for other in table.players:
        if other.seat == viewer:
            continue
        deck = [card for card in table.action_deck for _ in range(table.action_deck.count(card))]
        dealt = rng.sample(deck, min(len(other.action_cards), len(deck)))
        for card in dealt:
            table.action_deck.take(card)
        for card in other.action_cards[: len(dealt)]:
            table.action_deck.shuffle_in(card)
        other.action_cards = tuple(sorted((*dealt, *other.action_cards[len(dealt) :])))
        left = list(table.secret_deck)
        drawn = rng.sample(left, min(len(other.secret_objectives), len(left)))
        other.secret_objectives = (*drawn, *other.secret_objectives[len(drawn) :])
    table.agenda_deck.shuffle_unknown(viewer)
    return twin


@pytest.mark.parametrize("name", PLANNING)
@pytest.mark.parametrize("players", ["short", 4])
def test_IM_VIEW_1_what_a_player_may_not_see_changes_no_answer(name: str, players: str | int) -> None:
    compared, rng = 0, random.Random(3)
    for seed in range(3):
        game = game_after(players, seed, 120)
        seated = [PLAYERS["steady"](seat) for seat in range(game.start.seats)]
        while game.question is not None and compared < 60 * (seed + 1):
            seat = game.question.player
            twin = hand_dealt_anew(game, seat, rng)
            if isinstance(game.question, TurnChoice | ItemChoice) and game.view(seat) == twin.view(seat):
                assert twin.question is not None
                table, other = (known_table(one.table, seat) for one in (game, twin))
                assert table.key() == other.key()
                assert PLAYERS[name](5)(game) == PLAYERS[name](5)(twin)
                compared += game.table.key() != twin.table.key()
            game.answer(seated[seat](game))
    assert compared > 100


def test_IM_VIEW_1_the_table_that_a_player_knows_has_no_card_of_others() -> None:
    table = game_after(4, 2, 400).table
    assert all(player.secret_objectives for player in table.players)
    seen = known_table(table, 1)
    for player in seen.players:
        hand = (player.action_cards, player.secret_objectives, player.promissory_notes)
        own = table.players[1]
        assert hand == (
            (own.action_cards, own.secret_objectives, own.promissory_notes)
            if player.seat == 1
            else ((), (), ())
        )
    assert (
        not seen.agenda_deck.shuffled_count
        + seen.action_deck.shuffled_count
        + seen.secret_deck.shuffled_count
    )
    assert [player.points for player in seen.players] == [player.points for player in table.players]


@pytest.mark.parametrize("name", PLANNING)
@pytest.mark.parametrize("players", runs(["short"], ["short", 3]))
def test_the_same_players_play_the_same_game_again(name: str, players: str | int) -> None:
    seats = [name] * 3
    assert_reproducible_play(lambda: new_game(players, seed=5, explain=False), seats, 4)


@pytest.mark.parametrize(("name", "share"), [("greedy", 0.5), ("steady", 0.9)])
def test_IM_END_1_most_short_games_end_by_points_within_their_four_rounds(name: str, share: float) -> None:
    results = [
        policies.play(new_game("short", seed=seed, explain=False), [name] * 3, seed=seed).result
        for seed in range(runs(8, 100))
    ]
    assert sum(result.end_reason == "points" for result in results) >= share * len(results)
    assert all(result.rounds <= 4 and max(result.points) >= 3 for result in results)


def test_IM_END_1_steady_players_reach_ten_points_in_as_many_rounds_as_people() -> None:
    results = [
        policies.play(new_game(players, seed=seed, explain=False), ["steady"] * players, seed=seed).result
        for players in (3, 6)
        for seed in range(runs(1, 30))
    ]
    assert sum(result.end_reason == "points" for result in results) >= 0.9 * len(results)
    assert all(4 <= result.rounds <= 9 for result in results)


@pytest.mark.parametrize(("better", "other"), [("greedy", "random"), ("steady", "greedy")])
@pytest.mark.parametrize("players", ["short", 3, 6][: runs(1, 3)])
def test_each_player_is_above_the_one_before(better: str, other: str, players: str | int) -> None:
    games, won = runs(12, 200), 0
    for number in range(games):
        seated = [other] * 3
        seated[number % 3] = better
        won += (
            policies.play(new_game(players, seed=number, explain=False), seated, seed=number).result.winner
            == number % 3
        )
    assert won > games / 3, "one among two others wins more than its seat's share"


def test_a_decision_takes_less_than_twenty_milliseconds_on_average_and_four_hundred_at_most() -> None:
    game = new_game(6, seed=3, explain=False)
    seated = [PLAYERS["steady"](seat) for seat in range(6)]
    spent: list[float] = []
    while game.question is not None and game.table.round < 4:
        begun = time.process_time()
        answer = seated[game.question.player](game)
        spent.append(time.process_time() - begun)
        game.answer(answer)
    assert sum(spent) / len(spent) < 0.02
    assert max(spent) < 0.4


def test_players_that_nobody_knows_and_games_that_are_over_are_refused() -> None:
    with pytest.raises(Fault, match="steady"):
        computer_player(new_game("short", seed=1).start, "clever", 1)
    game = policies.play(new_game("short", seed=1, explain=False), ["greedy"] * 3)
    with pytest.raises(BadAnswer):
        PLAYERS["steady"](1)(game)
