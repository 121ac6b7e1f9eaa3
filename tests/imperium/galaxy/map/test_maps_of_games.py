"""Maps of games: of first games, built in the set-up, and supplied by the players (IM-SET-3, 4, 6)."""

import random

import pytest
from imperium.galaxy.game.positions import case, kind, options, say

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.map.hexes import distance
from twingkit.imperium.galaxy.map.map_faults import map_faults, map_warnings
from twingkit.imperium.galaxy.phases.map_building import PlaceTile, clash_case_and_tile
from twingkit.imperium.galaxy.starts import GameStart

THREE = ("sol", "hacan", "letnev")
SMALL = "19 20 21 22 23 24 0 26 27 0 29 30 0 32 33 25 40 39"


def building(count, seed=1, rolls=None):
    """Return a game whose map is built in the set-up."""
    return Game(GameStart(faction_ids()[:count], map="built"), seed=seed, rolls=rolls)


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_IM_SET_4_a_built_map_keeps_the_rules_and_has_all_its_places(count):
    game, rng = building(count, count), random.Random(count)
    while isinstance(game.question, PlaceTile):
        game.answer_randomly(rng)
    galaxy = game.table.galaxy
    assert map_faults(galaxy, count) == []
    assert len(galaxy.tile_numbers) == (28 if count == 3 else 37)
    assert [system.tile.faction for system in galaxy.homes if system.tile.is_home]
    assert game.table.phase == "strategy"


def test_IM_SET_4_from_the_speaker_in_turns_and_the_last_lays_two():
    game = building(3)
    seats, rng = [], random.Random(1)
    first = game.table.speaker
    while isinstance(game.question, PlaceTile):
        seats.append((game.question.player - first) % 3)
        game.answer_randomly(rng)
    assert seats[:9] == [0, 1, 2, 2, 1, 0, 0, 1, 2]


def test_IM_SET_4_the_inner_ring_comes_first():
    game, rng = building(6), random.Random(2)
    rings = []
    while isinstance(game.question, PlaceTile):
        before = set(dict(game.table.galaxy.tile_numbers))
        game.answer_randomly(rng)
        rings += sorted(distance(place) for place in set(dict(game.table.galaxy.tile_numbers)) - before)
    assert rings == [1] * 6 + [2] * 12 + [3] * 12


def test_IM_SET_4_anomalies_and_equal_wormholes_are_kept_apart():
    game = building(3, rolls="ask")
    say(game, "speaker p1")
    tiles = {0: ["41", "42", "20", "21", "22", "23", "24", "27"]}
    for seat in range(3):
        blue = [option for option in options(game) if option in ("25", "26")] if seat == 1 else []
        for _ in range(6):
            wanted = tiles.get(seat, [])
            names = options(game)
            choice = next((name for name in (*blue, *wanted) if name in names), names[-1])
            say(game, f"draw {choice}")
        for name in ("41", "42") if seat == 0 else ("39", "40") if seat == 1 else ("44", "46"):
            say(game, f"draw {name}")
    assert kind(game) == ("lay", 0)
    assert case(game, "lay 41 0,-2") == ("IM-SET-4", "ring")
    assert case(game, "lay 39 0,-1") == ("IM-SET-4", "not_in_hand")
    with pytest.raises(BadAnswer):
        game.answer("lay 41 9,9")
    say(game, "lay 41 0,-1", "lay 26 1,-1")
    assert case(game, "lay 44 -1,0") == ("IM-SET-4", "anomaly_beside")
    assert case(game, "lay 44 0,1") is None
    galaxy = Galaxy.from_tiles({(0, 0): "18", (1, -1): "26"})
    assert clash_case_and_tile(galaxy, "39", (1, 0)) == ("wormhole_beside", "26")
    assert clash_case_and_tile(galaxy, "40", (1, 0)) is None  # beta beside alpha


def test_IM_SET_4_of_five_players_the_speaker_lays_a_red_tile_beside_mecatol_rex_first():
    game = building(5, rolls="ask")
    say(game, "speaker p2", "draw 43")
    assert kind(game) == ("lay", 1)
    assert options(game)[0].startswith("lay 43 ")
    say(game, "lay 43 1,0")
    assert game.table.galaxy[(1, 0)].tile.number == "43"
    assert kind(game) == ("draw", 1)


def test_IM_SET_4_a_built_game_is_recorded_and_replays():
    game, rng = building(3, 5), random.Random(5)
    for _ in range(60):
        game.answer_randomly(rng)
    again = Game.replay(game.record)
    assert again.table.key() == game.table.key()
    assert again.table.galaxy == game.table.galaxy


def test_IM_SET_6_an_own_map_is_played_with_homes_clockwise_from_the_north():
    start = GameStart(THREE, map=SMALL)
    table = Game(start, seed=1).table
    assert str(start.board.galaxy) == SMALL
    assert table.tile_number(table.home_system(0)) == "01"
    assert GameStart.parse(start.setup_lines()) == start
    assert f"map {SMALL}" in start.setup_lines()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("{19} 20 21 22 23 24 25 0 26 27 0 29 30 0 32 33 34 35 39", "no_mecatol"),
        ("19 20 21 22 23 24 0 26 27 0 29 30 0 32 33 25 19 39", "tile_twice"),
        ("19 20 21 22 23 24 0 26 27 0 29 30 31 32 33 25 40 39", "homes"),
        ("19 20 21 22 23 24 0 26 27 0 29 30 0 32 33 25 40 39 " + "-1 " * 35 + "50", "apart"),
    ],
)  # fmt: skip
def test_IM_SET_6_an_impossible_map_is_one_clear_error_with_its_rule(text, rule):
    with pytest.raises(Refusal) as wrong:
        GameStart.parse(["imperium 3", *(f"faction {name}" for name in THREE), f"map {text}"])
    assert (wrong.value.rule, wrong.value.case) == ("IM-SET-6", rule)


@pytest.mark.parametrize("text", ["", "x y z", "{18", "19 20 700"])
def test_IM_SET_6_a_text_that_is_no_map_is_an_error(text):
    with pytest.raises((Fault, Refusal)):
        GameStart(THREE, map=text or "0")


def test_IM_SET_3_the_short_game_has_its_own_map():
    with pytest.raises(Fault):
        GameStart(THREE, True, map="built")
    with pytest.raises(Fault):
        GameStart.parse(["imperium 3", "map built", f"map {SMALL}"])


def test_IM_SET_4_the_maps_of_first_games_break_no_rule():
    for count in (3, 4, 5, 6):
        galaxy = GameStart(faction_ids()[:count]).board.galaxy
        assert map_faults(galaxy, count) == []
        assert map_warnings(galaxy) == []
