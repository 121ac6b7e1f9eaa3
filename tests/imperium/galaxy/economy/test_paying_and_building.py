"""Ways to pay and choices of units, each against an exhaustive search."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from twingkit import Fault
from twingkit.imperium.galaxy.economy.builds import affordable_builds, product_rows, products, unit_choices
from twingkit.imperium.galaxy.economy.paying import Pay, pay
from twingkit.imperium.galaxy.economy.ways_to_pay import (
    influence_by_resources,
    max_influence_by_resources,
    possible_payments,
    ways_to_pay,
)
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.starts import SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table.sheet import FactionSheet
from twingkit.imperium.galaxy.technology.cards import (
    COPYING_FACTION,
    factions_by_id,
    ownable_technologies,
    technologies_by_id,
)


def all_payments(planets: dict[str, int], goods: int, cost: int) -> set[tuple[frozenset[str], int]]:
    """Reference implementation: return every choice of planets and goods that pays the cost, without choices
    that contain another one."""
    ways = {
        (frozenset(name for name, taken in zip(planets, choice, strict=True) if taken), spent)
        for choice in product((False, True), repeat=len(planets))
        for spent in range(goods + 1)
        if sum(worth for worth, taken in zip(planets.values(), choice, strict=True) if taken) + spent >= cost
    }
    return {
        way
        for way in ways
        if not any(other != way and other[0] <= way[0] and other[1] <= way[1] for other in ways)
    }


@pytest.mark.parametrize("seed", range(60))
def test_IM_PAY_1_the_ways_are_all_from_which_nothing_can_be_left_out(seed: int) -> None:
    rng = random.Random(seed)
    planets = {f"planet{index}": rng.randrange(5) for index in range(rng.randrange(6))}
    goods, cost = rng.randrange(5), rng.randrange(10)
    found = possible_payments(planets, goods, cost)
    assert {(frozenset(way.planets), way.goods) for way in found} == all_payments(planets, goods, cost)
    for way in found:
        assert way.wasted == max(sum(planets[name] for name in way.planets) + way.goods - cost, 0)
    assert [way.wasted for way in found] == sorted(way.wasted for way in found)


@given(
    names=st.sets(
        st.sampled_from(("jord", "vefutii", "lodor", "gral", "centauri", "arnor", "mellon")), max_size=6
    ),
    goods=st.integers(0, 5),
    cost=st.integers(1, 9),
    currency=st.sampled_from(("resources", "influence")),
)
def test_IM_PAY_1_the_default_payment_wastes_least_and_of_these_keeps_most_goods(
    names: set[str], goods: int, cost: int, currency: str
) -> None:
    table = GameStart(SHORT_FACTIONS, True).table()
    table.planet_controllers.update(dict.fromkeys(names, 0))
    table.players[0].goods = goods
    asked = Pay(table, 0, cost, currency)
    assume(sum(asked.planet_values.values()) + goods >= cost)
    ways = all_payments(asked.planet_values, goods, cost)
    paid = {way: sum(asked.planet_values[name] for name in way[0]) + way[1] for way in ways}
    least = min((paid[way], way[1]) for way in ways)
    for answer in (pay(asked.cheapest_payment), SteadyPolicy(0).answer(table, asked)):
        planets, spent = answer.planets, answer.goods
        assert (sum(asked.planet_values[name] for name in planets) + spent, spent) == least, answer


def test_IM_PAY_1_of_equal_payments_the_default_keeps_the_planet_with_more_of_the_other_value() -> None:
    table = GameStart(SHORT_FACTIONS, True).table()
    table.planet_controllers.update({"lodor": 0, "centauri": 0, "gral": 0})  # 3/1, 1/3, 1/1
    assert str(SteadyPolicy(0).answer(table, Pay(table, 0, 1, "resources"))) == "pay gral"
    assert str(SteadyPolicy(0).answer(table, Pay(table, 0, 1, "influence"))) == "pay gral"


def test_IM_PAY_1_three_planets_and_two_goods_pay_five_in_five_ways() -> None:
    ways = possible_payments({"jord": 4, "vefutii": 2, "lodor": 3}, 2, 5)
    assert len(ways) == 5
    assert (ways[0].planets, ways[0].goods, ways[0].wasted) == (("vefutii", "lodor"), 0, 0)


@pytest.mark.parametrize("seed", range(40))
def test_IM_PAY_1_a_planet_serves_for_resources_or_influence(seed: int) -> None:
    rng = random.Random(seed)
    planets = [(rng.randrange(4), rng.randrange(4)) for _ in range(rng.randrange(6))]
    goods = rng.randrange(4)
    best: dict[int, int] = {}
    for uses in product((0, 1, None), repeat=len(planets)):
        sums = [
            sum(worth[use] for worth, use in zip(planets, uses, strict=True) if use == kind)
            for kind in (0, 1)
        ]
        for spent in range(goods + 1):
            best[sums[0] + spent] = max(best.get(sums[0] + spent, 0), sums[1] + goods - spent)
    assert influence_by_resources(planets, goods) == dict(sorted(best.items()))


@pytest.mark.parametrize(("resources", "count"), [(4, 95), (6, 223), (0, 1)])
def test_IM_PROD_1_the_dock_of_Jord_at_the_beginning(resources: int, count: int) -> None:
    assert len(list(unit_choices(product_rows("sol", ["amd", "nm"]), 6, resources))) == count


def test_IM_PROD_2_two_for_one_and_one_alone_costs_as_much() -> None:
    infantry = next(unit for unit in product_rows("hacan", []) if unit.name == "infantry")
    assert [infantry.price(count) for count in range(5)] == [0, 1, 1, 2, 2]
    units = [
        choice
        for choice in unit_choices(product_rows("hacan", []), 3, 2)
        if set(choice) <= {"infantry", "fighter"}
    ]
    assert {"infantry": 3} in units
    assert {"fighter": 1, "infantry": 1} in units
    assert {"fighter": 2, "infantry": 1} in units
    assert all(sum(choice.values()) <= 3 for choice in units)


def test_IM_PROD_6_a_war_sun_needs_its_technology_but_not_that_of_muaat() -> None:
    assert "warsun" not in [unit.name for unit in product_rows("hacan", [])]
    assert [unit.batch_cost for unit in product_rows("hacan", ["ws"]) if unit.name == "warsun"] == [12]
    assert [unit.batch_cost for unit in product_rows("muaat", []) if unit.name == "warsun"] == [12]
    assert [unit.batch_cost for unit in product_rows("muaat", ["pws2"]) if unit.name == "warsun+"] == [10]


def test_no_more_figures_than_the_box_has() -> None:
    units = product_rows("hacan", [], {"flagship": 1, "cruiser": 7})
    choices = list(unit_choices(units, 3, 12))
    assert not any("flagship" in choice for choice in choices)
    assert max(choice.get("cruiser", 0) for choice in choices) == 1


@pytest.mark.parametrize(("limit", "resources"), [(-1, 3), (3, -1), (99, 3), (3, 999)])
def test_limits_that_no_game_has_are_refused(limit: int, resources: int) -> None:
    with pytest.raises(Fault):
        affordable_builds(products("sol", []), limit, resources)


def test_negative_costs_are_refused() -> None:
    for planets, goods, cost in (({"a": -1}, 0, 1), ({}, -1, 1), ({}, 0, -1)):
        with pytest.raises(Fault):
            ways_to_pay(planets, goods, cost)
    for pairs, goods in (([(1, -1)], 0), ([(1, 1)], -1)):
        with pytest.raises(Fault):
            max_influence_by_resources(pairs, goods)
    with pytest.raises(Fault):
        ways_to_pay({f"p{index}": 1 for index in range(21)}, 0, 1)


def test_IM_TECH_vax_a_unit_is_produced_for_what_its_card_costs() -> None:
    for name in factions_by_id():
        for card in technologies_by_id().values():
            if card.id not in ownable_technologies(name) and name != COPYING_FACTION:
                continue
            sheet = FactionSheet(0, faction=name)
            sheet.technologies = frozenset({card.id})
            for made in product_rows(name, [card.id]):
                unit_class = made.name.rstrip("+")
                unit = sheet.unit_type_on_board(unit_class)
                assert (made.name, made.batch_cost) == (unit.name, unit.cost * made.batch_size), (
                    name,
                    card.id,
                )
    assert [made.batch_cost for made in product_rows("nekro", ["pws2"]) if made.name == "warsun+"] == [10]


def test_payments_and_units_are_tables_with_the_same_rows() -> None:
    ways = ways_to_pay({"jord": 4, "vefutii": 2, "lodor": 3}, 2, 5)
    rows = possible_payments({"jord": 4, "vefutii": 2, "lodor": 3}, 2, 5)
    assert ways.values.tolist() == [[" ".join(way.planets), way.goods, way.wasted] for way in rows]
    split = max_influence_by_resources([(4, 2), (1, 3)], 1)
    assert dict(split.itertuples(index=False)) == influence_by_resources([(4, 2), (1, 3)], 1)
    kinds = products("sol", [], {"cruiser": 7})
    assert kinds.set_index("unit").left["cruiser"] == 1
    assert kinds.left.isna().sum() == 2, "fighters and infantry have no limit"
    table = affordable_builds(kinds, 3, 6)
    assert len(table) == len(list(unit_choices(product_rows("sol", [], {"cruiser": 7}), 3, 6)))
    assert affordable_builds(product_rows("sol", [], {"cruiser": 7}), 3, 6).equals(table)
    only = affordable_builds(kinds[kinds.unit.isin(["cruiser", "fighter"])], 3, 6)
    assert list(only.columns) == ["units", "count", "cost", "fighter", "cruiser"]
    assert max(only.cruiser) == 1
    with pytest.raises(Fault, match="products"):
        affordable_builds(["cruiser"], 3, 6)  # type: ignore[list-item]  # it is a mistake
