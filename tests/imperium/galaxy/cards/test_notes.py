"""Promissory notes: the effect of each, and when nobody can play it (IM-TRADE-6)."""

import pytest
from imperium.galaxy.cards.plays import (
    at,
    blocking_rule,
    combine,
    has,
    knows,
    laid_table,
    open_window,
    own,
    units,
    use,
)
from imperium.galaxy.game.positions import cases, chapter, deck, empty, on_planet, options, say, system

from twingkit.imperium.galaxy.agenda.agenda_phase import agenda_phase
from twingkit.imperium.galaxy.table.abilities import Moment
from twingkit.imperium.galaxy.tactical.production_step import production_limits, production_step
from twingkit.imperium.galaxy.trade.faction_notes import return_gift_of_prescience
from twingkit.imperium.galaxy.trade.offers import can_trade
from twingkit.imperium.galaxy.trade.promissory_notes import (
    give_note,
    return_notes_on_activation,
    set_promissory_notes,
)

NO_TARGET = ("IM-TURN-5", "no_target")


def note(card, owner=1, seat=0):
    """Return a setup function: put a player's note into the hand of another player."""

    def arrange(table):
        for player in table.players:
            held = [f"{card}:p{owner + 1}"] if player.seat == seat else []
            set_promissory_notes(table, player.seat, held)

    return arrange


def home_again(game, card, owner=1):
    """Return whether a note is back in its owner's hand."""
    return f"{card}:p{owner + 1}" in game.table.players[owner].promissory_notes


def factions_with_owner(owner, *others):
    """Return factions with the owner of a note in the second seat."""
    return ("sol" if owner != "sol" else "yin", owner, "letnev" if owner != "letnev" else "hacan")


@pytest.mark.parametrize("card", ["stymie", "trade_convoys", "promise_of_protection"])
def test_IM_TRADE_6_notes_that_stay_are_laid_down_and_given_back_by_an_activation(card):
    game = use(card, combine(note(card), units(1, "20", pds=0), units(1, "20", cruiser=1)))
    table = game.table
    assert table.players[0].notes_in_play == (f"{card}:p2",)
    assert (f"IM-TRADE-{card}", "laid_down") in cases(game)
    return_notes_on_activation(table, 0, system(table, "24"))
    assert table.players[0].notes_in_play == (f"{card}:p2",)
    return_notes_on_activation(table, 0, system(table, "20"))
    assert home_again(game, card)
    assert blocking_rule(card, note(card, owner=0)) == NO_TARGET


def test_IM_TRADE_trade_convoys_let_their_holder_trade_with_anybody():
    far = combine(empty, has(0, faction="yin"), has(1, faction="muaat"))

    def apart(table):
        far(table)
        table.planet_controllers = dict.fromkeys(table.planet_controllers)
        table.put_units(0, system(table, "46"), "cruiser")
        table.put_units(1, system(table, "47"), "cruiser")

    table = laid_table(apart)
    assert not can_trade(table, 0, 1)
    table.players[0].notes_in_play = ("trade_convoys:p3",)
    assert can_trade(table, 0, 1)


def test_IM_TRADE_stymie_stops_the_arborec_in_and_beside_systems_with_units_of_its_holder():
    def arrange(table):
        table.players[0].notes_in_play = ("stymie:p2",)
        own("lodor", seat=1)(table)
        table.put_units(1, "lodor", "spacedock")

    def is_stopped(*more):
        table = laid_table(empty, arrange, *more, factions=factions_with_owner("arborec"))
        return production_limits(table, 1, system(table, "26")) is None

    assert not is_stopped()
    assert is_stopped(units(0, "26", cruiser=1))
    assert is_stopped(units(0, "20", cruiser=1))
    assert not is_stopped(units(0, "30", cruiser=1))
    assert not is_stopped(units(0, "01", cruiser=1))  # a home system


def test_IM_TRADE_stymie_says_why_nothing_is_produced():
    def arrange(table):
        table.players[0].notes_in_play = ("stymie:p2",)
        own("lodor", seat=1)(table)
        table.put_units(1, "lodor", "spacedock")

    def stymie_rulings(*more):
        step = combine(empty, arrange, *more)
        there = chapter(
            lambda table: production_step(table, 1, system(table, "26")),
            step,
            factions=factions_with_owner("arborec"),
        )
        return [ruling.text("en") for ruling in there.rulings if ruling.rule == "IM-TRADE-stymie"]

    assert stymie_rulings() == []
    [sentence] = stymie_rulings(units(0, "26", cruiser=1))
    assert sentence == "A note keeps the Arborec from producing in system 26 Lodor."


def test_IM_TRADE_fires_of_the_gashlai_cost_muaat_a_fleet_token():
    muaat = factions_with_owner("muaat")
    game = use("fires_of_the_gashlai", note("fires_of_the_gashlai"), factions=muaat)
    assert game.table.players[0].has_technology("ws")
    assert game.table.players[1].fleet == 2
    assert home_again(game, "fires_of_the_gashlai")
    owned = combine(note("fires_of_the_gashlai"), knows(0, "ws"))
    assert blocking_rule("fires_of_the_gashlai", owned, factions=muaat) == (
        "IM-TRADE-fires_of_the_gashlai",
        "owned",
    )
    poor = combine(note("fires_of_the_gashlai"), has(1, fleet=0))
    assert blocking_rule("fires_of_the_gashlai", poor, factions=muaat) == NO_TARGET


def test_IM_TRADE_creuss_iff_lays_a_wormhole_token():
    turn = Moment("turn.start", 0)
    game = use(
        "creuss_iff",
        note("creuss_iff"),
        "system 20",
        "wormhole alpha",
        moment=turn,
        factions=factions_with_owner("ghost"),
    )
    assert game.table.wormhole_tokens == ((system(game.table, "20"), "alpha"),)
    assert home_again(game, "creuss_iff")
    other = blocking_rule(
        "creuss_iff",
        note("creuss_iff"),
        moment=Moment("turn.start", 1),
        factions=factions_with_owner("ghost"),
    )
    assert other == NO_TARGET


@pytest.mark.parametrize(("tokens", "playable"), [(1, True), (0, False)])
def test_IM_TRADE_cybernetic_enhancements_need_a_strategy_token_of_the_owner(tokens, playable):
    arrange = combine(note("cybernetic_enhancements"), has(1, strategy=tokens))
    turn, factions = Moment("turn.start", 0), factions_with_owner("l1z1x")
    if not playable:
        assert blocking_rule("cybernetic_enhancements", arrange, moment=turn, factions=factions) == NO_TARGET
        return
    game = use("cybernetic_enhancements", arrange, moment=turn, factions=factions)
    assert (game.table.players[0].strategy, game.table.players[1].strategy) == (3, 0)


@pytest.mark.parametrize(("tokens", "left"), [(1, 0), (0, 0)])
def test_IM_TRADE_military_support_comes_at_the_start_of_sols_turn_anyway(tokens, left):
    arrange = combine(note("military_support"), has(1, strategy=tokens))
    turn, factions = Moment("turn.start", 1), factions_with_owner("sol")
    game = use("military_support", arrange, moment=turn, factions=factions)
    assert game.table.players[1].strategy == left
    assert on_planet(game, 0, "darien")["infantry"] == 6
    own_turn = blocking_rule("military_support", arrange, moment=Moment("turn.start", 0), factions=factions)
    assert own_turn == NO_TARGET


def test_IM_TRADE_spy_net_takes_a_card_that_only_two_know():
    arrange = combine(note("spy_net"), has(1, action_cards=("fs", "mb")))
    game = use(
        "spy_net", arrange, "card mb", moment=Moment("turn.start", 0), factions=factions_with_owner("yssaril")
    )
    assert game.table.players[0].action_cards == ("mb",)
    for ruling in [ruling for ruling in game.rulings if ruling.rule == "IM-TRADE-spy_net"]:
        assert "Morale Boost" not in ruling.seen_by(2).text()
        assert "Morale Boost" in ruling.seen_by(0).text()
    empty_hand = combine(note("spy_net"), has(1, action_cards=()))
    assert (
        blocking_rule(
            "spy_net", empty_hand, moment=Moment("turn.start", 0), factions=factions_with_owner("yssaril")
        )
        == NO_TARGET
    )


def test_IM_TRADE_research_agreement_brings_what_jolnar_has_researched_but_no_faction_technology():
    factions = factions_with_owner("jolnar")
    game = use("research_agreement", note("research_agreement"), moment=Moment("researched", 1, card="gd"),
               factions=factions)  # fmt: skip
    assert game.table.players[0].has_technology("gd")
    for card in ("scc", "nm"):  # a faction technology; one that Sol has already
        moment = Moment("researched", 1, card=card)
        assert (
            blocking_rule("research_agreement", note("research_agreement"), moment=moment, factions=factions)
            == NO_TARGET
        )


def test_IM_TRADE_gift_of_prescience_goes_before_telepathic_for_a_round():
    def arrange(table):
        note("gift_of_prescience")(table)
        table.players[1].has_zero_token = True

    game = use(
        "gift_of_prescience", arrange, moment=Moment("strategy.end"), factions=factions_with_owner("naalu")
    )
    assert [player.has_zero_token for player in game.table.players] == [True, False, False]
    assert game.table.initiative_order[0] == 0
    return_gift_of_prescience(game.table)
    assert home_again(game, "gift_of_prescience")


def test_IM_TRADE_acquiescence_swaps_a_strategy_card_with_one_of_the_winnu():
    cards = combine(
        note("acquiescence"), has(0, strategy_cards={2: False}), has(1, strategy_cards={7: False})
    )
    end = Moment("strategy.end")
    game = use("acquiescence", cards, moment=end, factions=factions_with_owner("winnu"))
    assert list(game.table.players[0].strategy_cards) == [7]
    assert (
        blocking_rule("acquiescence", note("acquiescence"), moment=end, factions=factions_with_owner("winnu"))
        == NO_TARGET
    )


def test_IM_TRADE_political_favor_needs_a_strategy_token_of_xxcha():
    def arrange(table):
        note("political_favor")(table)
        table.phase, table.agendas_per_round, table.agenda_deck = "agenda", 1, deck("mutiny", "artifact")

    game = say(chapter(agenda_phase, arrange, factions=("sol", "xxcha", "letnev")), "draw mutiny")
    assert "play political_favor" in options(game) or game.question.player == 1
    if game.question.player == 1:
        say(game, "pass")
    say(game, "play political_favor", "draw artifact")
    assert game.table.players[1].strategy == 1
    assert game.table.agenda_discard == ["mutiny"]
    assert home_again(game, "political_favor")


def test_IM_TRADE_greyfire_mutes_yin_in_this_tactical_action():
    yin = factions_with_owner("yin")
    activated = at("activated", "03", 0)
    game = use("greyfire", note("greyfire"), moment=activated, factions=yin)
    assert game.table.has_effect("greyfire", 1)
    muted = combine(knows(1, "yso"), lambda table: table.start_effect("greyfire", 1, "tactical"))
    after = at("production.after", "03", 1)
    denial = blocking_rule("yso", muted, seat=1, moment=after, factions=yin)
    assert denial == ("IM-TRADE-greyfire", "suppressed")
    far = combine(note("greyfire"), empty)
    assert blocking_rule("greyfire", far, moment=at("activated", "20", 0), factions=yin) == NO_TARGET


def test_IM_TRADE_raghs_call_sends_the_defenders_to_another_planet():
    saar = factions_with_owner("saar")
    fight = combine(
        note("raghs_call"), own("lodor", "mellon", seat=1), units(1, "lodor", infantry=2),
        units(0, "lodor", infantry=1),
    )  # fmt: skip
    landed = at("committed", "26", 0)
    game = use("raghs_call", fight, "planet mellon", moment=landed, factions=saar)
    assert on_planet(game, 1, "mellon") == {"infantry": 2}
    assert on_planet(game, 1, "lodor") == {}
    only = combine(
        fight, lambda table: table.planet_controllers.update(dict.fromkeys(table.controlled_planets(1)))
    )
    assert blocking_rule("raghs_call", only, moment=landed, factions=saar) == NO_TARGET


def test_IM_TRADE_antivirus_keeps_nekro_from_technologies_of_its_holder():
    nekro = factions_with_owner("nekro")
    start = at("space.start", "20", 0, number=1)
    game = use("antivirus", note("antivirus"), moment=start, factions=nekro)
    assert game.table.players[0].notes_in_play == ("antivirus:p2",)
    other = at("space.start", "20", 0, number=2)
    assert blocking_rule("antivirus", note("antivirus"), moment=other, factions=nekro) == NO_TARGET
    fallen = at("destroyed", "20", 1, number=0)
    assert blocking_rule("technological_singularity", seat=1, moment=fallen, factions=nekro) is None
    safe = has(0, notes_in_play=("antivirus:p2",))
    assert (
        blocking_rule("technological_singularity", safe, seat=1, moment=fallen, factions=nekro) == NO_TARGET
    )


def test_IM_TRADE_ceasefire_is_for_who_has_units_where_its_owner_goes():
    arrange = combine(note("ceasefire"), units(0, "20", cruiser=1))
    game = use("ceasefire", arrange, moment=at("activated", "20", 1))
    assert game.table.has_effect("ceasefire", 1)
    assert home_again(game, "ceasefire")
    assert (
        blocking_rule("ceasefire", combine(note("ceasefire"), empty), moment=at("activated", "20", 1))
        == NO_TARGET
    )
    assert blocking_rule("ceasefire", arrange, moment=at("activated", "20", 2)) == NO_TARGET


def test_IM_TRADE_trade_agreement_takes_refilled_commodities():
    arrange = combine(note("trade_agreement"), has(1, commodities=6))
    game = use("trade_agreement", arrange, moment=Moment("refill", 1))
    assert (game.table.players[0].goods, game.table.players[1].commodities) == (6, 0)
    none = combine(note("trade_agreement"), has(1, commodities=0))
    assert blocking_rule("trade_agreement", none, moment=Moment("refill", 1)) == NO_TARGET


def test_IM_TRADE_support_for_the_throne_is_a_point_until_its_owner_is_met():
    def arrange(table):
        note("support_for_the_throne", owner=1, seat=1)(table)
        table.put_units(1, "lodor", "pds")
        give_note(table, 1, 0, "support_for_the_throne:p2")

    game = chapter(lambda table: iter(()), arrange)
    table = game.table
    assert (table.players[0].points, table.players[0].notes_in_play) == (1, ("support_for_the_throne:p2",))
    return_notes_on_activation(table, 0, system(table, "26"))  # a lone PDS is enough
    assert table.players[0].points == 0
    assert home_again(game, "support_for_the_throne")


def test_IM_TRADE_6_nobody_plays_own_notes():
    game = open_window(
        Moment("refill", 1), combine(note("trade_agreement", owner=1, seat=1), has(1, commodities=3))
    )
    assert game.question is None
