"""The status phase, objectives and the end of the game (IM-STATUS, IM-OBJ, IM-END)."""

import pytest
from imperium.galaxy.game.positions import (
    OVER,
    case,
    cases,
    chapter,
    deck,
    kind,
    options,
    put,
    say,
    sheet,
    system,
)

from twingkit.imperium.galaxy.phases.ending import game_result
from twingkit.imperium.galaxy.phases.status_phase import play_status_phase


def status(arrange=lambda table: None, **more):
    """Return a game of a status phase: p2 is first in initiative, then p3, then p1, who is the speaker."""

    def laid(table):
        for seat, numbers in enumerate(((5, 8), (1, 6), (2, 7))):
            sheet(table, seat, strategy_cards=dict.fromkeys(numbers, True), has_passed=True)
        table.phase, table.speaker = "status", 0
        table.open_objectives, table.face_down_objective_counts = ("intimidate",), (3, 0)
        arrange(table)

    return chapter(play_status_phase, laid, **more)


def through(game):
    """Answer with the first option until nothing is pending; return the questions."""
    asked = []
    while game.question is not None:
        asked.append(kind(game))
        say(game, options(game)[0])
    return asked


def test_IM_STATUS_1_in_initiative_order_one_public_and_one_secret_objective():
    def arrange(table):
        table.open_objectives = ("lead", "sway_council")
        for seat in (0, 1, 2):
            sheet(table, seat, goods=8)
        sheet(table, 1, secret_objectives=("eap", "fwm"))
        for planet in ("arretze", "hercant"):
            put(table, 1, planet, pds=2)
        put(table, 1, "hercant", spacedock=1)
        put(table, 1, "kamdorn", spacedock=1)

    game = status(arrange)
    assert kind(game) == ("score", 1)
    assert set(options(game)) == {"score lead", "score sway_council", "score none"}
    say(game, "score lead", "tactic_tokens 3")
    assert kind(game) == ("score", 1)  # the secret one; no second public one
    assert set(options(game)) == {"score eap", "score fwm", "score none"}
    say(game, "score eap")
    assert kind(game) == ("score", 2)
    assert game.table.players[1].points == 2


def test_IM_OBJ_1_an_objective_is_scored_once_by_each_player_and_by_all():
    def arrange(table):
        table.open_objectives = ("intimidate",)
        for seat in (1, 2):
            put(table, seat, "20" if seat == 1 else "24", fighter=1)
            put(table, seat, "23" if seat == 1 else "41", fighter=1)
        sheet(table, 2, scored_objectives=("intimidate",))

    game = status(arrange)
    assert kind(game) == ("score", 1)
    say(game, "score intimidate")
    assert kind(game)[0] != "score"
    assert game.table.players[2].points == 0


def test_IM_OBJ_2_public_ones_need_all_own_home_planets_secret_ones_do_not():
    def arrange(table):
        table.open_objectives = ("lead",)
        sheet(table, 1, secret_objectives=("te",))
        put(table, 1, "26", fighter=1)  # beside Sol's home
        table.planet_controllers["kamdorn"] = None

    game = status(arrange)
    assert options(game) == ["score te", "score none"]


@pytest.mark.parametrize("goods", [4, 5])
def test_IM_PAY_2_a_cost_in_goods_takes_goods_only(goods):
    def arrange(table):
        table.open_objectives = ("trade_routes",)
        sheet(table, 1, goods=goods, commodities=6)

    game = status(arrange)
    if goods == 4:
        assert kind(game)[0] != "score"
    else:
        say(game, "score trade_routes")
        assert (game.table.players[1].goods, game.table.players[1].commodities) == (0, 6)


def test_IM_STATUS_2_the_speaker_reveals_the_next_and_stage_two_after_all_of_stage_one():
    def arrange(table):
        table.objective_decks = (deck("monument"), deck("conquer", "subdue"))
        table.face_down_objective_counts = (1, 2)

    game = status(arrange)
    assert options(game) == ["monument"]
    assert kind(game) == ("draw", 0)
    say(game, "draw monument")
    assert game.table.open_objectives[-1] == "monument"

    def later(table):
        table.objective_decks = (deck("monument"), deck("conquer", "subdue"))
        table.face_down_objective_counts = (0, 2)

    assert options(status(later)) == ["conquer", "subdue"]


def test_IM_END_2_nothing_to_reveal_ends_the_game_most_points_then_initiative():
    def arrange(table):
        table.face_down_objective_counts = (0, 0)
        sheet(table, 0, points=2)
        sheet(table, 2, points=2)

    game = status(arrange)
    assert game.result == OVER
    assert game_result(game.table).winner == 2  # before p1 in initiative


def test_IM_END_2_objectives_are_scored_before_the_game_ends():
    def arrange(table):
        table.face_down_objective_counts = (0, 0)
        table.open_objectives = ("lead",)

    game = status(arrange)
    assert kind(game) == ("score", 1)


def test_IM_STATUS_2_situation_21_the_first_in_initiative_who_reaches_the_goal_has_won():
    def arrange(table):
        table.open_objectives = ("lead",)
        sheet(table, 1, points=3)
        sheet(table, 2, points=3, secret_objectives=("te",))

    game = say(status(arrange), "score lead", "tactic_tokens 3")
    assert game.result == OVER
    assert game.table.players[2].points == 3
    assert game_result(game.table).winner == 1


def test_IM_STATUS_3_to_8_cards_tokens_readied_repaired_and_strategy_cards_back():
    def arrange(table):
        table.place_token(0, system(table, "20"))
        table.place_token(1, system(table, "20"))
        table.exhausted_planets = frozenset({"jord", "arretze"})
        sheet(table, 0, exhausted_cards=frozenset({"x89"}))
        put(table, 0, "20", dreadnought=1, hurt=("dreadnought",))

    game = status(arrange)
    say(game, options(game)[0])  # the objective
    assert [kind(game)[0], kind(game)[1]] == ["draw", 1]
    say(game, "draw lucky")
    assert kind(game) == ("draw", 2)
    assert ("IM-STATUS-3", "drawn") in cases(game)
    say(game, "draw plague", "draw uprising")
    assert kind(game) == ("draw", 0)  # Neural Motivator of Sol: a second card
    say(game, "draw insub")
    assert ("IM-TECH-nm", "drawn") in cases(game)
    assert game.table.command_tokens[system(game.table, "20")] == frozenset()
    assert kind(game) == ("pools", 1)
    assert case(game, "pools 3 3 2") == ("IM-PAY-3", "sum")
    say(game, "pools 1 3 6")  # two more, and all divided anew
    say(game, "pools 5 3 2")
    assert game.question.facts()["n"] == 3  # Sol is versatile
    say(game, "pools 5 3 3")
    table = game.table
    assert game.question is None
    assert table.exhausted_planets == frozenset()
    assert table.players[0].exhausted_cards == frozenset()
    assert table.units_in_space(0, system(table, "20")).hurt == {}
    assert all(not player.strategy_cards and not player.has_passed for player in table.players)
    assert (table.phase, table.round) == ("strategy", 2)
    steps = [rule for rule, _ in cases(game) if rule.startswith("IM-STATUS")]
    assert list(dict.fromkeys(steps)) == [f"IM-STATUS-{step}" for step in (1, 2, 3, 4, 5, 6, 8)]


def test_IM_STATUS_5_a_smaller_fleet_pool_removes_ships_at_once():
    def arrange(table):
        put(table, 1, "20", destroyer=3)

    game = status(arrange)
    say(game, options(game)[0], *(["draw lucky", "draw plague", "draw uprising", "draw insub"]))
    say(game, "pools 7 1 2")
    while kind(game) == ("give_up", 1):
        say(game, options(game)[0])
    assert game.table.units_in_space(1, system(game.table, "20")).nonfighter_count == 1


@pytest.mark.parametrize(("custodians", "phase"), [(True, "strategy"), (False, "agenda")])
def test_IM_STATUS_8_the_agenda_phase_comes_once_the_custodians_are_gone(custodians, phase):
    def arrange(table):
        table.has_custodians = custodians

    game = status(arrange)
    through(game)
    assert game.table.phase == phase
    assert game.table.round == (2 if custodians else 1)


def test_IM_OBJ_5_points_end_at_nothing_and_at_the_goal():
    table = status().table
    table.gain_points(0, -1)
    assert table.players[0].points == 0
    table.gain_points(0, 9)
    assert table.players[0].points == table.points_to_win == 4


def test_IM_END_1_without_strategy_cards_the_nearest_to_the_speaker_comes_first():
    def arrange(table):
        table.speaker = 1
        for seat in range(3):
            sheet(table, seat, strategy_cards={}, points=4)

    assert game_result(status(arrange).table).winner == 1
