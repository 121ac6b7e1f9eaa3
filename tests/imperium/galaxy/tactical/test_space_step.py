"""Space Cannon offence, space combat and retreat inside a game (IM-SPACE-11 to 15)."""

import pytest
from imperium.galaxy.game.positions import (
    OVER,
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

from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.tactical.space_step import space_cannon_offense, space_combat
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action


def activate(target, arrange, **more):
    """Return a game in which p1 activates a system on a board with distant infantry that `arrange` fills;
    nobody has technologies or planets."""

    def laid(table):
        empty(table)
        table.planet_controllers = dict.fromkeys(table.planet_controllers)
        for seat, far in enumerate(("arnor", "lor", "sakulag")):
            sheet(table, seat, technologies=frozenset())
            put(table, seat, far, infantry=1)  # nobody is eliminated
        arrange(table)

    return chapter(lambda table: tactical_action(table, 0, system(table, target)), laid, **more)


# -- Space Cannon offence


def test_IM_SPACE_11_who_has_cannons_in_the_system_fires_at_the_active_player():
    def arrange(table):
        put(table, 0, "01", cruiser=2)
        put(table, 1, "vefutii", pds=1)
        take_planets(table, 1, "vefutii")

    game = say(activate("20", arrange), "move 01 2 cruiser")
    assert kind(game) == ("play", 1)  # whether the cannon fires
    say(game, "play", "roll 6")
    assert in_space(game, 0, "20") == {"cruiser": 1}
    held = say(activate("20", arrange), "move 01 2 cruiser", "pass")
    assert in_space(held, 0, "20") == {"cruiser": 2}
    missed = say(activate("20", arrange), "move 01 2 cruiser", "play", "roll 5")
    assert in_space(missed, 0, "20") == {"cruiser": 2}


def test_IM_SPACE_11_the_active_player_fires_first():
    def arrange(table):
        put(table, 0, "vefutii", pds=1)
        take_planets(table, 0, "vefutii")
        put(table, 1, "20", destroyer=1)
        put(table, 0, "01", cruiser=1)

    game = say(activate("20", arrange), "move 01 1 cruiser")
    assert kind(game) == ("play", 0)
    say(game, "play", "roll 6")
    assert game.table.enemy_seats_with_ships(0, system(game.table, "20")) == []


def test_IM_SPACE_11_cannons_fire_though_nothing_moved():
    def arrange(table):
        put(table, 0, "20", cruiser=1)
        put(table, 1, "vefutii", pds=1)
        take_planets(table, 1, "vefutii")

    game = activate("20", arrange)
    say(game, "move none")
    assert kind(game) == ("play", 1)


def test_IM_SPACE_11_an_upgraded_pds_fires_into_adjacent_systems_a_plain_one_does_not():
    def arrange(upgraded):
        def laid(table):
            put(table, 0, "01", cruiser=1)
            put(table, 1, "lodor", pds=1)
            take_planets(table, 1, "lodor")
            sheet(table, 1, technologies=frozenset({"pds2"} if upgraded else ()))

        return laid

    far = say(activate("20", arrange(True)), "move 01 1 cruiser")
    assert kind(far) == ("play", 1)
    say(far, "play", "roll 5")
    assert in_space(far, 0, "20") == {}
    assert say(activate("20", arrange(False)), "move 01 1 cruiser").question is None


def test_IM_SPACE_11_situation_9_a_third_players_pds_fires_at_the_active_player_only():
    def arrange(table):
        put(table, 0, "01", cruiser=1)
        put(table, 1, "20", cruiser=1)
        put(table, 2, "lodor", pds=1)
        take_planets(table, 2, "lodor")
        sheet(table, 2, technologies=frozenset({"pds2"}))

    game = say(activate("20", arrange), "move 01 1 cruiser")
    assert kind(game) == ("play", 2)  # no question about the target
    say(game, "play", "roll 10")
    assert in_space(game, 1, "20") == {"cruiser": 1}
    assert in_space(game, 0, "20") == {}
    assert game.question is None  # no ship left: no combat


def test_IM_SPACE_11_the_active_player_chooses_one_whom_to_fire_at():
    def arrange(table):
        put(table, 0, "vefutii", pds=1)
        take_planets(table, 0, "vefutii")
        put(table, 1, "20", destroyer=1)

    game = activate("20", arrange)
    assert kind(game) == ("play", 0)  # there is only one, so no question


def test_IM_SPACE_12_situation_8_who_dies_by_the_cannon_has_lost_no_combat():
    def arrange(table):
        put(table, 0, "vefutii", pds=1)
        take_planets(table, 0, "vefutii")
        put(table, 1, "20", destroyer=1)
        put(table, 0, "01", cruiser=1)
        sheet(table, 0, secret_objectives=("sar", "ttfd"), action_cards=("salvage",))
        sheet(table, 1, points=3, commodities=2)

    game = say(activate("20", arrange), "move 01 1 cruiser", "play", "roll 8")
    assert kind(game) == ("score", 0)
    assert options(game) == ["score ttfd", "score none"]
    say(game, "score ttfd")
    assert game.question is None
    assert ("IM-SPACE-12", "won") not in cases(game)
    assert game.table.players[0].points == 1
    assert game.table.players[0].action_cards == ("salvage",)


def test_IM_SPACE_11_situation_7_cargo_without_room_goes_before_the_combat():
    def arrange(table):
        put(table, 0, "01", carrier=1, fighter=2)
        put(table, 0, "jord", infantry=2)
        put(table, 1, "20", cruiser=1)
        put(table, 1, "vefutii", pds=1)
        take_planets(table, 1, "vefutii")

    game = say(activate("20", arrange, variant="losses=ask"), "move 01 1 carrier, 2 fighter, 2 infantry jord")
    say(game, "play", "roll 10", "assign carrier")
    assert in_space(game, 0, "20") == {}
    assert game.question is None
    assert on_planet(game, 0, "vefutii") == {}
    assert ("IM-SPACE-15", "begins") not in cases(game)


# -- combat


def fight(arrange, *moves, target="20", **more):
    """Return a game of a space combat that has just begun in a system."""
    return say(activate(target, arrange, **more), *moves)


def test_IM_SPACE_15_the_battle_of_the_table_is_fought_and_its_losses_come_back():
    def arrange(table):
        put(table, 0, "01", dreadnought=1, destroyer=1)
        put(table, 1, "20", cruiser=1, fighter=1)

    game = fight(arrange, "move 01 1 dreadnought, 1 destroyer")
    assert ("IM-SPACE-15", "begins") in cases(game)
    assert kind(game) == ("roll", 0)  # the barrage of the destroyer
    say(game, "roll 9 1")
    assert in_space(game, 1, "20") == {"cruiser": 1}
    say(game, "roll 1 1", "roll 7")  # one hit: the dreadnought sustains it
    say(game, "roll 9 1", "roll 1")
    assert in_space(game, 0, "20") == {"destroyer": 1, "dreadnought": 1}
    assert game.table.units_in_space(0, system(game.table, "20")).hurt == {"dreadnought": 1}
    assert in_space(game, 1, "20") == {}
    assert ("IM-SPACE-12", "won") in cases(game)


def test_IM_SPACE_12_nobody_has_won_where_nobody_is_left():
    def arrange(table):
        put(table, 0, "01", cruiser=1)
        put(table, 1, "20", cruiser=1)

    game = fight(arrange, "move 01 1 cruiser", "roll 10", "roll 10")
    assert ("IM-SPACE-12", "won") not in cases(game)
    assert in_space(game, 0, "20") == {} == in_space(game, 1, "20")


def test_IM_SPACE_15_the_defender_in_a_nebula_has_one_more():
    def arrange(table):
        put(table, 0, "20", cruiser=1)
        put(table, 1, "42", cruiser=1)

    game = fight(arrange, "move 20 1 cruiser", "roll 6", "roll 6", target="42")
    assert in_space(game, 0, "42") == {}
    assert in_space(game, 1, "42") == {"cruiser": 1}


def test_IM_SPACE_12_situation_10_the_winner_has_won_before_his_fighters_lose_their_room():
    def arrange(table):
        put(table, 0, "01", carrier=1, fighter=2)
        put(table, 1, "20", cruiser=1, spacedock=1)

    game = activate("20", arrange, factions=("sol", "saar", "letnev"), variant="losses=ask")
    say(game, "move 01 1 carrier, 2 fighter")
    while kind(game) is not None:
        if kind(game)[0] == "retreat":
            say(game, "stay")
        elif kind(game)[0] == "roll":
            own = kind(game)[1] == 0
            say(game, "roll 10 1 1" if own else "roll 10")
        else:
            say(game, "assign carrier")
    assert ("IM-SPACE-12", "won") in cases(game)
    assert in_space(game, 1, "20") == {}
    assert ("IM-UNIT-saar_spacedock", "blockaded") in cases(game)
    assert in_space(game, 0, "20") == {}
    ends = [one for one in cases(game) if one[0] in ("IM-SPACE-12", "IM-UNIT-saar_spacedock", "IM-FLEET-2")]
    assert [rule for rule, _ in ends] == ["IM-SPACE-12", "IM-UNIT-saar_spacedock", "IM-FLEET-2"]


def test_IM_SPACE_14_who_can_never_win_as_attacker_must_go_or_loses_all():
    def arrange(home):
        def laid(table):
            put(table, 0, "01", carrier=1)
            put(table, 1, "20", carrier=1)
            for _seat in (0, 1):  # carriers that cannot hit: nothing on this table does
                pass
            if home:
                take_planets(table, 0, "jord")

        return laid

    # two fleets that never hit do not exist on plain sheets: the odds' own tests play the standoff; here the
    # retreat of who must leave is played alone
    from twingkit.imperium.galaxy.tactical.retreats import retreat_all_ships

    def retreating(home):
        def laid(table):
            empty(table)
            put(table, 0, "20", carrier=1, fighter=1)
            table.planet_controllers = dict.fromkeys(table.planet_controllers)
            if home:
                take_planets(table, 0, "jord")

        return chapter(lambda table: retreat_all_ships(table, 0, system(table, "20")), laid)

    gone = retreating(home=False)
    assert in_space(gone, 0, "20") == {}
    assert ("IM-SPACE-13", "nowhere") in cases(gone)
    left = retreating(home=True)
    assert in_space(left, 0, "01") == {"carrier": 1, "fighter": 1}
    assert ("IM-SPACE-13", "left") in cases(left)


def secrets_of_a_combat(act_score):
    """Return a game in which p1 has won in space with its flagship against p2, who leads, and may land on
    Vefut II next to it."""

    def arrange(table):
        put(table, 0, "01", flagship=1, carrier=1, infantry=2)
        put(table, 1, "20", fighter=1)
        put(table, 1, "vefutii", infantry=1)
        take_planets(table, 1, "vefutii")
        sheet(table, 0, secret_objectives=("uf", "sar"), points=0)
        sheet(table, 1, points=2)

    game = activate("20", arrange, variant=f"act_score={act_score}")
    say(game, "move 01 1 flagship, 1 carrier, 2 infantry")
    while kind(game)[0] != "score":
        face = "10" if kind(game)[1] == 0 else "1"
        say(game, "roll " + " ".join([face] * game.question.battle_question.volley.count))
    return game


def test_IM_OBJ_3_one_objective_for_each_combat_space_and_planet():
    game = secrets_of_a_combat("combat")
    assert set(options(game)) == {"score uf", "score sar", "score none"}
    say(game, "score uf")
    assert kind(game) != ("score", 0)  # one for this combat
    while kind(game)[0] != "land":
        say(game, options(game)[0] if kind(game)[0] != "play" else "pass")
    say(game, "land 2 infantry vefutii", "roll 10 1", "roll 1")
    assert kind(game) == ("score", 0)  # another combat
    say(game, "score sar")
    assert game.table.players[0].points == 2


def test_IM_OBJ_3_with_the_switch_one_objective_in_a_turn():
    game = say(secrets_of_a_combat("step"), "score uf")
    while kind(game)[0] != "land":
        say(game, options(game)[0] if kind(game)[0] != "play" else "pass")
    say(game, "land 2 infantry vefutii", "roll 10 1", "roll 1")
    assert kind(game) is None or kind(game)[0] != "score"
    assert game.table.players[0].points == 1


def cannonade(secrets, target, *answers, technologies=(), cards=(), **more):
    """Return a game in which p2 has PDS on Lodor, these secrets and action cards; their cannon fires at p1's
    ships in system 26."""

    def arrange(table):
        empty(table)
        table.current, table.active_system = 0, system(table, "26")
        put(table, 0, "26", **target)
        take_planets(table, 1, "lodor")
        put(table, 1, "lodor", pds=2)
        sheet(table, 1, secret_objectives=secrets, technologies=frozenset(technologies), action_cards=cards)

    game = chapter(lambda table: space_cannon_offense(table, 0, table.active_system), arrange, **more)
    return say(game, *answers)


@pytest.mark.parametrize(("act_score", "points"), [("combat", 2), ("step", 1)])
def test_IM_OBJ_3_outside_of_combats_any_number_of_objectives_is_scored(act_score, points):
    fleet = {"flagship": 1, "hurt": ("flagship",)}
    more = {"variant": f"act_score={act_score}"}
    game = cannonade(("dtgs", "ttfd"), fleet, "play", "roll 10 10", **more)
    assert set(options(game)) == {"score dtgs", "score ttfd", "score none"}
    say(game, "score dtgs")
    if act_score == "combat":
        assert options(game) == ["score ttfd", "score none"]
        say(game, "score ttfd")
    assert game.question is None
    assert game.table.players[1].points == points
    declined = cannonade(("dtgs", "ttfd"), fleet, "play", "roll 10 10", "score none")
    assert declined.question is None


def test_IM_OBJ_ttfd_fighters_that_lose_their_room_are_not_destroyed_by_the_cannon():
    aimed = ("aim yes", "play", "roll 10 1")
    game = cannonade(("ttfd",), {"carrier": 1, "fighter": 2}, *aimed, technologies=("gls",))
    assert in_space(game, 0, "26") == {}
    assert ("IM-FLEET-2", "removed") in cases(game)
    assert game.question is None  # nothing is scored
    alone = cannonade(("ttfd",), {"carrier": 1}, *aimed, technologies=("gls",))
    assert kind(alone) == ("score", 1)


def test_IM_OBJ_ttfd_a_direct_hit_after_the_cannon_is_not_the_cannon():
    fleet = {"dreadnought": 1, "cruiser": 1}
    shots = ("play", "roll 10 10")
    mixed = cannonade(("ttfd",), fleet, *shots, "play", cards=("dh",))
    assert in_space(mixed, 0, "26") == {}
    assert ("IM-ACT-dh", "hit") in cases(mixed)
    assert mixed.question is None  # nothing is scored
    alone = cannonade(("ttfd",), fleet | {"hurt": ("dreadnought",)}, *shots, cards=("dh",))
    assert kind(alone) == ("score", 1)
    laden = cannonade(("ttfd",), {"carrier": 1, "infantry": 2}, *shots)
    assert kind(laden) == ("score", 1)


def flagship_lost(points):
    """Return a game in which p1 leads and attacks with a damaged flagship that is destroyed in the first
    round; p2 with these points is destroyed in the second."""

    def arrange(table):
        empty(table)
        table.current, table.active_system = 0, system(table, "26")
        put(table, 0, "26", hurt=("flagship",), flagship=1, destroyer=2)
        put(table, 1, "26", cruiser=2)
        sheet(table, 0, secret_objectives=("sar",), points=3, fleet=5)
        sheet(table, 1, secret_objectives=("dtgs",), points=points)

    game = chapter(lambda table: space_combat(table, 0, table.active_system), arrange, variant="losses=ask")
    while kind(game) != ("assign", 0):
        if kind(game)[0] == "roll":
            count = game.question.battle_question.volley.count
            faces = ["10" if kind(game)[1] else "1", *["1"] * (count - 1)]
            say(game, f"roll {' '.join(faces)}")
        else:
            say(game, "stay")
    fallen = next(taken for taken in options(game) if taken.destroyed[1])
    return say(game, game.question.format_answer(fallen))


def test_IM_OBJ_3_a_deed_is_scored_in_the_round_in_which_it_is_done():
    game = flagship_lost(points=2)
    assert kind(game) == ("score", 1)
    assert in_space(game, 0, "26") == {"destroyer": 2}  # the table shows what is left
    say(game, "score dtgs")
    assert ("IM-OBJ-3", "scored") in cases(game)
    assert kind(game) != ("score", 1)  # the combat goes on
    assert game.result is None


def test_IM_END_1_the_deed_that_is_done_first_ends_the_game_before_the_combat_is_won():
    game = say(flagship_lost(points=3), "score dtgs")
    assert game.result == OVER
    assert [player.points for player in game.table.players] == [3, 4, 0]
    assert in_space(game, 1, "26") == {"cruiser": 2}


# -- retreat


def skirmish(arrange, move="move 01 1 cruiser", **more):
    """Return a combat in system 20 in which both sides may be asked about a retreat."""

    def laid(table):
        put(table, 0, "01", cruiser=1)
        put(table, 1, "20", cruiser=1)
        arrange(table)

    return say(activate("20", laid, **more), move)


def test_IM_SPACE_13_only_who_has_somewhere_to_go_is_asked():
    nowhere = skirmish(lambda table: None)
    assert kind(nowhere) == ("roll", 0)
    own = skirmish(lambda table: take_planets(table, 0, "jord"))
    assert kind(own) == ("retreat", 0)
    other = skirmish(lambda table: (None, take_planets(table, 1, "lodor")))
    assert kind(other) == ("retreat", 1)


def test_IM_SPACE_13_a_system_with_others_ships_or_without_own_things_is_no_refuge():
    game = skirmish(
        lambda table: (
            take_planets(table, 1, "lodor"), put(table, 2, "26", fighter=1), None
        )
    )  # fmt: skip
    assert kind(game) == ("roll", 0)


def test_IM_SPACE_13_ships_leave_at_the_end_of_the_round_and_a_token_is_laid():
    game = skirmish(lambda table: take_planets(table, 1, "lodor"))
    say(game, "retreat")
    assert kind(game) == ("roll", 0)  # the attacker cannot announce any more
    say(game, "roll 1", "roll 1")
    table = game.table
    assert in_space(game, 1, "26") == {"cruiser": 1}
    assert 1 in table.command_tokens[system(table, "26")]
    assert table.tokens_in_reinforcements(1) == 7
    assert in_space(game, 0, "20") == {"cruiser": 1}
    assert ("IM-SPACE-12", "won") in cases(game)


def test_IM_SPACE_13_no_second_token_where_one_lies():
    game = skirmish(
        lambda table: (take_planets(table, 1, "lodor"), table.place_token(1, system(table, "26")))
    )
    say(game, "retreat", "roll 1", "roll 1")
    assert game.table.tokens_in_reinforcements(1) == 7
    assert game.table.players[1].tokens_on_sheet == 8


def test_IM_SPACE_13_without_reinforcements_the_token_comes_from_the_sheet():
    def arrange(table):
        take_planets(table, 1, "lodor")
        sheet(table, 1, tactic=5, fleet=5, strategy=6)

    game = say(skirmish(arrange), "retreat", "roll 1", "roll 1")
    assert kind(game) == ("token_from", 1)
    say(game, "token_from strategy")
    assert game.table.players[1].strategy == 5
    assert 1 in game.table.command_tokens[system(game.table, "26")]
    assert game.table.tokens_in_reinforcements(1) == 0


def test_IM_SPACE_13_a_fleet_token_that_is_laid_makes_fleets_smaller_at_once():
    def arrange(table):
        take_planets(table, 1, "lodor")
        sheet(table, 1, tactic=7, fleet=2, strategy=7)
        put(table, 1, "39", destroyer=2)

    game = say(skirmish(arrange), "retreat", "roll 1", "roll 1", "token_from fleet")
    assert in_space(game, 1, "39") == {"destroyer": 1}


def test_IM_SPACE_13_if_the_opponent_has_no_ship_left_nobody_retreats():
    game = say(skirmish(lambda table: take_planets(table, 1, "lodor")), "retreat", "roll 1", "roll 10")
    assert in_space(game, 1, "20") == {"cruiser": 1}
    assert in_space(game, 1, "26") == {}
    assert game.table.tokens_in_reinforcements(1) == 8


def test_IM_SPACE_13_ground_forces_on_planets_board_as_far_as_there_is_room():
    def arrange(table):
        take_planets(table, 1, "lodor", "vefutii")
        put(table, 1, "vefutii", infantry=5)
        table.space[system(table, "20")].clear()
        put(table, 1, "20", carrier=1, fighter=1)

    game = say(skirmish(arrange), "retreat", "roll 1", "roll 1 1")
    assert kind(game) == ("board", 1)
    assert options(game)[-1] == "board 4"  # the capacity; the fighter would stay behind
    say(game, "board 2")
    assert in_space(game, 1, "26") == {"carrier": 1, "fighter": 1, "infantry": 2}
    assert on_planet(game, 1, "vefutii") == {"infantry": 3}


def test_IM_SPACE_13_ground_forces_on_planets_may_take_the_place_of_units_in_space():
    def arrange(table):
        take_planets(table, 1, "lodor", "vefutii")
        put(table, 1, "vefutii", infantry=5)
        table.space[system(table, "20")].clear()
        put(table, 1, "20", carrier=1, fighter=3, infantry=1)

    game = say(skirmish(arrange), "retreat", "roll 1", "roll 1 1 1 1", "board 2")
    assert kind(game) == ("give_up", 1)
    assert case(game, "remove 2 infantry") == ("IM-FLEET-2", "not_these")  # there was only one in space
    say(game, "remove 1 fighter, 1 infantry")
    assert in_space(game, 1, "26") == {"carrier": 1, "fighter": 2, "infantry": 2}
    assert on_planet(game, 1, "vefutii") == {"infantry": 3}
    assert ("IM-FLEET-2", "removed") in cases(game)


@pytest.mark.parametrize("laws", [(), (Law("shared_research"),)])
def test_IM_MOVE_10_nobody_retreats_into_a_nebula_nor_into_closed_anomalies(laws):
    def arrange(table):
        table.laws = laws  # Shared Research lets units move through nebulas, not retreat into one
        put(table, 0, "42", infantry=1)  # an own unit, but a nebula

    assert kind(skirmish(arrange)) == ("roll", 0)


def test_IM_MOVE_12_asteroids_are_a_refuge_with_antimass_deflectors_only():
    def fought(technologies):
        def laid(table):
            put(table, 0, "20", cruiser=1)
            put(table, 1, "18", cruiser=1)
            put(table, 0, "44", fighter=1)
            sheet(table, 0, technologies=frozenset(technologies))

        game = activate("18", laid)
        say(game, "move 20 1 cruiser")
        return kind(game)

    assert fought(()) == ("roll", 0)
    assert fought(("amd",)) == ("retreat", 0)


def test_IM_MOVE_11_who_retreats_out_of_a_rift_rolls_for_each_ship():
    def arrange(table):
        put(table, 0, "34", cruiser=1)
        put(table, 1, "41", cruiser=2)
        put(table, 1, "47", infantry=1)

    game = say(activate("41", arrange), "move 34 1 cruiser", "retreat", "roll 1", "roll 1 1")
    assert kind(game) == ("roll", 1)
    say(game, "roll 3", "roll 4")
    assert in_space(game, 1, "47") == {"cruiser": 1}
    assert 1 in game.table.command_tokens[system(game.table, "47")]
    lost = say(activate("41", arrange), "move 34 1 cruiser", "retreat", "roll 1", "roll 1 1")
    say(lost, "roll 3", "roll 2")
    assert in_space(lost, 1, "47") == {}
    assert 1 not in lost.table.command_tokens[system(lost.table, "47")]
    assert ("IM-SPACE-13", "lost") in cases(lost)


def test_IM_SPACE_5_situation_11_intercept_and_the_attacker_still_cannot_announce():
    def arrange(table):
        take_planets(table, 1, "lodor")
        sheet(table, 0, action_cards=("intercept",))

    game = say(skirmish(arrange), "retreat")
    assert kind(game) == ("play", 0)
    say(game, "play")
    assert kind(game) == ("roll", 0)  # straight to the rolls
    say(game, "roll 1", "roll 1")
    assert in_space(game, 1, "20") == {"cruiser": 1}
    assert kind(game) == ("retreat", 1)
    assert game.table.players[0].action_cards == ()


def test_IM_SPACE_13_situation_12_the_way_out_that_is_gone_keeps_the_fleet_in_the_fight():
    def arrange(table):
        put(table, 0, "26", cruiser=2)
        put(table, 1, "20", flagship=1, cruiser=1)
        put(table, 1, "51", infantry=1)  # reached by the delta of the flagship alone

    game = activate("20", arrange, factions=("sol", "ghost", "letnev"), variant="losses=ask")
    say(game, "move 26 2 cruiser")
    assert kind(game) == ("retreat", 1)
    say(game, "retreat", "roll 10 10", "roll 1 1", "assign flagship, flagship damage")
    assert ("IM-SPACE-13", "no_way") in cases(game)
    assert ("IM-SPACE-8", "round") in cases(game)
    assert kind(game) == ("roll", 0)  # the second round: nobody can announce any more
    assert ("IM-SPACE-13", "left") not in cases(game)


@pytest.mark.parametrize("answer", ["retreat", "stay"])
def test_IM_SPACE_5_the_attacker_may_announce_where_the_defender_stays(answer):
    game = skirmish(lambda table: (take_planets(table, 1, "lodor"), take_planets(table, 0, "jord")))
    assert kind(game) == ("retreat", 1)
    say(game, "stay")
    assert kind(game) == ("retreat", 0)
    say(game, answer)
    assert case(game, "roll 4") is None


def test_IM_ACT_s_retreat_leads_anywhere_near_without_others_ships_and_nobody_has_won():
    def arrange(table):
        sheet(table, 1, action_cards=("s_retreat",))

    game = skirmish(arrange)
    assert kind(game) == ("play", 1)
    say(game, "play")
    assert kind(game) == ("retreat_to", 1)
    assert set(options(game)) == {f"retreat_to {number}" for number in ("18", "26", "34", "41")} | {
        "retreat_to 01"
    }
    say(game, "retreat_to 34")
    assert in_space(game, 1, "34") == {"cruiser": 1}
    assert ("IM-SPACE-12", "won") not in cases(game)


def test_IM_ACT_s_retreat_is_no_card_where_there_is_no_way():
    def arrange(table):
        sheet(table, 1, action_cards=("s_retreat",))
        for number in ("18", "26", "34", "41", "01"):
            put(table, 2, number, fighter=1)

    game = skirmish(arrange)
    assert kind(game) == ("roll", 0)
