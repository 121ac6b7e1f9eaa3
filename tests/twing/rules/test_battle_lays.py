"""Laying cards in a battle: attack, creatures, mounts, defence and shield (TW-BAT-1 to TW-BAT-5)."""

from __future__ import annotations

import pytest
from battles import tokens

from twingkit import BadAnswer, twing
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.battle import fight_battle
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.rules.table import Player, TwingTable

# TW-BAT-1: one to three spells of one element


@pytest.mark.parametrize("spells", ["F5", "F5 F3", "F5 F3 F3"])
def test_TW_BAT_1_one_to_three_spells_of_one_element_attack(play, cited, spells):
    game = play(f"F: {spells} vs W: W6")
    assert cited(game)[0] == "TW-BAT-1 laid attacker"
    assert " ".join(card.token for card in game.table.fight.sides[0].lay.spells) == spells


@pytest.mark.parametrize("side", ["F: F5 F4 F3 F2 vs W: W6", "F: F5 vs W: W6 W5 W4 W3"])
def test_TW_BAT_1_four_spells_are_one_too_many(problems, side):
    assert problems(side) == ["TW-BAT-1"]


@pytest.mark.parametrize("side", ["F: F5 W3 vs W: W6", "F: F5 vs W: W6 A4", "F: F5 L5 A5 vs W: W6"])
def test_TW_BAT_1_spells_of_two_elements_do_not_go_together(problems, side):
    assert problems(side) == ["TW-BAT-1"]


@pytest.mark.parametrize("answer", ["lay F5 F3 F2 F1", "lay F5 W3"])
def test_TW_BAT_1_refuses_a_lay_and_leaves_everything_as_it_was(refused, answer):
    game = twing.battle_game("F: F5 F3 F2 vs W: W6")
    assert refused(game, answer) == "TW-BAT-1"


def test_TW_BAT_1_says_how_many_are_allowed():
    (problem,) = twing.Battle.parse("F: F5 F4 F3 F2 vs W: W6").problems()
    assert "1 to 3" in problem.text()
    assert problem.text().endswith("not 4.")


def test_TW_BAT_1_an_attack_needs_a_spell(problems, refused):
    assert "TW-BAT-1" in problems("F: shield F4 vs W: W6")
    game = twing.battle_game("F: F5 + F4 vs W: W6")
    assert refused(game, "lay nothing") == "TW-BAT-1"
    assert refused(game, "lay shield F4") in ("TW-BAT-1", "TW-BAT-5")


def test_TW_BAT_1_the_element_of_the_spells_is_free(problems):
    assert problems("F: A5 A3 vs W: W6") == []


def test_TW_BAT_1_a_spell_that_is_not_in_the_hand_cannot_be_laid(refused):
    game = twing.battle_game("F: F5 F3 vs W: W6")
    assert refused(game, "lay F4") == "TW-BAT-1"
    assert refused(game, "lay F5 F5") == "TW-BAT-1"


@pytest.mark.parametrize(("attacker", "defender"), [(0, 1), (1, 0), (2, 0), (1, 2)])
def test_TW_BAT_1_4_7_whoever_attacks_and_defends_is_asked(attacker, defender):
    """Any player may attack any other (B10), so the questions must name the players, not the sides."""
    table = TwingTable(
        [
            Player(seat, character=element, hand=[Spell(element, 5)], response_cards=ResponseCards(1))
            for seat, element in enumerate("FWL")
        ]
    )
    script = fight_battle(table, attacker, [defender])
    asked = [next(script)]
    lays = (parse_lay(f"{'FWL'[attacker]}5"), parse_lay(f"{'FWL'[defender]}5"))
    for answer in (*lays, 0, 0, "pass"):
        asked.append(script.send(answer))
    assert [question.kind for question in asked] == ["attack", "defend", "roll", "roll", "respond", "respond"]
    assert [question.player for question in asked] == [attacker, defender] * 3


def test_TW_BAT_1_what_is_not_laid_stays_in_the_hand(hand):
    game = twing.battle_game("F: F5 F3 F2 vs W: W6 W1")
    for answer in ("lay F3", "lay W1", "roll 1", "roll 1"):
        game.answer(answer)
    assert game.over
    assert hand(game, 0) == ["F2", "F5"]
    assert hand(game, 1) == ["W6"]


def test_every_listed_attack_has_one_to_three_spells_of_one_element():
    game = twing.battle_game("F: F5 F3 F3 + F4 vs W: W6")
    lays = {str(lay) for lay in game.question.options()}
    assert lays == {
        *("F5", "F3", "F5 F3", "F3 F3", "F5 F3 F3"),
        *("F5 + F4", "F3 + F4", "F5 F3 + F4", "F3 F3 + F4", "F5 F3 F3 + F4"),
    }


def test_the_defender_lays_after_the_attack_lies_open():
    game = twing.battle_game("F: F5 vs W: W6")
    assert (game.question.kind, game.question.player) == ("attack", 0)
    game.answer("lay F5")
    assert [card.token for card in game.table.fight.sides[0].lay.spells] == ["F5"]
    assert (game.question.kind, game.question.player) == ("defend", 1)


# TW-BAT-2: at most one unit of the spells' element for each spell


@pytest.mark.parametrize(
    ("spells", "units"), [("F5", "F4"), ("F5 F5", "F4 F3"), ("F5 F5 F5", "F4 F3 F2"), ("F5 F5 F5", "F4")]
)
def test_TW_BAT_2_as_many_units_as_spells_may_join(play, cited, spells, units):
    game = play(f"F: {spells} + {units} vs W: W6")
    assert "TW-BAT-2 laid attacker" in cited(game)


@pytest.mark.parametrize(
    ("spells", "units"), [("F5", "F4 F3"), ("F5 F5", "F4 F3 F2"), ("F5 F5 F5", "F4 F3 F2 F1")]
)
def test_TW_BAT_2_one_unit_more_than_spells_is_refused(problems, spells, units):
    assert problems(f"F: {spells} + {units} vs W: W6") == ["TW-BAT-2"]
    assert problems(f"W: W6 vs F: {spells} + {units}") == ["TW-BAT-2"]


def test_TW_BAT_2_a_unit_of_another_element_than_the_spells_is_refused(problems):
    assert problems("F: F5 + W4 vs W: W6") == ["TW-BAT-2"]
    assert problems("F: W5 + F4 vs W: W6") == ["TW-BAT-2"], "the spells count, not the character"
    assert problems("F: W5 + W4 vs W: W6") == []


def test_TW_BAT_2_a_mounted_pair_is_one_unit(problems):
    assert problems("F: F5 + F6M>F3 vs W: W6") == []
    assert problems("F: F5 + F6M>F3 F1 vs W: W6") == ["TW-BAT-2"]
    assert problems("F: F5 + F6M F3 vs W: W6") == ["TW-BAT-2"], "the same two cards side by side are two"


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("F: F5 + F6M F3 vs W: W6", "count_ride"),
        ("F: F5 + F2M F3 vs W: W6", "count_strong"),
        ("F: F5 + F2M L3 vs W: W6", "count"),  # no rider of another element anyway
        ("F: F5 + F4 F3 vs W: W6", "count"),  # no mount
        ("F: F5 + F6M F3 vs W: W6 @ cup", "count"),  # nobody rides against the Cup
        ("F: F5 + F6M F3 L3 @ teddy vs W: W6", "count_teddy_ride"),
        ("F: F5 + F6 F3 L3 @ teddy vs W: W6", "count_teddy"),
        ("F: F5 + F2M F3 L3 @ teddy vs W: W6", "count_teddy_strong"),
    ],
)
def test_TW_BAT_2_too_many_units_are_told_who_may_ride(line, case):
    found = list(twing.Battle.parse(line).problems())
    assert (found[0].rule, found[0].case) == ("TW-BAT-2", case)
    assert ("Fire 3 may ride on Fire 6 (mount)" in found[0].text("en")) is case.endswith("_ride")
    assert ("Fire 3 cannot ride on Fire 2 (mount)" in found[0].text("en")) is case.endswith("_strong")


def test_TW_BAT_2_refuses_in_play_and_changes_nothing(refused):
    game = twing.battle_game("F: F5 F4 + F3 F2 vs W: W6")
    assert refused(game, "lay F5 + F3 F2") == "TW-BAT-2"
    assert refused(game, "lay F5 + F9") == "TW-BAT-2", "not in the entourage"
    assert refused(game, "lay F5 F4 + F3 F3") == "TW-BAT-2", "not that often"


def test_creatures_are_optional(entourage):
    game = twing.battle_game("F: F5 + F4 vs W: W6 + W3")
    for answer in ("lay F5", "lay W6", "roll 0", "roll 0"):
        game.answer(answer)
    assert game.result.points == (5, 6)
    assert entourage(game, 0) == ["F4"], "it stayed at home, so it cannot be lost"
    assert entourage(game, 1) == ["W3"]


# TW-BAT-3: mounts and riders


@pytest.mark.parametrize("rider", ["F5", "F6"])
def test_TW_BAT_3_a_rider_may_be_as_strong_as_the_mount(problems, rider):
    assert problems(f"F: F5 + F6M>{rider} vs W: W6") == []


def test_TW_BAT_3_a_rider_one_stronger_than_the_mount_is_refused(problems):
    assert problems("F: F5 + F6M>F7 vs W: W6") == ["TW-BAT-3"]


def test_TW_BAT_3_a_rider_of_another_element_is_refused(problems):
    assert problems("F: F5 + F6M>W3 vs W: W6") == ["TW-BAT-3"]


def test_TW_BAT_3_a_mount_does_not_ride(problems):
    assert problems("F: F5 + F6M>F3M vs W: W6") == ["TW-BAT-3"]


def test_TW_BAT_3_only_a_mount_carries(problems):
    assert problems("F: F5 + F6>F3 vs W: W6") == ["TW-BAT-3"]


def test_TW_BAT_3_a_shield_keeps_to_the_mounts_as_well(problems):
    assert problems("F: F5 vs W: shield W6M>W6") == []
    assert problems("F: F5 vs W: shield W6M>W7") == ["TW-BAT-3"]


def test_TW_BAT_3_both_powers_count(play, cited, sentences):
    game = play("F: F5 + F6M>F3 vs W: W6", "roll 0", "roll 0")
    assert game.result.points == (14, 6)
    assert "TW-BAT-3 rides attacker" in cited(game)
    (said,) = sentences(game, "TW-BAT-3")
    assert said.startswith("Fire 3 rides on Fire 6")
    assert said.endswith("both powers count: 9.")


def test_TW_BAT_3_a_mount_carries_one_rider_only():
    with pytest.raises(twing.NotationError):
        twing.Battle.parse("F: F5 + F6M>F3>F2 vs W: W6")


def test_even_beside_a_teddy_mount_and_rider_have_one_element(problems):
    assert problems("F: F5 + W6M>W3 @ teddy vs W: W6") == []
    assert problems("F: F5 + W6M>F3 @ teddy vs W: W6") == ["TW-BAT-3"]


# TW-BAT-4: defending


def test_TW_BAT_4_a_defence_is_built_like_an_attack(play, cited):
    game = play("F: F5 vs W: A6 A4 + A3")
    assert "TW-BAT-4 laid defender" in cited(game)
    assert "TW-BAT-2 laid defender" in cited(game)


def test_the_defence_need_not_match_the_attack_nor_the_character(problems):
    assert problems("F: F5 vs W: L6 + L2") == []


@pytest.mark.parametrize("defence", ["W6", "shield W4", "W6 + W4"])
def test_TW_BAT_4_whoever_can_defend_must(refused, defence):
    game = twing.battle_game(f"F: F5 vs W: {defence}")
    game.answer("lay F5")
    assert refused(game, "lay nothing") == "TW-BAT-4"


def test_TW_BAT_4_refusals_of_a_defence_change_nothing(refused):
    game = twing.battle_game("F: F5 vs W: W6 W4 W3 + W2 W1")
    game.answer("lay F5")
    assert refused(game, "lay W6 W4 W3 W2") == "TW-BAT-1"
    assert refused(game, "lay W6 + W2 W1") == "TW-BAT-2"
    assert refused(game, "lay W6 + W5") == "TW-BAT-2"
    assert refused(game, "lay W7") == "TW-BAT-1"


def test_TW_BAT_4_a_defender_without_cards_lays_nothing_and_does_not_roll(undefended, cited):
    game = undefended("F: F5 vs W: W6", "lay F5")
    assert [str(lay) for lay in game.question.options()] == ["nothing"]
    game.answer("lay nothing")
    assert "TW-BAT-4 nothing defender" in cited(game)
    assert (game.question.kind, game.question.player) == ("roll", 0)
    game.answer("roll 2")
    assert game.over
    assert game.result.points == (7, 0)


def test_TW_BAT_4_beating_an_empty_defence_pays_1_ornicle(undefended):
    game = undefended("F: A1 vs W: W6", "lay A1", "lay nothing", "roll 0")
    assert (game.result.winner, game.result.points) == (0, (1, 0))
    assert [player.ornicles for player in game.table.players] == [1, 0]


def test_TW_BAT_4_a_tie_at_0_points_pays_nothing(undefended):
    game = undefended("F: A1 vs W: W6", "lay A1", "lay nothing", "roll -1")
    assert (game.result.winner, game.result.points) == (None, (0, 0))
    assert [player.ornicles for player in game.table.players] == [0, 0]


@pytest.mark.parametrize(("face", "by"), [("-2", "points"), ("Cross", "critical")])
def test_TW_BAT_4_an_empty_defence_that_wins_gets_no_ornicle(undefended, cited, face, by):
    game = undefended("F: A1 vs W: W6", "lay A1", "lay nothing", f"roll {face}")
    assert (game.result.winner, game.result.decided_by) == (1, by)
    assert [player.ornicles for player in game.table.players] == [0, 0]
    assert "TW-BAT-4 no_reward defender" in cited(game)


def test_the_cards_of_a_beaten_empty_defence_are_none(undefended, cited):
    game = undefended("F: F5 vs W: W6 & cat", "lay F5", "lay nothing", "roll Sun")
    assert game.result.winner == 0
    assert tokens(game.table.discard_pile) == ["F5"]
    assert not [entry for entry in cited(game) if entry.startswith("TW-BAT-19") and "defender" in entry]


# TW-BAT-5: the shield


def test_TW_BAT_5_one_unit_is_enough_and_there_is_no_upper_limit(play, cited, problems):
    assert problems("F: F5 vs W: shield W4") == []
    game = play("F: F5 vs W: shield W6M>W2 W5 W4 W3 W2 W1", "roll 0")
    assert "TW-BAT-5 laid defender" in cited(game)
    assert game.result.points == (5, 23)


def test_TW_BAT_5_a_shield_of_two_elements_is_refused(problems, refused):
    assert problems("F: F5 vs W: shield W4 A3") == ["TW-BAT-5"]
    game = twing.battle_game("F: F5 vs W: shield W4 W3")
    game.answer("lay F5")
    assert refused(game, "lay shield W4 A3") == "TW-BAT-5"
    assert refused(game, "lay shield W4 W4") == "TW-BAT-2", "a creature that is not there"


def test_TW_BAT_5_a_shield_may_have_any_one_element(problems):
    assert problems("F: F5 vs W: shield A4 A3") == []


def test_TW_BAT_5_a_shield_without_a_creature_is_no_shield():
    game = twing.battle_game("F: F5 vs W: shield W4")
    game.answer("lay F5")
    with pytest.raises(BadAnswer):
        game.answer("lay shield")


def test_TW_BAT_5_whoever_shields_does_not_roll(play, cited):
    game = play("F: F5 vs W: shield W4")
    assert (game.question.kind, game.question.player) == ("roll", 0)
    game.answer("roll 1")
    assert game.over
    assert [entry for entry in cited(game) if entry.startswith("TW-BAT-7")] == ["TW-BAT-7 rolled attacker"]
    assert "TW-BAT-5 no_die defender" in cited(game)


def test_TW_BAT_5_an_attacker_cannot_shield(problems):
    assert "TW-BAT-5" in problems("F: shield F4 vs W: W6")


def test_one_teddy_unit_of_a_shield_may_have_another_element(play, cited):
    game = play("F: F5 vs W: shield W4 W3 A2 @ teddy", "roll 0")
    assert "TW-POW-teddy extra defender" in cited(game)
    assert game.result.points == (5, 9)


def test_two_units_of_another_element_are_one_too_many_for_the_teddy(problems):
    assert problems("F: F5 vs W: shield W4 W3 A2 A1 @ teddy") == ["TW-BAT-5"]
    assert problems("F: F5 vs W: shield W4 A2 L1 @ teddy") == ["TW-BAT-5"]
    assert problems("F: F5 @ teddy vs W: shield W4 W3 A2") == ["TW-BAT-5"], "the enemy's Teddy does not help"
