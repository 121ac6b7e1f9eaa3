"""Invasion in a game: bombardment, custodians, landing, combats and control (IM-INV-9 to 13)."""

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
from twingkit.imperium.galaxy.tactical.invasion import remove_lost_structures
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action


def invade(target, arrange, **more):
    """Return a game in which p1 activates a system without moving ships; nobody has technologies or
    planets."""

    def laid(table):
        empty(table)
        table.planet_controllers = dict.fromkeys(table.planet_controllers)
        for seat, far in enumerate(("arnor", "lor", "lazar")):
            sheet(table, seat, technologies=frozenset())
            put(table, seat, far, infantry=1)
        arrange(table)

    game = chapter(lambda table: tactical_action(table, 0, system(table, target)), laid, **more)
    if kind(game) == ("move", 0):
        say(game, "move none")
    while kind(game) == ("play", 1):  # its cannon fires at ships
        say(game, "pass")
    return game


def landed(*defenders, attackers=2, hold=1, **units):
    """Return a game in which p1 has a carrier with infantry over Saudor (23), which p2 holds with these
    units."""

    def laid(table):
        put(table, 0, "23", carrier=1, infantry=attackers)
        take_planets(table, hold, "saudor")
        if units:
            put(table, 1, "saudor", **units)

    return laid


# -- commitment and control


def test_IM_INV_9_forces_land_from_the_space_of_the_active_system_only():
    game = invade("23", landed())
    assert kind(game) == ("land", 0)
    assert case(game, "land 3 infantry saudor") == ("IM-INV-9", "not_there")
    assert case(game, "land 1 infantry lodor") == ("IM-INV-9", "other_system")
    assert case(game, "land 1 fighter saudor") == ("IM-INV-9", "cannot_land")
    say(game, "land 1 infantry saudor")
    assert on_planet(game, 0, "saudor") == {"infantry": 1}
    assert in_space(game, 0, "23") == {"carrier": 1, "infantry": 1}


def test_IM_INV_11_a_planet_is_gained_exhausted():
    game = say(invade("23", landed()), "land 2 infantry saudor")
    assert game.table.planet_controllers["saudor"] == 0
    assert "saudor" in game.table.exhausted_planets
    assert ("IM-INV-11", "gained") in cases(game)


def test_IM_INV_9_nobody_has_to_land():
    game = say(invade("23", landed()), "land none")
    assert game.table.planet_controllers["saudor"] == 1


def test_IM_INV_11_landing_on_an_own_planet_is_allowed_and_gains_nothing():
    game = say(invade("23", landed(hold=0)), "land 2 infantry saudor")
    assert "saudor" not in game.table.exhausted_planets
    assert ("IM-INV-11", "gained") not in cases(game)
    assert on_planet(game, 0, "saudor") == {"infantry": 2}


def test_IM_INV_9_who_loses_the_space_combat_lands_nothing():
    def arrange(table):
        landed()(table)
        put(table, 1, "23", cruiser=1)

    game = say(invade("23", arrange), "roll 1", "roll 10")
    assert game.question is None
    assert ("IM-INV-3", "committed") not in cases(game)
    assert in_space(game, 0, "23") == {}
    assert game.table.planet_controllers["saudor"] == 1


def test_IM_ACT_infiltrate_replaces_a_structure_that_is_not_told_as_destroyed():
    def arrange(table):
        landed(infantry=1, pds=1)(table)
        sheet(table, 0, action_cards=("infiltrate",))

    game = say(invade("23", arrange), "land 2 infantry saudor", "pass", "roll 10 10", "roll 1")
    assert kind(game) == ("use", 0)
    say(game, "play infiltrate")
    assert on_planet(game, 0, "saudor")["pds"] == 1
    cited_cases = [one for one in cases(game) if one[0] in ("IM-INV-8", "IM-INV-11", "IM-ACT-infiltrate")]
    told = [("IM-INV-11", "gained"), ("IM-INV-11", "lost")]
    assert cited_cases == [("IM-ACT-infiltrate", "replaced"), *told]
    assert game.rulings[-1].facts["planet"] == game.rulings[-2].facts["planet"]


def test_IM_INV_11_structures_of_others_there_are_destroyed():
    game = invade("23", landed(spacedock=1, pds=1))
    say(game, "land 2 infantry saudor")
    assert kind(game) == ("play", 1)  # the PDS defends
    say(game, "play", "roll 1")
    assert on_planet(game, 1, "saudor") == {}
    assert [one for one in cases(game) if one == ("IM-INV-11", "destroyed")]
    assert game.table.planet_controllers["saudor"] == 0


def test_IM_INV_4_the_pds_of_the_planet_fires_at_what_lands():
    game = say(invade("23", landed(pds=1, infantry=1)), "land 2 infantry saudor", "play", "roll 6")
    assert kind(game) == ("roll", 0)
    assert ("IM-INV-4", "rolled") in cases(game)
    say(game, "roll 8", "roll 1")
    assert game.table.planet_controllers["saudor"] == 0
    assert on_planet(game, 0, "saudor") == {"infantry": 1}


def test_IM_INV_7_the_combat_goes_on_until_one_side_is_gone():
    game = say(invade("23", landed(infantry=1)), "land 2 infantry saudor")
    say(game, "roll 1 1", "roll 1", "roll 1 1", "roll 10", "roll 1", "roll 10")
    assert game.table.planet_controllers["saudor"] == 1
    assert on_planet(game, 0, "saudor") == {}
    assert ("IM-SPACE-12", "won_ground") in cases(game)


def test_IM_INV_11_situation_14_both_dead_the_defender_keeps_planet_and_structures():
    game = say(
        invade("23", landed(attackers=1, infantry=1, pds=1, spacedock=1)), "land 1 infantry saudor", "pass"
    )
    say(game, "roll 10", "roll 10")
    assert game.table.planet_controllers["saudor"] == 1
    assert on_planet(game, 1, "saudor") == {"pds": 1, "spacedock": 1}
    assert "saudor" not in game.table.exhausted_planets
    assert ("IM-SPACE-12", "won_ground") not in cases(game)


def test_IM_INV_9_situation_13_both_defences_then_both_combats_then_control():
    def arrange(table):
        put(table, 0, "30", carrier=1, infantry=4)
        take_planets(table, 1, "mellon", "zohbat")
        put(table, 1, "mellon", infantry=1, pds=1, spacedock=1)
        put(table, 1, "zohbat", infantry=1, pds=1)

    game = say(invade("30", arrange), "land 2 infantry mellon, 2 infantry zohbat")
    say(game, "play", "roll 1", "play", "roll 1")
    assert kind(game) == ("combat_on", 0)  # the active player chooses the order
    say(game, "combat_on zohbat", "roll 10 1", "roll 1")
    assert game.table.planet_controllers["zohbat"] == 1  # control comes after all combats
    say(game, "roll 10 1", "roll 1")
    assert (game.table.planet_controllers["zohbat"], game.table.planet_controllers["mellon"]) == (0, 0)
    rolled = [rule for rule, one in cases(game) if one == "rolled" and rule in ("IM-INV-4", "IM-INV-6")]
    assert rolled[:2] == ["IM-INV-4", "IM-INV-4"]
    assert on_planet(game, 1, "mellon") == {}
    assert game.question is None  # the dock is gone: nothing produces


def test_IM_UNIT_assimilate_situation_13_a_dock_that_is_replaced_produces_in_this_action():
    def arrange(table):
        put(table, 0, "30", carrier=1, infantry=2)
        take_planets(table, 1, "zohbat")
        take_planets(table, 0, "lor")
        put(table, 1, "zohbat", spacedock=1)
        sheet(table, 0, goods=3)

    game = invade("30", arrange, factions=("l1z1x", "hacan", "letnev"))
    say(game, "land 2 infantry zohbat")
    assert on_planet(game, 0, "zohbat") == {"infantry": 2, "spacedock": 1}
    assert kind(game) == ("build", 0)


# -- bombardment


def guns(**units):
    """Return a game in which p1 has a dreadnought and a carrier with infantry over both planets of 30, which
    p2 holds."""

    def laid(table):
        put(table, 0, "30", dreadnought=2, carrier=1, infantry=2)
        take_planets(table, 1, "mellon", "zohbat")
        put(table, 1, "mellon", infantry=2)
        put(table, 1, "zohbat", infantry=1, **units)

    return laid


def test_IM_INV_10_each_ship_bombards_one_planet_declared_before_the_dice():
    game = invade("30", guns())
    assert kind(game) == ("bombard", 0)
    assert case(game, "bombard 1 dreadnought mellon") == ("IM-INV-10", "all_or_none")
    assert case(game, "bombard 3 dreadnought mellon") == ("IM-INV-10", "not_there")
    assert "3 dreadnoughts (there: 2)" in game.refusal("bombard 3 dreadnought mellon").text("en")
    assert case(game, "bombard 2 dreadnought lodor") == ("IM-INV-10", "no_target")
    say(game, "bombard 1 dreadnought mellon, 1 dreadnought zohbat", "roll 5")
    assert kind(game) == ("roll", 0)  # a player who has seen the first dice cannot hold back the others
    say(game, "roll 5")
    assert on_planet(game, 1, "mellon") == {"infantry": 1}
    assert on_planet(game, 1, "zohbat") == {}


def test_IM_TECH_ps_ships_that_bombard_two_planets_roll_one_die_more_in_all():
    def arrange(table):
        guns()(table)
        sheet(table, 0, technologies=frozenset({"ps"}))

    game = say(invade("30", arrange), "bombard 1 dreadnought zohbat, 1 dreadnought mellon")
    dice = []
    while kind(game) == ("roll", 0) and len(dice) < 2:
        volley = game.question.battle_question.volley
        dice.append(volley.count)
        game.answer(volley.result_of([1] * volley.count))
    assert dice == [2, 1]
    assert cases(game).count(("IM-TECH-ps", "bombardment")) == 1


def test_IM_INV_10_who_says_that_no_ship_bombards_is_not_asked_again():
    game = say(invade("30", guns()), "bombard none")
    assert kind(game) == ("land", 0)


def test_IM_INV_2_a_planet_with_a_shield_is_no_target():
    game = invade("30", guns(pds=1))
    assert kind(game)[0] != "bombard"  # only Mellon is left, so there is no question
    assert ("IM-INV-1", "rolled") not in cases(game)


def test_IM_INV_2_a_war_sun_lifts_the_shield():
    def arrange(table):
        guns(pds=1)(table)
        put(table, 0, "30", warsun=1)
        sheet(table, 0, fleet=5)

    game = invade("30", arrange)
    assert kind(game) == ("bombard", 0)
    assert any("zohbat" in option for option in options(game))


def test_IM_AGENDA_conventions_no_bombardment_of_cultural_planets():
    def arrange(table):
        guns()(table)
        table.laws = (Law("conventions"),)

    game = invade("30", arrange)  # Mellon is cultural, Zohbat hazardous
    assert kind(game)[0] != "bombard"


def test_IM_OBJ_mew_who_bombards_the_last_ground_force_may_score():
    def arrange(table):
        put(table, 0, "23", dreadnought=1)
        take_planets(table, 1, "saudor")
        put(table, 1, "saudor", infantry=1)
        sheet(table, 0, secret_objectives=("mew",))

    game = invade("23", arrange)
    while kind(game)[0] == "play":
        say(game, "play")
    say(game, "roll 5")
    assert kind(game) == ("score", 0)
    say(game, "score mew")
    assert game.table.players[0].points == 1
    assert game.table.planet_controllers["saudor"] == 1  # nobody has landed


def test_IM_OBJ_mew_harrow_is_bombardment_too():
    def arrange(table):
        put(table, 0, "23", dreadnought=1, infantry=1)
        take_planets(table, 1, "saudor")
        put(table, 1, "saudor", infantry=1)
        sheet(table, 0, secret_objectives=("mew",))

    game = invade("23", arrange, factions=("l1z1x", "hacan", "letnev"))
    say(game, "pass")  # no Bombardment before the landing
    say(game, "land 1 infantry saudor", "roll 1", "roll 1", "play", "roll 10")
    assert ("IM-UNIT-harrow", "rolled") in cases(game)
    assert kind(game) == ("score", 0)


@pytest.mark.parametrize(("answer", "then"), [("score mew", None), ("score none", ("score", 0))])
def test_IM_OBJ_3_harrow_belongs_to_the_combat_that_is_won_by_it(answer, then):
    def arrange(table):
        put(table, 0, "23", dreadnought=1, infantry=1)
        take_planets(table, 1, "saudor")
        put(table, 1, "saudor", infantry=1)
        sheet(table, 0, secret_objectives=("mew", "sar"))
        sheet(table, 1, points=1)

    game = invade("23", arrange, factions=("l1z1x", "hacan", "letnev"))
    say(game, "pass", "land 1 infantry saudor", "roll 1", "roll 1", "play", "roll 10")
    assert options(game) == ["score mew", "score none"]
    say(game, answer)
    assert (kind(game) if kind(game) and kind(game)[0] == "score" else None) == then
    if then is not None:
        assert options(game) == ["score sar", "score none"]


def test_IM_END_1_the_shard_of_the_throne_ends_the_game_before_the_next_planet():
    def arrange(table):
        put(table, 0, "30", carrier=1, infantry=4)
        take_planets(table, 1, "mellon", "zohbat")
        put(table, 1, "mellon", infantry=1)
        put(table, 1, "zohbat", infantry=1)
        table.laws = (Law("shard_of_the_throne", "p2"),)
        sheet(table, 0, points=3)
        sheet(table, 1, points=1)

    game = invade("30", arrange)
    say(game, "land 2 infantry mellon, 2 infantry zohbat", "combat_on mellon", "roll 10 10", "roll 1")
    assert ("IM-AGENDA-shard_of_the_throne", "passed_on") in cases(game)
    assert game.result == OVER
    assert [player.points for player in game.table.players] == [4, 0, 0]
    assert on_planet(game, 1, "zohbat") == {"infantry": 1}


def test_IM_END_1_the_crown_of_emphidia_ends_the_game_with_the_first_planet_that_is_gained():
    def arrange(table):
        put(table, 0, "16", carrier=1, infantry=2)
        take_planets(table, 1, "arretze", "hercant")
        table.laws = (Law("crown_of_emphidia", "p2"),)
        sheet(table, 0, points=3)
        sheet(table, 1, points=1)

    game = say(invade("16", arrange), "land 1 infantry arretze, 1 infantry hercant")
    assert ("IM-AGENDA-crown_of_emphidia", "passed_on") in cases(game)
    assert game.result == OVER
    assert (game.table.planet_controllers["arretze"], game.table.planet_controllers["hercant"]) == (0, 1)


# -- the custodians


def mecatol(goods=2, influence=(), infantry=1, faction="sol"):
    """Return a game in which p1 has infantry over Mecatol Rex, with the custodians on it."""

    def laid(table):
        put(table, 0, "18", carrier=1, infantry=infantry) if infantry else put(table, 0, "18", carrier=1)
        take_planets(table, 0, *influence)
        sheet(table, 0, goods=goods)

    return invade("18", laid, factions=(faction, "hacan", "letnev"))


def test_IM_INV_13_situation_15_planets_and_goods_pay_the_custodians():
    game = mecatol(goods=2, influence=("centauri", "gral"))  # 3 + 1
    assert kind(game) == ("custodians", 0)
    say(game, "custodians pay")
    assert not game.table.has_custodians
    assert game.table.players[0].points == 1
    assert game.table.players[0].goods == 0
    assert case(game, "land none") == ("IM-INV-13", "must_land")
    assert "land none" not in options(game)
    say(game, "land 1 infantry mr")
    assert game.table.planet_controllers["mr"] == 0
    assert ("IM-INV-13", "removed") in cases(game)


def test_IM_INV_13_five_influence_are_too_few_and_nobody_lands_then():
    game = mecatol(goods=2, influence=("centauri",))
    assert ("IM-INV-13", "too_little") in cases(game)
    assert kind(game) is None
    assert game.table.has_custodians


def test_IM_INV_13_without_ground_forces_one_may_not_pay():
    game = mecatol(goods=9, infantry=0)
    assert game.question is None
    assert game.table.has_custodians


def test_IM_INV_13_who_does_not_pay_does_not_land():
    game = say(mecatol(goods=6), "custodians none")
    assert game.question is None
    assert game.table.planet_controllers["mr"] is None
    assert game.table.players[0].goods == 6


def test_IM_INV_13_winnu_pays_nothing():
    game = say(mecatol(goods=0, faction="winnu"), "custodians pay")
    assert not game.table.has_custodians
    assert game.table.players[0].points == 1


def test_IM_END_1_the_point_of_the_custodians_may_end_the_game():
    def arrange(table):
        put(table, 0, "18", carrier=1, infantry=1)
        sheet(table, 0, goods=6, points=3)

    game = say(invade("18", arrange), "custodians pay")
    assert game.result == OVER
    assert game.table.planet_controllers["mr"] is None


def test_IM_INV_12_structures_beside_anothers_units_are_destroyed():
    def arrange(table):
        empty(table)
        put(table, 0, "saudor", infantry=1)
        put(table, 1, "saudor", pds=1)

    game = chapter(lambda table: remove_lost_structures(table, "saudor"), arrange)
    assert on_planet(game, 1, "saudor") == {}
    assert ("IM-INV-12", "destroyed") in cases(game)


@pytest.mark.parametrize(("leader", "scored"), [(3, True), (0, False)])
def test_IM_OBJ_sar_a_combat_won_against_the_leader(leader, scored):
    def arrange(table):
        landed(infantry=1)(table)
        sheet(table, 0, secret_objectives=("sar",), points=1)
        sheet(table, 1, points=leader)

    game = say(invade("23", arrange), "land 2 infantry saudor", "roll 10 1", "roll 1")
    assert (kind(game) == ("score", 0)) is scored
