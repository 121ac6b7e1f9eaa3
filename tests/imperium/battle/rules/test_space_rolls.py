"""Combat rolls in space: values, modifiers, rerolls, and the barrage before them (IM-SPACE-4, IM-SPACE-6)."""

from __future__ import annotations

import pytest
from imperium.space_table import play_out

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer
from twingkit.core.starts import parse_start
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.dice.combat_roll import combat_volley
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import PlayEffect

# -- Anti-Fighter Barrage


def test_IM_SPACE_4_hits_fighters_only_and_the_rest_is_lost() -> None:
    battle = play_out("space: 2 destroyer vs 2 fighter 1 carrier", 9)
    assert battle.throws[0] == (0, "barrage", ((4, 9),))
    assert battle.ships(1) == {"carrier": (1, 0)}
    assert battle.facts("IM-SPACE-4", "excess")["n"] == 2


def test_IM_SPACE_4_both_sides_fire_in_the_first_round_only() -> None:
    battle = play_out("space: 1 destroyer 1 fighter vs 1 destroyer+ 1 fighter", 1, 1, 1, 1, 1)
    assert [throw[:2] for throw in battle.throws] == [
        (0, "barrage"),
        (1, "barrage"),
        (0, "combat"),
        (1, "combat"),
        (0, "combat"),
    ]
    assert battle.throws[1][2] == ((3, 6),)


def test_IM_SPACE_4_is_not_fired_without_fighters() -> None:
    battle = play_out("space: 1 destroyer vs 1 cruiser", 1)
    assert battle.cases("IM-SPACE-4") == ["nothing_no_fighters"]
    assert battle.throws[0][1] == "combat"


def test_IM_SPACE_4_saar_flagship_fires_four_dice_at_six() -> None:
    battle = play_out("space: 1 flagship @ saar vs 5 fighter", (6, 6, 5, 5))
    assert battle.throws[0][2] == ((4, 6),)
    assert battle.ships(1) == {"fighter": (3, 0)}


def test_IM_UNIT_8_modifiers_leave_the_barrage_alone() -> None:
    battle = play_out("space: 1 destroyer @ jolnar,mb vs 9 fighter @ nebula", 9)
    assert battle.throws[0][2] == ((2, 9),)


def test_IM_SPACE_4_can_end_the_battle() -> None:
    battle = play_out("space: 2 destroyer vs 3 fighter", 9)
    assert battle.over
    assert battle.facts("IM-SPACE-10", "won")["side"] == "attacker"


# -- modifiers


def values(line: str, index: int) -> list[tuple[int, int]]:
    """Return the dice of the first round's roll as the line alone gives them: how many, with which target
    number."""
    fight = Fight.from_battle(Battle.parse(line).check())
    return [
        (group.count, group.hits_on)
        for group in combat_volley(fight, fight.starting_forces(), index, 1).groups
    ]


@pytest.mark.parametrize(
    ("side", "dice"),
    [
        ("1 cruiser", [(1, 7)]),
        ("1 cruiser+", [(1, 6)]),
        ("1 cruiser @ jolnar", [(1, 8)]),
        ("1 cruiser @ sardakk", [(1, 6)]),
        ("1 cruiser @ nebula", [(1, 6)]),
        ("2 fighter 1 cruiser @ prophecy", [(2, 8), (1, 7)]),
        ("2 warsun", [(6, 3)]),
        ("1 cruiser 1 flagship @ sardakk", [(1, 5), (2, 5)]),
        ("1 cruiser 1 flagship @ hacan", [(1, 7), (2, 7)]),
        ("1 cruiser 1 flagship @ hacan,hacan_flagship", [(1, 6), (2, 6)]),
        ("1 cruiser @ hacan,hacan_flagship", [(1, 7)]),
    ],
)
def test_IM_UNIT_8_values_and_modifiers(side: str, dice: list[tuple[int, int]]) -> None:
    assert values(f"space: 1 fighter vs {side}", 1) == dice


@pytest.mark.parametrize("enemy", [("2 fighter", 0), ("2 fighter 1 cruiser", 1), ("3 cruiser 1 carrier", 4)])
def test_IM_UNIT_winnu_flagship_rolls_for_each_non_fighter(enemy: tuple[str, int]) -> None:
    units, count = enemy
    assert values(f"space: 1 flagship @ winnu vs {units}", 0) == ([(count, 7)] if count else [])


def test_IM_UNIT_winnu_flagship_against_fighters_has_no_dice() -> None:
    battle = play_out("space: 1 flagship @ winnu vs 1 fighter", 1)
    assert battle.cases("IM-SPACE-6") == ["no_dice", "rolled", "no_dice"]
    assert battle.cases("IM-UNIT-winnu_flagship") == ["nothing_fighters"] * 2


def test_IM_UNIT_sardakk_flagship_helps_while_it_is_there() -> None:
    battle = play_out("space: 1 flagship 1 cruiser @ sardakk vs 2 cruiser", 1, (10, 1), 1)
    assert battle.throws[2][2] == ((1, 5), (2, 5))
    lost = play_out(
        "space: 1 flagship 1 cruiser @ sardakk / order=flagship sustain=never vs 1 cruiser", 1, 10, 1
    )
    assert lost.throws[2][2] == ((1, 6),)


def test_IM_MOVE_7_nebula_and_abilities_are_cited_once() -> None:
    battle = play_out("space: 1 cruiser @ jolnar vs 1 cruiser @ sardakk,nebula", 1, 1, 1, 1)
    assert battle.cases("IM-MOVE-7") == ["bonus"]
    assert battle.cases("IM-UNIT-fragile") == ["bonus"]
    assert battle.cases("IM-UNIT-unrelenting") == ["bonus"]


@pytest.mark.parametrize(("card", "named"), [("mb", 1), ("mb:2", 2), ("mb,mb:2", 0)])
def test_IM_ACT_mb_in_its_round_only(card: str, named: int) -> None:
    battle = play_out(f"space: 1 cruiser @ {card} vs 1 cruiser", 1, 1, 1, 1, 1, 1)
    rolled = [throw[2][0][1] for throw in battle.throws if throw[0] == 0]
    assert rolled == [6 if n == named or (not named and n < 3) else 7 for n in (1, 2, 3)]
    assert set(battle.cases("IM-ACT-mb")) == {"played"}


def test_IM_ACT_f_prototype_for_fighters_in_round_one() -> None:
    battle = play_out("space: 2 fighter 1 cruiser @ f_prototype vs 1 carrier", 1, 1, 1)
    assert [throw[2] for throw in battle.throws if throw[0] == 0] == [((2, 7), (1, 7)), ((2, 9), (1, 7))]


def test_IM_UNIT_l1z1x_flagship_aims_its_hits_and_those_of_dreadnoughts() -> None:
    line = "space: 1 {} 1 dreadnought 1 cruiser @ l1z1x vs 4 fighter 2 cruiser / order=fighter"
    aimed = play_out(line.format("flagship"), (7, 5, 5, 1), 1)
    assert aimed.ships(1) == {"fighter": (3, 0)}
    assert aimed.cases("IM-UNIT-l1z1x_flagship") == ["aims"]
    assert play_out(line.format("carrier"), (7, 9, 5), 1).ships(1) == {"fighter": (1, 0), "cruiser": (2, 0)}


def test_IM_UNIT_jolnar_flagship_natural_nine_makes_three_hits() -> None:
    for face, left in ((9, 7), (8, 9), (10, 7)):
        battle = play_out("space: 1 flagship @ jolnar vs 10 fighter", (face, 1), 1)
        assert battle.ships(1) == {"fighter": (left, 0)}
    assert battle.cases("IM-UNIT-jolnar_flagship") == ["extra"]


def test_IM_UNIT_hacan_flagship_lifts_dice_that_miss_by_one() -> None:
    line = "space: 1 cruiser 1 flagship @ hacan,hacan_flagship vs 5 fighter"
    battle = play_out(line, (6, 6, 5), 1)
    assert battle.ships(1) == {"fighter": (3, 0)}
    assert battle.facts("IM-UNIT-hacan_flagship", "nudged")["n"] == 2


# -- rerolls


def test_IM_UNIT_munitions_rerolls_misses_every_round() -> None:
    battle = play_out("space: 2 cruiser @ letnev,munitions vs 9 fighter", (7, 1), 7, 1, (1, 1), 7, 1)
    assert [throw[1] for throw in battle.throws if throw[0] == 0] == ["combat", "again"] * 2
    assert battle.throws[1][2] == ((1, 7),)
    assert battle.ships(1) == {"fighter": (5, 0)}
    assert battle.cases("IM-UNIT-munitions") == ["rerolled"] * 2


@pytest.mark.parametrize("card", ["war_funding", "war_funding:2"])
def test_IM_TRADE_war_funding_in_its_round(card: str) -> None:
    second = card.endswith("2")
    battle = play_out(f"space: 1 cruiser @ {card} vs 9 fighter", 1, 1, 1, 1)
    steps = [throw[1] for throw in battle.throws]
    assert steps == (
        ["combat", "combat", "combat", "again"] if second else ["combat", "again", "combat", "combat"]
    )
    assert battle.cases("IM-TRADE-war_funding") == ["rerolled"]


@pytest.mark.parametrize("card", ["war_funding", "letnev,munitions"])
def test_IM_TRADE_war_funding_is_asked_of_the_dice_that_missed(card: str) -> None:
    battle = play_out(f"space: 1 cruiser @ {card} vs 9 fighter", 1, 1, 1)
    question = next(asked for asked in battle.asked if isinstance(asked, PlayEffect))
    assert "reroll your missed dice with" in question.text()
    assert "Würfelst du deine Fehlwürfe mit" in question.text("de")


def test_IM_AGENDA_crown_of_thalnos_burns_fighters_that_miss_again() -> None:
    line = "space: 3 fighter 1 carrier @ crown_of_thalnos vs 9 fighter"
    battle = play_out(line, (9, 1, 1, 1), (9, 1), 1)
    assert battle.throws[1] == (0, "again", ((2, 9),))
    assert battle.ships(0) == {"fighter": (2, 0), "carrier": (1, 0)}
    assert battle.ships(1) == {"fighter": (7, 0)}
    assert battle.facts("IM-AGENDA-crown_of_thalnos", "rerolled")["lost"] == 1


def test_IM_AGENDA_crown_of_thalnos_losses_come_before_hits_are_assigned() -> None:
    battle = play_out("space: 1 fighter 1 carrier @ crown_of_thalnos vs 1 fighter", (1, 1), 1, 10)
    assert battle.ships(0) == {}
    assert battle.facts("IM-SPACE-10", "won")["side"] == "defender"


def test_IM_AGENDA_crown_of_thalnos_all_gone_still_leaves_the_other_roll() -> None:
    battle = play_out("space: 1 fighter @ crown_of_thalnos vs 1 fighter", 1, 1, 1)
    assert [throw[0] for throw in battle.throws] == [0, 0, 1]
    assert battle.facts("IM-SPACE-10", "won")["side"] == "defender"


def test_IM_UNIT_9_rerolls_follow_each_other_munitions_then_the_crown() -> None:
    line = "space: 2 fighter @ letnev,crown_of_thalnos,munitions vs 9 fighter"
    battle = play_out(line, (1, 1), (9, 1), 9, 1)
    assert [throw[1] for throw in battle.throws] == ["combat", "again", "again", "combat"]
    assert battle.ships(1) == {"fighter": (7, 0)}


def test_IM_UNIT_8_a_reroll_may_be_declined() -> None:
    def never(question: object) -> str | None:
        return "pass" if isinstance(question, PlayEffect) else None

    battle = play_out("space: 1 cruiser @ letnev,munitions vs 1 fighter", 1, 1, answer=never)
    assert battle.cases("IM-UNIT-munitions") == ["passed"]


def test_IM_UNIT_hacan_flagship_lifts_dice_of_the_barrage_too() -> None:
    line = "space: 2 destroyer 1 flagship @ hacan,hacan_flagship vs 6 fighter"
    battle = play_out(line, (8, 9, 7, 1))
    assert battle.throws[0] == (0, "barrage", ((4, 8),))
    assert battle.ships(1) == {"fighter": (4, 0)}
    assert battle.facts("IM-UNIT-hacan_flagship", "nudged")["n"] == 1
    assert play_out(line.replace(",hacan_flagship", ""), (8, 9, 7, 1)).ships(1) == {"fighter": (5, 0)}
    assert play_out(line.replace("2 destroyer", "2 destroyer 1 pds"), 5, (8, 9, 7, 1)).throws[0][2] == (
        (1, 6),
    )


def test_IM_UNIT_hacan_flagship_lifts_last_shots_too() -> None:
    line = "space: 1 cruiser 1 flagship @ hacan,courageous,hacan_flagship / sustain=never vs 9 fighter"
    battle = play_out(line, 1, (10, *(1,) * 8), (6, 5))
    assert battle.throws[2] == (0, "courageous", ((2, 6),))
    assert battle.ships(1) == {"fighter": (8, 0)}


@pytest.mark.parametrize("text", ["roll " + "9" * 5_000, "roll 00005"])
def test_IM_ASK_1_a_number_of_more_than_four_digits_is_no_throw(text: str) -> None:
    game = Game(parse_start("space: 1 cruiser vs 1 destroyer"), rolls="ask")
    while (question := game.question) is not None and question.kind != "roll":
        game.answer(next(iter(question.options())))
    assert question is not None
    with pytest.raises(BadAnswer):
        question.parse_answer(text)
