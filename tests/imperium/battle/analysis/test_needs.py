"""What a side needs: the cheapest fleet against an exhaustive search, and the gain from one more unit."""

from __future__ import annotations

from itertools import product

import pytest

from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.slices import finish
from twingkit.imperium import odds
from twingkit.imperium.battle.analysis.cheapest_fleet import (
    FleetSearchRequest,
    cheapest_fleet,
    cheapest_fleet_in_slices,
)
from twingkit.imperium.battle.analysis.fleet_changes import (
    battle_with_units,
    has_enough_capacity,
    useful_units,
)
from twingkit.imperium.battle.analysis.invasion import invasion_odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import unit

LINE = "space: 1 carrier vs 2 cruiser 1 destroyer"
UNITS = ("fighter", "cruiser", "dreadnought")


def every_fleet(line: str, index: int, units: tuple[str, ...], max_cost: float):
    """Return all fleets up to a cost, each with its cost and the side's chance to win."""
    battle = Battle.parse(line)
    held = dict(battle.sides[index].units)
    faction = battle.sides[index].faction
    costs = [unit(name, faction).cost for name in units]
    for counts in product(*(range(int(max_cost / cost) + 1) for cost in costs)):
        cost = sum(n * each for n, each in zip(counts, costs, strict=True))
        if cost > max_cost:
            continue
        whole = dict(held)
        for name, n in zip(units, counts, strict=True):
            whole[name] = whole.get(name, 0) + n
        changed = battle_with_units(battle, index, whole)
        if has_enough_capacity(changed.sides[index]):
            found = odds(changed)
            yield cost, found.win if index == 0 else found.loss


@pytest.mark.parametrize(("line", "index"), [(LINE, 0), ("space: 2 dreadnought @ amd vs 1 carrier 1 pds", 1)])
def test_the_cheapest_fleet_is_that_of_a_full_search(line, index):
    frame = cheapest_fleet(line, ROLES[index], units=UNITS, min_win_chance=0.75, max_cost=8)
    best: dict[float, float] = {}
    for cost, win in every_fleet(line, index, UNITS, 8):
        best[cost] = max(best.get(cost, 0.0), win)
    enough = min(cost for cost, win in best.items() if win >= 0.75)
    assert frame.cost.iloc[-1] == enough
    assert frame.enough.tolist() == [False] * (len(frame) - 1) + [True]
    assert frame.attrs["found"] == frame.units.iloc[-1]
    rising, so_far = {}, -1.0
    for cost, win in sorted(best.items()):
        if cost <= enough and win > so_far + 1e-12:
            rising[cost] = so_far = win
    assert dict(zip(frame.cost, frame.win, strict=True)) == pytest.approx(rising)
    for row in frame.itertuples():
        found = odds(row.position)
        assert row.win == pytest.approx(found.win if index == 0 else found.loss)


def test_several_fleets_of_a_cost_are_the_best_of_a_full_search():
    one = cheapest_fleet(LINE, "attacker", units=UNITS, min_win_chance=0.75, max_cost=8)
    frame = cheapest_fleet(LINE, "attacker", units=UNITS, min_win_chance=0.75, max_cost=8, fleets_per_cost=3)
    assert frame[frame["rank"] == 1].reset_index(drop=True).equals(one)
    every = list(every_fleet(LINE, 0, UNITS, 8))
    for cost, part in frame.groupby("cost"):
        assert part["rank"].tolist() == list(range(1, len(part) + 1))
        wins = sorted((win for other, win in every if other == cost), reverse=True)
        assert part.win.tolist() == pytest.approx(wins[:3])
    assert frame.groupby("cost").size().max() == 3


def test_a_fleet_from_nothing_takes_the_place_of_what_is_there():
    frame = cheapest_fleet(LINE, "attacker", units=["cruiser"], min_win_chance=0.5, from_nothing=True)
    assert frame.position.iloc[-1].startswith(f"space: {frame.units.iloc[-1]} vs")
    assert "carrier" not in frame.position.iloc[-1].split(" vs ")[0]


def found_by(line, *asked, **switches):
    return finish(cheapest_fleet_in_slices(line, "attacker", FleetSearchRequest(*asked, **switches)))


def test_IM_UNIT_10_limits_hold_for_class_and_kind():
    own = found_by(LINE, ["cruiser", "cruiser+"], 0.99, {"cruiser": 2}, 12)
    assert max(sum(n for _, n in fleet.units) for fleet in own.fleets) == 2
    pieces = found_by("space: 7 cruiser vs 9 dreadnought", ["cruiser"], 0.9, True, 6)
    assert [str(fleet) for fleet in pieces.fleets] == ["", "1 cruiser"]


def test_a_search_ends_at_the_dearest_fleet_that_the_limits_leave():
    line = "space: 1 destroyer vs 1 warsun"
    found = found_by(line, ["destroyer"], 1.0, {"destroyer": 4}, 1e12)
    assert (found.is_complete, found.searched_to_cost) == (True, 1e12)
    assert max(fleet.cost for fleet in found.fleets) <= 3


def test_IM_UNIT_11_fleets_that_cannot_carry_their_fighters_do_not_count():
    real = cheapest_fleet(LINE, "attacker", units=["fighter"], min_win_chance=0.99)
    assert real.units.iloc[-1] == "4 fighter"
    assert (real.attrs["found"], real.attrs["complete"]) == (None, True)
    free = cheapest_fleet(LINE, "attacker", units=["fighter"], min_win_chance=0.99, within_capacity=False)
    assert free.win.iloc[-1] >= 0.99


def test_a_search_stops_where_its_budget_ends_and_says_so():
    line = "space: 1 fighter vs 9 warsun"
    found = found_by(line, UNITS, 0.9, max_fleets=10, within_capacity=False)
    assert found.searched_to_cost < 5
    assert found.fleets_computed < 30
    assert not any(fleet.odds.win >= 0.9 for fleet in found.fleets)
    assert not found.is_complete


ANY_SHIP = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")


@pytest.mark.parametrize("enemy", ["2 dreadnought @ da", "1 flagship @ letnev"])
def test_sides_that_depend_on_each_other_are_searched_far_enough(enemy):
    """Nine destroyers, or eight, win often enough: there is an answer, and with all kinds none costs more."""
    line = f"space: 1 destroyer vs {enemy}"
    alone = cheapest_fleet(line, "attacker", units=["destroyer"], min_win_chance=0.9)
    assert alone.attrs["found"] in ("9 destroyer", "8 destroyer")
    frame = cheapest_fleet(line, "attacker", units=ANY_SHIP, min_win_chance=0.9)
    assert frame.attrs["complete"]
    assert frame.attrs["found"] == frame.units.iloc[-1] != ""
    assert frame.cost.iloc[-1] <= alone.cost.iloc[-1]


def test_a_search_that_was_stopped_is_no_answer_that_nothing_is_enough():
    line = "space: 1 destroyer vs 2 dreadnought @ da"
    stopped = cheapest_fleet(line, "attacker", units=ANY_SHIP, min_win_chance=0.9, max_fleets=200)
    assert (stopped.attrs["found"], stopped.attrs["complete"]) == (None, False)
    assert stopped.attrs["searched"] < 8.5
    assert len(stopped) > 0
    assert not stopped["complete"].any()
    further = cheapest_fleet(line, "attacker", units=ANY_SHIP, min_win_chance=0.9, max_fleets=2000)
    assert further.attrs["found"] is not None
    assert further["complete"].all()
    whole = cheapest_fleet(line, "attacker", units=["destroyer"], min_win_chance=0.9, max_cost=4)
    assert (whole.attrs["found"], whole.attrs["complete"], whole.attrs["searched"]) == (None, True, 4)


def test_what_is_there_may_be_enough():
    frame = cheapest_fleet("space: 5 warsun vs 1 fighter", "attacker", units=["cruiser"], min_win_chance=0.9)
    assert frame.units.tolist() == [""]
    assert frame.cost.tolist() == [0.0]
    assert frame.attrs["found"] == ""


def test_an_invasion_needs_ground_forces_and_room_for_them():
    line = "invasion: 1 cruiser vs 1 infantry"
    frame = cheapest_fleet(line, "attacker", units=["carrier", "infantry"], min_win_chance=0.8)
    units = frame.units.iloc[-1]
    assert "carrier" in units
    assert "infantry" in units
    assert frame.win.iloc[-1] == pytest.approx(invasion_odds(frame.position.iloc[-1]).win)


def test_what_can_be_added_is_what_does_something_there():
    def kinds(line: str, index: int) -> set[str]:
        return set(useful_units(Battle.parse(line), index))

    assert "flagship" not in kinds(LINE, 0)
    assert "flagship" in kinds("space: 1 carrier @ sol vs 1 carrier", 0)
    assert "flagship" not in kinds("space: 1 flagship @ sol vs 1 carrier", 0)
    assert "infantry" not in kinds(LINE, 0)
    assert {"cruiser+", "fighter"} <= kinds("space: 1 cruiser+ vs 1 carrier", 0)
    assert "cruiser" not in kinds("space: 1 cruiser+ vs 1 carrier", 0)
    ground = "ground: 2 infantry vs 1 infantry"
    assert kinds(ground, 0) == {"infantry", "mech", "dreadnought", "warsun"}
    assert kinds(ground, 1) == {"infantry", "mech", "pds"}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda: cheapest_fleet(LINE, "attacker", units=["tank"]),
        lambda: cheapest_fleet(LINE, "attacker", units=["flagship"]),
        lambda: cheapest_fleet(LINE, "attacker", units=["pds"]),
        lambda: cheapest_fleet(LINE, "attacker", units=[]),
        lambda: cheapest_fleet(LINE, "both", units=["cruiser"]),
        lambda: cheapest_fleet(LINE, "attacker", units=["cruiser"], min_win_chance=90),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(ask, lang):
    with pytest.raises(Fault) as caught:
        ask()
    assert "{" not in caught.value.text()
    assert len(caught.value.text()) > 20


def test_a_fleet_from_nothing_needs_no_unit_in_the_line():
    frame = cheapest_fleet("space: nothing vs 2 cruiser", "attacker", units=["cruiser"], min_win_chance=0.5)
    dummy = cheapest_fleet(
        "space: 1 carrier vs 2 cruiser", "attacker", units=["cruiser"], min_win_chance=0.5, from_nothing=True
    )
    rows = ["cost", "units", "win"]
    assert frame[rows].values.tolist() == dummy[rows].values.tolist()
    assert frame["position"].iloc[-1] == "space: 3 cruiser vs 2 cruiser"
