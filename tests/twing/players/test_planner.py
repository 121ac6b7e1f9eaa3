"""The player `expert`: plays like `steady` until the last turns, and these for the ranking of TW-PLAY-2."""

from __future__ import annotations

import random

from twingkit import Game, twing
from twingkit.twing.players import policy
from twingkit.twing.players.outlook import ORNICLE_STRENGTH
from twingkit.twing.players.planner import CLOSING_PRICES, LAST_TURNS, is_closing
from twingkit.twing.players.redeal import redeal
from twingkit.twing.players.steady_prices import AMONG_SEVERAL

LIMIT = 100


def at_turn(turn: int, players: int = 4, limit: int = LIMIT) -> Game:
    """A game that lasts `limit` turns (0: without an end), in this turn; everybody passed until then."""
    game = twing.new_game(players, seed=3, variant=f"turn_limit={limit}", explain=False)
    while (asked := game.question) is not None and (game.table.turn < turn or asked.kind != "act"):
        game.answer("pass" if asked.kind == "act" else policy("greedy", 1)(game))
    return game


def closing_actions(name: str) -> list[str]:
    """Return the actions of the first seat in its last turns if the others pass."""
    game = at_turn(LIMIT - 4 * LAST_TURNS + 1)
    player, actions = policy(name, 1), []
    while (asked := game.question) is not None:
        if asked.kind == "act" and asked.player:
            game.answer("pass")
            continue
        answer = (player if not asked.player else policy("greedy", 1))(game)
        if asked.kind == "act":
            actions.append(str(answer).split()[0])
        game.answer(answer)
    return actions


def test_TW_PLAY_2_the_last_turns_are_three_of_each_player() -> None:
    first = LIMIT - 4 * LAST_TURNS + 1
    assert not is_closing(at_turn(first - 1).view(0))
    assert is_closing(at_turn(first).view(0))
    assert not is_closing(at_turn(first, limit=0).view(0))


def test_TW_PLAY_2_before_its_last_turns_expert_answers_as_steady() -> None:
    game = twing.new_game(4, seed=5, explain=False)
    for _ in range(300):
        asked = game.question
        assert asked is not None
        answer = policy("steady", 1)(game)
        assert policy("expert", 1)(game) == answer, asked.kind
        game.answer(answer)


def test_TW_PLAY_2_in_its_last_turns_expert_fights_where_steady_gathers_cards() -> None:
    assert set(closing_actions("steady")) <= {"pass", "capture"}
    assert {"attack", "duel"} & set(closing_actions("expert"))


def test_TW_PLAY_1_its_last_turns_do_not_depend_on_what_is_hidden() -> None:
    game = at_turn(LIMIT - 4 * LAST_TURNS + 1)
    player = game.view(0).current
    twins = [game.with_change(lambda table, n=n: redeal(table, player, random.Random(n))) for n in range(3)]
    assert len({twin.table.key() for twin in twins}) == 3
    assert len({policy("expert", 1)(twin) for twin in [game, *twins]}) == 1


def test_TW_PLAY_2_the_prices_of_the_last_turns_follow_the_ranking() -> None:
    an_ornicle = ORNICLE_STRENGTH * CLOSING_PRICES.ornicles(1, 5)
    assert (
        CLOSING_PRICES.counts[2] - CLOSING_PRICES.counts[1]
        > an_ornicle
        > ORNICLE_STRENGTH * 10 * CLOSING_PRICES.creature_power
    )
    assert CLOSING_PRICES.spell(6, True) < AMONG_SEVERAL.spell(6, True) / 5
