"""The set-up of a whole game: the players, and the starting components (IM-SET-1 to 5)."""

import pytest
from imperium.galaxy.game.positions import kind, options, say

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.starts import GameStart, new_game
from twingkit.imperium.galaxy.trade.promissory_notes import starting_notes


def new_set_up(names=("sol", "hacan", "letnev"), variant="box", short=False):
    """Return a game whose set-up asks for every card."""
    return Game(GameStart(tuple(names), short, variant), rolls="ask")


@pytest.mark.parametrize("count", [2, 7])
def test_IM_SET_1_two_players_are_too_few_and_seven_too_many(count):
    with pytest.raises(Fault):
        GameStart(faction_ids()[:count])
    with pytest.raises(Fault):
        new_game(count, seed=1)


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_IM_SET_1_three_to_six_play_and_chance_names_the_speaker(count):
    game = new_set_up(faction_ids()[:count])
    assert kind(game) == ("speaker", 0)
    assert len(options(game)) == count
    say(game, "speaker p3")
    assert game.table.speaker == 2


def test_IM_SET_1_a_faction_plays_once():
    with pytest.raises(Fault):
        GameStart(("sol", "sol", "yin"))
    with pytest.raises(Fault):
        GameStart(("sol", "titans", "yin"))


def test_IM_SET_2_tokens_home_planets_units_and_nothing_else():
    table = say(new_set_up(), "speaker p1").table
    for seat, player in enumerate(table.players):
        assert (player.tactic, player.fleet, player.strategy, table.tokens_in_reinforcements(seat)) == (
            3,
            3,
            2,
            8,
        )
        assert (player.goods, player.commodities, player.points) == (0, 0, 0)
        assert player.action_cards == ()
        assert len(starting_notes(table, seat)) == 5
        assert set(player.promissory_notes) <= set(starting_notes(table, seat))
        home = {planet.id for planet in table.planets_of(table.home_system(seat))}
        assert set(table.controlled_planets(seat)) == home
    assert table.exhausted_planets == frozenset()
    assert table.units_in_space(0, table.home_system(0)).counts == {
        "carrier": 2,
        "destroyer": 1,
        "fighter": 3,
    }
    assert table.units_on_planet(0, "jord").counts == {"infantry": 5, "spacedock": 1}
    assert table.players[0].technologies == {"amd", "nm"}


def test_IM_SET_2_the_custodians_are_on_mecatol_rex_and_nobody_holds_it():
    table = say(new_set_up(), "speaker p1").table
    assert table.has_custodians
    assert table.planet_controllers["mr"] is None


def test_IM_SET_2_winnu_chooses_a_technology_without_prerequisites():
    game = say(new_set_up(("winnu", "sol", "yin")), "speaker p2")
    assert kind(game) == ("technology", 0)
    assert set(options(game)) == {f"technology {name}" for name in ("amd", "nm", "st", "ps")}
    say(game, "technology ps")
    assert game.table.players[0].technologies == {"ps"}


def test_IM_SET_2_muaat_has_a_war_sun_and_not_its_technology():
    table = say(new_set_up(("muaat", "sol", "yin")), "speaker p1").table
    assert table.units_in_space(0, table.home_system(0))["warsun"] == 1
    assert table.players[0].technologies == {"ps"}
    assert table.players[0].buildable_unit_type("warsun") is not None
    assert table.players[1].buildable_unit_type("warsun") is None


def test_IM_SET_3_five_players_begin_with_goods_for_their_places():
    table = say(new_set_up(faction_ids()[:5]), "speaker p1").table
    assert [player.goods for player in table.players] == [2, 4, 2, 0, 0]


def test_IM_SET_5_one_secret_objective_each_and_two_public_ones_open():
    game = say(new_set_up(), "speaker p2")
    drawn = []
    while kind(game)[0] == "draw":
        drawn.append(kind(game)[1])
        say(game, options(game)[0])
    assert drawn == [1, 2, 0, 1, 1]  # from the speaker clockwise; the speaker opens two
    table = game.table
    assert [len(player.secret_objectives) for player in table.players] == [1, 1, 1]
    assert len(table.open_objectives) == 2
    assert table.face_down_objective_counts == (3, 5)
    assert (table.phase, table.round) == ("strategy", 1)
    assert kind(game) == ("take", 1)


def test_IM_SET_5_with_the_switch_two_are_dealt_and_one_goes_back():
    game = say(new_set_up(variant="secrets=two_keep_one"), "speaker p1", "draw te", "draw csl")
    assert kind(game) == ("return", 0)
    say(game, "return te")
    assert game.table.players[0].secret_objectives == ("csl",)
    assert game.table.secret_deck.count("te") == 1


@pytest.mark.parametrize(
    ("variant", "short", "points"),
    [("box", False, 10), ("vp=14", False, 14), ("box", True, 4), ("vp=14", True, 4)],
)
def test_IM_OBJ_5_the_points_that_win(variant, short, points):
    assert new_set_up(variant=variant, short=short).table.points_to_win == points
