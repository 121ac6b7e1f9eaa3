"""Traps in a battle: when, on what, and what is left (TW-BAT-13)."""

from __future__ import annotations

import pytest
from battles import tokens
from twing.cases import options
from twing.rules.rolled import asks

from twingkit import Game, Refusal, twing


def standing(game: Game, side: int) -> list[str]:
    return sorted(card.token for card, *_ in game.table.fight.sides[side].creatures_in_battle)


def test_TW_BAT_13_a_trap_takes_a_creature_out_of_the_battle(play, cited):
    game = play("F: A5 & trap vs W: L5 + L4", "trap L4", "roll 0", "roll 0")
    assert "TW-BAT-13 played attacker" in cited(game)
    assert game.result.points == (5, 5)
    assert game.table.players[0].traps == 0


def test_TW_BAT_13_both_cards_are_discarded(play, entourage):
    game = play("F: A5 & trap vs W: L5 + L4", "trap L4", "roll 0", "roll 1")
    assert game.result.winner == 1
    assert sorted(tokens(game.table.discard_pile)) == ["A5", "L4", "L5", "trap"]
    assert entourage(game, 1) == [], "even the winner does not get a trapped creature back"


def test_TW_BAT_13_a_trap_may_be_played_after_the_roll(play):
    game = play("F: A5 & trap vs W: L5 + L4", "pass", "roll 0", "roll 0")
    assert asks(game) == ("respond", 0)
    game.answer("trap L4")
    assert game.result.points == (5, 5)


def test_before_the_roll_the_attacker_is_asked_first_and_only_traps_come(play, refused):
    game = play("F: A5 + A4 @ shamrock & cat trap vs W: L5 + L4 & trap miromon")
    assert asks(game) == ("before_roll", 0)
    for answer in ("cat", "shamrock", "miromon attacker"):
        assert refused(game, answer) == "TW-BAT-13"
    game.answer("pass")
    assert asks(game) == ("before_roll", 1)
    game.answer("trap A4")
    assert asks(game) == ("before_roll", 0), "the attacker passed before the defender responded"
    game.answer("pass")
    assert asks(game) == ("roll", 0)


def test_before_the_roll_two_passes_in_a_row_end_it(play):
    game = play("F: A5 + A4 & trap vs W: L5 + L4 & trap", "pass", "pass")
    assert asks(game) == ("roll", 0)


def test_a_trap_takes_creatures_of_attack_defence_and_shield(play):
    attack = play("F: A5 + A4 vs W: L5 & trap", "trap A4", "roll 0", "roll 0")
    assert attack.result.points == (5, 5)
    shield = play("F: A5 & trap vs W: shield W4 W3", "trap W4", "roll 0")
    assert shield.result.points == (5, 3)


def test_only_creatures_in_the_battle_can_be_trapped(refused):
    game = twing.battle_game("F: A5 & trap vs W: L5 L4 + L4 L3")
    game.answer("lay A5")
    game.answer("lay L5 + L3")
    assert refused(game, "trap L4") == "TW-BAT-13", "that one stayed in the entourage"
    assert refused(game, "trap L5") == "TW-BAT-13", "that one is a spell"


@pytest.mark.parametrize(("answer", "left", "points"), [("trap L6M", "L3", 8), ("trap >L3", "L6M", 11)])
def test_of_mount_and_rider_a_trap_takes_one(play, answer, left, points):
    game = play("F: A5 & trap vs W: L5 + L6M>L3", answer)
    assert standing(game, 1) == [left]
    game.answer("roll 0")
    game.answer("roll 0")
    assert game.result.points == (5, points)


def test_the_rider_is_named_as_such(play, refused):
    game = play("F: A5 & trap vs W: L5 + L6M>L3")
    assert options(game) == ["pass", "trap L6M", "trap >L3"]
    assert refused(game, "trap L3") == "TW-BAT-13"
    assert refused(game, "trap >L6M") == "TW-BAT-13"


def test_a_second_trap_takes_the_rider_left_alone(play):
    game = play("F: A5 & trap*2 vs W: L5 + L6M>L3", "trap L6M", "trap >L3")
    assert standing(game, 1) == []


def test_the_own_creatures_cannot_be_trapped(play, refused):
    game = play("F: A5 + A4 & trap vs W: L5 + L4")
    assert refused(game, "trap A4") == "TW-BAT-13"


def test_own_element_does_not_help_against_a_trap(play, entourage):
    game = play("F: F5 + F4 vs W: L9 & trap", "trap F4", "roll 0", "roll 0")
    assert game.result.winner == 1
    assert entourage(game, 0) == []
    assert "F4" in tokens(game.table.discard_pile)


def test_the_winner_of_the_battle_loses_a_trapped_creature_too(play, entourage):
    game = play("F: F5 + F4 F3 @ teddy vs W: L1 & trap", "trap F4", "roll 0", "roll 0")
    assert game.result.winner == 0
    assert entourage(game, 0) == ["F3"]


def test_a_trapped_creature_lies_aside_until_the_battle_ends(play):
    game = play("F: F5 & trap vs W: L5 + L4", "trap L4", "roll 0")
    assert tokens(game.table.discard_pile) == []
    assert [fighter.card.token for fighter, _ in game.table.fight.sides[1].trapped] == ["L4"]


def test_after_a_tie_a_trapped_creature_stays_lost(play, entourage):
    game = play("F: A5 + A4 vs W: L5 + L4 & trap", "trap A4", "roll 4", "roll 0")
    assert game.result.winner is None
    assert entourage(game, 0) == []
    assert entourage(game, 1) == ["L4"]


def test_a_shield_whose_creatures_are_all_trapped_counts_0(play):
    game = play("F: A1 & trap*2 vs W: shield W4 W3", "trap W4", "trap W3", "roll 0")
    assert (game.result.winner, game.result.points) == (0, (1, 0))


@pytest.mark.parametrize("face", ["-2", "Cross"])
def test_a_fully_trapped_shield_that_wins_still_earns_no_ornicle(play, cited, face):
    game = play("F: A1 & trap vs W: shield W4", "trap W4", f"roll {face}")
    assert game.result.winner == 1
    assert game.table.players[1].ornicles == 0
    assert "TW-BAT-18 shield defender" in cited(game)


def test_more_spells_than_needed_for_the_creatures_left_change_nothing(play):
    game = play("F: A5 & trap vs W: L1 L1 + L4 L3", "trap L4", "roll 0", "roll 0")
    assert game.result.points == (5, 5)


def test_any_number_of_traps_may_be_played(play):
    game = play("F: A5 & trap*3 vs W: shield W4 W3 W2 W1", "trap W4", "trap W3", "trap W2", "roll 0")
    assert game.result.points == (5, 1)
    assert tokens(game.table.discard_pile).count("trap") == 3


def test_TW_BAT_13_of_two_equal_creatures_one_trap_takes_one(play):
    game = play("F: A5 & trap vs W: shield W4 W4", "trap W4", "roll 0")
    assert game.result.points == (5, 4)


def test_TW_BAT_13_without_a_trap_nothing_is_trapped(play, refused):
    game = play("F: A5 & cat vs W: L5 + L4", "roll 0", "roll 0")
    assert refused(game, "trap L4") == "TW-BAT-13"


def test_TW_BAT_13_without_an_enemy_creature_nobody_is_asked_before_the_roll(play, refused):
    game = play("F: A5 + A4 & cat trap vs W: L5")
    assert asks(game) == ("roll", 0)
    game.answer("roll 0")
    game.answer("roll 0")
    assert refused(game, "trap L4") == "TW-BAT-13"


def test_TW_BAT_13_a_refusal_says_what_could_be_trapped(play):
    game = play("F: A5 & trap vs W: L5 + L6M>L3")
    with pytest.raises(Refusal, match=r"no creature 'L9' .* 'L6M' .* '>L3'"):
        game.answer("trap L9")
