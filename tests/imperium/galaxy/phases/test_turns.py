"""The action phase: turns in initiative order, passing, actions and the end of a turn (IM-TURN, IM-TACT)."""

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
    system,
    take_planets,
)

from twingkit.core.questions import BadAnswer
from twingkit.imperium.galaxy.phases.action_phase import play_action_phase, take_turn
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.tactical.tactical_action import tactical_action


def phase(arrange=lambda table: None, **more):
    """Return a game of an action phase: p2 has the lowest strategy card, then p3, then p1."""

    def laid(table):
        for seat, numbers in enumerate(((5, 8), (1, 6), (2, 7))):
            sheet(table, seat, strategy_cards=dict.fromkeys(numbers, False))
        table.current = 1
        arrange(table)

    return chapter(play_action_phase, laid, **more)


def one_turn(arrange=lambda table: None, seat=0, **more):
    """Return a game of one turn."""

    def laid(table):
        sheet(table, seat, strategy_cards={1: True, 5: True})
        table.current = seat
        arrange(table)

    return chapter(lambda table: take_turn(table, seat), laid, **more)


def test_IM_TURN_1_turns_go_round_in_initiative_order_until_all_have_passed():
    def arrange(table):
        for player in table.players:
            player.strategy_cards = dict.fromkeys(player.strategy_cards, True)

    game = phase(arrange)
    seen = []
    while kind(game) is not None:
        seen.append(kind(game)[1])
        number = {0: "23", 1: "20", 2: "24"}[kind(game)[1]]
        say(game, f"activate {number}" if len(seen) < 4 and f"activate {number}" in options(game) else "pass")
        while kind(game) is not None and kind(game)[0] != "turn":
            say(game, options(game)[0])
    assert seen == [1, 2, 0, 1, 2, 0]
    assert game.table.phase == "status"


def test_IM_TURN_2_nobody_passes_with_a_strategy_card_ready():
    game = phase(lambda table: sheet(table, 1, strategy_cards={1: True, 6: False}))
    assert case(game, "pass") == ("IM-TURN-2", "card_left")
    assert "pass" not in options(game)
    done = phase(lambda table: sheet(table, 1, strategy_cards={1: True, 6: True}))
    assert case(done, "pass") is None
    say(done, "pass")
    assert ("IM-TURN-2", "passed") in cases(done)
    assert done.table.players[1].has_passed


def test_IM_TURN_2_who_has_passed_has_no_turn_any_more():
    def arrange(table):
        sheet(table, 1, strategy_cards={1: True, 6: True}, has_passed=True)
        sheet(table, 2, strategy_cards={2: True, 7: True}, has_passed=True)
        sheet(table, 0, strategy_cards={5: True, 8: True})

    game = phase(arrange)
    assert kind(game) == ("turn", 0)
    say(game, "activate 20", "move none")
    assert kind(game) == ("turn", 0)
    say(game, "pass")
    assert game.question is None


def test_IM_STRAT_1_a_card_is_played_once_and_only_the_own():
    game = phase()
    assert case(game, "strategy 2") == ("IM-STRAT-1", "not_own")
    for number in ("9", "12"):
        assert case(game, f"strategy {number}") == ("IM-STRAT-1", "no_card"), number
    for number in ("0", "01", "x"):
        with pytest.raises(BadAnswer):
            case(game, f"strategy {number}")
    assert "'9': strategy cards have the numbers 1 to 8" in game.refusal("strategy 9").text("en")
    exhausted = phase(lambda table: sheet(table, 1, strategy_cards={1: True, 6: False}))
    assert case(exhausted, "strategy 1") == ("IM-STRAT-1", "exhausted")
    assert options(exhausted)[0] == "strategy 6"


def test_IM_TACT_1_an_activation_takes_a_token_of_the_tactic_pool_into_a_system_without_an_own_one():
    def arrange(table):
        table.place_token(0, system(table, "20"))
        table.place_token(1, system(table, "23"))

    game = one_turn(arrange)
    assert case(game, "activate 20") == ("IM-TACT-1", "token_there")
    assert case(game, "activate 99") == ("IM-TACT-1", "no_system")
    assert case(game, "activate 23") is None  # another player's token does not matter
    say(game, "activate 23")
    assert game.table.command_tokens[system(game.table, "23")] == {0, 1}
    assert game.table.players[0].tactic == 2
    empty_pool = one_turn(lambda table: sheet(table, 0, tactic=0))
    assert case(empty_pool, "activate 23") == ("IM-TACT-1", "no_token")


def test_IM_TACT_1_nothing_else_is_an_action():
    game = one_turn()
    with pytest.raises(BadAnswer):
        game.answer("conquer 23")
    assert case(game, "play lucky") == ("IM-TURN-5", "not_now")
    assert kind(game) == ("turn", 0)


def test_IM_TACT_2_a_system_with_nothing_in_reach_is_activated_and_all_steps_pass_by():
    game = say(one_turn(), "activate 36")
    assert game.question is None
    assert 0 in game.table.command_tokens[system(game.table, "36")]


def test_IM_TACT_2_production_needs_no_movement():
    game = say(one_turn(), "activate 01")
    if kind(game)[0] == "move":
        say(game, "move none")
    assert kind(game) == ("build", 0)


def test_IM_TACT_4_tokens_placed_in_other_ways_activate_nothing():
    game = one_turn()
    assert game.table.active_system is None

    def arrange(table):
        table.place_token(0, system(table, "20"))

    assert one_turn(arrange).table.active_system is None
    say(game, "activate 36")
    assert game.table.active_system is None  # the action is over


# -- component actions


def cancelling():
    """Return a game in which p1 has Focused Research and goods for it, p2 a Sabotage."""

    def laid(table):
        sheet(table, 0, action_cards=("f_researched",), goods=4)
        sheet(table, 1, action_cards=("sabo",))

    return one_turn(laid)


def test_IM_TURN_5_situation_24_a_cancelled_action_leaves_the_action_to_be_done():
    game = say(cancelling(), "play f_researched")
    assert kind(game) == ("use", 1)
    say(game, "play sabo")
    assert kind(game) == ("turn", 0)
    player = game.table.players[0]
    assert (player.goods, player.action_cards) == (4, ())
    assert set(game.table.action_discard) == {"f_researched", "sabo"}
    assert ("IM-TURN-5", "another") in cases(game)
    say(game, "pass")
    assert game.question is None


def test_IM_TURN_5_an_action_that_is_not_cancelled_is_the_action_of_the_turn():
    game = say(cancelling(), "play f_researched", "pass")
    assert kind(game) == ("research", 0)
    say(game, options(game)[0])
    assert game.question is None
    assert game.table.players[0].goods == 0


def test_IM_PAY_4_what_cannot_be_paid_is_no_action():
    def arrange(table):
        sheet(table, 0, action_cards=("f_researched",), goods=3)

    game = one_turn(arrange)
    assert "play f_researched" not in options(game)
    assert case(game, "play f_researched") == ("IM-TURN-5", "not_now")


def test_IM_TRADE_support_for_the_throne_situation_25_an_activation_sends_it_back_without_a_fight():
    def arrange(table):
        empty(table)
        take_planets(table, 1, "vefutii")
        put(table, 1, "vefutii", pds=1)
        sheet(table, 0, notes_in_play=("support_for_the_throne:p2",), points=2)
        sheet(table, 1, promissory_notes=())

    game = chapter(lambda table: tactical_action(table, 0, system(table, "20")), arrange)
    player = game.table.players[0]
    assert (player.points, player.notes_in_play) == (1, ())
    assert game.table.players[1].promissory_notes == ("support_for_the_throne:p2",)
    assert ("IM-TRADE-support_for_the_throne", "lost") in cases(game)


def test_IM_TRADE_6_a_system_without_the_owners_units_sends_nothing_back():
    def arrange(table):
        empty(table)
        take_planets(table, 1, "vefutii")  # a planet alone is not a unit
        sheet(table, 0, notes_in_play=("support_for_the_throne:p2",), points=2)

    game = chapter(lambda table: tactical_action(table, 0, system(table, "20")), arrange)
    assert game.table.players[0].points == 2


def logistics(table):
    """Setup function: p1 has Fleet Logistics."""
    sheet(table, 0, technologies=frozenset({"fl"}))


def test_IM_TECH_fl_two_actions_in_a_turn_and_its_end_once():
    game = say(one_turn(logistics), "activate 36")
    assert kind(game) == ("use", 0)
    say(game, "use fl")
    assert kind(game) == ("turn", 0)
    say(game, "activate 16")
    assert game.question is None  # not a third one
    assert game.table.players[0].tactic == 1


def test_IM_TURN_4_who_does_not_want_it_has_one_action():
    game = say(one_turn(logistics), "activate 36", "pass")
    assert game.question is None


def test_IM_TURN_4_leaving_out_the_second_action_is_no_passing():
    def ready(table):
        logistics(table)
        sheet(table, 0, strategy_cards={1: True, 8: False})

    game = say(one_turn(ready), "activate 36", "use fl")
    assert (kind(game), "pass" in options(game)) == (("turn", 0), True)
    say(game, "pass")
    assert ("IM-TURN-4", "no_further") in cases(game)
    assert ("IM-TURN-2", "passed") not in cases(game)
    assert (game.question, game.table.players[0].has_passed) == (None, False)


# -- the end of a turn, elimination


def test_IM_END_1_the_game_ends_in_mid_action():
    def arrange(table):
        table.open_objectives = ("lead",)
        sheet(table, 0, strategy_cards={8: False, 1: True}, points=3)

    game = say(one_turn(arrange), "strategy 8", "score lead", "tactic_tokens 3")
    assert game.result == OVER


def last_stand(table):
    """Setup function: p3 (Letnev) has only one destroyer; p1 has a cruiser beside it."""
    empty(table)
    take_planets(table, 0, "jord")
    put(table, 0, "01", cruiser=2)
    put(table, 0, "jord", infantry=1)
    put(table, 1, "arretze", infantry=1)
    for planet, holder in table.planet_controllers.items():
        if holder == 2:
            table.planet_controllers[planet] = None
    put(table, 2, "20", destroyer=1)
    put(table, 2, "arcprime", infantry=1)
    sheet(
        table, 2, action_cards=("lucky",), secret_objectives=("te",), strategy_cards={2: False, 7: False},
        notes_in_play=("support_for_the_throne:p2",),
    )  # fmt: skip
    sheet(table, 0, notes_in_play=("support_for_the_throne:p3",), points=3)
    sheet(table, 1, promissory_notes=("trade_agreement:p3", "ceasefire:p2"))
    table.speaker = 2
    table.secret_deck.take("te")


def test_IM_END_3_who_has_no_force_no_planet_and_no_production_is_out():
    def arrange(table):
        last_stand(table)
        table.remove_units(2, "arcprime", "infantry")

    game = one_turn(arrange)
    say(game, "activate 36")
    table = game.table
    gone = table.players[2]
    assert gone.is_eliminated
    assert ("IM-END-3", "eliminated") in cases(game)
    assert table.speaker == 0  # to the left of p3
    assert not any(2 in there for there in (*table.space, *table.ground.values(), *table.command_tokens))
    assert "lucky" in table.action_discard
    assert table.secret_deck.count("te") == 1
    assert gone.strategy_cards == {}
    assert table.players[0].points == 2  # the support of p3 is gone, and so is its point
    assert table.players[0].notes_in_play == ()
    assert table.players[1].promissory_notes == ("ceasefire:p2", "support_for_the_throne:p2")


def test_IM_END_3_one_ground_force_is_enough_to_stay():
    game = one_turn(last_stand)
    say(game, "activate 36")
    assert not game.table.players[2].is_eliminated


@pytest.mark.parametrize("dock", [True, False])
def test_IM_END_3_a_floating_factory_produces_so_it_is_enough(dock):
    def arrange(table):
        empty(table)
        put(table, 0, "jord", infantry=1)
        put(table, 1, "arretze", infantry=1)
        put(table, 2, "24", cruiser=1)
        if dock:
            put(table, 2, "24", spacedock=1)
        for planet, holder in table.planet_controllers.items():
            if holder == 2:
                table.planet_controllers[planet] = None

    game = say(one_turn(arrange, factions=("sol", "hacan", "saar")), "activate 36")
    assert game.table.players[2].is_eliminated is not dock


def test_IM_END_3_the_last_one_left_wins():
    def arrange(table):
        empty(table)
        put(table, 0, "jord", infantry=1)
        for planet, holder in table.planet_controllers.items():
            if holder in (1, 2):
                table.planet_controllers[planet] = None

    game = say(one_turn(arrange), "activate 36")
    assert game.result == OVER
    assert [player.is_eliminated for player in game.table.players] == [False, True, True]


def test_IM_TURN_1_the_turn_after_somebody_is_out_goes_on_in_order():
    def arrange(table):
        for player in table.players:
            player.strategy_cards = dict.fromkeys(player.strategy_cards, True)
        empty(table)
        put(table, 0, "jord", infantry=1)
        put(table, 1, "arretze", infantry=1)
        for planet, holder in table.planet_controllers.items():
            if holder == 2:
                table.planet_controllers[planet] = None

    game = phase(arrange)  # p2 is first, p3 would be next
    say(game, "activate 36")
    assert kind(game) == ("turn", 0)


def test_IM_FLEET_1_units_in_space_stay_where_they_are_between_turns():
    def arrange(table):
        empty(table)
        put(table, 0, "01", cruiser=1)
        put(table, 0, "jord", infantry=1)

    game = say(one_turn(arrange), "activate 20", "move 01 1 cruiser")
    assert in_space(game, 0, "20") == {"cruiser": 1}
    assert SEATS[game.table.current] == "p1"
