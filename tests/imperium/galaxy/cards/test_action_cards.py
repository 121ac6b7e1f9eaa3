"""Action cards of the action phase: the effect of each, and a table on which it cannot be played."""

import pytest
from imperium.galaxy.cards.plays import at, blocking_rule, combine, hand, has, own, units, use
from imperium.galaxy.game.positions import cases, empty, in_space, on_planet, options, say, system

from twingkit.imperium.box.decks import full_decks
from twingkit.imperium.galaxy.table.abilities import Moment, abilities_by_id
from twingkit.imperium.galaxy.table.lasting_effects import Law

NO_TARGET = ("IM-TURN-5", "no_target")


def test_IM_LIM_1_the_deck_has_eighty_cards_of_fifty_nine_names():
    cards = full_decks().action_cards
    assert len(cards) == 80
    assert len(set(cards)) == 59
    assert {card for card in cards if cards.count(card) == 4} == {
        "dh", "fs", "mjets", "mb", "sabo", "sh", "s_retreat"
    }  # fmt: skip


# -- goods and planets


def test_IM_ACT_mining_initiative_brings_the_resources_of_a_planet():
    game = use("mining_initiative", combine(hand("mining_initiative"), own("vefutii")), "planet vefutii")
    assert game.table.players[0].goods == 2
    assert ("IM-ACT-mining_initiative", "goods") in cases(game)
    assert game.table.action_discard == ["mining_initiative"]
    assert game.table.players[0].action_cards == ()


def test_IM_ACT_industrial_initiative_counts_industrial_planets():
    game = use(
        "industrial_initiative", combine(hand("industrial_initiative"), own("saudor", "arnor", "vefutii"))
    )
    assert game.table.players[0].goods == 2


def test_IM_ACT_economic_initiative_readies_cultural_planets_only():
    worlds = own("lodor", "mellon", "saudor", exhausted=True)
    game = use("economic_initiative", combine(hand("economic_initiative"), worlds))
    assert game.table.exhausted_planets == {"saudor"}


def test_IM_ACT_uprising_exhausts_a_ready_planet_of_another_outside_homes():
    game = use("uprising", combine(hand("uprising"), own("lodor", seat=1)))
    assert game.table.players[0].goods == 3
    assert "lodor" in game.table.exhausted_planets
    assert blocking_rule("uprising", own("lodor", seat=1, exhausted=True)) == NO_TARGET
    assert blocking_rule("uprising", own("lodor")) == NO_TARGET


def test_IM_ACT_f_researched_costs_four_goods_and_nothing_else():
    game = use("f_researched", combine(hand("f_researched"), has(0, goods=4)), "research gd")
    assert game.table.players[0].goods == 0
    assert "gd" in game.table.players[0].technologies
    assert blocking_rule("f_researched", has(0, goods=3)) == ("IM-PAY-2", "goods")


def test_IM_ACT_tactical_exhausts_planets_below_own_bombardment():
    def below(table):
        table.put_units(0, system(table, "30"), "dreadnought")
        own("mellon", "zohbat", seat=1)(table)

    game = use("tactical", combine(hand("tactical"), below))
    assert {"mellon", "zohbat"} <= game.table.exhausted_planets
    assert blocking_rule("tactical", combine(units(0, "30", cruiser=1), own("mellon", seat=1))) == NO_TARGET


def test_IM_ACT_reparations_answers_the_loss_of_a_planet():
    lost = at("gained_planet", "26", seat=1, planet="lodor", number=0)
    game = use(
        "reparations",
        combine(hand("reparations"), own("lodor", seat=1), own("vefutii", exhausted=True)),
        "planet lodor",
        moment=lost,
    )
    assert "lodor" in game.table.exhausted_planets
    assert "vefutii" not in game.table.exhausted_planets
    others = at("gained_planet", "26", seat=1, planet="lodor", number=2)
    assert blocking_rule("reparations", own("lodor", seat=1), moment=others) == NO_TARGET


def test_IM_ACT_salvage_takes_commodities_of_who_was_beaten_in_space():
    won = at("combat.won", "20", number=1)
    game = use("salvage", combine(hand("salvage"), has(1, commodities=3)), moment=won)
    assert (game.table.players[0].goods, game.table.players[1].commodities) == (3, 0)
    assert blocking_rule("salvage", has(1, commodities=0), moment=won) == NO_TARGET
    ground = at("combat.won", "20", planet="vefutii", number=1)
    assert blocking_rule("salvage", has(1, commodities=3), moment=ground) == NO_TARGET


def test_IM_ACT_abs_exhausts_cultural_planets_of_a_player():
    start = Moment("agenda.start")
    game = use("abs", combine(hand("abs"), own("lodor", "saudor", seat=1)), moment=start)
    assert "lodor" in game.table.exhausted_planets
    assert "saudor" not in game.table.exhausted_planets
    assert blocking_rule("abs", own("saudor", seat=1), moment=start) == NO_TARGET


# -- units placed


def test_IM_ACT_f_deployment_and_messiah_place_infantry_but_not_in_a_demilitarized_zone():
    def zone(table):
        own("lodor")(table)
        table.attachments["lodor"] = ("demilitarized_zone",)

    game = use("f_deployment", combine(hand("f_deployment"), zone))
    assert on_planet(game, 0, "jord")["infantry"] == 8
    game = use("messiah", combine(hand("messiah"), zone, own("vefutii")))
    assert on_planet(game, 0, "vefutii") == {"infantry": 1}
    assert on_planet(game, 0, "lodor") == {}


def test_IM_ACT_war_effort_places_a_cruiser_with_own_ships():
    game = use("war_effort", combine(hand("war_effort"), empty, units(0, "20", carrier=1)))
    assert in_space(game, 0, "20") == {"carrier": 1, "cruiser": 1}
    assert blocking_rule("war_effort", empty) == NO_TARGET
    all_out = combine(empty, has(0, fleet=8), units(0, "20", cruiser=8))
    held = combine(all_out, lambda table: table.place_token(0, system(table, "20")))
    assert blocking_rule("war_effort", held) == ("IM-PROD-5", "none_left")


def test_IM_ACT_ghost_ship_needs_a_wormhole_without_others_ships():
    game = use("ghost_ship", combine(hand("ghost_ship"), units(1, "39", cruiser=1)))
    assert in_space(game, 0, "26") == {"destroyer": 1}
    both = combine(units(1, "39", cruiser=1), units(1, "26", cruiser=1))
    assert blocking_rule("ghost_ship", both) == NO_TARGET
    all_out = combine(empty, has(0, fleet=8), units(0, "20", destroyer=8))
    assert blocking_rule("ghost_ship", all_out) is None  # one may be taken back
    held = combine(all_out, lambda table: table.place_token(0, system(table, "20")))
    assert blocking_rule("ghost_ship", held) == ("IM-PROD-5", "none_left")


def test_IM_ACT_upgrade_replaces_a_cruiser_in_the_active_system():
    arrange = combine(hand("upgrade"), units(0, "20", cruiser=2))
    game = use("upgrade", arrange, moment=at("activated", "20"))
    assert in_space(game, 0, "20") == {"cruiser": 1, "dreadnought": 1}
    assert blocking_rule("upgrade", units(0, "26", cruiser=1), moment=at("activated", "20")) == NO_TARGET
    assert (
        blocking_rule("upgrade", units(0, "20", cruiser=1), moment=at("activated", "20", seat=1)) == NO_TARGET
    )


# -- units destroyed


def test_IM_ACT_lucky_hits_a_ship_of_another_where_an_own_planet_is():
    arrange = combine(hand("lucky"), own("lodor"), units(1, "26", cruiser=1, carrier=1))
    game = use("lucky", arrange)
    assert in_space(game, 1, "26") == {"carrier": 1}
    assert blocking_rule("lucky", combine(own("lodor"), units(1, "26", carrier=1))) == NO_TARGET
    assert blocking_rule("lucky", units(1, "26", cruiser=1)) == NO_TARGET


def test_IM_ACT_cripple_destroys_all_pds_on_one_planet():
    arrange = combine(hand("cripple"), own("lodor", seat=1), units(1, "lodor", pds=2, infantry=1))
    game = use("cripple", arrange, open_end=True)
    assert options(game)[0] == "planet lodor"  # those with PDS first
    say(game, "planet lodor")
    assert on_planet(game, 1, "lodor") == {"infantry": 1}
    mine = use("cripple", combine(hand("cripple"), own("lodor"), units(0, "lodor", pds=1)), open_end=True)
    assert "planet lodor" not in options(mine)  # harm is never aimed at oneself (IM-TIME-6)


def test_IM_ACT_meltdown_spares_home_systems():
    game = use("meltdown", combine(hand("meltdown"), own("lodor", seat=1), units(1, "lodor", spacedock=1)))
    assert on_planet(game, 1, "lodor") == {}
    assert blocking_rule("meltdown") == NO_TARGET


def test_IM_ACT_plague_destroys_from_six():
    arrange = combine(hand("plague"), own("lodor", seat=1), units(1, "lodor", infantry=2))
    game = use("plague", arrange, "planet lodor", "roll 6", "roll 5")
    assert on_planet(game, 1, "lodor") == {"infantry": 1}


def test_IM_ACT_unstable_exhausts_a_hazardous_planet_and_destroys_up_to_three():
    arrange = combine(hand("unstable"), own("vefutii", seat=1), units(1, "vefutii", infantry=4))
    game = use("unstable", arrange, open_end=True)
    assert options(game)[0] == "how_many 3"
    say(game, "how_many 3")
    assert on_planet(game, 1, "vefutii") == {"infantry": 1}
    assert "vefutii" in game.table.exhausted_planets
    assert ("IM-ACT-unstable", "exhausted") in cases(game)
    tired = combine(hand("unstable"), own("vefutii", seat=1, exhausted=True))
    assert ("IM-ACT-unstable", "exhausted") not in cases(use("unstable", tired))  # it was exhausted before
    assert blocking_rule("unstable", own("lodor", seat=1)) == NO_TARGET


def test_IM_ACT_infiltrate_takes_structures_over():
    arrange = combine(hand("infiltrate"), own("lodor", seat=1), units(1, "lodor", pds=2, spacedock=1))
    gaining = at("gaining_planet", "26", planet="lodor")
    assert "gaining_planet" in abilities_by_id()["infiltrate"].windows
    game = use("infiltrate", arrange, moment=gaining)
    assert on_planet(game, 0, "lodor") == {"pds": 2, "spacedock": 1}
    assert on_planet(game, 1, "lodor") == {}
    assert blocking_rule("infiltrate", own("lodor", seat=1), moment=gaining) == NO_TARGET


# -- tokens, cards and laws


def test_IM_ACT_insub_takes_a_tactic_token_of_another():
    game = use("insub", hand("insub"), "player p2")
    assert game.table.players[1].tactic == 2
    assert blocking_rule("insub", combine(has(1, tactic=0), has(2, tactic=0))) == NO_TARGET


def test_IM_ACT_unexpected_takes_an_own_token_off():
    game = use("unexpected", combine(hand("unexpected"), lambda table: table.place_token(0, 0)))
    assert game.table.command_tokens[0] == frozenset()
    assert blocking_rule("unexpected") == NO_TARGET


def test_IM_ACT_summit_gains_two_tokens_while_some_are_left():
    start = Moment("strategy.start")
    game = use("summit", hand("summit"), "pools 4 4 2", moment=start)
    assert (game.table.players[0].tactic, game.table.players[0].fleet) == (4, 4)
    assert blocking_rule("summit", has(0, tactic=16, fleet=0, strategy=0), moment=start) == (
        "IM-PAY-3",
        "none_left",
    )


def test_IM_ACT_jamming_lays_a_token_of_another_near_own_ships_but_not_at_home():
    game = use("jamming", hand("jamming"), "system 20", "player p2")
    assert 1 in game.table.command_tokens[system(game.table, "20")]
    listed = options(use("jamming", hand("jamming"), open_end=True))
    assert "system 01" not in listed
    assert blocking_rule("jamming", empty) == NO_TARGET


def test_IM_ACT_spy_takes_a_card_unseen():
    game = use("spy", combine(hand("spy"), hand("fs", "mb", seat=1)), "given fs")
    assert game.table.players[0].action_cards == ("fs",)
    assert game.table.players[1].action_cards == ("mb",)
    (entry,) = [ruling for ruling in game.transcript[-1].rulings if ruling.rule == "IM-ACT-spy"]
    assert "Flank Speed" not in entry.seen_by(2).text()
    assert "Flank Speed" in entry.seen_by(0).text()
    assert blocking_rule("spy", hand("spy")) == NO_TARGET


def test_IM_ACT_repeal_discards_a_law_with_what_is_attached():
    def mined(table):
        table.laws = (Law("core_mining", "vefutii"),)
        table.attachments["vefutii"] = ("core_mining",)

    game = use("repeal", combine(hand("repeal"), mined))
    assert (game.table.laws, game.table.attachments) == ((), {})
    assert game.table.agenda_discard == ["core_mining"]
    assert blocking_rule("repeal") == NO_TARGET


# -- activation


@pytest.mark.parametrize("card", ["fs", "lost_star", "silence_space"])
def test_IM_TACT_3_cards_of_an_activation_are_those_of_the_active_player(card):
    mine = at("activated", "20")
    game = use(card, combine(hand(card), empty, units(0, "01", cruiser=1)), moment=mine)
    assert game.table.has_effect(card, 0)
    assert blocking_rule(card, moment=at("activated", "20", seat=1)) == ("IM-TACT-3", "active_only")


def test_IM_ACT_stability_keeps_the_strategy_cards():
    game = use("stability", hand("stability"), moment=Moment("status.8"))
    assert game.table.has_effect("stability", 0)


def test_IM_ACT_disgrace_is_for_the_choice_of_another():
    pick = Moment("pick", 1, number=4)
    game = use("disgrace", hand("disgrace"), moment=pick)
    assert game.table.has_effect("disgrace", 1)
    assert blocking_rule("disgrace", moment=Moment("pick", 0, number=4)) == ("IM-ACT-disgrace", "own")
