"""Trade in a game: neighbours, transactions, commodities, offers and deals (IM-TRADE, IM-ASK-6)."""

import pytest
from imperium.galaxy.game.positions import (
    OVER,
    case,
    cases,
    chapter,
    empty,
    in_space,
    kind,
    options,
    put,
    say,
    sheet,
    take_planets,
)

from twingkit.core.questions import BadAnswer
from twingkit.imperium.galaxy.phases.action_phase import take_turn
from twingkit.imperium.galaxy.trade.offers import are_neighbours, neighbour_seats


def trading(arrange=lambda table: None, seat=0, **more):
    """Return a turn of a player on an empty board on which p1 and p2 are neighbours, p3 is not."""

    def laid(table):
        empty(table)
        table.planet_controllers = dict.fromkeys(table.planet_controllers)
        put(table, 0, "jord", infantry=1)
        put(table, 1, "lodor", infantry=1)
        put(table, 2, "lor", infantry=1)
        for player in table.players:
            player.technologies = frozenset()
        sheet(table, seat, strategy_cards={1: True, 5: True})
        sheet(table, 0, goods=2, commodities=3, promissory_notes=("trade_agreement:p1", "ceasefire:p1"))
        sheet(table, 1, goods=2, commodities=1, promissory_notes=("trade_agreement:p2",))
        table.current = seat
        arrange(table)

    more.setdefault("factions", ("sol", "xxcha", "letnev"))
    return chapter(lambda table: take_turn(table, seat), laid, **more)


def test_IM_TRADE_2_neighbours_are_in_one_system_or_in_adjacent_ones():
    table = trading().table
    assert neighbour_seats(table, 0) == [1]  # 01 beside 26
    assert are_neighbours(table, 1, 0)
    assert not are_neighbours(table, 0, 2)
    put(table, 2, "01", fighter=1)
    assert are_neighbours(table, 0, 2)


def test_IM_TRADE_2_a_planet_without_units_is_enough_and_wormholes_count():
    table = trading().table
    take_planets(table, 2, "vefutii")
    assert are_neighbours(table, 0, 2)
    table = trading().table
    put(table, 2, "39", fighter=1)  # alpha, as 26
    assert are_neighbours(table, 1, 2)


def test_IM_TRADE_3_an_accepted_offer_changes_hands_at_once():
    game = say(trading(), "offer p2 2 commodities for 1 goods")
    assert kind(game) == ("reply", 1)
    say(game, "accept")
    one, other = game.table.players[:2]
    assert (one.goods, one.commodities) == (3, 1)
    assert (other.goods, other.commodities) == (3, 1)
    assert ("IM-TRADE-3", "made") in cases(game)
    assert "transaction with player 2: 2 commodities for 1 trade good. [IM-TRADE-3]" in game.annotated_record(
        "en"
    )
    assert "mit Person 2 ab: 2 Waren gegen 1 Handelsgut. [IM-TRADE-3]" in game.annotated_record("de")
    assert kind(game) == ("turn", 0)  # the action is still to come


@pytest.mark.parametrize(
    ("gives", "said", "gesagt"),
    [
        (
            "2 commodities",
            "Player 1 gives 2 commodities to player 2: they become trade goods. [IM-TRADE-4]",
            "Person 1 gibt 2 Waren an Person 2: Sie werden zu Handelsgütern. [IM-TRADE-4]",
        ),
        (
            "1 goods",
            "Player 1 gives 1 trade good to player 2. [IM-TRADE-3]",
            "Person 1 gibt 1 Handelsgut an Person 2. [IM-TRADE-3]",
        ),
        (
            "2 goods, 1 commodities",
            "Player 1 gives 2 trade goods and 1 commodity to player 2: it becomes a trade good, too.",
            "Person 1 gibt 2 Handelsgüter und 1 Ware an Person 2: Auch sie wird ein Handelsgut.",
        ),
    ],
)
def test_IM_TRADE_4_the_story_says_what_is_given_and_that_only_commodities_change(gives, said, gesagt):
    game = say(trading(), f"offer p2 {gives} for note trade_agreement:p2")
    say(game, "accept")
    assert said in game.annotated_record("en")
    assert gesagt in game.annotated_record("de")


def test_IM_TRADE_6_what_a_transaction_says_to_all_counts_notes_and_cards_and_names_none():
    factions = ("hacan", "sol", "letnev")
    hacan = trading(lambda table: sheet(table, 0, action_cards=("lucky",)), factions=factions)
    say(hacan, "offer p2 card lucky, note ceasefire:p1 for 1 goods", "accept")
    (made,) = [ruling for ruling in hacan.latest_rulings if ruling.case == "made"]
    assert "player 2: 1 promissory note, 1 action card for 1 trade good." in made.text("en")
    assert "1 Schuldschein, 1 Aktionskarte gegen 1 Handelsgut." in made.text("de")


def test_IM_TRADE_4_a_commodity_becomes_a_good_in_other_hands_on_both_sides():
    game = say(trading(), "offer p2 3 commodities for 1 commodities", "accept")
    one, other = game.table.players[:2]
    assert (one.goods, one.commodities) == (3, 0)
    assert (other.goods, other.commodities) == (5, 0)


def test_IM_TRADE_3_one_transaction_with_each_neighbour_in_a_turn():
    game = say(trading(), "offer p2 1 goods for nothing", "accept")
    assert case(game, "offer p2 1 goods for nothing") == ("IM-TRADE-3", "again")


def test_IM_TRADE_3_a_refused_offer_is_no_transaction_and_three_may_be_made():
    game = trading()
    for _ in range(3):
        say(game, "offer p2 1 goods for 2 goods", "refuse")
    assert case(game, "offer p2 1 goods for nothing") == ("IM-ASK-6", "offers")
    assert game.table.players[0].goods == 2


def test_IM_ASK_6_the_switch_allows_one_offer():
    game = say(trading(variant="offers=1"), "offer p2 1 goods for 2 goods", "refuse")
    assert case(game, "offer p2 1 goods for nothing") == ("IM-ASK-6", "offers")


def test_IM_TRADE_2_nobody_trades_with_who_is_no_neighbour_but_hacan():
    assert case(trading(), "offer p3 1 goods for nothing") == ("IM-TRADE-2", "no_neighbour")
    hacan = trading(factions=("sol", "xxcha", "hacan"))
    assert case(hacan, "offer p3 1 goods for nothing") is None


def test_IM_TRADE_3_what_is_not_there_is_not_given():
    game = trading()
    assert case(game, "offer p2 3 goods for nothing") == ("IM-TRADE-3", "not_there")
    assert case(game, "offer p2 4 commodities for nothing") == ("IM-TRADE-3", "not_there")
    assert case(game, "offer p2 note ceasefire:p2 for nothing") == ("IM-TRADE-3", "no_note")
    assert case(game, "offer p2 nothing for nothing") == ("IM-TRADE-3", "nothing")
    assert case(game, "offer p1 1 goods for nothing") == ("IM-TRADE-3", "nobody")
    assert case(game, "offer p5 1 goods for nothing") == ("IM-TRADE-3", "nobody")
    say(game, "offer p2 1 goods for 3 goods")  # p2 has two
    assert options(game) == ["refuse"]
    assert case(game, "accept") == ("IM-TRADE-3", "not_there")


def test_IM_TRADE_6_no_note_or_card_is_named_that_the_game_does_not_have():
    game = trading(factions=("sol", "hacan", "letnev"))
    for note in ("blah:p2", "ceasefire:p6", "lucky:p2", "raghs_call:p2"):
        assert case(game, f"offer p2 nothing for note {note}") == ("IM-TRADE-6", "none"), note
        assert case(game, f"offer p2 note {note} for nothing") == ("IM-TRADE-6", "none"), note
    for card in ("blubb", "mutiny", "ceasefire"):
        assert case(game, f"offer p2 nothing for card {card}") == ("IM-LIM-1", "none"), card
        assert case(game, f"offer p2 card {card} for nothing") == ("IM-LIM-1", "none"), card
    refusal = game.refusal("offer p2 nothing for note blah:p2")
    assert [refusal.text("en"), refusal.text("de")] == [
        "This game has no promissory note 'blah:p2'.",
        "In dieser Partie gibt es keinen Schuldschein „blah:p2“.",
    ]


def test_IM_TRADE_6_what_may_be_wanted_does_not_tell_what_is_in_a_hand():
    for hand in ((), ("ceasefire:p2",)):
        game = trading(lambda table, hand=hand: sheet(table, 1, promissory_notes=hand))
        assert case(game, "offer p2 nothing for note ceasefire:p2") is None
    for hand in ((), ("lucky",)):
        hacan = trading(
            lambda table, hand=hand: sheet(table, 1, action_cards=hand), factions=("sol", "hacan", "letnev")
        )
        assert case(hacan, "offer p2 nothing for card lucky") is None


def test_IM_TRADE_3_at_most_one_note_a_side_and_it_changes_hands():
    game = trading()
    with pytest.raises(BadAnswer):
        game.answer("offer p2 note trade_agreement:p1, note ceasefire:p1 for nothing")
    say(game, "offer p2 note ceasefire:p1 for note trade_agreement:p2", "accept")
    assert game.table.players[0].promissory_notes == ("trade_agreement:p1", "trade_agreement:p2")
    assert game.table.players[1].promissory_notes == ("ceasefire:p1",)


def supports(table):
    """Setup function: p1 and p2 hold each other's Supports for the Throne, each one point from the end."""
    sheet(table, 0, promissory_notes=("support_for_the_throne:p1",), points=3)
    sheet(table, 1, promissory_notes=("support_for_the_throne:p2",), points=3)


def test_IM_END_1_a_support_for_the_throne_ends_the_game_at_once():
    game = say(trading(supports), "offer p2 note support_for_the_throne:p1 for 1 goods", "accept")
    assert game.result == OVER
    assert game.table.players[1].points == 4


def test_IM_TRADE_support_for_the_throne_of_two_that_are_exchanged_the_active_players_counts_first():
    game = trading(supports)
    say(game, "offer p2 note support_for_the_throne:p1 for note support_for_the_throne:p2", "accept")
    assert game.result == OVER
    assert [player.points for player in game.table.players] == [4, 3, 0]


def test_IM_TRADE_3_gifts_count():
    game = say(trading(), "offer p2 1 commodities for nothing", "accept")
    assert case(game, "offer p2 1 commodities for nothing") == ("IM-TRADE-3", "again")


def test_IM_TRADE_3_action_cards_change_hands_with_hacan_only():
    def arrange(table):
        sheet(table, 0, action_cards=("lucky",))

    game = trading(arrange)
    assert case(game, "offer p2 card lucky for nothing") == ("IM-UNIT-arbiters", "no_cards")
    hacan = trading(arrange, factions=("sol", "hacan", "letnev"))
    say(hacan, "offer p2 card lucky for 1 goods", "accept")
    assert hacan.table.players[1].action_cards == ("lucky",)
    assert hacan.table.players[0].action_cards == ()


def test_IM_TRADE_3_in_any_own_question_of_the_turn_an_offer_may_be_made():
    def arrange(table):
        put(table, 0, "01", cruiser=1)

    game = say(trading(arrange), "activate 20")
    assert kind(game) == ("move", 0)
    say(game, "offer p2 1 goods for 1 commodities", "accept")
    assert kind(game) == ("move", 0)
    assert game.table.players[0].goods == 2
    assert case(game, "offer p2 1 goods for nothing") == ("IM-TRADE-3", "again")
    say(game, "move 01 1 cruiser")
    assert in_space(game, 0, "20") == {"cruiser": 1}


def test_IM_TRADE_3_in_a_combat_too_the_active_player_trades():
    def arrange(table):
        put(table, 0, "01", cruiser=1)
        put(table, 1, "20", cruiser=1)
        take_planets(table, 0, "jord")

    game = say(trading(arrange), "activate 20", "move 01 1 cruiser", "stay")  # p2 first
    assert kind(game) == ("retreat", 0)
    assert case(game, "offer p2 9 goods for nothing") == ("IM-TRADE-3", "not_there")
    say(game, "offer p2 1 goods for 1 commodities", "accept")
    assert kind(game) == ("retreat", 0)
    say(game, "stay", "roll 10", "roll 1")
    assert game.table.players[1].goods == 3
    assert ("IM-SPACE-12", "won") in cases(game)


def test_IM_TRADE_3_only_the_active_player_makes_transactions():
    def arrange(table):
        sheet(table, 0, strategy_cards={8: False, 1: True})

    game = say(trading(arrange), "strategy 8", "draw te")
    assert kind(game) == ("secondary", 1)
    assert case(game, "offer p1 1 goods for nothing") is not None


# -- deals


def sailing(arrange=lambda table: None, **more):
    """Return a game in which p1 has just moved a cruiser into 20, which p2's PDS covers."""

    def laid(table):
        put(table, 0, "01", cruiser=1)
        put(table, 1, "vefutii", pds=1)
        take_planets(table, 1, "vefutii")
        arrange(table)

    return say(trading(laid, **more), "activate 20", "move 01 1 cruiser")


def test_IM_TRADE_5_who_is_paid_to_hold_fire_does_not_fire():
    game = sailing()
    assert kind(game) == ("bargain", 0)
    assert options(game)[0] == "pass"
    say(game, "offer p2 1 goods for hold fire", "accept")
    assert ("IM-TRADE-5", "holds_fire") in cases(game)
    assert game.table.players[1].goods == 3
    assert not any(rule == "IM-SPACE-2" for rule, _ in cases(game))
    assert in_space(game, 0, "20") == {"cruiser": 1}


def test_IM_TRADE_5_who_is_offered_too_little_fires():
    game = say(sailing(), "offer p2 1 goods for hold fire", "refuse", "pass")
    assert kind(game) == ("play", 1)
    say(game, "play", "roll 10")
    assert in_space(game, 0, "20") == {}


def test_IM_TRADE_5_before_ships_have_moved_the_promise_binds_nobody():
    game = trading(lambda table: put(table, 1, "vefutii", pds=1))
    assert case(game, "offer p2 1 goods for hold fire") == ("IM-TRADE-5", "not_now")
    say(game, "activate 20")
    assert case(sailing(), "offer p2 1 goods for vote:for") == ("IM-TRADE-5", "not_now")
    assert case(trading(), "offer p2 hold fire for 1 goods") == ("IM-TRADE-5", "not_now")
    assert case(trading(), "offer p2 vote:for for 1 goods") == ("IM-TRADE-5", "not_now")


def test_IM_TRADE_5_the_promise_ends_with_the_tactical_action():
    game = say(sailing(), "offer p2 1 goods for hold fire", "accept")
    assert not game.table.has_effect("held_fire")


def test_IM_TRADE_5_with_the_switch_off_nobody_is_asked_and_no_promise_is_taken():
    game = sailing(variant="deals=off")
    assert kind(game) == ("play", 1)
    before = trading(variant="deals=off")
    assert case(before, "offer p2 1 goods for hold fire") == ("IM-TRADE-5", "off")


def test_IM_TRADE_5_no_bargain_with_who_has_traded_or_is_no_neighbour():
    def arrange(table):
        table.start_effect("traded", 1, "turn", "p1")

    assert kind(sailing(arrange)) == ("play", 1)


def test_IM_TRADE_5_who_has_nothing_to_give_is_not_asked():
    assert kind(sailing(lambda table: sheet(table, 0, goods=0, commodities=0))) == ("play", 1)


def test_IM_TRADE_3_who_offers_what_is_not_there_hears_how_much_there_is():
    refusal = trading().refusal("offer p2 5 commodities for 1 goods")
    assert (refusal.rule, refusal.case) == ("IM-TRADE-3", "not_there")
    assert refusal.text("en") == "Commodities: player 1 has 3, not 5."
    assert refusal.text("de") == "Waren: Person 1 hat 3, nicht 5."
