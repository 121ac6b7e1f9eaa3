"""Lines of an attack of the end game: read, printed, linked and refused."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.players.policies import RandomPolicy
from twingkit.twing.exact_odds.endgame_odds import (
    endgame_odds,
)
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.starts import endgame_game

LINES = [
    "endgame F: F5 F3 + F4 @ bra,hat,teddy & cat vs W: W6 @ cup & trap vs L: shield L4 vs A: A5",
    "endgame F: F5 vs W: W6",
    "endgame A: A5 + A4M>A3 & cat*2 vs W: W6 @ socks vs L: L5 & miromon",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_prints_back_as_it_was_read_and_survives_a_link(line):
    attack = EndgameAttack.parse(line)
    assert str(attack) == line
    assert str(EndgameAttack.parse(line_from_link_value(to_link_value(line)))) == line
    assert attack.check() is attack


def test_cards_in_any_order_print_in_the_canonical_one():
    read = EndgameAttack.parse("endgame F: F3 F5 + F2 F4M vs W: W1 W6 & trap cat*1 vs A: shield A1 A4")
    assert str(read) == "endgame F: F5 F3 + F4M F2 vs W: W6 W1 & cat trap vs A: shield A4 A1"


@pytest.mark.parametrize(
    ("line", "position", "said"),
    [
        ("F: F5 vs W: W6", 0, "endgame"),
        ("endgame  F: F5 vs W: W6", 8, "element"),
        ("endgame F: F5", 13, "vs"),
        ("endgame F: F5 vs W: W6 vs L: L5 vs A: A5 vs F: F1", 40, "at most three"),
        ("endgame F: F5 vs W: W6 vs", 22, "end of the line"),
    ],
)
def test_a_bad_line_says_where_and_what_was_expected(line, position, said):
    with pytest.raises(NotationError) as caught:
        EndgameAttack.parse(line)
    assert caught.value.position == position
    assert said in caught.value.text("en")
    assert caught.value.text("de") != caught.value.text("en")


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("sign", ["+", "&", ">", " "])
def test_a_damaged_sign_is_an_error_and_never_another_attack(line, sign):
    for place in [spot for spot, letter in enumerate(line) if letter == sign]:
        for damage in ("", " ", "%"):
            damaged = line[:place] + damage + line[place + 1 :]
            if damaged != line:
                with pytest.raises(ValueError):  # noqa: PT011 - either kind of fault
                    EndgameAttack.parse(damaged).check()


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("endgame F: shield F5 vs W: W6", "TW-BAT-5"),
        ("endgame F: F5 @ bra vs W: W6 vs L: L5 @ bra", "TW-BOX-1"),
        ("endgame F: F5 @ bra,cup,hat,teddy vs W: W6", "TW-OBJ-2"),
        ("endgame F: F5 & miromon vs W: W6 vs L: L5 & miromon", "TW-BOX-6"),
        ("endgame F: F5 vs W: W6 L5", "TW-BAT-1"),
        ("endgame F: F5 + F4M>F2 vs W: W6 @ cup", "TW-POW-cup"),
        ("endgame F: F5 @ cup vs W: W6 vs L: L5 + L4M>L2", "TW-POW-cup"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_rule(line, rule):
    with pytest.raises(IllegalBattleError) as caught:
        endgame_odds(line)
    assert rule in [problem.rule for problem in caught.value.problems]


def test_TW_END_4_the_cup_of_one_defender_does_not_forbid_the_rider_of_a_shared_attack():
    assert not EndgameAttack.parse("endgame F: F5 + F4M>F2 vs W: W6 @ cup vs L: L5").problems()


def test_a_record_of_an_attack_can_be_replayed():
    game = endgame_game(LINES[0], seed=3)
    policy = RandomPolicy(5)
    while not game.over:
        game.answer(policy(game))
    again = Game.replay(game.record)
    assert again.result == game.result
    assert len(again.result) == 3
