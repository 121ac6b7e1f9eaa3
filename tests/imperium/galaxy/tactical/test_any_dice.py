"""The Crown of Thalnos in a whole game: its owner names any dice to reroll after each combat roll."""

from __future__ import annotations

import random

import pytest
from imperium.galaxy.game.positions import cases, in_space, kind, on_planet, say

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer
from twingkit.imperium import position_game
from twingkit.imperium.galaxy.players.greedy import GreedyPolicy

RULE = "IM-AGENDA-crown_of_thalnos"
LINE = (
    "galaxy: sol hacan letnev, action p1, custodians gone, p1 fleet 5 cards 1 5, p2 cards 2 6, "
    "p3 cards 3 7, at 18 {own}, at 19 p2 {enemy}, law crown_of_thalnos:{owner}"
)


def fleets(own: str, enemy: str, owner: str = "p1") -> Game:
    """Return a combat of p1 with p2 at its first dice."""
    game = position_game(LINE.format(own=f"p1 {own}", enemy=enemy, owner=owner))
    say(game, "activate 19", f"move 18 {own.replace(' 1 ', ', 1 ').replace(' 2 ', ', 2 ')}")
    while kind(game)[0] != "roll":
        game.answer("stay" if kind(game)[0] == "retreat" else "pass")
    return game


def written(game: Game, answer: object) -> str:
    return game.question.format_answer(answer)


def texts_of_options(game: Game) -> list[str]:
    return [written(game, answer) for answer in game.question.options()]


def test_IM_AGENDA_crown_of_thalnos_any_dice_are_rolled_again_and_who_misses_then_is_destroyed() -> None:
    game = say(fleets("2 cruiser 1 dreadnought", "1 carrier"), "roll 3 9 2")
    assert kind(game) == ("again", 0)
    assert texts_of_options(game)[:4] == [
        "again none",
        "again cruiser 3, dreadnought 2",
        "again cruiser 3 9, dreadnought 2",
        "again dreadnought 2",
    ]
    say(game, "cruiser 3, dreadnought 2")
    assert kind(game) == ("roll", 0)
    say(game, "roll 8 4")  # the cruiser hits, the dreadnought is lost before hits are assigned
    (rolled,) = [ruling for ruling in game.rulings if ruling.case == "any"]
    assert (rolled.rule, rolled.facts["hits"], rolled.facts["lost"]) == (RULE, 1, 1)
    assert "The dice now show: cruiser (7+) 8; dreadnought (5+) 4" in rolled.text("en")
    assert "Jetzt zeigen die Würfel" in rolled.text("de")
    say(game, "roll 1")
    assert in_space(game, 0, "19") == {"cruiser": 2}
    assert in_space(game, 1, "19") == {}


def test_IM_AGENDA_crown_of_thalnos_a_hit_that_is_rolled_again_is_gone() -> None:
    game = say(fleets("1 cruiser", "1 carrier"), "roll 10", "again cruiser 10", "roll 1", "roll 1")
    assert in_space(game, 0, "19") == {}
    assert in_space(game, 1, "19") == {"carrier": 1}


def test_IM_AGENDA_crown_of_thalnos_its_owner_is_asked_each_round_though_all_dice_hit() -> None:
    game = say(fleets("1 cruiser", "2 carrier"), "roll 10")
    assert kind(game) == ("again", 0)
    say(game, "none", "roll 1 1")
    assert (RULE, "passed") in cases(game)
    while kind(game)[0] != "roll":
        game.answer("stay")
    say(game, "roll 1")
    assert kind(game) == ("again", 0)
    assert texts_of_options(game)[:2] == ["again none", "again cruiser 1"]


def test_IM_AGENDA_crown_of_thalnos_only_its_owner_rolls_again() -> None:
    game = say(fleets("1 cruiser", "1 carrier", owner="p2"), "roll 10")
    assert kind(game) == ("roll", 1)
    say(game, "roll 2")
    assert kind(game) == ("again", 1)
    game = say(fleets("1 cruiser", "1 carrier", owner="p3"), "roll 1", "roll 1")
    assert kind(game) != ("again", 0)


def test_IM_AGENDA_crown_of_thalnos_a_unit_of_several_dice_falls_if_none_of_the_new_ones_hits() -> None:
    line = LINE.replace("p1 fleet 5", "p1 fleet 5 tech amd nm ws")
    own = "2 warsun"
    game = position_game(line.format(own=f"p1 {own}", enemy="2 carrier", owner="p1"))
    say(game, "activate 19", f"move 18 {own}")
    while kind(game)[0] != "roll":
        game.answer("stay" if kind(game)[0] == "retreat" else "pass")
    say(game, "roll 1 2 2 1 1 10", "again warsun 1 1 1 2 2", "roll 1 1 10 2 2")
    (rolled,) = [ruling for ruling in game.rulings if ruling.case == "any"]
    assert (rolled.facts["hits"], rolled.facts["lost"]) == (1, 1)


def test_IM_AGENDA_crown_of_thalnos_on_the_ground_too() -> None:
    game = position_game(
        "galaxy: sol hacan letnev, action p1, custodians gone, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, "
        "at 18 p1 1 carrier 2 infantry, at 19 none, at wellon p2 1 infantry, law crown_of_thalnos:p1"
    )
    say(game, "activate 19", "move 18 1 carrier, 2 infantry", "land 2 infantry wellon")
    while kind(game)[0] != "roll":
        game.answer("pass")
    say(game, "roll 2 3")
    assert texts_of_options(game)[0] == "again infantry 2 3"
    say(game, "again infantry 2", "roll 1", "roll 1")
    assert kind(game) == ("roll", 0)
    say(game, "roll 10", "none", "roll 1")
    assert (RULE, "any") in cases(game)
    assert on_planet(game, 0, "wellon")["infantry"] == 1


@pytest.mark.parametrize(
    "text", ["again fighter 3", "cruiser 4", "cruiser 3 3", "cruiser", "again", "cruiser x", ""]
)
def test_IM_AGENDA_crown_of_thalnos_unrolled_dice_are_no_answer(text: str) -> None:
    game = say(fleets("1 cruiser", "1 carrier"), "roll 3")
    before = game.record
    with pytest.raises(BadAnswer, match="again cruiser 3"):
        game.answer(text)
    assert game.record == before


def test_every_choice_of_dice_is_an_option_and_records_replay() -> None:
    game = say(fleets("2 cruiser 1 dreadnought", "1 carrier"), "roll 3 3 9")
    listed = texts_of_options(game)
    assert len(set(listed)) == len(listed) == 3 * 2
    for answer in listed:
        assert written(game, game.question.parse_answer(answer)) == answer
        assert game.refusal(answer) is None
    rng = random.Random(1)
    assert {written(game, game.question.random_answer(rng)) for _ in range(200)} == set(listed)
    parsed = game.question.parse_answer("  dreadnought 9 ,cruiser 3 ")
    assert written(game, parsed) == "again cruiser 3, dreadnought 9"
    say(game, "again cruiser 3, dreadnought 9", "roll 1 1")
    assert Game.replay(game.record).table.key() == game.table.key()


def test_computer_players_roll_again_what_the_odds_have() -> None:
    game = say(fleets("2 fighter 1 carrier", "1 carrier"), "roll 1 2 1")
    assert written(game, GreedyPolicy(1)(game)) == "again fighter 1 2"
