"""The end of a battle: points, reward, cards (TW-BAT-17 to 21, TW-TURN-6), and odds by hand."""

from __future__ import annotations

import pytest
from battles import tokens
from twing.cases import ornicles

# TW-BAT-17: points


@pytest.mark.parametrize(("face", "winner"), [("2", 0), ("1", None), ("0", 1)])
def test_TW_BAT_17_more_points_win_and_equal_points_tie(play, face, winner):
    game = play("F: A5 A2 + A3 vs W: L6 + L5", f"roll {face}", "roll 0")
    assert game.result.points == (10 + int(face), 11)
    assert (game.result.winner, game.result.decided_by) == (winner, "points")


def test_TW_BAT_17_cites_the_points_of_both_sides(play, cited, sentences):
    game = play("F: A5 vs W: L6", "roll 4", "roll 1")
    assert "TW-BAT-17 win attacker" in cited(game)
    assert sentences(game, "TW-BAT-17") == ["The attacker beats the defender, 9 to 7."]
    assert game.result.margin == 2


def test_TW_BAT_17_cites_a_tie(play, sentences):
    game = play("F: A5 vs W: L6", "roll 2", "roll 1")
    (said,) = sentences(game, "TW-BAT-17")
    assert "7" in said
    assert "tie" in said


def test_TW_BAT_17_points_may_be_negative(play):
    game = play("F: A1 vs W: L1", "roll -4", "roll -3")
    assert (game.result.points, game.result.winner) == ((-3, -2), 1)


def test_TW_BAT_17_a_battle_counts_no_points_where_a_symbol_decides(play, cited):
    game = play("F: A1 vs W: L9", "roll Sun", "roll 0")
    assert game.result.points is None
    assert not [entry for entry in cited(game) if entry.startswith("TW-BAT-17")]


# TW-BAT-18 and TW-TURN-6: the reward


@pytest.mark.parametrize(
    ("faces", "paid"), [(("4", "0"), [1, 0]), (("0", "4"), [0, 1]), (("0", "0"), [0, 0])]
)
def test_TW_BAT_18_the_winner_takes_1_ornicle_from_the_middle(play, faces, paid):
    game = play("F: A5 vs W: L5", *(f"roll {face}" for face in faces))
    assert ornicles(game) == paid
    assert game.table.bank == 30 - sum(paid)


def test_TW_BAT_18_a_critical_win_pays_the_same(play, cited):
    game = play("F: A5 vs W: L5", "roll Sun", "roll 0")
    assert ornicles(game) == [1, 0]
    assert "TW-BAT-18 won attacker" in cited(game)


def test_TW_BAT_18_a_winning_shield_takes_none(play, cited):
    game = play("F: A5 vs W: shield W6", "roll 0")
    assert game.result.winner == 1
    assert ornicles(game) == [0, 0]
    assert game.table.bank == 30
    assert "TW-BAT-18 shield defender" in cited(game)


def test_TW_TURN_6_the_last_ornicle_is_paid(play):
    game = play("F: A5 vs W: L5", "roll 4")
    game.table.bank = 1
    game.answer("roll 0")
    assert (ornicles(game), game.table.bank) == ([1, 0], 0)


# TW-BAT-19: what is discarded


@pytest.mark.parametrize("faces", [("Sun", "0"), ("0", "Sun"), ("0", "0")])
def test_TW_BAT_19_everything_played_is_discarded_whatever_the_result(play, faces):
    game = play(
        "F: A5 A1 + A4 & cat trap vs W: L6 + L4 & cat miromon",
        *("trap L4", "roll 1", "roll 1", "cat", f"roll {faces[0]}", "cat", f"roll {faces[1]}"),
        *("miromon attacker",),
    )
    assert game.over
    spent = ["A1", "A5", "L4", "L6", "cat", "cat", "miromon", "trap"]
    lost = [] if game.result.winner != 1 else ["A4"]
    assert sorted(tokens(game.table.discard_pile)) == sorted(spent + lost)


def test_TW_BAT_19_what_was_not_played_is_kept(play):
    game = play("F: A5 & cat*2 trap vs W: L5 + L1", "pass", "roll 4", "roll 0", "cat", "roll 3", "pass")
    player = game.table.players[0]
    assert (player.cats, player.traps) == (1, 1)
    assert sorted(tokens(game.table.discard_pile)) == ["A5", "L1", "L5", "cat"]


def test_TW_BAT_19_until_the_end_played_cards_lie_aside(play):
    game = play("F: A5 & cat*2 vs W: L5 & cat", "roll 0", "roll 0", "cat", "roll 1", "cat", "roll 1")
    assert not game.over
    assert tokens(game.table.discard_pile) == []
    game.answer("pass")
    assert sorted(tokens(game.table.discard_pile)) == ["A5", "L5", "cat", "cat"]


def test_TW_BAT_19_names_the_cards(play, sentences):
    game = play("F: A5 A3 & cat vs W: L5", "roll 0", "roll 0", "cat", "roll 1")
    assert sentences(game, "TW-BAT-19") == [
        "The attacker’s spent cards are discarded: Air 5, Air 3 and black cat.",
        "The defender’s spent card is discarded: Life 5.",
    ]


# TW-BAT-20: creatures


def test_TW_BAT_20_the_winners_creatures_return_and_the_losers_are_discarded(play, cited, entourage):
    game = play("F: A5 + A6M>A2 vs W: L5 + L4", "roll 4", "roll 0")
    assert entourage(game, 0) == ["A2", "A6M"], "the pair comes home as two cards"
    assert entourage(game, 1) == []
    assert sorted(tokens(game.table.discard_pile)) == ["A5", "L4", "L5"]
    assert "TW-BAT-20 home attacker" in cited(game)
    assert "TW-BAT-20 lost defender" in cited(game)


def test_TW_BAT_20_a_winning_shield_returns(play, entourage):
    game = play("F: A5 vs W: shield W4 W3", "roll 1")
    assert game.result.winner == 1
    assert entourage(game, 1) == ["W3", "W4"]


def test_TW_BAT_20_a_losing_shield_is_discarded_even_of_the_own_element(play, cited, entourage):
    game = play("F: A9 vs W: shield W4 W3", "roll 0")
    assert game.result.winner == 0
    assert entourage(game, 1) == []
    assert sorted(tokens(game.table.discard_pile)) == ["A9", "W3", "W4"]
    assert "TW-BAT-20 shield_lost defender" in cited(game)


def test_TW_BAT_20_after_a_tie_all_creatures_return(play, cited, entourage):
    game = play("F: A5 + A4 vs W: L5 + L4", "roll 0", "roll 0")
    assert game.result.winner is None
    assert (entourage(game, 0), entourage(game, 1)) == (["A4"], ["L4"])
    assert sorted(tokens(game.table.discard_pile)) == ["A5", "L5"]
    assert {"TW-BAT-20 tie attacker", "TW-BAT-20 tie defender"} <= set(cited(game))


def test_a_shield_that_ties_returns(play, entourage):
    game = play("F: A5 vs W: shield W4", "roll -1")
    assert game.result.winner is None
    assert entourage(game, 1) == ["W4"]
    assert ornicles(game) == [0, 0]


# TW-BAT-21: the own element


def test_TW_BAT_21_own_creatures_come_home_from_a_lost_attack(play, cited, entourage):
    game = play("F: F5 + F6M>F2 vs W: L9 L9", "roll 0", "roll 0")
    assert game.result.winner == 1
    assert entourage(game, 0) == ["F2", "F6M"]
    assert "TW-BAT-21 home attacker" in cited(game)
    assert sorted(tokens(game.table.discard_pile)) == ["F5", "L9", "L9"]


def test_TW_BAT_21_other_creatures_are_lost_with_the_attack(play, cited, entourage):
    game = play("F: A5 + A4 vs W: L9 L9", "roll 0", "roll 0")
    assert entourage(game, 0) == []
    assert "A4" in tokens(game.table.discard_pile)
    assert "TW-BAT-21 home attacker" not in cited(game)


def test_TW_BAT_21_a_defender_has_no_such_protection(play, entourage):
    game = play("F: A9 A9 vs W: W5 + W4", "roll 0", "roll 0")
    assert game.result.winner == 0
    assert entourage(game, 1) == []
    assert "W4" in tokens(game.table.discard_pile)


def test_TW_BAT_21_an_own_teddy_unit_comes_home_from_a_foreign_attack(play, entourage):
    game = play("F: A5 + A3 F4 @ teddy vs W: L9 L9", "roll 0", "roll 0")
    assert entourage(game, 0) == ["F4"]
    assert "A3" in tokens(game.table.discard_pile)


def test_TW_BAT_21_a_foreign_teddy_unit_is_lost_beside_own_spells(play, cited, entourage):
    game = play("F: F5 + F3 A4 @ teddy vs W: L9 L9", "roll 0", "roll 0")
    assert entourage(game, 0) == ["F3"]
    assert "A4" in tokens(game.table.discard_pile)
    assert {"TW-BAT-21 home attacker", "TW-BAT-20 lost attacker"} <= set(cited(game))


def test_TW_BAT_21_says_which_creatures_come_home(play, sentences):
    game = play("F: F5 + F3 vs W: L9 L9", "roll 0", "roll 0")
    (said,) = sentences(game, "TW-BAT-21")
    assert said.startswith("The attacker lost")
    assert said.endswith(": Fire 3.")


def test_TW_BAT_21_is_not_needed_when_the_attack_wins_or_ties(play, cited, entourage):
    for faces in (("roll 4", "roll 0"), ("roll 0", "roll 0")):
        game = play("F: F5 + F3 vs W: L5 + L3", *faces)
        assert entourage(game, 0) == ["F3"]
        assert "TW-BAT-21 home attacker" not in cited(game)


# The cards of a whole battle


def test_TW_BAT_18_to_21_no_card_is_lost_or_doubled(play):
    game = play(
        "F: F5 F3 + F6M>F2 F1 & cat trap vs W: W6 W4 + W3 W2 @ hat & cat trap",
        *("trap W3", "trap >F2", "roll 1", "roll 2"),
        *("cat", "roll -2", "hat", "roll 3", "cat", "roll 4"),
    )
    assert game.over
    left = [
        *(card.token for player in game.table.players for card in (*player.hand, *player.entourage)),
        *tokens(game.table.discard_pile),
    ]
    cards = ["F5", "F3", "F6M", "F2", "F1", "W6", "W4", "W3", "W2", "cat", "cat", "trap", "trap"]
    assert sorted(left) == sorted(cards)
