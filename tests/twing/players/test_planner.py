"""The player `expert`: plays like `steady` until its last turns, and plays these for the ranking of
TW-PLAY-2."""

from __future__ import annotations

import random

from twingkit import Game, twing
from twingkit.twing.players import PLAYERS
from twingkit.twing.players.outlook import ORNICLE_STRENGTH, PRICES
from twingkit.twing.players.planner import LAST_TURNS, is_in_last_turns
from twingkit.twing.players.redeal import redeal

LIMIT = 100


def at_turn(turn: int, players: int = 4, limit: int = LIMIT) -> Game:
    """Return a game limited to `limit` turns (0: no limit), at this turn; everybody has passed until then."""
    game = twing.new_game(players, seed=3, variant=f"turn_limit={limit}", explain=False)
    while (question := game.question) is not None and (
        game.table.turn_number < turn or question.kind != "act"
    ):
        game.answer("pass" if question.kind == "act" else PLAYERS["greedy"](1)(game))
    return game


def closing_actions(name: str) -> list[str]:
    """Return the actions of the first seat in its last turns if the others pass."""
    game = at_turn(LIMIT - 4 * LAST_TURNS + 1)
    player, actions = PLAYERS[name](1), []
    while (question := game.question) is not None:
        if question.kind == "act" and question.player:
            game.answer("pass")
            continue
        answer = (player if not question.player else PLAYERS["greedy"](1))(game)
        if question.kind == "act":
            actions.append(str(answer).split()[0])
        game.answer(answer)
    return actions


def test_TW_PLAY_2_the_last_turns_are_three_of_each_player() -> None:
    first = LIMIT - 4 * LAST_TURNS + 1
    assert not is_in_last_turns(at_turn(first - 1).view(0))
    assert is_in_last_turns(at_turn(first).view(0))
    assert not is_in_last_turns(at_turn(first, limit=0).view(0))


def test_TW_PLAY_2_before_its_last_turns_expert_answers_as_steady() -> None:
    game = twing.new_game(4, seed=5, explain=False)
    for _ in range(300):
        question = game.question
        assert question is not None
        answer = PLAYERS["steady"](1)(game)
        assert PLAYERS["expert"](1)(game) == answer, question.kind
        game.answer(answer)


def test_TW_PLAY_2_in_its_last_turns_expert_fights_where_steady_gathers_cards() -> None:
    assert set(closing_actions("steady")) <= {"pass", "capture"}
    assert {"attack", "duel"} & set(closing_actions("expert"))


def test_TW_PLAY_1_its_last_turns_do_not_depend_on_what_is_hidden() -> None:
    game = at_turn(LIMIT - 4 * LAST_TURNS + 1)
    player = game.view(0).active_seat
    twins = [game.with_change(lambda table, n=n: redeal(table, player, random.Random(n))) for n in range(3)]
    assert len({twin.table.key() for twin in twins}) == 3
    assert len({PLAYERS["expert"](1)(twin) for twin in [game, *twins]}) == 1


def test_TW_PLAY_2_the_prices_of_the_last_turns_follow_the_ranking() -> None:
    closing = PRICES["last_turns"]
    an_ornicle = ORNICLE_STRENGTH * closing.ornicles_value(1, 5)
    assert (
        closing.object_count_strength[2] - closing.object_count_strength[1]
        > an_ornicle
        > ORNICLE_STRENGTH * 10 * closing.creature_power
    )
    assert closing.spell_price(6, True) < PRICES["more_players"].spell_price(6, True) / 5
