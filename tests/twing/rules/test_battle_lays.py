"""Laying cards in a battle: attack, creatures, mounts, defence and shield (TW-BAT-1 to TW-BAT-5)."""

from __future__ import annotations

import pytest
from battles import tokens

from twingkit import BadAnswer, twing
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules.battle import fight_battle
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.rules.table import Player, TwingTable

# TW-BAT-1: one to three spells of one element


@pytest.mark.parametrize("spells", ["F5", "F5 F3", "F5 F3 F3"])
def test_TW_BAT_1_one_to_three_spells_of_one_element_attack(play, cited, spells):
    game = play(f"F: {spells} vs W: W6")
    assert cited(game)[0] == "TW-BAT-1 laid attacker"
    assert " ".join(card.token for card in game.table.fight.sides[0].lay.spells) == spells


@pytest.mark.parametrize("answer", ["lay F5 F3 F2 F1", "lay F5 W3"])
def test_TW_BAT_1_refuses_a_lay_and_leaves_everything_as_it_was(refused, answer):
    game = twing.battle_game("F: F5 F3 F2 vs W: W6")
    assert refused(game, answer) == "TW-BAT-1"


def test_TW_BAT_1_says_how_many_are_allowed():
    (problem,) = twing.Battle.parse("F: F5 F4 F3 F2 vs W: W6").problems()
    assert "1 to 3" in problem.text()
    assert problem.text().endswith("not 4.")


def test_TW_BAT_1_an_attack_needs_a_spell(refused):
    game = twing.battle_game("F: F5 + F4 vs W: W6")
    assert refused(game, "lay nothing") == "TW-BAT-1"
    assert refused(game, "lay shield F4") in ("TW-BAT-1", "TW-BAT-5")


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
    for answer in (*lays, 0, 0, PASS):
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


# TW-BAT-2: at most one unit of the spells' element for each spell


@pytest.mark.parametrize(
    ("spells", "units"), [("F5", "F4"), ("F5 F5", "F4 F3"), ("F5 F5 F5", "F4 F3 F2"), ("F5 F5 F5", "F4")]
)
def test_TW_BAT_2_as_many_units_as_spells_may_join(play, cited, spells, units):
    game = play(f"F: {spells} + {units} vs W: W6")
    assert "TW-BAT-2 laid attacker" in cited(game)


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("F: F5 + F6M F3 vs W: W6", "count_ride"),
        ("F: F5 + F2M F3 vs W: W6", "count_strong"),
        ("F: F5 + F2M F3M vs W: W6", "count_mounts"),
        ("F: F5 + F2M L3 vs W: W6", "count"),  # no rider of another element anyway
        ("F: F5 + F4 F3 vs W: W6", "count"),  # no mount
        ("F: F5 + F6M F3 vs W: W6 @ cup", "count_cup"),  # nobody rides against the Cup
        ("F: F5 + F6M F3 L3 @ teddy vs W: W6", "count_teddy_ride"),
        ("F: F5 + F6 F3 L3 @ teddy vs W: W6", "count_teddy"),
        ("F: F5 + F2M F3 L3 @ teddy vs W: W6", "count_teddy_strong"),
        ("F: F5 + F2M F3M L3 @ teddy vs W: W6", "count_teddy_mounts"),
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


# TW-BAT-4: defending


def test_TW_BAT_4_a_defence_is_built_like_an_attack(play, cited):
    game = play("F: F5 vs W: A6 A4 + A3")
    assert "TW-BAT-4 laid defender" in cited(game)
    assert "TW-BAT-2 laid defender" in cited(game)


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


def test_TW_BAT_5_there_is_no_upper_limit(play, cited):
    game = play("F: F5 vs W: shield W6M>W2 W5 W4 W3 W2 W1", "roll 0")
    assert "TW-BAT-5 laid defender" in cited(game)
    assert game.result.points == (5, 23)


def test_TW_BAT_5_a_shield_of_two_elements_is_refused(refused):
    game = twing.battle_game("F: F5 vs W: shield W4 W3")
    game.answer("lay F5")
    assert refused(game, "lay shield W4 A3") == "TW-BAT-5"
    assert refused(game, "lay shield W4 W4") == "TW-BAT-2", "a creature that is not there"


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


def test_one_teddy_unit_of_a_shield_may_have_another_element(play, cited):
    game = play("F: F5 vs W: shield W4 W3 A2 @ teddy", "roll 0")
    assert "TW-POW-teddy extra defender" in cited(game)
    assert game.result.points == (5, 9)
