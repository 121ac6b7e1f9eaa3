"""Factions: their starting components, and their permanent abilities and technologies (IM-SET-2)."""

import random

import pytest
from imperium.galaxy.cards.plays import combine, has, knows, laid_table, own, units
from imperium.galaxy.game.positions import chapter, empty, kind, say, system

from twingkit.core.play import Game
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.phases.strategic_action import offer_secondary
from twingkit.imperium.galaxy.starts import GameStart
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.tactical.invasion import remove_custodians
from twingkit.imperium.galaxy.tactical.moving_ships import blocked_systems, ship_mobility
from twingkit.imperium.galaxy.tactical.production_step import production_limits
from twingkit.imperium.galaxy.tactical.space_step import cannons_reaching
from twingkit.imperium.galaxy.technology.cards import (
    factions_by_id,
    ownable_technologies,
    technologies_by_id,
)
from twingkit.imperium.galaxy.trade.offers import Offer, are_neighbours, can_trade, rule_against_offer


def table_of(faction="sol", *arrangements, others=("hacan", "letnev")):
    """Return the prepared table with a faction in the first seat."""
    rest = [name for name in (*others, "sol") if name != faction][:2]
    return laid_table(*arrangements, factions=(faction, *rest))


@pytest.mark.parametrize("name", faction_ids())
def test_IM_SET_2_a_faction_begins_with_what_its_sheet_says(name):
    table = table_of(name)
    player, sheet = table.players[0], factions_by_id()[name]
    there: dict[str, int] = {}
    for _, here in table.places_and_units(0):
        for unit in here:
            there[unit] = there.get(unit, 0) + here[unit]
    assert there == {unit: count for count, unit in sheet.starting_fleet}
    assert player.technologies == frozenset(sheet.starting_technologies or ())
    assert (player.tactic, player.fleet, player.strategy, player.goods, player.commodities) == (3, 3, 2, 0, 0)
    home = [planet.id for planet in table.planets_of(table.home_system(0))]
    assert table.controlled_planets(0) == home
    assert table.ready_planets(0) == home
    for unit in there:
        assert player.unit_type_on_board(unit).faction in ("", name)


@pytest.mark.parametrize("name", faction_ids())
def test_IM_SET_2_five_notes_a_faction_four_of_all_and_its_own(name):
    three = [name, *(other for other in faction_ids() if other != name)][:3]
    game = Game(GameStart(tuple(three)), seed=1)
    while game.table.phase == "setup":
        game.answer_randomly(random.Random(1))
    assert len(game.table.players[0].promissory_notes) == 5


@pytest.mark.parametrize("name", [card.id for card in technologies_by_id().values() if card.unit_class])
def test_IM_TECH_4_every_unit_upgrade_changes_its_units_at_once(name):
    card = technologies_by_id()[name]
    faction = card.faction or next(
        known for known in ("arborec", "sol", "yin") if name in ownable_technologies(known)
    )
    plain, upgraded = table_of(faction), table_of(faction, knows(0, name))
    before, after = (
        plain.players[0].unit_type_on_board(card.unit_class),
        upgraded.players[0].unit_type_on_board(card.unit_class),
    )
    assert after.is_upgraded or name == "ws"  # war suns have no plain version
    assert before != after or card.unit_class == "warsun"
    if card.unit_class == "warsun" and not card.faction:
        assert plain.players[0].buildable_unit_type("warsun") is None
        assert upgraded.players[0].buildable_unit_type("warsun") is not None


# -- the map and movement


def test_IM_UNIT_quantum_entanglement_joins_alpha_and_beta_for_creuss_alone():
    def beta(table):
        table.wormhole_tokens = ((system(table, "20"), "beta"),)

    creuss = table_of("ghost", beta)
    assert system(creuss, "20") in creuss.adjacency(0)[system(creuss, "39")]
    sol = table_of("sol", beta)
    assert system(sol, "20") not in sol.adjacency(0)[system(sol, "39")]
    banned = table_of("ghost", beta)
    banned.laws = (Law("travel_ban"),)
    assert system(banned, "20") in banned.adjacency(0, "move")[system(banned, "39")]


def test_IM_UNIT_creuss_gate_takes_the_place_of_the_home():
    game = Game(GameStart(("ghost", "sol", "letnev")), seed=1)
    tiles = [place.tile.number for place in game.table.galaxy.systems]
    assert {"17", "51"} <= set(tiles)
    gate = game.table.galaxy.system("17")
    assert not gate.tile.is_home
    assert game.table.tile_number(game.table.home_system(0)) == "51"
    assert game.table.home_system(0) in game.table.adjacency(0)[gate.index]


def test_IM_UNIT_ghost_flagship_carries_a_delta_wormhole():
    game = Game(GameStart(("ghost", "sol", "letnev")), seed=1)
    table, far = game.table, game.table.mecatol_system
    assert table.home_system(0) not in table.adjacency(1)[far]
    table.put_units(0, far, "flagship")
    assert table.home_system(0) in table.adjacency(1)[far]


@pytest.mark.parametrize(("how", "free"), [((), False), (("lwd",), True)])
def test_IM_TECH_lwd_passes_ships_of_others(how, free):
    table = table_of("sol", units(1, "20", cruiser=1), knows(0, *how))
    assert (system(table, "20") not in blocked_systems(table, 0)) is free


def test_IM_UNIT_yssaril_flagship_passes_ships_of_others():
    table = table_of("yssaril", units(1, "20", cruiser=1))
    start, target = table.home_system(0), system(table, "18")
    flagship, cruiser = (table.players[0].unit_type_on_board(name) for name in ("flagship", "cruiser"))
    assert ship_mobility(table, 0, flagship, start, target).blocked_systems == frozenset()
    assert system(table, "20") in ship_mobility(table, 0, cruiser, start, target).blocked_systems


def test_IM_ACT_fs_and_silence_space_change_the_course_of_ships():
    table = table_of("sol", units(1, "20", cruiser=1))
    cruiser, start, target = (
        table.players[0].unit_type_on_board("cruiser"),
        system(table, "01"),
        system(table, "18"),
    )
    assert ship_mobility(table, 0, cruiser, start, target).move_bonus == 0
    table.start_effect("fs", 0, "tactical")
    assert ship_mobility(table, 0, cruiser, start, target).move_bonus == 1
    table.start_effect("silence_space", 0, "tactical", "01")
    assert ship_mobility(table, 0, cruiser, start, target).blocked_systems == frozenset()
    assert ship_mobility(table, 0, cruiser, system(table, "26"), target).blocked_systems
    table.end_effects("tactical")
    assert ship_mobility(table, 0, cruiser, start, target).move_bonus == 0


def test_IM_ACT_lost_star_joins_wormholes_for_this_action():
    table = table_of("sol", lambda table: setattr(table, "wormhole_tokens", ((system(table, "20"), "beta"),)))
    one, other = system(table, "39"), system(table, "20")
    assert other not in table.adjacency(0)[one]
    table.start_effect("lost_star", 0, "tactical")
    assert other in table.adjacency(0)[one]
    assert other in table.adjacency(1)[one]  # for all, not for its player alone
    table.end_effects("tactical")
    assert other not in table.adjacency(0)[one]


def test_IM_UNIT_xxcha_flagship_reaches_adjacent_systems_with_its_cannon():
    table = table_of("xxcha", empty, units(0, "20", flagship=1, cruiser=1))
    assert cannons_reaching(table, 0, system(table, "18"))["flagship"] == 1
    assert not cannons_reaching(table, 0, system(table, "23"))


def test_IM_UNIT_saar_spacedock_floats_and_produces_five():
    table = table_of("saar")
    dock = table.players[0].unit_type_on_board("spacedock")
    assert (dock.production, dock.capacity, dock.move) == (5, 4, 1)
    assert table.dock_places(0, table.home_system(0)) == [table.home_system(0)]
    assert production_limits(table, 0, table.home_system(0)).unit_limit == 5


# -- fleets, trade and tokens


def test_IM_UNIT_armada_allows_two_ships_more():
    assert table_of("letnev").fleet_limit(0) == 5
    assert table_of("sol").fleet_limit(0) == 3


def apart(table):
    """Setup function: the first two players are not neighbours."""
    empty(table)
    table.planet_controllers = dict.fromkeys(table.planet_controllers)
    table.put_units(0, system(table, "46"), "cruiser")
    table.put_units(1, system(table, "47"), "cruiser")


def test_IM_UNIT_guild_ships_trade_with_anybody():
    hacan = table_of("hacan", apart, others=("sol", "letnev"))
    assert not are_neighbours(hacan, 0, 1)
    assert can_trade(hacan, 0, 1)
    assert can_trade(hacan, 1, 0)
    assert not can_trade(table_of("yin", apart, others=("letnev", "sol")), 0, 1)


def test_IM_UNIT_arbiters_let_action_cards_change_hands():
    cards = combine(has(0, action_cards=("fs",)), units(0, "23", cruiser=1), units(1, "23", pds=0))
    offer = Offer.parse(["offer", "p2", "card", "fs", "for", "nothing"])
    hacan = table_of("hacan", cards, units(1, "20", cruiser=1), others=("sol", "letnev"))
    assert rule_against_offer(hacan, 0, offer) is None
    near = combine(has(0, action_cards=("fs",)), units(0, "20", cruiser=1), units(1, "18", cruiser=1))
    denial = rule_against_offer(table_of("yin", near, others=("letnev", "sol")), 0, offer)
    assert denial[0] == "IM-UNIT-arbiters"


@pytest.mark.parametrize(("faction", "token"), [("hacan", 2), ("sol", 1)])
def test_IM_UNIT_master_of_trade_pays_no_token(faction, token):
    rest = ("letnev", "yin")
    game = chapter(lambda table: offer_secondary(table, 0, 5), factions=(faction, *rest))
    say(game, "secondary yes")
    assert game.table.players[0].strategy == token
    assert game.table.players[0].commodities == factions_by_id()[faction].commodity_limit
    used = ("IM-UNIT-master_of_trade", "free") if faction == "hacan" else ("IM-STRAT-2", "used")
    assert used in {(ruling.rule, ruling.case) for ruling in game.rulings}


@pytest.mark.parametrize(("faction", "asked"), [("winnu", True), ("yin", False)])
def test_IM_UNIT_blood_ties_need_no_influence(faction, asked):
    def landing(table):
        table.put_units(0, table.mecatol_system, "carrier")
        table.put_units(0, table.mecatol_system, "infantry")
        table.exhaust_planets(table.controlled_planets(0))

    game = chapter(
        lambda table: remove_custodians(table, 0, table.mecatol_system),
        landing,
        factions=(faction, "hacan", "letnev"),
    )
    assert (kind(game) == ("custodians", 0)) is asked
    if asked:
        say(game, "custodians pay")
        assert not game.table.has_custodians
        assert game.table.players[0].points == 1


def test_IM_TECH_st_saves_one_resource_with_production_only():
    table = table_of("sol", knows(0, "st"), own("lodor"))
    assert production_limits(table, 0, table.home_system(0)).discount == 1
    assert production_limits(table_of("sol"), 0, table.home_system(0)).discount == 0
