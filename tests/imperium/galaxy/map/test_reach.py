"""Where ships can move: against an exhaustive search, and one test for each rule that stops them."""

from __future__ import annotations

import random
from fractions import Fraction
from math import nan

import pytest

from twingkit import Fault
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.galaxy.map.adjacency import WormholeState, adjacency_lists
from twingkit.imperium.galaxy.map.boards import preset_board
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.map.reach import CLOSED_ANOMALIES, Route, ShipMobility, best_routes, ship_reach


def walked(galaxy: Galaxy, start: int, course: ShipMobility) -> dict[int, tuple[int, int]]:
    """Reference implementation: try every way that a ship can take, step by step; minimize rifts, then
    systems."""
    links = adjacency_lists(galaxy, course.wormholes)
    anomaly = [system.tile.anomaly for system in galaxy.systems]
    value = (1 if anomaly[start] == "nebula" else course.move_value) + course.move_bonus
    best: dict[int, tuple[int, int]] = {}

    def step(place: int, entered: int, rifts: int) -> None:
        if place != start or entered == 0:
            if entered and (place in course.blocked_systems or anomaly[place] == "nebula"):
                return
        elif place in course.blocked_systems or anomaly[place] == "nebula":
            return
        rifts += anomaly[place] == "gravity_rift"
        if entered == value + rifts or entered > 6:
            return
        for target in links[place]:
            if anomaly[target] in CLOSED_ANOMALIES and anomaly[target] not in course.open_anomalies:
                continue
            score = rifts, entered + 1
            best[target] = min(best.get(target, score), score)
            step(target, entered + 1, rifts)

    step(start, 0, 0)
    return best


@pytest.mark.parametrize("seed", range(60))
def test_the_ways_are_those_of_a_walk_over_all_of_them(seed: int) -> None:
    rng = random.Random(seed)
    space = [number for number, tile in tiles_by_number().items() if tile.kind in ("blue", "red")]
    galaxy = Galaxy.parse(" ".join(rng.sample(space, 18)))
    start = rng.randrange(len(galaxy.systems))
    course = ShipMobility(
        rng.randrange(4),
        rng.randrange(2),
        frozenset(name for name in CLOSED_ANOMALIES if rng.random() < 0.3),
        frozenset(rng.sample(range(len(galaxy.systems)), 4)),
        WormholeState(alpha_beta_linked=rng.random() < 0.3, alpha_beta_closed=rng.random() < 0.3),
    )
    there = best_routes(galaxy, start, course)
    assert {index: (way.rift_count, len(way.entered_systems)) for index, way in there.items()} == walked(
        galaxy, start, course
    )
    links = adjacency_lists(galaxy, course.wormholes)
    for index, way in there.items():
        assert way.entered_systems[-1] == index
        assert all(
            after in links[before]
            for before, after in zip((start, *way.entered_systems), way.entered_systems, strict=False)
        )
    everywhere = ship_reach(galaxy, start, course)
    assert everywhere.routes == there
    assert set(everywhere.routes) | set(everywhere.blocking_rules) | {start} == set(
        range(len(galaxy.systems))
    )
    assert not set(everywhere.routes) & set(everywhere.blocking_rules)


def reached(galaxy: Galaxy, start: str, target: str, course: ShipMobility) -> Route | str:
    """Return the way from one system to another, or the rule that stops it."""
    seen = ship_reach(galaxy, galaxy.system(start).index, course)
    index = galaxy.system(target).index
    return seen.routes.get(index) or seen.blocking_rules[index]


def test_IM_MOVE_1_a_ship_enters_as_many_systems_as_its_value_says() -> None:
    galaxy = preset_board(6).galaxy
    assert isinstance(reached(galaxy, "22", "19", ShipMobility(2)), Route)
    assert reached(galaxy, "22", "29", ShipMobility(2)) == "IM-MOVE-1"


def test_IM_MOVE_3_ships_of_others_stop_it_behind_them_but_not_there() -> None:
    galaxy = Galaxy.parse("19 -1 -1 20 -1 -1")
    blocked = ShipMobility(2, blocked_systems=frozenset({galaxy.system("mr").index}))
    assert reached(galaxy, "19", "20", blocked) == "IM-MOVE-3"
    assert isinstance(reached(galaxy, "19", "mr", blocked), Route)
    assert isinstance(reached(galaxy, "19", "20", ShipMobility(2)), Route)


def test_IM_MOVE_7_a_nebula_is_the_end_of_the_way() -> None:
    galaxy = Galaxy.parse("{42} 19 -1 -1 20 -1 -1")
    assert isinstance(reached(galaxy, "19", "42", ShipMobility(2)), Route)
    assert reached(galaxy, "19", "20", ShipMobility(2)) == "IM-MOVE-7"


def test_IM_MOVE_10_a_ship_leaves_a_nebula_with_1_and_bonuses_on_top() -> None:
    galaxy = Galaxy.parse("42 -1 -1 20 -1 -1")
    assert reached(galaxy, "42", "20", ShipMobility(2)) == "IM-MOVE-7"
    assert isinstance(reached(galaxy, "42", "20", ShipMobility(2, move_bonus=1)), Route)


@pytest.mark.parametrize(("tile", "anomaly"), [("44", "asteroid_field"), ("43", "supernova")])
def test_IM_MOVE_9_closed_anomalies_are_entered_only_where_they_are_opened(tile: str, anomaly: str) -> None:
    galaxy = Galaxy.parse(f"{{{tile}}} 19 -1 -1 20 -1 -1")
    assert reached(galaxy, "19", tile, ShipMobility(2)) == "IM-MOVE-9"
    assert reached(galaxy, "19", "20", ShipMobility(2)) == "IM-MOVE-9"
    assert isinstance(
        reached(galaxy, "19", "20", ShipMobility(2, open_anomalies=frozenset({anomaly}))), Route
    )


def test_IM_MOVE_8_leaving_a_rift_gives_one_step_more_and_costs_a_die() -> None:
    galaxy = Galaxy.parse("{41} 19 -1 -1 20 -1 -1" + " -1" * 6 + " 21")
    beyond = reached(galaxy, "19", "21", ShipMobility(2))
    assert isinstance(beyond, Route)
    assert beyond.rift_count == 1
    assert beyond.survival_probability == Fraction(7, 10)
    assert beyond.survival_probability**3 == Fraction(343, 1000)


def test_IM_MOVE_8_a_way_around_the_rift_is_taken_if_there_is_one() -> None:
    galaxy = Galaxy.parse("41 19 -1 -1 -1 20")
    assert reached(galaxy, "19", "20", ShipMobility(2)) == Route(
        (galaxy.system("mr").index, galaxy.system("20").index), 0
    )


def test_IM_MAP_5_a_travel_ban_is_named_where_only_a_wormhole_leads() -> None:
    galaxy = Galaxy.parse("39 -1 -1 20 -1 -1" + " -1" * 6 + " 26")
    assert isinstance(reached(galaxy, "39", "26", ShipMobility(1)), Route)
    assert (
        reached(galaxy, "39", "26", ShipMobility(1, wormholes=WormholeState(alpha_beta_closed=True)))
        == "IM-MAP-5"
    )


def test_IM_MOVE_2_a_ship_comes_back_to_its_own_system() -> None:
    galaxy = preset_board(3).galaxy
    start = galaxy.system("22").index
    assert len(best_routes(galaxy, start, ShipMobility(2))[start].entered_systems) == 2
    assert start not in best_routes(galaxy, start, ShipMobility(1))


def test_the_first_action_of_sol_in_the_short_game() -> None:
    galaxy = preset_board(3, "short").galaxy
    home = galaxy.system("jord").index
    carriers, destroyers = (
        best_routes(galaxy, home, ShipMobility(1)),
        best_routes(galaxy, home, ShipMobility(2)),
    )
    assert len(carriers) == 3
    assert len([index for index in destroyers if index != home]) == 11


def test_systems_that_the_map_lacks_are_refused() -> None:
    galaxy = preset_board(3).galaxy
    many = len(galaxy.systems)
    for start, course in (
        (-1, ShipMobility(1)),
        (many, ShipMobility(1)),
        (0, ShipMobility(1, blocked_systems=frozenset({many}))),
        (0, ShipMobility(1, wormholes=WormholeState(added_wormholes=((-1, "alpha"),)))),
    ):
        with pytest.raises(Fault):
            ship_reach(galaxy, start, course)


def test_a_course_takes_whole_moves_and_the_names_of_anomalies_alone() -> None:
    for wrong in (
        {"move_value": nan},
        {"move_value": 1.5},
        {"move_value": "2"},
        {"move_value": None},
        {"move_value": -1},
        {"move_bonus": -1},
        {"open_anomalies": frozenset({"astroid"})},
        {"open_anomalies": "nebula"},
        {"blocked_systems": frozenset({"18"})},
        {"blocked_systems": 3},
        {"wormholes": None},
    ):
        with pytest.raises(Fault, match=f"^{next(iter(wrong))} must be "):
            ShipMobility(**{"move_value": 1, **wrong})
