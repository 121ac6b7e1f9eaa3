"""Room on ships after Space Cannon: the owner chooses what is lost, the odds use the order (IM-UNIT-11)."""

from __future__ import annotations

import pytest
from imperium.script_walk import walked_odds

from twingkit import Game, Refusal
from twingkit.core.questions import BadAnswer
from twingkit.imperium import Battle, battle_game, odds
from twingkit.imperium.battle.best_player import advice
from twingkit.imperium.battle.exact_odds.odds_now import odds_now
from twingkit.imperium.battle.rules.losses.capacity import ExcessUnitRemoval
from twingkit.imperium.battle.rules.space.survivors import survivors

FLEET = "3 fighter 1 infantry 1 mech 1 carrier 2 dreadnought"
LINE = f"space: {FLEET} / order=carrier{{}} sustain=never vs 1 cruiser 1 pds"


FIGHTER = 1
"""The place of the fighters: only carriers are lost before them."""


def fighters(game: Game) -> int:
    """Return the number of the attacker's fighters."""
    assert game.table.rosters[0].units[FIGHTER].name == "fighter"
    return game.table.forces[0].count(FIGHTER)


def battle_at_room_question(line: str, *answers: str) -> Game:
    """Return a battle at its first question about room."""
    game = battle_game(line)
    for answer in answers or ("play", "roll 9", "assign carrier"):
        if game.question is not None and not isinstance(game.question, ExcessUnitRemoval):
            game.answer(answer)
    assert isinstance(game.question, ExcessUnitRemoval)
    return game


def test_IM_UNIT_11_the_owner_is_asked_what_has_no_room_any_more():
    game = battle_at_room_question(LINE.format(""))
    assert game.question.excess_count == 3
    assert game.question.format_answer(game.question.default_answer()) == "remove 3 fighter"
    assert "remove 2 fighter, infantry" in map(game.question.format_answer, game.question.options())
    game.answer("remove fighter, infantry, mech")
    assert fighters(game) == 2
    [ruling] = [ruling for ruling in game.latest_rulings if ruling.rule == "IM-UNIT-11"]
    assert "1 fighter, 1 infantry and 1 mech" in ruling.text("en")
    assert Game.replay(game.record).table.state == game.table.state


@pytest.mark.parametrize("answer", ["remove 2 fighter", "remove 3 fighter, infantry"])
def test_IM_UNIT_11_as_many_go_as_have_no_room(answer):
    game = battle_at_room_question(LINE.format(""))
    with pytest.raises(Refusal) as refused:
        game.answer(answer)
    assert (refused.value.rule, refused.value.case) == ("IM-UNIT-11", "how_many")
    assert "no room for 3" in refused.value.text("en")


@pytest.mark.parametrize(
    "answer", ["remove 4 fighter", "remove cruiser", "remove fighter, fighter", "3", "remove"]
)
def test_IM_UNIT_11_what_is_not_there_is_no_answer(answer):
    game = battle_at_room_question(LINE.format(""))
    with pytest.raises(BadAnswer, match="remove 3 fighter"):
        game.answer(answer)


def test_IM_UNIT_11_nobody_is_asked_without_a_choice():
    game = battle_game("space: 3 fighter 1 carrier 1 cruiser / order=carrier vs 1 cruiser 1 pds")
    for answer in ("play", "roll 9", "assign carrier"):
        game.answer(answer)
    assert not isinstance(game.question, ExcessUnitRemoval)
    assert fighters(game) == 0


@pytest.mark.parametrize(
    ("order", "stated"),
    [
        ("", "remove 3 fighter"),
        (",infantry", "remove infantry, 2 fighter"),
        (",mech,infantry", "remove mech, infantry, fighter"),
        (",fighter,mech", "remove 3 fighter"),
    ],
)
def test_IM_UNIT_11_the_order_of_losses_decides_what_goes_first(order, stated):
    question = battle_at_room_question(LINE.format(order)).question
    assert question.format_answer(question.default_answer()) == stated


@pytest.mark.parametrize("order", ["", ",infantry"])
def test_IM_UNIT_11_odds_are_those_of_the_script_walked(order):
    fleet = f"1 fighter 1 infantry 1 carrier 1 dreadnought / order=carrier{order} sustain=never"
    line = f"space: {fleet} vs 1 pds 1 fighter"
    found, walked = odds(line), walked_odds(line, 1e-6)
    assert (found.win, found.tie, found.loss) == pytest.approx(walked[:3], abs=1e-6)


def test_IM_UNIT_11_fighters_that_stay_fight_on():
    assert odds(LINE.format(",mech,infantry")).win > odds(LINE.format("")).win


def test_IM_UNIT_11_what_was_removed_does_not_land():
    game = battle_at_room_question(LINE.format(""))
    game.answer("remove 2 fighter, mech")
    kept = survivors(game.table.fight, 0, game.table.forces[0])
    assert (kept.fighters, kept.ground_forces, kept.lost_without_room) == (
        (("fighter", 1),),
        (("infantry", 1),),
        (),
    )
    fighters_dead = game.table.forces[0].without(FIGHTER)
    assert survivors(game.table.fight, 0, fighters_dead).ground_forces == (("infantry", 1),)


def test_IM_UNIT_11_an_invasion_lands_what_the_order_kept():
    fleet = "2 fighter 2 infantry 1 carrier 2 dreadnought / order=carrier{} sustain=never"
    line = f"invasion: {fleet} vs 1 fighter 1 pds+ 1 infantry"
    usual, spared = (odds(line.format(order)) for order in ("", ",infantry"))
    assert usual.space_odds.win < spared.space_odds.win  # fighters were kept
    assert usual.win > spared.win  # but infantry is gone
    assert Battle.parse(line.format(",infantry")).problems() == []


def test_IM_UNIT_11_best_weighs_what_goes():
    game = battle_at_room_question(LINE.format(""))
    advised = advice(game)
    assert advised.rated_answers[0].win == max(one.win for one in advised.rated_answers)
    assert (
        game.question.format_answer(advised.answer)
        == advised.rated_answers[0].answer
        == "remove fighter, infantry, mech"
    )
    before = odds_now(game)
    game.answer("remove 3 fighter")
    after = odds_now(game)
    assert (before.win, before.tie) == pytest.approx((after.win, after.tie))
