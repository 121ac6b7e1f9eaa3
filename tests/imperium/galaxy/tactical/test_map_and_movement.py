"""The map in a game, and movement: adjacency, paths, and transport."""

import re

import pytest
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    empty,
    in_space,
    kind,
    on_planet,
    options,
    put,
    say,
    sheet,
    system,
    take_planets,
)

from twingkit.core.questions import BadAnswer
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.tactical.movement import movement
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action
from twingkit.imperium.galaxy.trade.offers import are_neighbours


def bare(table):
    """Setup function: an empty board, and Sol without its starting technologies."""
    empty(table)
    sheet(table, 0, technologies=frozenset())


def move(target, arrange, **more):
    """Return a game at p1's (Sol's) movement into a system that already has a token."""

    def laid(table):
        bare(table)
        table.active_system = system(table, target)
        table.place_token(0, table.active_system)
        arrange(table)

    return chapter(lambda table: movement(table, 0, system(table, target)), laid, **more)


def activate(target, arrange, **more):
    """Return a game in which p1 (Sol) activates a system on an empty board that `arrange` fills."""

    def laid(table):
        bare(table)
        arrange(table)

    return chapter(lambda table: tactical_action(table, 0, system(table, target)), laid, **more)


# -- adjacency


def links_of(table, number, seat=0, purpose="move"):
    """Return the tiles adjacent to a tile."""
    return {table.tile_number(other) for other in table.adjacency(seat, purpose)[system(table, number)]}


def test_IM_MAP_1_systems_are_adjacent_when_they_share_a_side():
    table = move("20", lambda table: put(table, 0, "01", carrier=1)).table
    assert links_of(table, "20") == {"01", "26", "42", "18", "41", "34"}
    assert "23" not in links_of(table, "20")


def test_IM_MAP_5_quantum_entanglement_joins_alpha_and_beta_for_creuss_and_as_neighbours_for_both():
    game = chapter(
        lambda table: movement(table, 0, 0), empty, factions=("ghost", "sol", "jolnar"), short=False
    )
    table = game.table
    assert "25" in links_of(table, "39", 0)
    assert "25" not in links_of(table, "39", 1)
    table.planet_controllers = dict.fromkeys(table.planet_controllers)
    put(table, 0, "39", cruiser=1)
    put(table, 1, "25", cruiser=1)
    put(table, 2, "39", cruiser=1)
    assert are_neighbours(table, 0, 1)
    assert are_neighbours(table, 1, 0)
    assert not are_neighbours(table, 2, 1)


def test_IM_MAP_5_the_travel_ban_stops_movement_and_retreats_only():
    table = move("20", lambda table: put(table, 0, "01", carrier=1)).table
    table.laws = (Law("travel_ban"),)
    assert "39" not in links_of(table, "26", purpose="move")
    assert "39" not in links_of(table, "26", purpose="retreat")
    assert "39" in links_of(table, "26", purpose="cannon")
    assert "39" in links_of(table, "26", purpose="neighbour")


# -- moving


def test_IM_MOVE_1_a_ship_moves_as_many_systems_as_its_value_and_no_more():
    game = move("23", lambda table: put(table, 0, "20", cruiser=1, carrier=1))
    assert case(game, "move 20 1 cruiser") is None
    assert case(game, "move 20 1 carrier") == ("IM-MOVE-1", "reach")
    say(game, "move 20 1 cruiser")
    assert in_space(game, 0, "23") == {"cruiser": 1}
    assert in_space(game, 0, "20") == {"carrier": 1}
    assert ("IM-MOVE-1", "moved") in cases(game)


def test_IM_MOVE_1_ships_come_from_any_number_of_systems():
    def arrange(table):
        put(table, 0, "20", cruiser=1)
        put(table, 0, "31", cruiser=1)
        put(table, 0, "30", carrier=1)

    game = say(move("23", arrange), "move 20 1 cruiser; 31 1 cruiser; 30 1 carrier")
    assert in_space(game, 0, "23") == {"cruiser": 2, "carrier": 1}


def test_IM_MOVE_1_what_is_not_there_does_not_move():
    game = move("23", lambda table: put(table, 0, "30", cruiser=1))
    assert case(game, "move 30 2 cruiser") == ("IM-MOVE-1", "not_there")
    assert case(game, "move 31 1 cruiser") == ("IM-MOVE-1", "not_there")
    with pytest.raises(BadAnswer):
        game.answer("move 30 1 starfort")
    assert kind(game) == ("move", 0)


def test_IM_MOVE_1_damage_is_moved_with_its_ship():
    def arrange(table):
        put(table, 0, "30", dreadnought=2, hurt=("dreadnought",))

    game = move("23", arrange)
    assert case(game, "move 30 2 dreadnought!") == ("IM-MOVE-1", "not_hurt")
    say(game, "move 30 1 dreadnought!")
    table = game.table
    assert table.units_in_space(0, system(table, "23")).hurt == {"dreadnought": 1}
    assert table.units_in_space(0, system(table, "30")).hurt == {}


def test_IM_MOVE_2_ships_do_not_leave_a_system_with_an_own_token():
    def arrange(table):
        put(table, 0, "30", cruiser=1)
        table.place_token(0, system(table, "30"))

    game = move("23", lambda table: (arrange(table), put(table, 0, "31", cruiser=1)))
    assert case(game, "move 30 1 cruiser") == ("IM-MOVE-2", "token")
    assert "move 30 1 cruiser" not in options(game)


def test_IM_MOVE_2_the_token_of_another_player_holds_nobody():
    def arrange(table):
        put(table, 0, "30", cruiser=1)
        table.place_token(1, system(table, "30"))

    assert case(move("23", arrange), "move 30 1 cruiser") is None


def test_IM_MOVE_2_situation_1_a_carrier_passes_an_own_token_and_loads_nothing_there():
    def arrange(table):
        put(table, 0, "01", cruiser=1, carrier=1)
        put(table, 0, "vefutii", infantry=2)
        take_planets(table, 0, "vefutii")
        sheet(table, 0, technologies=frozenset({"ac2"}))
        table.place_token(0, system(table, "20"))

    game = move("18", arrange)
    assert case(game, "move 01 1 carrier, 1 infantry vefutii") == ("IM-MOVE-4", "token")
    say(game, "move 01 1 carrier, 1 cruiser")
    assert in_space(game, 0, "18") == {"carrier": 1, "cruiser": 1}


def test_IM_MOVE_2_situation_2_a_ship_leaves_the_active_system_loads_and_returns():
    def arrange(table):
        put(table, 0, "20", carrier=1)
        put(table, 0, "lodor", infantry=2)
        take_planets(table, 0, "lodor")
        sheet(table, 0, technologies=frozenset({"ac2"}))

    game = move("20", arrange)
    say(game, "move 20 1 carrier, 2 infantry lodor")
    assert in_space(game, 0, "20") == {"carrier": 1, "infantry": 2}
    assert on_planet(game, 0, "lodor") == {}


def staying(table):
    """Setup function: a carrier with a fighter in the active system 30, infantry of p1 on one planet there,
    of p2 on the other."""
    put(table, 0, "30", carrier=1, fighter=1)
    put(table, 0, "mellon", infantry=6)
    take_planets(table, 0, "mellon")
    take_planets(table, 1, "zohbat")


def test_IM_MOVE_4_a_ship_that_stays_in_the_active_system_takes_up_what_is_there():
    game = move("30", staying)
    assert options(game) == ["move none", "move 30 1 carrier, 5 infantry mellon"]  # Sol's carrier carries 6
    assert case(game, "move 30 1 carrier, 7 infantry mellon") == ("IM-MOVE-1", "not_there")
    say(game, "move 30 1 carrier, 2 infantry mellon")
    assert in_space(game, 0, "30") == {"carrier": 1, "fighter": 1, "infantry": 2}
    assert on_planet(game, 0, "mellon") == {"infantry": 4}
    assert ("IM-MOVE-4", "taken_up") in cases(game)
    assert ("IM-MOVE-1", "moved") not in cases(game)


def test_IM_MOVE_4_taking_up_is_not_offered_where_all_planets_are_the_players_own():
    game = move("30", lambda table: (staying(table), take_planets(table, 0, "zohbat")))
    assert options(game) == ["move none"]


def test_IM_MOVE_11_a_ship_that_stays_in_a_rift_rolls_no_die():
    game = say(move("41", lambda table: put(table, 0, "41", cruiser=1)), "move 41 1 cruiser")
    assert game.question is None
    assert in_space(game, 0, "41") == {"cruiser": 1}


def test_IM_TRADE_ceasefire_stops_moving_in_and_ships_that_are_there_take_up_troops():
    def arrange(table):
        table.start_effect("ceasefire", 0, "tactical")
        put(table, 0, "20", cruiser=1)
        put(table, 0, "lodor", infantry=1)

    assert move("30", arrange).question is None
    game = move("30", lambda table: (arrange(table), staying(table)))
    assert options(game) == ["move none", "move 30 1 carrier, 5 infantry mellon"]
    assert case(game, "move 20 1 cruiser") == ("IM-TRADE-ceasefire", "barred")
    assert case(game, "move 30 1 carrier, 1 infantry lodor") == ("IM-TRADE-ceasefire", "barred")
    say(game, "move 30 1 carrier, 1 infantry mellon")
    assert in_space(game, 0, "30") == {"carrier": 1, "fighter": 1, "infantry": 1}


def test_IM_MOVE_2_a_slow_ship_cannot_leave_and_return():
    def arrange(table):
        put(table, 0, "20", carrier=1)
        put(table, 0, "lodor", infantry=2)

    assert case(move("20", arrange), "move 20 1 carrier, 2 infantry lodor") == ("IM-MOVE-1", "via")


def test_IM_MOVE_3_no_way_leads_through_ships_of_others():
    def arrange(table):
        put(table, 0, "01", cruiser=1)
        put(table, 0, "24", destroyer=1)
        for number in ("20", "26", "34"):
            put(table, 1, number, destroyer=1)

    game = move("18", arrange)
    assert case(game, "move 01 1 cruiser") == ("IM-MOVE-3", "in_the_way")
    text = game.refusal("move 01 1 cruiser").text("en")
    assert re.match(r"Player 2’s ships in system (20|26|34) .*\(1 destroyer\) block", text), text


def test_IM_MOVE_3_into_ships_of_others_one_may_fly():
    def arrange(table):
        put(table, 0, "01", cruiser=1)
        put(table, 1, "20", destroyer=1)

    game = say(move("20", arrange), "move 01 1 cruiser")
    assert in_space(game, 0, "20") == {"cruiser": 1}


@pytest.mark.parametrize(
    ("variant", "rule"), [("box", ("IM-MOVE-3", "in_the_way")), ("fighters_block=no", None)]
)
def test_IM_MOVE_3_situation_4_a_lone_fighter_bars_the_way_unless_the_switch_says_no(variant, rule):
    def arrange(table):
        put(table, 0, "01", cruiser=1)
        put(table, 0, "24", destroyer=1)
        for number in ("20", "26", "34"):
            put(table, 1, number, fighter=1)

    assert case(move("18", arrange, variant=variant), "move 01 1 cruiser") == rule


def test_IM_MOVE_4_a_ship_carries_as_many_as_its_capacity():
    def arrange(table):
        put(table, 0, "01", carrier=1, fighter=3)
        put(table, 0, "jord", infantry=5)

    game = move("20", arrange)
    assert case(game, "move 01 1 carrier, 3 fighter, 2 infantry jord") is None
    assert case(game, "move 01 1 carrier, 3 fighter, 4 infantry jord") == ("IM-MOVE-4", "room")
    say(game, "move 01 1 carrier, 3 fighter, 1 infantry jord")
    assert in_space(game, 0, "20") == {"carrier": 1, "fighter": 3, "infantry": 1}
    assert on_planet(game, 0, "jord") == {"infantry": 4}


def test_IM_MOVE_4_ground_forces_and_plain_fighters_do_not_fly_alone():
    def arrange(table):
        put(table, 0, "01", fighter=3, carrier=1)
        put(table, 0, "jord", infantry=5)

    game = move("20", arrange)
    assert case(game, "move 01 2 fighter") == ("IM-MOVE-4", "no_ship")
    assert case(game, "move 01 1 infantry jord") == ("IM-MOVE-4", "no_ship")


def test_IM_MOVE_4_units_are_loaded_on_the_way():
    def arrange(table):
        put(table, 0, "34", carrier=1)
        put(table, 0, "vefutii", infantry=2)
        take_planets(table, 0, "vefutii")
        sheet(table, 0, technologies=frozenset({"ac2"}))

    game = say(move("18", arrange), "move 34 1 carrier, 2 infantry vefutii")
    assert in_space(game, 0, "18") == {"carrier": 1, "infantry": 2}


def test_IM_MOVE_4_what_lies_aside_of_every_way_is_not_loaded():
    def arrange(table):
        put(table, 0, "34", carrier=1)
        put(table, 0, "lodor", infantry=2)
        sheet(table, 0, technologies=frozenset({"ac2"}))

    assert case(move("18", arrange), "move 34 1 carrier, 2 infantry lodor") == ("IM-MOVE-1", "via")


def test_IM_MOVE_4_the_active_system_is_a_place_to_load_though_an_own_token_lies_there():
    def arrange(table):
        put(table, 0, "34", carrier=1)
        put(table, 0, "vefutii", infantry=2)
        take_planets(table, 0, "vefutii")

    game = say(move("20", arrange), "move 34 1 carrier, 1 infantry vefutii")
    assert in_space(game, 0, "20") == {"carrier": 1, "infantry": 1}


def test_IM_MOVE_5_a_fighter_ii_flies_itself_or_is_carried_and_counts_once():
    def arrange(table):
        put(table, 0, "01", carrier=1, fighter=3)
        put(table, 0, "jord", infantry=6)
        sheet(table, 0, technologies=frozenset({"ff2"}))

    game = move("20", arrange)
    assert case(game, "move 01 1 carrier, 3 fighter, 6 infantry jord") is None  # they fly beside it
    assert case(game, "move 01 1 carrier, 1 fighter 01, 6 infantry jord") == ("IM-MOVE-4", "room")
    assert case(game, "move 01 1 carrier, 2 fighter, 2 fighter 01") == ("IM-MOVE-1", "not_there")
    say(game, "move 01 3 fighter")
    assert in_space(game, 0, "20") == {"fighter": 3}


def test_IM_TECH_gd_drives_one_fighter_ii_too():
    def arrange(table):
        put(table, 0, "01", fighter=2)
        put(table, 0, "18", cruiser=1)
        sheet(table, 0, technologies=frozenset({"ff2", "gd"}))

    game = move("23", arrange)  # three systems away
    assert case(game, "move 01 1 fighter") is None
    assert case(game, "move 01 2 fighter") == ("IM-TECH-gd", "one_ship")
    say(game, "move 01 1 fighter")
    assert in_space(game, 0, "23") == {"fighter": 1}


def test_IM_MOVE_6_units_that_stay_behind_without_room_are_removed_by_their_owners_choice():
    def arrange(table):
        put(table, 0, "30", carrier=1, fighter=2, infantry=2, cruiser=1)

    game = activate("23", arrange)
    say(game, "move 30 1 carrier, 1 fighter, 1 infantry")
    assert in_space(game, 0, "30") == {"cruiser": 1}
    assert ("IM-FLEET-2", "removed") in cases(game)


def test_IM_MOVE_6_the_owner_chooses_what_is_removed_where_some_room_is_left():
    def arrange(table):
        put(table, 0, "30", carrier=1, fighter=2, infantry=2, dreadnought=1)

    game = say(activate("23", arrange), "move 30 1 carrier")
    assert kind(game) == ("give_up", 0)
    assert case(game, "remove 2 fighter") == ("IM-FLEET-2", "number")
    say(game, "remove 2 fighter, 1 infantry")
    assert in_space(game, 0, "30") == {"dreadnought": 1, "infantry": 1}


def test_IM_MOVE_6_a_dock_keeps_three_fighters_that_stay_behind():
    def arrange(table):
        put(table, 0, "jord", spacedock=1)
        put(table, 0, "01", carrier=1, fighter=4)

    game = say(activate("20", arrange), "move 01 1 carrier")
    assert in_space(game, 0, "01") == {"fighter": 3}


# -- anomalies


def test_IM_MOVE_10_a_nebula_is_entered_as_the_active_system_only():
    def arrange(table):
        put(table, 0, "26", cruiser=1)

    assert case(move("42", arrange), "move 26 1 cruiser") is None
    # from 20 to 23 a ship may fly by 18, not by the nebula 42
    barred = move(
        "23",
        lambda table: (
            put(table, 0, "20", cruiser=1), put(table, 0, "31", cruiser=1), put(table, 1, "18", cruiser=1)
        ),
    )  # fmt: skip
    assert case(barred, "move 20 1 cruiser") == ("IM-MOVE-3", "in_the_way")


def test_IM_MOVE_10_situation_5_who_leaves_a_nebula_moves_one_and_gravity_drive_is_added():
    near = move("23", lambda table: put(table, 0, "42", cruiser=1))
    assert case(near, "move 42 1 cruiser") is None

    def driven(table):
        put(table, 0, "42", cruiser=2)
        sheet(table, 0, technologies=frozenset({"gd"}))

    game = move("31", driven)
    assert case(game, "move 42 1 cruiser") is None
    assert case(game, "move 42 2 cruiser") == ("IM-TECH-gd", "one_ship")
    too_far = move("36", lambda table: (driven(table), put(table, 0, "24", cruiser=1)))
    assert case(too_far, "move 42 1 cruiser") == ("IM-MOVE-1", "reach")


def test_IM_MOVE_10_without_gravity_drive_a_cruiser_from_a_nebula_reaches_the_next_system_only():
    game = move("31", lambda table: put(table, 0, "42", cruiser=1))
    assert game.question is None  # nothing comes


def test_IM_MOVE_12_asteroids_are_closed_unless_antimass_deflectors_open_them():
    closed = move("44", lambda table: put(table, 0, "23", cruiser=1))
    assert closed.question is None

    def deflected(table):
        put(table, 0, "23", cruiser=1)
        sheet(table, 0, technologies=frozenset({"amd"}))

    assert case(move("44", deflected), "move 23 1 cruiser") is None


def test_IM_MOVE_11_a_rift_gives_one_and_takes_a_die_before_a_ship_leaves():
    game = move("01", lambda table: put(table, 0, "41", carrier=1))
    say(game, "move 41 1 carrier")  # 41 → 34 → 01: two systems with a move of 1
    assert kind(game) == ("roll", 0)
    say(game, "roll 4")
    assert in_space(game, 0, "01") == {"carrier": 1}
    assert ("IM-MOVE-11", "through") in cases(game)


def test_IM_MOVE_11_a_three_removes_the_ship_with_what_it_carries_and_destroys_nothing():
    game = move("18", lambda table: put(table, 0, "41", carrier=1, infantry=2))
    say(game, "move 41 1 carrier, 2 infantry", "roll 3")
    assert in_space(game, 0, "18") == {} == in_space(game, 0, "41")
    assert ("IM-MOVE-11", "lost") in cases(game)
    assert ("IM-MOVE-1", "moved") not in cases(game)
    (aboard,) = [ruling for ruling in game.latest_rulings if ruling.case == "aboard"]
    assert "2 infantry" in aboard.text("en")


def test_IM_MOVE_11_situation_3_what_waits_beyond_the_rift_stays_when_the_carrier_is_lost():
    def arrange(table):
        put(table, 0, "41", carrier=1, infantry=2)
        put(table, 0, "centauri", infantry=2)
        take_planets(table, 0, "centauri")

    game = say(move("01", arrange), "move 41 1 carrier, 2 infantry, 2 infantry centauri", "roll 3")
    assert in_space(game, 0, "01") == {} == in_space(game, 0, "41")
    assert on_planet(game, 0, "centauri") == {"infantry": 2}
    assert not any("destroyed" in one for _, one in cases(game))


def test_IM_MOVE_11_beyond_the_rift_it_loads_when_it_comes_through():
    def arrange(table):
        put(table, 0, "41", carrier=1, infantry=2)
        put(table, 0, "centauri", infantry=2)

    game = say(move("01", arrange), "move 41 1 carrier, 2 infantry, 2 infantry centauri", "roll 4")
    assert in_space(game, 0, "01") == {"carrier": 1, "infantry": 4}


def test_IM_MOVE_11_a_ship_that_need_not_pass_the_rift_rolls_nothing():
    game = say(move("20", lambda table: put(table, 0, "34", cruiser=1)), "move 34 1 cruiser")
    assert game.question is None
    assert in_space(game, 0, "20") == {"cruiser": 1}


def test_IM_MOVE_11_each_ship_rolls_for_the_way_that_it_flies():
    # from 33 to 20: a cruiser can go by 47 and 34 in three steps only, by the rift in two and a die
    def arrange(table):
        put(table, 0, "47", cruiser=1, carrier=1)

    game = say(move("20", arrange), "move 47 1 cruiser, 1 carrier", "roll 5")
    assert game.question is None  # the cruiser flies by 34 and rolls nothing, the carrier needs the rift
    assert in_space(game, 0, "20") == {"cruiser": 1, "carrier": 1}


def test_IM_MOVE_11_the_switch_says_that_a_rift_destroys():
    game = move("18", lambda table: put(table, 0, "41", carrier=1), variant="rift=destroyed")
    say(game, "move 41 1 carrier", "roll 3")
    assert ("IM-MOVE-11", "destroyed") in cases(game)
