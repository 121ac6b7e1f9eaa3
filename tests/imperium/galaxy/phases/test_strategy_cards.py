"""The eight strategy cards: primary and secondary abilities, who may use them, and their cost (IM-STRAT)."""

import pytest
from imperium.galaxy.game.positions import (
    OVER,
    case,
    cases,
    chapter,
    deck,
    kind,
    on_planet,
    options,
    put,
    say,
    sheet,
    system,
    take_planets,
)

from twingkit.core.questions import BadAnswer
from twingkit.core.rulebook import HiddenFact
from twingkit.imperium.galaxy.phases.strategic_action import strategic_action
from twingkit.imperium.galaxy.table.lasting_effects import Law


def play(number, arrange=lambda table: None, seat=0, **more):
    """Return a game in which a player plays a strategy card."""

    def laid(table):
        sheet(table, seat, strategy_cards={number: False})
        arrange(table)

    return chapter(lambda table: strategic_action(table, seat, number), laid, **more)


def exhausted(table, *planets):
    """Exhaust planets."""
    table.exhausted_planets |= set(planets)


# -- the strategic action


def test_IM_STRAT_1_others_are_asked_from_the_left_once_and_the_card_is_exhausted():
    game = play(8, seat=1)
    say(game, "draw te")
    assert kind(game) == ("secondary", 2)
    say(game, "no")
    assert kind(game) == ("secondary", 0)
    say(game, "secondary yes", "draw csl")
    assert game.question is None
    assert game.table.players[1].strategy_cards == {8: True}
    assert game.table.players[0].secret_objectives == ("csl",)


def test_IM_STRAT_2_a_secondary_costs_a_token_of_the_strategy_pool_or_is_not_offered():
    game = play(8, lambda table: sheet(table, 1, strategy=0))
    say(game, "draw te")
    assert kind(game) == ("secondary", 2)
    assert ("IM-STRAT-2", "no_token") in cases(game)
    say(game, "yes")
    assert game.table.players[2].strategy == 1  # paid before the effect
    assert kind(game) == ("draw", 2)


def test_IM_TURN_3_who_has_passed_still_uses_secondaries():
    game = play(8, lambda table: sheet(table, 1, has_passed=True))
    say(game, "draw te")
    assert kind(game) == ("secondary", 1)


# -- leadership


def test_IM_STRAT_leadership_three_tokens_and_one_for_each_three_influence():
    game = play(1, lambda table: take_planets(table, 0, "centauri"))  # Jord 2, Centauri 3
    assert kind(game) == ("pools", 0)
    assert case(game, "pools 4 4 2") == ("IM-PAY-3", "sum")
    assert case(game, "pools 2 5 4") == ("IM-PAY-3", "moved")
    say(game, "pools 5 3 3")
    assert kind(game) == ("buy", 0)
    assert options(game) == ["buy 0", "buy 1"]  # 5 influence: one full three
    say(game, "buy 1", "pay centauri", "pools 5 3 4")
    assert game.table.players[0].tokens_on_sheet == 12
    assert "centauri" in game.table.exhausted_planets


def test_IM_STRAT_leadership_six_influence_buy_two():
    game = play(1, lambda table: (take_planets(table, 0, "centauri"), sheet(table, 0, goods=1)))
    say(game, "pools 6 3 2")
    assert options(game) == ["buy 0", "buy 1", "buy 2"]


def test_IM_STRAT_leadership_without_three_influence_why_nobody_is_asked_is_told():
    game = say(play(1), "pools 6 3 2")  # 2 influence on Jord
    assert ("IM-STRAT-leadership", "no_influence") in cases(game)
    assert ("IM-STRAT-2", "no_influence") in cases(game)


def test_IM_STRAT_leadership_others_buy_without_spending_a_token():
    def arrange(table):
        sheet(table, 1, strategy=0, goods=3)
        table.exhausted_planets = frozenset(table.planet_controllers)

    game = play(1, arrange)
    say(game, "pools 6 3 2")
    assert kind(game) == ("secondary", 1)
    say(game, "yes", "buy 1")
    say(game, "pools 3 4 0")
    assert game.table.players[1].goods == 0
    assert game.table.players[1].fleet == 4


def test_IM_PAY_3_no_token_is_gained_that_is_not_in_reinforcements():
    game = play(1, lambda table: sheet(table, 0, tactic=9, fleet=4, strategy=2))  # 15 of 16
    assert game.question.facts()["n"] == 1
    say(game, "pools 10 4 2")
    assert kind(game) != ("buy", 0)


# -- diplomacy


def test_IM_STRAT_diplomacy_the_others_tokens_close_a_system_and_its_own_planets_are_readied():
    def arrange(table):
        take_planets(table, 0, "mr", "vefutii")
        exhausted(table, "vefutii", "jord")

    game = play(2, arrange)
    assert "system 18" not in options(game)  # not Mecatol Rex
    assert case(game, "system 18") == ("IM-STRAT-diplomacy", "no_choice")
    assert case(game, "system 23") == ("IM-STRAT-diplomacy", "no_choice")  # no own planet
    say(game, "system 20")
    table = game.table
    assert table.command_tokens[system(table, "20")] == {1, 2}
    assert (table.tokens_in_reinforcements(1), table.tokens_in_reinforcements(2)) == (7, 7)
    assert table.exhausted_planets == {"jord"}


def test_IM_STRAT_diplomacy_readies_only_what_is_exhausted():
    game = say(play(2, lambda table: take_planets(table, 0, "vefutii")), "system 20")
    assert ("IM-STRAT-diplomacy", "readied") not in cases(game)


def test_IM_STRAT_diplomacy_a_token_already_there_is_enough():
    def arrange(table):
        table.place_token(1, system(table, "01"))

    game = play(2, arrange)
    assert game.table.tokens_in_reinforcements(1) == 7
    assert game.table.command_tokens[system(game.table, "01")] == {1, 2}


def test_IM_STRAT_diplomacy_situation_18_without_reinforcements_a_sheet_token_goes_and_ships_at_once():
    def arrange(table):
        sheet(table, 1, tactic=7, fleet=2, strategy=7)
        put(table, 1, "20", destroyer=2)

    game = play(2, arrange)
    assert kind(game) == ("token_from", 1)
    say(game, "token_from fleet")
    while kind(game) is not None and kind(game)[0] == "give_up":
        say(game, options(game)[0])
    table = game.table
    assert table.players[1].fleet == 1
    assert table.units_in_space(1, system(table, "20")).nonfighter_count == 1
    assert 1 in table.command_tokens[system(table, "01")]


def test_IM_STRAT_diplomacy_others_ready_up_to_two_planets():
    def arrange(table):
        exhausted(table, "arretze", "hercant", "kamdorn")

    game = play(2, arrange)
    assert kind(game) == ("secondary", 1)
    say(game, "yes", "ready arretze", "ready kamdorn")
    assert game.table.exhausted_planets == {"hercant"}


def test_IM_STRAT_diplomacy_without_an_own_planet_elsewhere_the_rest_still_counts():
    def arrange(table):
        table.planet_controllers["jord"] = None
        take_planets(table, 0, "mr")
        exhausted(table, "arcprime")

    game = play(2, arrange)
    assert ("IM-STRAT-diplomacy", "system") not in cases(game)
    assert kind(game) == ("secondary", 2)


def test_IM_STRAT_diplomacy_the_switch_readies_any_two():
    def arrange(table):
        take_planets(table, 0, "vefutii", "lodor")
        exhausted(table, "vefutii", "jord", "lodor")

    game = play(2, arrange, variant="diplomacy=any_two")
    say(game, "system 20", "ready jord", "ready lodor")
    assert game.table.exhausted_planets == {"vefutii"}


# -- politics


def test_IM_STRAT_politics_the_speaker_is_somebody_else_oneself_too():
    game = play(3, lambda table: setattr(table, "speaker", 1))
    assert options(game) == ["speaker p1", "speaker p3"]
    assert case(game, "speaker p2") == ("IM-STRAT-politics", "no_choice")
    say(game, "speaker p1")
    assert game.table.speaker == 0


def test_IM_STRAT_politics_two_cards_come_and_two_agendas_are_seen_by_the_owner_alone():
    def arrange(table):
        table.speaker = 0
        table.agenda_deck = deck("core_mining", "regulations")

    game = play(3, arrange)
    say(game, "speaker p2", "draw lucky", "draw plague", "draw core_mining", "draw regulations")
    assert game.table.players[0].action_cards == ("lucky", "plague")
    assert kind(game) == ("agenda", 0)
    say(game, "agenda core_mining", "put top", "put bottom")
    assert game.table.agenda_deck.known_top == ("core_mining",)
    assert game.table.agenda_deck.known_bottom == ("regulations",)
    seen = next(ruling for ruling in game.rulings if ruling.case == "looked").facts["cards"]
    assert isinstance(seen, HiddenFact)
    assert seen.known_to == 0
    assert kind(game) == ("secondary", 1)
    say(game, "yes", "draw uprising", "draw insub")
    assert game.table.players[1].action_cards == ("insub", "uprising")


def test_IM_TIME_7_an_eighth_action_card_is_discarded_at_once_by_choice():
    def arrange(table):
        sheet(table, 0, action_cards=("mb", "mb", "fs", "fs", "sh", "sh"))
        for card in ("mb", "mb", "fs", "fs", "sh", "sh"):
            table.action_deck.take(card)

    game = play(3, arrange)
    say(game, "speaker p2", "draw lucky", "draw plague")
    assert kind(game) == ("discard", 0)
    say(game, "discard plague")
    assert len(game.table.players[0].action_cards) == 7
    assert game.table.action_discard == ["plague"]


# -- construction


def test_IM_STRAT_construction_a_pds_or_dock_then_a_pds_more():
    def arrange(table):
        take_planets(table, 0, "vefutii")

    game = play(4, arrange)
    assert "place spacedock jord" not in options(game)  # one dock for each planet
    assert case(game, "place spacedock jord") == ("IM-STRAT-construction", "no_choice")
    say(game, "place spacedock vefutii")
    assert case(game, "place spacedock jord") == ("IM-STRAT-construction", "no_choice")
    say(game, "place pds jord")
    assert on_planet(game, 0, "vefutii") == {"spacedock": 1}
    assert on_planet(game, 0, "jord")["pds"] == 1


def test_IM_PROD_6_a_planet_holds_two_pds_and_not_a_third():
    game = play(4, lambda table: put(table, 0, "jord", pds=1))
    say(game, "place pds jord")
    assert on_planet(game, 0, "jord")["pds"] == 2
    assert kind(game) != ("place", 0)  # no site is left


def test_IM_STRAT_construction_none_need_be_placed():
    game = say(play(4), "place none", "place none")
    assert kind(game)[0] == "secondary"


def test_IM_STRAT_construction_the_token_of_the_others_goes_into_the_system():
    def arrange(table):
        take_planets(table, 1, "saudor")
        put(table, 1, "saudor", infantry=1)

    game = say(play(4, arrange), "place none", "place none")
    assert kind(game) == ("secondary", 1)
    say(game, "yes", "token_to 23", "place spacedock saudor")
    table = game.table
    assert 1 in table.command_tokens[system(table, "23")]
    assert (table.players[1].strategy, table.tokens_in_reinforcements(1)) == (1, 8)
    assert on_planet(game, 1, "saudor") == {"infantry": 1, "spacedock": 1}


def test_IM_STRAT_construction_a_token_already_there_sends_the_new_one_home():
    def arrange(table):
        take_planets(table, 1, "saudor")
        table.place_token(1, system(table, "23"))

    game = say(play(4, arrange), "place none", "place none", "yes", "token_to 23", "place none")
    assert game.table.players[1].strategy == 1
    assert (
        game.table.tokens_in_reinforcements(1) == 8
    )  # one lies on the board, one came home, seven on the sheet


def test_IM_PROD_5_the_last_figure_may_come_back_from_the_board():
    def arrange(table):
        take_planets(table, 0, "vefutii", "lodor", "saudor", "zohbat")
        for planet in ("vefutii", "lodor"):
            put(table, 0, planet, spacedock=1)  # with Jord all three are placed

    game = play(4, arrange)
    assert "place spacedock saudor" in options(game)
    say(game, "place spacedock saudor")
    assert kind(game) == ("take_back", 0)
    assert game.question.text("en").endswith("From where do you take a unit back, or none?")
    say(game, "take_back lodor")
    assert on_planet(game, 0, "saudor") == {"spacedock": 1}
    assert on_planet(game, 0, "lodor") == {}


# -- trade


def test_IM_STRAT_trade_goods_commodities_and_whom_the_owner_names():
    game = play(5)
    assert game.table.players[0].goods == 3
    assert game.table.players[0].commodities == 4
    assert options(game) == ["free p2", "free p3", "free none"]
    say(game, "free p2", "free none")
    assert game.table.players[1].commodities == 6
    assert game.table.players[1].strategy == 2
    assert kind(game) == ("secondary", 2)  # p2 was named
    say(game, "yes")
    assert (game.table.players[2].commodities, game.table.players[2].strategy) == (2, 1)


def test_IM_STRAT_trade_the_named_refill_in_turn_with_the_others():
    def agreement(table):
        sheet(table, 0, promissory_notes=("trade_agreement:p3",))

    game = say(play(5, agreement), "free p3")
    assert [player.commodities for player in game.table.players] == [4, 0, 0]
    assert ("IM-STRAT-trade", "named") in cases(game)
    say(game, "free none")
    assert kind(game) == ("secondary", 1)  # the left of the owner comes first
    say(game, "no")
    assert game.table.players[2].commodities == 2
    assert (*kind(game), options(game)) == ("use", 0, ["pass", "play trade_agreement"])
    say(game, "play trade_agreement")
    assert (game.table.players[2].strategy, game.table.players[2].commodities) == (2, 0)
    assert not game.table.has_effect("trade_free")


def test_IM_TRADE_4_who_is_full_is_asked_only_where_somebody_holds_the_own_agreement():
    def full(table):
        sheet(table, 1, commodities=6)

    def given(table):
        full(table)
        sheet(table, 2, promissory_notes=("trade_agreement:p2",))

    assert kind(say(play(5, full), "free none")) == ("secondary", 2)
    assert kind(say(play(5, given), "free none")) == ("secondary", 1)


def test_IM_TRADE_4_refilling_stops_at_the_own_limit():
    game = play(5, lambda table: sheet(table, 0, commodities=3))
    assert game.table.players[0].commodities == 4


# -- warfare


def test_IM_STRAT_warfare_a_token_leaves_the_board_for_any_pool_and_all_are_divided_anew():
    def arrange(table):
        table.place_token(0, system(table, "20"))
        table.place_token(0, system(table, "23"))

    game = play(6, arrange)
    assert options(game) == ["take_off 20", "take_off 23"]
    say(game, "take_off 23")
    assert kind(game) == ("pools", 0)
    assert case(game, "pools 0 0 8") == ("IM-PAY-3", "sum")
    say(game, "pools 1 4 4")
    assert game.table.command_tokens[system(game.table, "23")] == frozenset()
    assert game.table.players[0].tokens_on_sheet == 9


def test_IM_STRAT_warfare_situation_19_without_a_token_on_the_board_pools_are_only_divided_anew():
    game = play(6)
    assert kind(game) == ("pools", 0)
    assert ("IM-STRAT-warfare", "no_token") in cases(game)
    assert case(game, "pools 3 3 3") == ("IM-PAY-3", "sum")
    say(game, "pools 8 0 0")
    while kind(game)[0] == "give_up":
        say(game, options(game)[0])
    assert game.table.players[0].tokens_on_sheet == 8
    # the fleet pool is empty
    assert game.table.units_in_space(0, system(game.table, "01")).nonfighter_count == 0


@pytest.mark.parametrize("answer", ["8 0 0", "pools 8 0", "pools 00008 0 0", "pools 8 0 0 0", "pools -1 8 1"])
def test_IM_PAY_3_a_division_names_all_three_pools_by_numbers(answer):
    game = play(6)
    with pytest.raises(BadAnswer):
        game.answer(answer)
    assert kind(game) == ("pools", 0)


def test_IM_STRAT_warfare_others_produce_at_home_and_lay_no_token():
    game = say(play(6), "pools 3 3 2")
    assert kind(game) == ("secondary", 1)
    say(game, "yes")
    assert kind(game) == ("build", 1)
    assert case(game, "build 5 infantry") == ("IM-PROD-1", "limit")  # Arretze 2 + 2
    say(game, "build 2 infantry, 1 destroyer")
    if kind(game) == ("pay", 1):
        say(game, options(game)[0])
    table = game.table
    assert not any(1 in seats for seats in table.command_tokens)
    assert table.players[1].strategy == 1
    assert on_planet(game, 1, "arretze")["infantry"] == 6


def test_IM_STRAT_warfare_without_a_dock_at_home_nobody_is_asked():
    def arrange(table):
        table.remove_units(1, "arretze", "spacedock")
        take_planets(table, 1, "saudor")
        put(table, 1, "saudor", spacedock=1)

    game = say(play(6, arrange), "pools 3 3 2")
    assert kind(game) == ("secondary", 2)
    assert ("IM-STRAT-2", "no_dock") in cases(game)


# -- technology


def test_IM_STRAT_technology_one_free_and_another_for_six():
    game = play(7, lambda table: sheet(table, 0, goods=2))  # Jord 4
    assert case(game, "research gd") is None
    assert case(game, "research fl") == ("IM-TECH-2", "lacks_one")
    say(game, "research gd")
    assert kind(game) == ("second", 0)
    say(game, "yes")
    assert game.table.players[0].goods == 0
    assert "jord" in game.table.exhausted_planets
    say(game, "research dxa")
    assert {"gd", "dxa"} <= game.table.players[0].technologies


def test_IM_STRAT_technology_without_six_there_is_no_second():
    game = say(play(7, lambda table: sheet(table, 0, goods=1)), "research gd")
    assert kind(game)[0] != "second"


def test_IM_STRAT_technology_others_pay_four_and_a_token():
    def arrange(table):
        sheet(table, 1, goods=1)
        sheet(table, 2, goods=0)
        table.exhausted_planets = frozenset({"arcprime", "wrenterra"})

    game = say(play(7, arrange), "research gd")
    assert kind(game) == ("secondary", 1)  # Hacan: 3 resources and a good
    say(game, "yes", "research gd")
    player = game.table.players[1]
    assert (player.strategy, player.goods) == (1, 0)
    assert player.has_technology("gd")
    assert game.question is None  # Letnev cannot pay
    assert ("IM-STRAT-2", "no_resources") in cases(game)


# -- imperial


def test_IM_STRAT_imperial_a_public_objective_then_the_point_of_mecatol_rex():
    def arrange(table):
        table.open_objectives = ("lead",)
        take_planets(table, 0, "mr")

    game = play(8, arrange)
    assert options(game) == ["score lead", "score none"]
    say(game, "score lead", "tactic_tokens 2")
    assert game.table.players[0].points == 2
    assert ("IM-STRAT-imperial", "mecatol") in cases(game)
    assert ("IM-STRAT-imperial", "unfulfilled") not in cases(game)
    assert (game.table.players[0].tactic, game.table.players[0].strategy) == (1, 1)


def test_IM_STRAT_imperial_with_mecatol_rex_alone_says_that_no_objective_can_be_scored():
    game = play(8, lambda table: take_planets(table, 0, "mr"))
    assert game.table.players[0].points == 1
    assert ("IM-STRAT-imperial", "unfulfilled") in cases(game)


def test_IM_STRAT_imperial_without_mecatol_rex_a_secret_objective_comes():
    game = say(play(8), "draw te")
    assert game.table.players[0].points == 0
    assert game.table.players[0].secret_objectives == ("te",)


def test_IM_STRAT_imperial_without_secret_objectives_left_says_that_none_is_drawn():
    def arrange(table):
        for card in list(table.secret_deck):
            table.secret_deck.take(card)

    assert ("IM-STRAT-imperial", "no_secret") in cases(play(8, arrange))


def test_IM_OBJ_2_imperial_too_needs_the_own_home_planets():
    def arrange(table):
        table.open_objectives = ("lead",)
        take_planets(table, 1, "jord")

    assert kind(play(8, arrange)) == ("draw", 0)


def test_IM_OBJ_4_a_fourth_secret_objective_is_returned_unscored():
    def arrange(table):
        for card in ("te", "csl", "ose"):
            table.secret_deck.take(card)
        sheet(table, 0, secret_objectives=("te", "csl"), scored_objectives=("ose",))

    game = say(play(8, arrange), "draw eap")
    assert kind(game) == ("return", 0)
    assert case(game, "return ose") == ("IM-OBJ-4", "no_choice")
    say(game, "return csl")
    assert game.table.players[0].secret_objectives == ("te", "eap")
    assert game.table.secret_deck.count("csl") == 1


def test_IM_STRAT_imperial_situation_20_the_objective_ends_the_game_before_all_else():
    def arrange(table):
        table.open_objectives = ("lead",)
        take_planets(table, 0, "mr")
        sheet(table, 0, points=3)

    game = say(play(8, arrange), "score lead", "tactic_tokens 3")
    assert game.result == OVER
    assert game.table.players[0].points == 4
    assert ("IM-STRAT-imperial", "mecatol") not in cases(game)
    assert ("IM-STRAT-2", "used") not in cases(game)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7, 8])
def test_IM_STRAT_1_nobody_uses_the_own_secondary(number):
    game = play(number)
    asked = []
    while game.question is not None:
        asked.append(kind(game))
        game.answer_randomly()
    assert ("secondary", 0) not in asked


def test_IM_LIM_1_an_empty_action_deck_is_made_anew_from_the_discards():
    def arrange(table):
        table.action_deck = deck("lucky", "plague", "mb")
        for card in ("lucky", "plague", "mb"):
            table.action_deck.take(card)
        table.action_discard = ["lucky", "plague", "mb"]

    game = say(play(3, arrange), "speaker p2", "draw mb", "draw lucky")
    assert game.table.action_discard == []
    assert game.table.action_deck.shuffled_count == 1


def test_IM_AGENDA_minister_sciences_pays_no_resources_for_technology():
    def arrange(table):
        table.laws = (Law("minister_sciences", "p2"),)
        table.exhausted_planets = frozenset(table.planet_controllers)

    game = say(play(7, arrange), "research gd")
    assert kind(game) == ("secondary", 1)
