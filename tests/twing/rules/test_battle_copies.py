"""A copied battle continues from the same point and equals the battle that its record replays."""

from __future__ import annotations

import random

import pytest
from switches import combine_settings
from twing.cases import SWITCHED

from twingkit import Game, twing
from twingkit.testing.invariants import assert_undo_restores
from twingkit.twing.rules.lay_questions import LayTwoCatsOrPass
from twingkit.twing.variants.variant import Variant

LINES = (
    "F: F5 F3 + F4M>F2 F2 @ shamrock,teddy & cat*2 trap miromon vs W: W6 + W4 @ hat & cat*2 trap",
    "endgame F: F5 F2 + F4 F3 @ shamrock & cat*2 trap vs W: W6 + W4 @ hat & cat trap miromon vs L: shield L5",
)
RULES = ["box", "criticals=at_once", "spiral=interrupt", *combine_settings(SWITCHED, 9, Variant.parse)]


def laid_battle(line: str, variant: str) -> Game:
    """Return the battle after the lays of its line; if wanted, the attacker has two more cats."""
    game = Game.begin(f"{line}\nvariant {variant}", game="twing")
    sides = (twing.EndgameAttack if line.startswith("endgame") else twing.Battle).parse(line).sides
    for side in sides:
        if isinstance(game.question, LayTwoCatsOrPass):
            game.answer("cats")
        game.answer(side.lay)
    return game


def game_state(game: Game) -> tuple[object, ...]:
    """Return everything that describes a game's state: answers, citations, table, and the question with its
    options."""
    question = game.question
    offered = question and (type(question), question.player, list(question.options()))
    return game.record, game.table.rulings, game.table.key(), offered, str(game.result)


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("line", LINES)
def test_a_copy_is_the_game_of_its_record_wherever_it_is_made(line, variant):
    rng = random.Random(line + variant)
    game = laid_battle(line, variant)
    while not game.over:
        twin, here = game.copy(), game_state(Game.replay(game.record))
        assert game_state(twin) == here
        twin.answer(rng.choice(list(twin.question.options())))
        assert game_state(game) == here
        game = twin
    again = Game.replay(game.record)
    assert (game_state(game), game.annotated_record(), game.view(0)) == (
        game_state(again),
        again.annotated_record(),
        again.view(0),
    )
    assert_undo_restores(game, 2)
