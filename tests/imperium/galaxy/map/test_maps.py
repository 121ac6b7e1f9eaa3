"""Map strings, the maps of the box, and faults of a map."""

from __future__ import annotations

import random

import pytest

from twingkit import Fault, Refusal
from twingkit.imperium.box.tiles import home_or_gate_tile, planets_by_id, tiles_by_number
from twingkit.imperium.galaxy.map.adjacency import WormholeState, adjacency_lists, is_connected
from twingkit.imperium.galaxy.map.boards import boards, preset_board
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.map.hexes import spiral
from twingkit.imperium.galaxy.map.map_faults import map_faults, map_warnings


def test_the_box_has_51_tiles_and_59_planets_that_lie_on_them() -> None:
    assert len(tiles_by_number()) == 51
    assert len(planets_by_id()) == 59
    assert all(planet in tiles_by_number()[planet.tile].planets for planet in planets_by_id().values())


FIRST_MAPS = {
    3: "21 35 50 0 40 23 0 30 22 36 28 45 44 31 26 18 39 24 19 27 42 38 47 25 33 34 29 0",
    4: "24 0 41 21 23 50 40 35 26 31 47 48 32 19 45 44 0 30 18 34 0 28 38 20 27 42 49 46 39 33 25 29 36 37 43"
    " 0 22",
    5: "32 0 43 49 35 50 28 40 23 0 30 22 36 21 45 44 31 26 18 39 0 24 19 48 20 42 38 46 47 25 0 27 33 37 34"
    " 29 0",
    6: "0 43 32 21 35 50 0 40 23 0 30 22 36 28 45 44 31 26 18 39 49 24 19 48 27 42 38 0 47 25 0 20 33 37 34"
    " 29 0",
}
"""The first maps as the box prints them: rows from the top down, each from the left."""


@pytest.mark.parametrize("players", FIRST_MAPS)
def test_IM_SET_3_the_first_maps_are_those_of_the_box(players: int) -> None:
    galaxy = preset_board(players).galaxy
    there = dict(galaxy.tile_numbers)
    rows = sorted(there, key=lambda place: (2 * place[1] + place[0], place[0]))
    assert " ".join(map(there.__getitem__, rows)) == FIRST_MAPS[players]


@pytest.mark.parametrize("index", range(5))
def test_IM_SET_6_the_maps_of_the_box_can_be_played_and_IM_SET_4_nothing_in_them_is_to_be_avoided(
    index: int,
) -> None:
    known = boards()[index]
    assert map_faults(known.galaxy, known.players) == []
    assert map_warnings(known.galaxy) == []
    assert tuple(home.place for home in known.galaxy.homes) == known.homes


def test_IM_SET_6_says_all_that_is_wrong_at_once() -> None:
    galaxy = Galaxy.parse("{19} 19" + " -1" * 11 + " 0")
    assert [fault.ruling.case for fault in map_faults(galaxy)] == [
        "no_mecatol",
        "tile_twice",
        "homes",
        "apart",
    ]
    assert [fault.rule for fault in map_faults(Galaxy.parse("51 0 0 0"))] == ["IM-MAP-2"]


def test_IM_SET_6_a_map_without_any_system_lacks_mecatol_rex_and_homes() -> None:
    assert [fault.ruling.case for fault in map_faults(Galaxy.parse("{-1}"))] == ["no_mecatol", "homes"]


def test_IM_SET_4_adjacent_equal_wormholes_and_anomalies_are_reported() -> None:
    galaxy = Galaxy.parse("25 40 41 42 0 0 0")
    assert [warning.text() for warning in map_warnings(galaxy)] == [
        "Tiles 25 and 40, which have the same wormhole, lie side by side.",
        "Tiles 41 and 42, both anomalies, lie side by side.",
    ]
    assert map_faults(galaxy) == []


def test_a_map_string_comes_back_as_it_was_typed() -> None:
    rng = random.Random(1)
    numbers = [number for number in tiles_by_number() if number not in ("18", "51")]
    for _ in range(200):
        length = rng.randrange(1, 60)
        typed = [rng.choice([*numbers, "0", "-1"]) for _ in range(length - 1)] + [rng.choice(numbers)]
        text = " ".join([rng.choice(["", "{19} "])]) + " ".join(typed)
        assert str(Galaxy.parse(text)) == text
    assert str(Galaxy.parse("1, 2,3")) == "01 02 03"


@pytest.mark.parametrize("text", ["19 x 20", "{19", "19 } 20", "19 1234", "-2", "19 " * 61, "{a} 19"])
def test_what_is_no_map_string_is_said(text: str) -> None:
    with pytest.raises(Fault):
        Galaxy.parse(text)


def test_IM_MAP_1_a_tile_that_the_box_lacks_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        Galaxy.parse("19 60")
    assert refused.value.rule == "IM-MAP-1"
    assert "60" in refused.value.text()


def test_IM_MAP_2_equal_wormholes_are_adjacent_and_no_system_is_to_itself() -> None:
    galaxy = preset_board(6).galaxy
    links = adjacency_lists(galaxy)
    one, other = galaxy.system("26").index, galaxy.system("39").index
    assert other in links[one]
    assert all(index not in theirs for index, theirs in enumerate(links))
    assert all(index in links[other] for index, theirs in enumerate(links) for other in theirs)


def test_IM_MAP_2_the_home_of_creuss_is_off_the_board_and_reached_from_its_gate_alone() -> None:
    known = preset_board(6)
    galaxy = known.galaxy.with_home_factions({known.homes[0]: "ghost"})
    home = galaxy.system("creuss")
    assert home.place is None
    assert adjacency_lists(galaxy)[home.index] == (galaxy.system("17").index,)
    assert home_or_gate_tile("ghost").number == "17"
    assert is_connected(galaxy)


def test_IM_MAP_5_alpha_and_beta_are_one_for_creuss_and_a_ban_closes_them_for_the_others() -> None:
    galaxy = preset_board(6).galaxy
    alpha, beta = galaxy.system("39").index, galaxy.system("25").index
    assert beta not in adjacency_lists(galaxy)[alpha]
    assert beta in adjacency_lists(galaxy, WormholeState(alpha_beta_linked=True))[alpha]
    assert (
        galaxy.system("26").index not in adjacency_lists(galaxy, WormholeState(alpha_beta_closed=True))[alpha]
    )
    assert (
        beta in adjacency_lists(galaxy, WormholeState(alpha_beta_linked=True, alpha_beta_closed=True))[alpha]
    )


def test_IM_MAP_5_a_wormhole_token_leads_to_the_tiles_with_the_same() -> None:
    galaxy = preset_board(6).galaxy
    mecatol, alpha = galaxy.system("mr").index, galaxy.system("39").index
    assert alpha in adjacency_lists(galaxy, WormholeState(added_wormholes=((mecatol, "alpha"),)))[mecatol]


def test_spirals_have_every_hex_once() -> None:
    assert len(set(spiral(4))) == 61
