"""Fleets in a game: the fleet pool, the capacity of ships, and docks (IM-FLEET-1 to 4)."""

import pytest
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    empty,
    in_space,
    kind,
    on_planet,
    put,
    say,
    sheet,
    system,
)

from twingkit import imperium
from twingkit.core.questions import Refusal
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits_everywhere, excess_cargo
from twingkit.imperium.galaxy.tactical.invasion import gain_control, remove_lost_structures
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action


def settled(arrange, seat=0, **more):
    """Return a game that enforces the limits of a player's fleets."""

    def laid(table):
        empty(table)
        arrange(table)

    return chapter(lambda table: enforce_fleet_limits_everywhere(table, seat), laid, **more)


def test_IM_FLEET_1_as_many_ships_as_fleet_tokens_and_fighters_beside_them():
    game = settled(lambda table: put(table, 0, "20", cruiser=2, carrier=1, fighter=6))
    assert game.question is None
    assert in_space(game, 0, "20") == {"cruiser": 2, "carrier": 1, "fighter": 6}


def test_IM_FLEET_1_the_owner_chooses_what_is_beyond_the_pool():
    game = settled(lambda table: put(table, 0, "20", cruiser=2, carrier=2))
    assert kind(game) == ("give_up", 0)
    assert case(game, "remove 2 cruiser") == ("IM-FLEET-1", "number")
    assert case(game, "remove 1 fighter") == ("IM-FLEET-1", "not_these")
    assert "remove exactly 1 unit, not 2" in game.refusal("remove 2 cruiser").text("en")
    assert "3 cruisers; you can remove only 2." in game.refusal("remove 3 cruiser").text("en")
    say(game, "remove 1 cruiser")
    assert in_space(game, 0, "20") == {"cruiser": 1, "carrier": 2}
    assert ("IM-FLEET-1", "removed") in cases(game)
    assert not any("destroyed" in one for _, one in cases(game))


def test_IM_FLEET_1_the_armada_of_letnev_has_two_more():
    five = settled(lambda table: put(table, 2, "20", cruiser=5), seat=2)
    six = settled(lambda table: put(table, 2, "20", cruiser=6), seat=2)
    assert (in_space(five, 2, "20"), in_space(six, 2, "20")) == ({"cruiser": 5}, {"cruiser": 5})


def test_IM_FLEET_1_situation_6_a_fleet_token_lost_after_activation_counts_at_once():
    def arrange(table):
        empty(table)
        put(table, 0, "20", cruiser=2, carrier=1)
        put(table, 0, "26", cruiser=3)
        put(table, 1, "26", destroyer=1)
        sheet(table, 1, technologies=frozenset({"ng"}))

    # p2 plays Naalu here: Neuroglaive takes a fleet token of whoever activates a system with its ships
    game = chapter(
        lambda table: tactical_action(table, 0, system(table, "26")),
        arrange,
        factions=("sol", "naalu", "letnev"),
    )
    asked = []
    while game.question is not None and kind(game)[0] == "give_up":
        asked.append(game.question.facts()["number"])
        say(game, "remove 1 cruiser")
    assert game.table.players[0].fleet == 2
    assert "20" in asked
    assert in_space(game, 0, "20") == {"cruiser": 1, "carrier": 1}
    assert in_space(game, 0, "26") == {"cruiser": 2}


def test_IM_FLEET_1_ships_that_pass_through_count_nowhere_but_where_they_end():
    def arrange(table):
        empty(table)
        put(table, 0, "20", cruiser=3)
        put(table, 0, "34", cruiser=1)
        table.place_token(0, system(table, "20"))

    game = chapter(lambda table: tactical_action(table, 0, system(table, "18")), arrange)
    say(game, "move 34 1 cruiser")
    assert in_space(game, 0, "20") == {"cruiser": 3}
    assert in_space(game, 0, "18") == {"cruiser": 1}


def test_IM_FLEET_2_what_is_carried_has_room_on_ships_and_three_fighters_on_a_dock():
    full = settled(lambda table: put(table, 0, "20", carrier=1, fighter=4, infantry=2))  # Sol's carries 6
    assert full.question is None
    more = settled(lambda table: put(table, 0, "20", carrier=1, fighter=5, infantry=2))
    assert kind(more) == ("give_up", 0)
    say(more, "remove 1 infantry")
    assert in_space(more, 0, "20") == {"carrier": 1, "fighter": 5, "infantry": 1}

    def docked(fighters):
        return settled(
            lambda table: (put(table, 0, "jord", spacedock=1), put(table, 0, "01", fighter=fighters))
        )

    assert in_space(docked(3), 0, "01") == {"fighter": 3}
    assert in_space(docked(4), 0, "01") == {"fighter": 3}


@pytest.mark.parametrize("ships", [{}, {"destroyer": 1}])
def test_IM_FLEET_2_a_dock_that_is_lost_with_its_planet_leaves_its_fighters_without_room(ships):
    def arrange(table):
        empty(table)
        table.planet_controllers["lodor"] = 0
        put(table, 0, "lodor", spacedock=1)
        put(table, 0, "26", fighter=3, **ships)
        put(table, 1, "lodor", infantry=1)

    taken = chapter(lambda table: gain_control(table, 1, "lodor"), arrange)
    assert on_planet(taken, 0, "lodor") == {}
    assert in_space(taken, 0, "26") == ships
    assert [one for one in cases(taken) if one[0] != "IM-PAY-1"][:2] == [
        ("IM-INV-11", "destroyed"),
        ("IM-FLEET-2", "removed"),
    ]
    settled_there = chapter(lambda table: remove_lost_structures(table, "lodor"), arrange)
    assert in_space(settled_there, 0, "26") == ships
    assert ("IM-INV-12", "destroyed") in cases(settled_there)


def test_IM_FLEET_2_a_dock_gives_no_room_to_ground_forces():
    game = settled(lambda table: (put(table, 0, "jord", spacedock=1), put(table, 0, "01", infantry=1)))
    assert in_space(game, 0, "01") == {}


def test_IM_FLEET_2_a_floating_factory_has_room_by_its_capacity_alone():
    cards = "p1 cards 2 5, p2 cards 1 6, p3 cards 3 7"
    saar = (
        f"galaxy: saar hacan letnev, action p1, {cards}, custodians gone, at 47 p1 1 spacedock {{}} fighter"
    )
    imperium.position_game(saar.format(4))
    with pytest.raises(
        Refusal, match=r"1 unit too many in the space of system 47: the ships there can carry only 4\."
    ):
        imperium.position_game(saar.format(5))


def test_IM_FLEET_3_fighters_ii_beyond_the_room_count_as_ships():
    def arrange(fighters, faction=0):
        def laid(table):
            sheet(table, faction, technologies=frozenset({"ff2"}))
            put(table, faction, "20", carrier=1, fighter=fighters)

        return laid

    assert in_space(settled(arrange(8)), 0, "20") == {"carrier": 1, "fighter": 8}  # 6 carried, 2 + 1 ships
    nine = settled(arrange(9))
    assert kind(nine) == ("give_up", 0)
    say(nine, "remove 1 fighter")
    assert in_space(nine, 0, "20") == {"carrier": 1, "fighter": 8}


def test_IM_FLEET_3_fighters_of_naalu_count_half_and_the_sum_is_not_rounded_in_their_favour():
    def fleet(fighters):
        game = settled(
            lambda table: (
                sheet(table, 0, technologies=frozenset({"hcf2"})),
                put(table, 0, "20", carrier=1, fighter=fighters),
            ),
            factions=("naalu", "sol", "letnev"),
        )
        if game.question is not None:
            say(game, "remove 1 fighter")
        return in_space(game, 0, "20")

    # Naalu's carrier carries 4: with 8 fighters 1 + 4/2 = 3 ships, with 9 3½
    assert (fleet(8), fleet(9)) == ({"carrier": 1, "fighter": 8},) * 2


def test_IM_FLEET_4_ships_of_two_players_share_a_system_only_inside_a_tactical_action():
    def arrange(table):
        empty(table)
        put(table, 0, "01", cruiser=1)
        put(table, 1, "20", destroyer=1)

    game = chapter(lambda table: tactical_action(table, 0, system(table, "20")), arrange)
    say(game, "move 01 1 cruiser")
    assert set(game.table.space[system(game.table, "20")]) == {0, 1}
    say(game, "stay", "roll 10", "roll 1")
    assert game.question is None
    assert set(game.table.space[system(game.table, "20")]) == {0}
    assert excess_cargo(game.table, 0, system(game.table, "20")) == 0


def test_IM_FLEET_3_ground_forces_may_make_room_for_fighters_ii_that_are_too_many():
    def arrange(infantry, fighters, cruisers=0):
        def laid(table):
            sheet(table, 0, technologies=frozenset({"ff2"}), fleet=2)
            put(table, 0, "20", carrier=1, infantry=infantry, fighter=fighters, cruiser=cruisers)

        return settled(laid)

    game = arrange(6, 3)  # Sol's carrier carries 6: 1 + 3 ships, two too many
    assert kind(game) == ("give_up", 0)
    say(game, "remove 1 fighter, 1 infantry")
    assert in_space(game, 0, "20") == {"carrier": 1, "infantry": 5, "fighter": 2}
    assert game.question is None
    ships_too = arrange(6, 1, cruisers=2)  # 3 + 1 ships: for one fighter remove one ground force, not two
    assert case(ships_too, "remove 2 infantry") == ("IM-FLEET-1", "number")
    say(ships_too, "remove 1 infantry")
    assert case(ships_too, "remove 1 infantry") == ("IM-FLEET-1", "not_these")  # the fighter is aboard now
    say(ships_too, "remove 1 cruiser")
    assert in_space(ships_too, 0, "20") == {"carrier": 1, "infantry": 5, "fighter": 1, "cruiser": 1}
