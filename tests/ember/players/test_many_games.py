"""Whole games of mixed players, with random numbers of players, lengths and switches: none has a fault."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from long_runs import runs

from twingkit import policies
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, ChanceQuestion
from twingkit.core.zones.deals import count_pieces
from twingkit.ember.players import PLAYERS
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.table import CARDS, FEWEST_SEATS, SEATS, EmberTable
from twingkit.ember.rules.turn import EmberResult
from twingkit.ember.starts import new_game, position_game
from twingkit.ember.variants.variant import SWITCHES, Variant
from twingkit.testing.invariants import (
    assert_copy_plays_alike,
    assert_record_restores_game,
    assert_rulings_valid,
)


def game_of(number: int, explain: bool = True) -> tuple[Game, list[str]]:
    """Return game number `number` and its players: in half of the games about every fifth switch is
    changed."""
    rng = random.Random(number)
    players = rng.randint(FEWEST_SEATS, len(SEATS))
    switches = {"length": rng.choice(SWITCHES.values["length"])}
    for key, values in SWITCHES.values.items():
        if key != "length" and number % 2 and rng.random() < 0.2:
            switches[key] = rng.choice(values)
    variant = Variant.resolve("box").with_values(**switches)
    return new_game(players, seed=number, variant=variant, explain=explain), rng.choices(
        tuple(PLAYERS), k=players
    )


def assert_every_card_once(table: EmberTable) -> None:
    """Assert that each of the 55 cards is in exactly one place."""
    assert count_pieces(table, CARDS) == Counter(DECK)


def assert_ends(game: Game) -> None:
    """Assert that a finished game has a winner by its own rules, and all cards and creatures."""
    table, result = game.table, game.result
    assert isinstance(result, EmberResult)
    assert_every_card_once(table)
    lying = [owned.id for player in table.players for owned in player.owned]
    assert sorted([*table.pool, *lying]) == sorted(
        name for group in table.creatures.ids_by_value(table.variant.legends).values() for name in group
    )
    assert result.totals == tuple(player.total for player in table.players)
    assert result.winners
    assert all(result.totals[seat] == max(result.totals) for seat in result.winners)
    if result.end_reason == "call" and table.variant.judge == "count":
        assert result.totals[table.caller] >= table.variant.length
    if result.end_reason == "pool":
        assert not table.pool


@pytest.mark.parametrize("first", range(0, runs(4, 2_000), runs(2, 100)))
def test_games_of_mixed_players_come_to_an_end(first: int) -> None:
    for number in range(first, first + runs(2, 100)):
        game, seated = game_of(number)
        policies.play(game, seated, seed=number)
        assert_ends(game)
        if number % 10 == 0:
            assert_rulings_valid(game)
            assert_record_restores_game(game)


LONGEST = 2_000
"""The number of answers to watch in a game that need not end."""


def call_of_another(game: Game, rng: random.Random) -> str:
    """Return a call by a player whose turn it is not, if it is allowed now; else "" (EM-CALL-6)."""
    question = game.question
    line = f"{rng.choice(SEATS[: len(game.table.players)])}: call"
    if question is None or not question.is_interruption(line):
        return ""
    try:
        return "" if question.refusal(question.parse_answer(line)) else line
    except BadAnswer:
        return ""


def play_watched(game: Game, rng: random.Random) -> Game:
    """Play a game at random, checking it after every answer; sometimes a player calls wrongly.

    One that never stands still by its rules (`stall=0`) need not end: it is left after many answers.
    """
    table = game.table
    while game.question is not None and (table.variant.stall or len(game) < LONGEST):
        turn, current = table.turn, table.current
        line = call_of_another(game, rng) if rng.random() < 0.01 else ""
        game.answer(line) if line else game.answer_randomly(rng)
        assert_every_card_once(table)
        assert table.archmages_used <= 3
        if table.turn != turn and turn:
            assert (table.turn, table.current) == (turn + 1, (current + 1) % len(table.players))
            ended = table.players[current]
            assert len(ended.hand) <= ended.hand_limit, "EM-TURN-7"
    return game


@pytest.mark.parametrize("first", range(0, runs(12, 4_000), runs(3, 100)))
def test_EM_TURN_7_every_card_is_in_one_place_and_no_turn_ends_with_too_large_a_hand(first: int) -> None:
    """EM-CALL-4, EM-CALL-6: also after failed counts, and after calls out of turn."""
    for number in range(first, first + runs(3, 100)):
        rng = random.Random(number)
        game, _ = game_of(2 * number + 1)
        if play_watched(game, rng).over:
            assert_ends(game)
        if number % 10 == 0:
            assert_rulings_valid(game)
            assert_record_restores_game(game)


STEP_ONE = ("draw", "stay", "refresh")
"""The first words of the answers that end step 1."""


def about_to_fail(number: int) -> Game:
    """Return a position in which a call with just 30 Victory Points can fail, with random interpretations of
    the rules."""
    rng = random.Random(number)
    deck = [card for card in DECK if card != "*"]
    rng.shuffle(deck)
    hands = [" ".join(deck[6 * seat : 6 * seat + rng.randint(1, 6)]) for seat in range(3)]
    line = (
        f"ember: p1 hand {hands[0]} has pegasus djinn wisp gorgon:down; "
        f"p2 hand {hands[1]} * has behemoth sprite kelpie; p3 hand {hands[2]} * has basilisk banshee imp; "
        f"to move p{rng.randint(1, 3)} {rng.choice(('draw', 'conjure'))}"
    )
    turned = ("windows", "race", "window", "lock", "cancelled", "call_guard")
    switches = {key: rng.choice(SWITCHES.values[key]) for key in turned}
    return position_game(line, variant=Variant.resolve("judge=count").with_values(**switches))


@pytest.mark.parametrize("first", range(0, runs(10, 250), 10))
def test_EM_CALL_4_whatever_follows_a_failed_count_no_turn_is_lost_and_no_card(first: int) -> None:
    failed = 0
    for number in range(first, first + 10):
        rng, game = random.Random(number), about_to_fail(number)
        table, stepped = game.table, game.table.step == "conjure"
        while game.question is not None and table.turn < 6:
            turn, current, question = table.turn, table.current, game.question
            calls = (
                not isinstance(question, ChanceQuestion)
                and "call" in map(str, question.options())
                and rng.random() < 0.6
            )
            game.answer("call") if calls else game.answer_randomly(rng)
            assert_every_card_once(table)
            last = game.entries(len(game) - 1)[0]
            stepped = stepped or (last.kind == "draw" and last.answer.split()[0] in STEP_ONE)
            if (table.turn, table.current) != (turn, current):
                assert stepped, "every turn has its first step"
                assert (table.turn, table.current) == (turn + 1, (current + 1) % 3)
                assert len(table.players[current].hand) <= table.players[current].hand_limit
                stepped = False
        failed += sum(ruling.case == "fell" for ruling in game.rulings)
        assert_rulings_valid(game)
        assert_copy_plays_alike(game.copy(), 10)
    assert failed
