"""Abilities of factions and technologies outside battles: what each does, and when it cannot be used."""

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
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    deck,
    empty,
    in_space,
    kind,
    on_planet,
    options,
    say,
    system,
)

from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.economy.paying import Pay, max_payment
from twingkit.imperium.galaxy.phases.action_phase import take_turn
from twingkit.imperium.galaxy.phases.status_phase import action_card_draw_count, command_token_gain_count
from twingkit.imperium.galaxy.phases.strategic_action import STRATEGY_CARD_BY_NUMBER
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import Moment
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.card_drawing import draw_action_cards, hand_limit
from twingkit.imperium.galaxy.tactical.moving_ships import passable_anomalies, ship_mobility
from twingkit.imperium.galaxy.tactical.production_step import Build, production_limits, production_step
from twingkit.imperium.galaxy.tactical.space_step import WRECK_EFFECT
from twingkit.imperium.galaxy.technology.research import (
    can_gain_from_research,
    copy_technology_as_nekro,
    copyable_technologies,
    free_assimilator_token,
    research_technology,
    researchable_technologies,
)

NO_TARGET = ("IM-TURN-5", "no_target")


def as_first(faction):
    """Return factions with this one in the first seat."""
    others = [name for name in ("sol", "hacan", "letnev") if name != faction]
    return (faction, *others[:2])


# -- component actions


def test_IM_UNIT_orbital_drop_costs_a_strategy_token():
    game = use("orbital_drop")
    assert on_planet(game, 0, "jord")["infantry"] == 7
    assert game.table.players[0].strategy == 1
    assert blocking_rule("orbital_drop", has(0, strategy=0)) == ("IM-PAY-4", "no_strategy_token")


@pytest.mark.parametrize(
    ("unit", "there"),
    [
        ("fighter", {"fighter": 4, "warsun": 1}),
        ("destroyer", {"fighter": 2, "warsun": 1, "destroyer": 1}),
    ],
)
def test_IM_UNIT_star_forge_places_two_fighters_or_a_destroyer_with_a_war_sun(unit, there):
    game = use("star_forge", lambda table: None, f"unit {unit}", factions=as_first("muaat"))
    assert in_space(game, 0, "04") == there
    assert blocking_rule("star_forge", empty, factions=as_first("muaat")) == NO_TARGET


def test_IM_UNIT_muaat_flagship_places_a_cruiser_beside_it():
    game = use("muaat_flagship", units(0, "20", flagship=1), factions=as_first("muaat"))
    assert in_space(game, 0, "20") == {"cruiser": 1, "flagship": 1}
    assert blocking_rule("muaat_flagship", factions=as_first("muaat")) == NO_TARGET


def held_figures(unit_class, count):
    """Return a setup function: put figures of a class into a system with an own token, and a war sun and the
    flagship into another one."""

    def arrange(table):
        table.place_token(0, system(table, "24"))

    there = units(0, "20", flagship=1, warsun=1)
    return combine(empty, has(0, fleet=12), there, units(0, "24", **{unit_class: count}), arrange)


def test_IM_TURN_5_the_inferno_needs_a_cruiser_that_can_be_placed():
    muaat = as_first("muaat")
    assert blocking_rule("muaat_flagship", held_figures("cruiser", 8), factions=muaat) == (
        "IM-PROD-5",
        "none_left",
    )
    assert blocking_rule("muaat_flagship", held_figures("cruiser", 7), factions=muaat) is None
    free = combine(held_figures("cruiser", 7), units(0, "23", cruiser=1))
    assert blocking_rule("muaat_flagship", free, factions=muaat) is None


def test_IM_TURN_5_star_forge_offers_a_destroyer_only_if_one_can_be_placed():
    muaat = as_first("muaat")
    game = use("star_forge", held_figures("destroyer", 8), factions=muaat)
    assert in_space(game, 0, "20") == {"fighter": 2, "flagship": 1, "warsun": 1}
    some = use("star_forge", held_figures("destroyer", 7), factions=muaat, open_end=True)
    assert options(some) == ["unit fighter", "unit destroyer"]


def test_IM_UNIT_stall_tactics_discards_a_card():
    game = use("stall_tactics", has(0, action_cards=("fs", "mb")), "card mb", factions=as_first("yssaril"))
    assert game.table.players[0].action_cards == ("fs",)
    assert blocking_rule("stall_tactics", factions=as_first("yssaril")) == NO_TARGET


def test_IM_TECH_lgf_places_an_infantry_on_mecatol_rex_and_is_exhausted():
    arrange = combine(knows(0, "lgf"), own("mr"))
    game = use("lgf", arrange, factions=as_first("winnu"))
    assert on_planet(game, 0, "mr") == {"infantry": 1}
    assert game.table.players[0].exhausted_cards == {"lgf"}
    nothing = use("lgf", knows(0, "lgf"), factions=as_first("winnu"))
    assert nothing.table.players[0].exhausted_cards == {"lgf"}
    assert on_planet(nothing, 0, "mr") == {}


def test_IM_TECH_lgf_gives_mecatol_wormholes_while_others_hold_it():
    def active(table):
        table.players[0].technologies |= {"lgf"}
        table.active_system, table.current = 0, 0

    table = laid_table(active, factions=as_first("winnu"))
    one = system(table, "26")
    assert table.mecatol_system in table.adjacency(0)[one]
    table.planet_controllers["mr"] = 0
    assert table.mecatol_system not in table.adjacency(0)[one]


def test_IM_TECH_mi_takes_a_card_that_others_do_not_see():
    arrange = combine(knows(0, "mi"), has(1, action_cards=("fs", "mb")))
    game = use("mi", arrange, "card fs", factions=as_first("yssaril"))
    assert game.table.players[0].action_cards == ("fs",)
    assert any("Flank Speed" in ruling.seen_by(0).text() for ruling in game.rulings)
    assert not any("Flank Speed" in ruling.seen_by(2).text() for ruling in game.rulings)


def test_IM_TECH_pm_gives_four_goods_and_two_to_another():
    game = use("pm", knows(0, "pm"), "player p2", factions=as_first("hacan"))
    assert [player.goods for player in game.table.players] == [4, 2, 0]
    assert game.table.players[0].strategy == 1


def test_IM_TECH_x89_destroys_all_infantry_below_bombarding_ships():
    arrange = combine(
        knows(0, "x89"), own("lodor", seat=1), units(1, "lodor", infantry=3), units(0, "26", dreadnought=1)
    )
    game = use("x89", arrange)
    assert on_planet(game, 1, "lodor") == {}
    unarmed = combine(empty, units(1, "lodor", infantry=3), units(0, "26", cruiser=1))
    assert blocking_rule("x89", unarmed) == NO_TARGET


# -- activation and movement


def test_IM_TECH_ers_and_ng_answer_an_activation_of_a_system_with_own_ships():
    near = units(0, "20", cruiser=1)
    game = use(
        "ers", combine(near, knows(0, "ers")), moment=at("activated", "20", 1), factions=as_first("jolnar")
    )
    assert game.table.players[0].goods == 4
    lean = combine(empty, near, knows(0, "ng"))
    game = use("ng", lean, moment=at("activated", "20", 1), factions=as_first("naalu"))
    assert game.table.players[1].fleet == 2
    for ability in ("ers", "ng", "nf"):
        assert blocking_rule(ability, empty, moment=at("activated", "20", 1)) == ("IM-TACT-3", "not_entered")


def test_IM_TECH_nf_ends_the_turn_for_a_token():
    arrange = combine(units(0, "20", cruiser=1), knows(0, "nf"))
    game = use("nf", arrange, moment=at("activated", "20", 1), factions=as_first("xxcha"))
    assert game.table.has_effect("turn_ended", 1)
    assert game.table.players[0].exhausted_cards == {"nf"}
    assert game.table.players[0].strategy == 1


def test_IM_TECH_scc_joins_the_active_system_with_those_of_own_units():
    def active(table):
        combine(knows(0, "scc"), units(0, "36", cruiser=1), units(0, "30", cruiser=1))(table)
        table.active_system, table.current = system(table, "36"), 0

    game = use("scc", active, moment=at("activated", "36", 0), factions=as_first("jolnar"))
    table = game.table
    assert system(table, "30") in table.adjacency(0)[system(table, "36")]
    assert (
        blocking_rule("scc", empty, moment=at("activated", "36", 0), factions=as_first("jolnar")) == NO_TARGET
    )


def test_IM_UNIT_foresight_withdraws_ships_for_a_token():
    arrange = combine(empty, units(0, "20", cruiser=1, carrier=1))
    moved = at("moved", "20", 1)
    game = use("foresight", arrange, "system 34", moment=moved, factions=as_first("naalu"))
    assert in_space(game, 0, "34") == {"carrier": 1, "cruiser": 1}
    assert 0 in game.table.command_tokens[system(game.table, "34")]
    poor = combine(arrange, has(0, strategy=0))
    assert blocking_rule("foresight", poor, moment=moved, factions=as_first("naalu")) == NO_TARGET


def test_IM_UNIT_slipstream_speeds_ships_from_wormholes_and_home():
    table = laid_table(factions=as_first("ghost"))
    carrier = table.players[0].unit_type_on_board("carrier")
    start, target = system(table, "26"), system(table, "20")
    assert ship_mobility(table, 0, carrier, start, target).move_bonus == 1
    assert ship_mobility(table, 0, carrier, target, start).move_bonus == 0


def test_IM_UNIT_gashlai_physiology_passes_supernovas_and_amd_asteroids():
    muaat = laid_table(factions=as_first("muaat"))
    assert "supernova" in passable_anomalies(muaat, 0, system(muaat, "20"))
    sol = laid_table()
    assert passable_anomalies(sol, 0, system(sol, "20")) == {"asteroid_field"}


def test_IM_TECH_cm_closes_asteroids_with_saar_ships_and_builds_one_unit():
    saar = ("sol", "saar", "letnev")
    stormy = combine(knows(1, "cm"), units(1, "44", cruiser=1))
    game = chapter(lambda table: take_turn(table, 0), stormy, factions=saar)
    assert case(game, "activate 44") == ("IM-TECH-cm", "stormy")
    assert "activate 44" not in options(game)
    calm = chapter(lambda table: take_turn(table, 0), knows(1, "cm"), factions=saar)
    assert case(calm, "activate 44") is None
    built = use(
        "cm", knows(0, "cm"), moment=Moment("turn.start", 0), factions=as_first("saar"), open_end=True
    )
    assert isinstance(built.question, Build)
    assert case(built, "build 2 fighter") == ("IM-PROD-1", "limit")


# -- turns


def test_IM_TECH_td_moves_up_to_four_infantry():
    game = use("td", combine(knows(0, "td"), own("vefutii")), moment=Moment("turn.start", 0), open_end=True)
    for _ in range(4):
        say(game, "lift jord")
        if kind(game) == ("planet", 0):
            say(game, "planet vefutii")
    assert on_planet(game, 0, "vefutii")["infantry"] == 4
    assert game.question is None
    assert blocking_rule("td", knows(0, "td"), moment=Moment("turn.start", 1)) == ("IM-TURN-4", "not_own")


@pytest.mark.parametrize(("holder", "back"), [(0, 7), (None, 5)])
def test_IM_UNIT_infantry2_comes_back_to_the_home_system(holder, back):
    def waiting(table):
        knows(0, "inf2")(table)
        table.players[0].infantry_to_revive = 2
        table.planet_controllers["jord"] = holder

    game = open_window(Moment("turn.start", 0), waiting)
    assert game.table.players[0].infantry_to_revive == 0
    assert on_planet(game, 0, "jord")["infantry"] == back
    assert ("IM-UNIT-infantry2", "returns" if back == 7 else "no_home") in cases(game)


def test_IM_UNIT_infantry2_each_comes_back_to_a_planet_of_its_own():
    def waiting(table):
        empty(table)
        knows(0, "inf2")(table)
        table.players[0].infantry_to_revive = 3

    game = open_window(Moment("turn.start", 0), waiting, factions=("hacan", "sol", "letnev"))
    say(game, "planet arretze", "planet kamdorn")
    assert game.table.players[0].infantry_to_revive == 1
    say(game, "planet arretze")
    assert game.question is None
    assert on_planet(game, 0, "arretze") == {"infantry": 2}
    assert on_planet(game, 0, "kamdorn") == {"infantry": 1}


def test_IM_TECH_it_cancels_an_action_card_for_a_token():
    arrange = combine(knows(1, "it"), has(0, action_cards=("insub",)))
    game = use("insub", arrange, "player p2", "use it", factions=("sol", "xxcha", "letnev"))
    assert game.table.players[1].tactic == 3
    assert game.table.players[1].strategy == 1
    assert game.table.players[1].exhausted_cards == {"it"}
    assert ("IM-TECH-it", "cancelled") in cases(game)
    mine = Moment("card_played", 1, card="fs")
    assert blocking_rule("it", seat=1, moment=mine, factions=("sol", "xxcha", "letnev")) == (
        "IM-TECH-it",
        "own_card",
    )


# -- production and payment


def test_IM_TECH_mc_makes_a_good_two():
    goods = combine(has(0, goods=2), lambda table: table.exhaust_planets(["mollprimus"]))
    table = laid_table(knows(0, "mc"), goods, factions=as_first("mentak"))
    assert max_payment(table, 0, "resources") == 4
    asked = Pay(table, 0, 3, "resources")
    assert asked.broken_rule(acts.Pay((), 2)) is None
    assert asked.broken_rule(acts.Pay((), 1))[:2] == ("IM-PAY-1", "too_little")
    assert max_payment(laid_table(goods, factions=as_first("mentak")), 0, "resources") == 2


def test_IM_TECH_htp_swaps_resources_and_influence_for_one_production():
    arrange = combine(knows(0, "htp"), own("meharxull"), lambda table: table.exhaust_planets(["winnu"]))
    game = chapter(
        lambda table: production_step(table, 0, table.home_system(0)), arrange, factions=as_first("winnu")
    )
    say(game, "use htp", "planet meharxull")
    assert max_payment(game.table, 0, "resources") == 3
    say(game, "build 1 cruiser")
    if game.question is not None:
        game.answer(next(iter(game.question.options())))
    assert not game.table.has_effect("htp")
    assert max_payment(game.table, 0, "resources") == 0
    assert game.table.players[0].exhausted_cards == {"htp"}


def test_IM_UNIT_mitosis_docks_build_no_infantry_and_one_is_placed():
    arborec = as_first("arborec")
    docked = combine(empty, units(0, "nestphar", spacedock=1))
    game = chapter(lambda table: production_step(table, 0, table.home_system(0)), docked, factions=arborec)
    assert case(game, "build 1 infantry") == ("IM-UNIT-mitosis", "no_infantry")
    assert case(game, "build 1 fighter") is None
    placed = use("mitosis", moment=Moment("status.start"), factions=arborec)
    assert on_planet(placed, 0, "nestphar")["infantry"] == 5


def test_IM_TECH_yso_and_mr_come_after_production():
    after = at("production.after", "03", 0)
    game = use("yso", knows(0, "yso"), moment=after, factions=as_first("yin"))
    assert on_planet(game, 0, "darien")["infantry"] == 5
    assert blocking_rule("yso", moment=at("production.after", "03", 1), factions=as_first("yin")) == NO_TARGET
    muaat, before = as_first("muaat"), at("production.after", "04", 0, card="warsun")
    assert use("mr", knows(0, "mr"), moment=before, factions=muaat).table.players[0].goods == 1
    assert (
        blocking_rule("mr", knows(0, "mr"), moment=at("production.after", "04", 0), factions=muaat)
        == NO_TARGET
    )


def test_IM_TECH_ie_produces_for_the_resources_of_a_gained_planet():
    gained = at("gained_planet", "26", 0, planet="lodor")
    game = use("ie", combine(knows(0, "ie"), own("lodor")), moment=gained, open_end=True)
    assert case(game, "build 1 carrier") is None
    assert case(game, "build 1 dreadnought") == ("IM-PROD-1", "cost")
    assert blocking_rule("ie", moment=at("gained_planet", "26", 1, planet="lodor")) == (
        "IM-INV-11",
        "not_gained",
    )


# -- goods, cards, tokens


@pytest.mark.parametrize(("goods", "pillaged"), [(2, True), (1, False)])
def test_IM_UNIT_pillage_takes_one_good_of_a_neighbour_with_three(goods, pillaged):
    near = combine(has(1, goods=1), units(0, "23", cruiser=1))
    game = chapter(
        lambda table: gain_goods(table, 1, goods, "IM-TECH-ers"), near, factions=as_first("mentak")
    )
    assert (kind(game) == ("use", 0)) is pillaged
    if pillaged:
        say(game, "use pillage")
        assert [player.goods for player in game.table.players] == [1, 2, 0]
    safe = combine(near, has(1, notes_in_play=("promise_of_protection:p1",)))
    kept = chapter(
        lambda table: gain_goods(table, 1, goods, "IM-TECH-ers"), safe, factions=as_first("mentak")
    )
    assert kept.question is None


def test_IM_UNIT_scheming_draws_one_more_and_discards_one():
    def cards(table):
        table.action_deck = deck("fs", "mb", "sh")

    game = chapter(
        lambda table: draw_action_cards(table, 0, 1, "IM-STATUS-3"), cards, factions=as_first("yssaril")
    )
    say(game, "draw fs", "draw mb", "discard fs")
    assert game.table.players[0].action_cards == ("mb",)
    assert ("IM-UNIT-scheming", "discarded") in cases(game)
    assert hand_limit(game.table, 0) is None
    assert hand_limit(game.table, 1) == 7


def test_IM_STATUS_5_versatile_hyper_metabolism_and_neural_motivator_add_up():
    table = laid_table(lambda table: has(0, technologies=frozenset({"hm"}))(table))
    assert (command_token_gain_count(table, 0), command_token_gain_count(table, 1)) == (4, 2)
    table.players[1].technologies = frozenset({"nm"})
    assert (action_card_draw_count(table, 0), action_card_draw_count(table, 1)) == (1, 2)


# -- technologies of others, research


def test_IM_UNIT_propagation_gains_tokens_instead_of_research():
    game = chapter(lambda table: research_technology(table, 0, "IM-TECH-2"), factions=as_first("nekro"))
    say(game, "pools 4 4 3")
    assert game.table.players[0].technologies == {"dxa", "vax", "vay"}
    full = laid_table(has(0, tactic=16, fleet=0, strategy=0), factions=as_first("nekro"))
    assert not can_gain_from_research(full, 0)


def test_IM_TECH_vax_and_vay_copy_two_faction_technologies_and_no_third():
    nekro = ("nekro", "sol", "letnev")

    def others(table):
        table.players[1].technologies = frozenset({"ac2", "nm"})
        table.players[2].technologies = frozenset({"l4", "nes"})

    table = laid_table(others, factions=nekro)
    assert copyable_technologies(table, 0, 1) == ["ac2", "nm"]
    for other, card in ((1, "ac2"), (2, "l4")):
        copy_technology_as_nekro(table, 0, other, card)
    assert free_assimilator_token(table, 0) == ""
    assert table.players[0].unit_type_on_board("carrier").id == "sol_carrier2"
    assert copyable_technologies(table, 0, 2) == []
    assert copyable_technologies(table, 0, 1) == ["nm"]


def test_IM_TECH_is_ignores_all_prerequisites_for_two_resources():
    l1z1x = as_first("l1z1x")
    bare = has(0, technologies=frozenset({"is"}))
    assert "ws" in researchable_technologies(laid_table(bare, factions=l1z1x), 0)
    game = chapter(lambda table: research_technology(table, 0, "IM-TECH-2"), bare, factions=l1z1x)
    say(game, "research x89")
    if game.question is not None:
        game.answer(next(iter(game.question.options())))
    assert game.table.players[0].has_technology("x89")
    assert game.table.players[0].exhausted_cards == {"is"}
    assert ("IM-TECH-is", "ignored") in cases(game)
    poor = combine(bare, lambda table: table.exhaust_planets(table.controlled_planets(0)))
    assert "ws" not in researchable_technologies(laid_table(poor, factions=l1z1x), 0)


def test_IM_UNIT_analytical_leaves_one_prerequisite_out_but_not_for_units():
    jolnar = as_first("jolnar")
    one = has(0, technologies=frozenset())
    table = laid_table(one, factions=jolnar)
    assert "gd" in researchable_technologies(table, 0)
    assert "fl" not in researchable_technologies(table, 0)
    assert "gd" not in researchable_technologies(laid_table(one), 0)


def test_IM_TRADE_political_secret_stops_analytical_until_the_agenda_is_resolved():
    def allowed(*silent):
        def vote(table):
            table.ballot = Ballot("artifact", ("for", "against"), silenced_seats=frozenset(silent))

        return researchable_technologies(
            laid_table(combine(has(0, technologies=frozenset()), vote), factions=as_first("jolnar")), 0
        )

    assert "gd" in allowed(1)
    assert "gd" not in allowed(0)


def test_IM_UNIT_brilliant_resolves_the_primary_for_the_token():
    def researched(table):
        return STRATEGY_CARD_BY_NUMBER[7].secondary(table, 0)

    game = chapter(researched, factions=as_first("jolnar"))
    if kind(game)[0] == "brilliant":
        say(game, "brilliant yes")
    say(game, "research gd")
    assert ("IM-UNIT-brilliant", "primary") in cases(game)
    assert game.table.players[0].has_technology("gd")
    poor = chapter(
        researched, lambda table: table.exhaust_planets(["jol", "nar"]), factions=as_first("jolnar")
    )
    assert kind(poor)[0] == "research"  # the primary costs nothing
    assert STRATEGY_CARD_BY_NUMBER[7].secondary_has_effect(poor.table, 0)
    sol = laid_table(lambda table: table.exhaust_planets(["jord"]))
    assert not STRATEGY_CARD_BY_NUMBER[7].secondary_has_effect(sol, 0)


def test_IM_UNIT_technological_singularity_gains_a_technology_of_the_opponent():
    nekro = ("nekro", "sol", "letnev")
    fallen = at("destroyed", "20", 0, number=1)
    game = use("technological_singularity", lambda table: None, "learn nm", moment=fallen, factions=nekro)
    assert game.table.players[0].has_technology("nm")
    other = at("destroyed", "20", 1, number=0)
    assert blocking_rule("technological_singularity", moment=other, factions=nekro) == NO_TARGET


# -- planets


def test_IM_UNIT_scavenge_pays_for_a_planet_and_assimilate_replaces_structures():
    gained = at("gained_planet", "26", 0, planet="lodor")
    game = open_window(gained, factions=as_first("saar"))
    assert game.table.players[0].goods == 1
    structures = combine(own("lodor", seat=1), units(1, "lodor", pds=1))
    mindnet = open_window(
        at("gaining_planet", "26", 0, planet="lodor"), structures, factions=as_first("l1z1x")
    )
    assert on_planet(mindnet, 0, "lodor") == {"pds": 1}


def test_IM_UNIT_reclamation_follows_the_gain_of_mecatol_rex():
    def gained(table):
        own("mr")(table)
        table.start_effect("gained_mecatol", 0, "tactical")

    end = at("action.end", "18", 0)
    game = use("reclamation", gained, moment=end, factions=as_first("winnu"))
    assert on_planet(game, 0, "mr") == {"pds": 1, "spacedock": 1}
    assert blocking_rule("reclamation", own("mr"), moment=end, factions=as_first("winnu")) == NO_TARGET


def test_IM_UNIT_peace_accords_gain_an_empty_planet_beside_an_own_one():
    arrange = combine(empty, units(1, "lodor", infantry=1), own("lodor", seat=1))
    done = Moment("diplomacy", 0)
    game = use("peace_accords", arrange, "planet vefutii", moment=done, factions=as_first("xxcha"))
    assert game.table.planet_controllers["vefutii"] == 0
    listed = options(use("peace_accords", arrange, moment=done, factions=as_first("xxcha"), open_end=True))
    assert "planet lodor" not in listed
    assert "planet mr" not in listed


def test_IM_TECH_so_pays_after_a_space_combat_and_builds_what_was_destroyed():
    def fallen(table):
        table.players[0].technologies |= {"so"}
        for name in ("cruiser", "fighter"):
            table.start_effect(WRECK_EFFECT, 0, "tactical", name)

    mentak = as_first("mentak")
    game = use("so", fallen, moment=at("combat.won", "20", 0, number=1), factions=mentak, open_end=True)
    assert game.table.players[0].goods == 1
    assert case(game, "build 1 cruiser") is None
    assert case(game, "build 1 destroyer") == ("IM-PROD-6", "no_technology")
    lost = use("so", fallen, moment=at("combat.lost", "20", 0, number=1), factions=mentak)
    assert lost.question is None
    ground = at("combat.won", "26", 0, planet="lodor", number=1)
    assert blocking_rule("so", fallen, moment=ground, factions=mentak) == NO_TARGET


# -- seasons


def test_IM_UNIT_sol_flagship_brings_infantry_with_it():
    game = use("sol_flagship", units(0, "20", flagship=1), moment=Moment("status.end"))
    assert in_space(game, 0, "20") == {"flagship": 1, "infantry": 1}
    full = use("sol_flagship", units(0, "20", flagship=1, infantry=12), moment=Moment("status.end"))
    assert in_space(full, 0, "20") == {"flagship": 1, "infantry": 12}


def test_IM_UNIT_telepathic_is_first_unless_the_gift_was_given():
    naalu = as_first("naalu")
    game = open_window(Moment("strategy.end"), factions=naalu)
    assert game.table.players[0].has_zero_token
    gifted = open_window(Moment("strategy.end"), has(1, has_zero_token=True), factions=naalu)
    assert not gifted.table.players[0].has_zero_token


def test_IM_TECH_qdn_swaps_strategy_cards_for_a_token_and_three_goods():
    cards = combine(
        knows(0, "qdn"), has(0, strategy_cards={2: False}, goods=3), has(1, strategy_cards={7: False})
    )
    end = Moment("strategy.end")
    game = use("qdn", cards, moment=end, factions=as_first("hacan"))
    assert list(game.table.players[0].strategy_cards) == [7]
    assert (game.table.players[0].goods, game.table.players[1].goods) == (0, 3)
    assert (
        blocking_rule("qdn", combine(cards, has(0, goods=2)), moment=end, factions=as_first("hacan"))
        == NO_TARGET
    )


def test_IM_TECH_wg_moves_its_token():
    ghost = as_first("ghost")

    def laid_before(table):
        table.players[0].technologies |= {"wg"}
        table.wormhole_tokens = ((system(table, "26"), "alpha"),)

    game = use(
        "wg", laid_before, "system 20", "wormhole alpha", moment=Moment("status.start"), factions=ghost
    )
    assert game.table.wormhole_tokens == ((system(game.table, "20"), "alpha"),)


def test_IM_TECH_bio_moves_infantry_to_the_same_or_an_adjacent_system():
    arborec = as_first("arborec")
    arrange = combine(empty, own("lodor", "vefutii", "lor"), units(0, "lodor", infantry=1), knows(0, "bio"))
    game = use("bio", arrange, moment=Moment("status.end"), factions=arborec, open_end=True)
    say(game, "lift lodor")
    if kind(game) == ("planet", 0):
        assert "planet lor" not in options(game)
        say(game, "planet vefutii")
    assert on_planet(game, 0, "vefutii") == {"infantry": 1}


def test_IM_UNIT_arborec_flagship_produces_up_to_five_units():
    arrange = combine(units(0, "20", flagship=1), has(0, goods=9))
    game = use(
        "arborec_flagship",
        arrange,
        moment=at("activated", "20", 0),
        factions=as_first("arborec"),
        open_end=True,
    )
    assert case(game, "build 6 fighter") == ("IM-PROD-1", "limit")
    assert case(game, "build 5 fighter") is None
    assert production_limits(game.table, 0, system(game.table, "20")) is None
