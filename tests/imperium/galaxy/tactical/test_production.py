"""Production and paying in a game (IM-PROD-1 to 6, IM-PAY-1 to 4)."""

import pytest
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    empty,
    in_space,
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
from twingkit.imperium.galaxy.economy.paying import pay_cost
from twingkit.imperium.galaxy.tactical.production_step import production_step


def build(arrange=lambda table: None, target="01", seat=0, **more):
    """Return the production step of a player, by default of p1 at home with Jord (4 resources) and some
    goods."""

    def laid(table):
        empty(table)
        put(table, 0, "jord", spacedock=1)
        sheet(table, 0, goods=10, technologies=frozenset())
        table.place_token(seat, system(table, target))
        table.active_system = system(table, target)
        arrange(table)

    return chapter(lambda table: production_step(table, seat, system(table, target)), laid, **more)


def paid(game):
    """Pay with the first option if a payment is pending."""
    if kind(game) is not None and kind(game)[0] == "pay":
        say(game, options(game)[0])
    return game


def test_IM_PROD_1_the_limit_is_the_planets_resources_and_two():
    game = build()
    assert case(game, "build 6 fighter") is None
    assert case(game, "build 7 fighter") == ("IM-PROD-1", "limit")
    four = build(lambda table: sheet(table, 0, technologies=frozenset({"sd2"})))
    assert case(four, "build 8 fighter") is None
    assert case(four, "build 9 fighter") == ("IM-PROD-1", "limit")


def test_IM_PROD_1_attachments_count():
    def arrange(table):
        table.attachments = {"jord": ("core_mining",)}

    assert case(build(arrange), "build 8 fighter") is None


def test_IM_PROD_1_one_total_cost_that_can_be_paid():
    game = build(lambda table: sheet(table, 0, goods=1))  # 4 + 1
    assert case(game, "build 1 dreadnought, 2 fighter") is None
    assert case(game, "build 1 dreadnought, 3 fighter") == ("IM-PROD-1", "cost")
    paid(say(game, "build 1 dreadnought, 2 fighter"))
    assert game.table.players[0].goods == 0
    assert "jord" in game.table.exhausted_planets
    assert in_space(game, 0, "01") == {"dreadnought": 1, "fighter": 2}
    assert ("IM-PROD-3", "built") in cases(game)


@pytest.mark.parametrize(
    ("units", "cost"),
    [
        ("1 fighter", 1),
        ("2 fighter", 1),
        ("3 fighter", 2),
        ("3 infantry", 2),
        ("1 fighter, 1 infantry", 2),
        ("2 fighter, 2 infantry", 2),
    ],
)
def test_IM_PROD_2_situation_16_two_for_one_alone_too_and_no_mixed_pairs(units, cost):
    game = build()
    question = game.question
    assert question.undiscounted_cost(question.parse_answer(f"build {units}").units) == cost


def test_IM_PROD_2_each_of_a_pair_counts_for_the_limit():
    def arrange(table):
        take_planets(table, 0, "mellon")
        put(table, 0, "lazar", spacedock=1)  # 1 + 2

    game = build(arrange, target="31")
    assert case(game, "build 3 infantry") is None
    assert case(game, "build 4 infantry") == ("IM-PROD-1", "limit")


def test_IM_PROD_3_ships_go_into_space_and_ground_forces_onto_the_planet_that_produced():
    def arrange(table):
        put(table, 0, "lazar", spacedock=1)
        take_planets(table, 0, "lazar", "sakulag")

    game = build(arrange, target="31")
    assert case(game, "build 1 infantry sakulag") == ("IM-PROD-3", "no_dock")
    assert case(game, "build 1 infantry space") == ("IM-PROD-3", "no_space")
    with pytest.raises(BadAnswer):
        game.answer("build 1 cruiser lazar")
    paid(say(game, "build 1 infantry lazar, 1 cruiser"))
    assert on_planet(game, 0, "lazar") == {"spacedock": 1, "infantry": 1}
    assert in_space(game, 0, "31") == {"cruiser": 1}


def test_IM_PROD_3_a_floating_factory_puts_ground_forces_on_own_planets_or_into_space():
    def arrange(table):
        empty(table)
        sheet(table, 0, goods=10, technologies=frozenset())
        put(table, 0, "31", spacedock=1, carrier=1)
        take_planets(table, 0, "lazar")
        table.active_system = system(table, "31")
        table.place_token(0, table.active_system)

    game = chapter(
        lambda table: production_step(table, 0, system(table, "31")),
        arrange,
        factions=("saar", "hacan", "letnev"),
    )
    assert case(game, "build 1 infantry sakulag") == ("IM-PROD-3", "no_dock")
    paid(say(game, "build 1 infantry lazar, 2 infantry space"))
    assert on_planet(game, 0, "lazar") == {"infantry": 1}
    assert in_space(game, 0, "31")["infantry"] == 2


def test_IM_PROD_4_no_ships_where_others_have_ships():
    def arrange(table):
        put(table, 1, "01", fighter=1)

    game = build(arrange)
    assert case(game, "build 1 cruiser") == ("IM-PROD-4", "blockaded")
    assert case(game, "build 2 infantry") is None


def test_IM_PROD_5_situation_17_the_last_figures_come_back_from_a_system_without_an_own_token():
    def arrange(table):
        put(table, 0, "20", cruiser=3)
        put(table, 0, "23", cruiser=5)
        table.place_token(0, system(table, "23"))

    game = build(arrange)
    assert case(game, "build 4 cruiser") == ("IM-PROD-5", "none_left")
    paid(say(game, "build 1 cruiser"))
    assert ("IM-PROD-5", "taken") in cases(game)
    assert in_space(game, 0, "20") == {"cruiser": 2}
    assert in_space(game, 0, "01") == {"cruiser": 1}
    assert game.table.count_on_board(0, "cruiser") == 8


def test_IM_PROD_5_a_damaged_figure_comes_back_before_a_whole_one():
    def arrange(table):
        put(table, 0, "20", ("dreadnought",), dreadnought=5)
        sheet(table, 0, fleet=8)

    game = paid(say(build(arrange), "build 1 dreadnought"))
    assert ("IM-PROD-5", "taken") in cases(game)
    assert in_space(game, 0, "20") == {"dreadnought": 4}
    assert in_space(game, 0, "01") == {"dreadnought": 1}
    for number in ("20", "01"):
        assert game.table.units_in_space(0, system(game.table, number)).hurt == {}


def test_IM_PROD_5_all_in_systems_with_own_tokens_nothing_comes_back():
    def arrange(table):
        put(table, 0, "23", cruiser=8)
        sheet(table, 0, fleet=8)
        table.place_token(0, system(table, "23"))

    assert case(build(arrange), "build 1 cruiser") == ("IM-PROD-5", "none_left")


def test_IM_PROD_5_fighters_and_infantry_are_never_short():
    def arrange(table):
        put(table, 0, "20", carrier=3, fighter=10)
        put(table, 0, "jord", infantry=12)

    assert case(build(arrange), "build 3 fighter, 3 infantry") is None


def test_IM_PROD_6_war_suns_need_their_technology_but_muaats():
    assert case(build(lambda table: sheet(table, 0, goods=12)), "build 1 warsun") == (
        "IM-PROD-6",
        "no_technology",
    )
    owned = build(lambda table: sheet(table, 0, goods=12, technologies=frozenset({"ws"})))
    assert case(owned, "build 1 warsun") is None


def test_IM_PROD_6_structures_are_not_produced():
    with pytest.raises(BadAnswer):
        build().answer("build 1 pds")


def test_IM_FLEET_1_what_is_produced_beyond_the_pool_is_removed():
    def arrange(table):
        put(table, 0, "01", cruiser=3)

    game = paid(say(build(arrange), "build 1 destroyer"))
    assert kind(game) == ("give_up", 0)
    say(game, "remove 1 destroyer")
    assert in_space(game, 0, "01") == {"cruiser": 3}


def test_IM_TECH_st_saves_one_of_the_whole_production():
    game = build(lambda table: sheet(table, 0, goods=0, technologies=frozenset({"st"})))
    say(game, "build 1 dreadnought, 2 fighter")  # 5, of which 4 are paid
    assert "jord" in game.table.exhausted_planets
    assert game.question is None


def test_IM_PROD_1_without_a_unit_that_produces_nothing_is_asked():
    assert build(target="20").question is None


def test_IM_PROD_1_nobody_who_has_nothing_to_pay_is_asked():
    def arrange(table):
        sheet(table, 0, goods=0)
        table.exhausted_planets = frozenset({"jord"})

    assert build(arrange).question is None


# -- paying


def paying(cost, currency, arrange=lambda table: None):
    """Return a game in which a player pays a cost."""

    def laid(table):
        take_planets(table, 0, "lodor", "vefutii")  # Jord 4/2, Vefut II 2/2, Lodor 3/1
        sheet(table, 0, goods=2, commodities=4)
        arrange(table)

    return chapter(lambda table: pay_cost(table, 0, cost, currency, "IM-PROD-1"), laid)


def test_IM_PAY_1_planets_in_full_goods_one_each_and_the_excess_is_lost():
    game = paying(5, "resources")
    assert options(game)[0] == "pay vefutii, lodor"  # least waste; goods are kept
    assert case(game, "pay jord") == ("IM-PAY-1", "too_little")
    assert case(game, "pay jord, 2 goods") is None  # overpayment is lost
    assert case(game, "pay jord, 3 goods") == ("IM-PAY-1", "goods")
    assert case(game, "pay arretze, lodor") == ("IM-PAY-1", "not_own")
    say(game, "pay jord, vefutii")
    assert game.table.exhausted_planets == {"jord", "vefutii"}
    assert game.table.players[0].goods == 2
    assert ("IM-PAY-1", "planets") in cases(game)


def test_IM_PAY_1_an_exhausted_planet_pays_nothing():
    game = paying(5, "resources", lambda table: table.__setattr__("exhausted_planets", frozenset({"lodor"})))
    assert case(game, "pay lodor, vefutii") == ("IM-PAY-1", "exhausted")


def test_IM_PAY_1_either_resources_or_influence_and_commodities_never():
    game = paying(5, "influence")
    assert case(game, "pay jord, vefutii") == ("IM-PAY-1", "too_little")
    assert case(game, "pay jord, vefutii, lodor") is None
    with pytest.raises(BadAnswer):
        game.answer("pay jord, vefutii, 1 commodities")
    with pytest.raises(BadAnswer):
        game.answer("pay jord, vefutii, 00001 goods")


def test_IM_PAY_1_where_all_is_needed_nothing_is_asked():
    game = paying(11, "resources")
    assert game.question is None
    assert game.table.players[0].goods == 0
    assert game.table.exhausted_planets == {"jord", "lodor", "vefutii"}
