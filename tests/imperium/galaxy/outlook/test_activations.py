"""What the activation of a system could do on the current table."""

from __future__ import annotations

from imperium.galaxy.game.positions import a_table

from twingkit.imperium.galaxy.outlook.activation_uses import ActivationUses, uses_of_activation


def test_IM_TACT_2_a_system_that_ships_reach_and_an_own_dock_are_of_use_and_a_far_one_is_not() -> None:
    table = a_table()
    home = table.home_system(0)
    assert uses_of_activation(table, 0, home) == ActivationUses(can_produce=True)
    near = next(other for other in table.adjacency(0)[home] if not table.galaxy.systems[other].tile.anomaly)
    assert uses_of_activation(table, 0, near) == ActivationUses(can_bring_ships=True)
    assert not uses_of_activation(table, 0, table.home_system(1))


def test_IM_PROD_1_a_dock_is_of_no_use_to_who_can_pay_nothing() -> None:
    table = a_table()
    table.exhaust_planets(table.ready_planets(0))
    assert uses_of_activation(table, 0, table.home_system(0)) == ActivationUses()


def test_IM_MOVE_2_ships_below_an_own_token_do_not_come() -> None:
    table = a_table()
    home = table.home_system(0)
    near = next(other for other in table.adjacency(0)[home] if not table.galaxy.systems[other].tile.anomaly)
    table.place_token(0, home)
    assert not uses_of_activation(table, 0, near)


def test_IM_INV_3_troops_that_are_in_space_or_can_be_picked_up_land_on_a_planet_that_is_not_held() -> None:
    table = a_table()
    system = table.galaxy.system("26").index
    table.put_units(0, system, "carrier")
    assert not uses_of_activation(table, 0, system).can_invade
    table.put_units(0, system, "infantry")
    assert uses_of_activation(table, 0, system).can_invade
    table.planet_controllers["lodor"] = 0
    assert not uses_of_activation(table, 0, system).can_invade


def test_IM_INV_1_ships_that_bombard_are_of_use_above_others_ground_forces() -> None:
    table = a_table()
    system = table.galaxy.system("26").index
    table.put_units(0, system, "dreadnought")
    assert not uses_of_activation(table, 0, system).can_invade
    table.planet_controllers["lodor"] = 1
    table.put_units(1, "lodor", "infantry")
    assert uses_of_activation(table, 0, system).can_invade
