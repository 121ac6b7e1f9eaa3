"""Dice of a whole game that a person rolls: the questions, and the errors for wrong answers."""

from __future__ import annotations

import pytest

from twingkit.core.questions import BadAnswer
from twingkit.imperium.battle.rules.questions import bad_dice_answer
from twingkit.imperium.galaxy.phases.set_up import set_up_faction
from twingkit.imperium.galaxy.starts import SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.tactical.losses import roll_for_revival
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll


@pytest.mark.parametrize(
    ("lang", "counted", "needed"),
    [("en", "destroyed infantry 2 of 3", "On 6 or more"), ("de", "Nummer 2 von 3", "Bei 6 oder")],
)
def test_IM_UNIT_infantry2_each_die_says_for_which_infantry_it_falls_and_what_is_needed(
    lang: str, counted: str, needed: str
) -> None:
    table = GameStart(SHORT_FACTIONS, True).table()
    for seat in range(len(table.players)):
        set_up_faction(table, seat)
    table.players[1].technologies |= {"inf2"}
    script = roll_for_revival(table, 1, 3)
    next(script)
    die = script.send(7)
    assert isinstance(die, TenSidedRoll)
    assert die.rule == "IM-UNIT-infantry2"
    assert counted in die.text()
    assert needed in die.text()


def test_IM_MOVE_11_a_die_for_a_rift_names_the_ship_and_what_loses_it() -> None:
    die = TenSidedRoll(0, "rift", "IM-MOVE-11", unit="cruiser", n=3)
    assert "(cruiser); roll a die. On 3 or less" in die.text()
    assert "(Kreuzer); wirf einen Würfel. Bei 3 oder weniger" in die.text("de")


def test_a_wrong_throw_hears_how_many_numbers_are_expected() -> None:
    with pytest.raises(BadAnswer) as wrong:
        TenSidedRoll(0, "rift", "IM-MOVE-11", unit="cruiser", n=3).parse_answer("roll 11")
    assert wrong.value.text().endswith("expected: one number from 1 to 10")
    assert wrong.value.text("de").endswith("erwartet: eine einzige Zahl von 1 bis 10")
    assert "3 numbers from 1 to 10 with spaces between them" in bad_dice_answer("7 7", 3).text()


@pytest.mark.parametrize("answer", [3.0, 3 + 0j, True, "3", None, 0, 11])
def test_IM_MOVE_11_only_a_whole_number_of_the_die_is_a_face(answer: object) -> None:
    with pytest.raises(BadAnswer):
        TenSidedRoll(0, "rift", "IM-MOVE-11", unit="cruiser", n=3).refusal(answer)
