"""The fleet lab's answers to "Should I retreat?", "What do I need?" and "The whole landing"."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from widgets.imperium.lab.fleets import FleetLab
from widgets.labs import after, answer
from widgets.read_pages import words

from twingkit.core.slices import finish
from twingkit.core.words import format_percent, format_percents
from twingkit.imperium.battle.analysis.cheapest_fleet import FleetSearchRequest, cheapest_fleet_in_slices
from twingkit.imperium.battle.analysis.fleet_changes import battle_with_units, has_enough_capacity
from twingkit.imperium.battle.analysis.invasion import invasion_odds
from twingkit.imperium.battle.analysis.invasion_stages import staged_invasion_odds_in_slices
from twingkit.imperium.battle.analysis.retreat import odds_with_retreat, retreat_rows_in_slices
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit_widgets.imperium.lab.tabs.fleet_search import (
    buildable_units,
    extra_unit_gains_in_slices,
    initial_search_units,
)
from twingkit_widgets.lab.tab import LabFault

LINE = "space: 4 fighter 2 cruiser 1 carrier 1 dreadnought vs 3 fighter 2 destroyer 2 dreadnought"
SMALL = "space: 2 cruiser vs 1 dreadnought 2 fighter 1 carrier"
LANDING = "invasion: 2 dreadnought 1 carrier 4 infantry vs 2 cruiser 2 infantry 1 pds"


# -- should I retreat


@pytest.mark.parametrize(("index", "role"), [("0", "attacker"), ("1", "defender")])
def test_IM_ODDS_7_the_slider_says_what_a_plan_comes_to(index, role):
    lab = after(FleetLab(LINE, view="retreat"), ("who_leaves", index), ("leave_below", "30"))
    found = odds_with_retreat(LINE, role, below=0.3)
    text = words(answer(lab))
    shown = round(100 * found.outcome_without_retreat.win, 1) - round(
        100 * found.win, 1
    )  # as the two stand below
    assert f"{found.saved:.1f} resources on average and gives up {shown:.1f} percentage" in text
    assert f"{100 * found.escape_chance:.1f}%" in text
    assert f"{100 * found.outcome_without_retreat.win:.1f}%" in text
    assert lab.status in text


def test_the_picture_holds_every_line_and_the_first_rounds():
    lab = FleetLab(LINE, view="retreat")
    figure = json.loads(unescape(re.search(r'data-figure="([^"]*)"', lab.html)[1]))
    assert len(figure["data"][1]["x"]) == 3
    rows = re.findall(r'<th scope="row">([^<]*)</th>', lab.html[lab.html.index("tk-plot-table") :])
    assert [row.replace(".0", "") for row in rows[:3]] == ["0%", "5%", "10%"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("space: 6 dreadnought vs 1 cruiser", "Fight on: the attacker wins"),
        ("space: 3 cruiser vs 4 dreadnought", "Retreat at once"),
        (LINE, "Retreat once the chance to win is below"),
        ("space: 1 fighter vs 1 fighter", "Fight on"),
        ("ground: 3 infantry vs 2 infantry", "Nobody retreats from a planet"),
    ],
)
def test_one_plain_sentence_of_advice(line, said):
    assert said in words(answer(FleetLab(line, view="retreat")))


def test_the_advice_is_the_plan_that_saves_most_among_those_that_cost_next_to_nothing():
    _, rows = finish(retreat_rows_in_slices(LINE, "attacker"))
    cheap = [row for row in rows if row.given_up <= 0.01 and row.below <= 1]
    best = max(cheap, key=lambda row: (row.saved, -row.below))
    sentence = f"below {100 * best.below:.0f}%: this saves {best.saved:.1f} resources"
    assert sentence in words(answer(FleetLab(LINE, view="retreat")))


def test_the_advice_can_be_taken():
    lab = FleetLab(LINE, view="retreat")
    limit = re.search(r'data-act="leave_below" data-value="(\d+)"', answer(lab))[1]
    after(lab, ("leave_below", limit))
    assert lab.open_tab.limit_percent == int(limit)
    assert "retreat:take" not in answer(lab)


def test_each_side_has_its_own_limit():
    lab = after(FleetLab(LINE, view="retreat"), ("leave_below", "45"), ("who_leaves", "1"))
    assert lab.open_tab.limit_percent == 20
    assert after(lab, ("leave_below", "30"), ("who_leaves", "0")).open_tab.limit_percent == 45


def test_of_an_invasion_it_is_the_space_battle_that_is_left():
    lab = FleetLab(LANDING, view="retreat")
    assert f"{100 * odds(Battle.parse(LANDING).space_battle).win:.1f}%" in words(answer(lab))


def test_a_tied_battle_is_worked_out_too():
    lab = FleetLab("space: 2 cruiser 1 dreadnought @ da vs 2 cruiser", view="retreat")
    assert "tk-plan-compare" in answer(lab)


def test_side_and_limit_are_kept():
    lab = after(FleetLab(LINE, view="retreat"), ("who_leaves", "1"), ("leave_below", "45"))
    other = FleetLab(LINE)
    other.restore(lab.state)
    assert other.open_tab.saved_state() == "1:45"
    other.open_tab.show_query({"retreat": "3:900"})
    assert other.open_tab.saved_state() == "1:45"


# -- what do I need


def test_the_cheapest_fleet_is_that_of_the_search_and_goes_into_the_builder():
    lab = after(FleetLab(SMALL, view="needs"), ("needs_chance", "70"), ("needs_find", None))
    units = ["fighter", "destroyer", "cruiser", "carrier", "dreadnought"]
    request = FleetSearchRequest(units, 0.7, limits=True, from_nothing=True)
    found = finish(cheapest_fleet_in_slices(SMALL, "attacker", request))
    best = found.fleets[-1]
    assert f"{100 * best.odds.win:.1f}%" in lab.status
    assert lab.status in words(answer(lab))
    places = re.findall(r'data-act="needs_take" data-value="(\d+)"', lab.html)
    after(lab, ("needs_take", places[-1]))
    assert lab.battle.attacker.units == best.battle.attacker.units
    assert lab.odds.win == pytest.approx(best.odds.win)
    assert (
        'data-act="needs_take"' in lab.html
    )  # a new fleet does not depend on the present units: the answer stays


def test_a_search_that_was_not_done_says_so_and_goes_on():
    """Up to eleven resources nothing wins often enough against these; the search ends there at first."""
    asks = ("needs_chance", "90"), ("needs_find", None)
    lab = after(FleetLab("space: 1 destroyer vs 3 dreadnought @ da", view="needs"), *asks)
    shown = words(answer(lab))
    assert "The search is not complete" in lab.status
    assert lab.status in shown
    assert 'data-act="needs_further"' in lab.html
    after(lab, ("needs_further", None))
    assert "are enough" in words(answer(lab))
    assert 'data-act="needs_further"' not in lab.html
    with pytest.raises(LabFault):
        lab.open_tab.act_needs_further(None)


def test_the_fleet_that_is_enough_is_taken_beside_the_answer_and_then_it_is_there():
    lab = after(FleetLab(SMALL, view="needs"), ("needs_chance", "70"), ("needs_find", None))
    found = re.search(r'data-value="(\d+)" data-key="needs_take:found"', lab.html)
    after(lab, ("needs_take", found[1]))
    assert "needs_take:found" not in lab.html
    assert "This fleet is in the battle now." in words(answer(lab))


def test_a_lower_chance_is_answered_from_what_is_known_and_a_higher_one_asks_again():
    lab = after(FleetLab(SMALL, view="needs"), ("needs_find", None), ("needs_chance", "60"))
    assert "are enough" in words(answer(lab))
    after(lab, ("needs_chance", "99"))
    assert "are enough" not in words(answer(lab))
    assert "Press the button" in lab.status


def test_other_kinds_another_side_or_mode_ask_again():
    lab = after(FleetLab(SMALL, view="needs"), ("needs_find", None))
    for act, other, back in (
        ("needs_unit", "cruiser", "cruiser"),
        ("who_needs", "1", "0"),
        ("needs_mode", "more", "anew"),
    ):
        after(lab, (act, other))
        assert "tk-plan-fleets" not in lab.html
        after(lab, (act, back))
        assert "tk-plan-fleets" in lab.html


def test_in_addition_keeps_what_is_there():
    lab = after(FleetLab(SMALL, view="needs"), ("needs_mode", "more"), ("needs_find", None))
    assert "more are enough: add " in lab.status
    place = re.findall(r'data-act="needs_take" data-value="(\d+)"', lab.html)[-1]
    after(lab, ("needs_take", place))
    assert lab.battle.attacker.count("cruiser") >= 2
    assert lab.odds.win >= 0.8


def test_without_a_kind_there_is_nothing_to_look_for():
    lab = FleetLab(SMALL, view="needs")
    after(
        lab, *[("needs_unit", name) for name in ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")]
    )
    assert "Allow at least one kind" in words(answer(lab))
    lab.do("needs_find", None)
    assert isinstance(lab.error, LabFault)


def test_a_war_sun_is_used_only_if_it_is_wanted():
    battle = Battle.parse(SMALL)
    assert "warsun" in buildable_units(battle, 0)
    assert "warsun" not in initial_search_units(battle, 0)
    lab = after(FleetLab(SMALL, view="needs"), ("needs_unit", "warsun"), ("needs_find", None))
    assert "warsun" in lab.open_tab.search[0].unit_names


def test_IM_UNIT_11_every_fleet_has_room():
    lab = after(FleetLab(SMALL, view="needs"), ("needs_chance", "95"), ("needs_find", None))
    question, _, budget = lab.open_tab.search
    fleets = finish(question.search_in_slices(0.95, budget)).fleets
    assert all(has_enough_capacity(fleet.battle.attacker) for fleet in fleets)


def test_nothing_that_is_enough_says_how_far_was_looked():
    lab = after(
        FleetLab("space: 1 fighter vs 2 warsun 5 dreadnought", view="needs"),
        *[("needs_unit", name) for name in ("destroyer", "cruiser", "carrier")],
        ("needs_chance", "99"),
        ("needs_find", None),
    )
    assert "No fleet of these kinds that costs up to 30 resources reaches 99%" in lab.status


def test_one_unit_more_of_each_with_the_best_for_its_price_first():
    rows = finish(extra_unit_gains_in_slices(Battle.parse(LINE), 0))
    for row in rows:
        battle = Battle.parse(LINE)
        units = {**dict(battle.attacker.units), row.kind.name: battle.attacker.count(row.kind.name) + 1}
        assert row.win_chance == pytest.approx(odds(battle_with_units(battle, 0, units)).win)
    worth = [row.per_resource for row in rows if row.per_resource is not None]
    assert worth == sorted(worth, reverse=True)
    assert rows[-1].kind.name == "pds"
    lab = FleetLab(LINE, view="needs")
    assert 'data-act="more" data-value="0:destroyer"' in answer(lab)
    after(lab, ("more", "0:destroyer"))
    assert lab.battle.attacker.count("destroyer") == 1


def test_IM_UNIT_11_a_unit_without_room_on_the_ships_comes_last_with_the_reason():
    battle = "space: 3 cruiser vs 2 dreadnought"
    rows = finish(extra_unit_gains_in_slices(Battle.parse(battle), 0))
    assert [row.kind.name for row in rows if not row.has_room] == [rows[-1].kind.name] == ["fighter"]
    assert answer(FleetLab(battle, view="needs")).count("lost after the battle") == 1


def test_one_more_in_a_tied_battle():
    lab = FleetLab("space: 1 dreadnought @ da vs 1 dreadnought", view="needs")
    assert 'data-key="needs_more:' in answer(lab)


# -- the whole landing


def test_IM_ODDS_6_stages_of_an_invasion_lead_to_its_odds():
    found = invasion_odds(LANDING)
    stages = {
        stage.name: stage for stage in finish(staged_invasion_odds_in_slices(Battle.parse(LANDING))).stages
    }
    assert stages["cannon"].chance_so_far == 1
    assert stages["space"].chance_so_far == pytest.approx(found.space_odds.win)
    assert stages["ground"].chance_so_far == pytest.approx(found.win)
    assert stages["landing"].units_before == pytest.approx(found.force_counts_given_landing.mean())
    assert stages["landing"].units_after == pytest.approx(
        found.force_counts_given_landing.mean() - 0.5
    )  # one PDS hits with 6 and more
    assert stages["bombardment"].units_before == stages["bombardment"].units_after == 2  # its shield
    so_far = [stage.chance_so_far for stage in stages.values()]
    assert so_far == sorted(so_far, reverse=True)
    text = words(answer(FleetLab(LANDING, view="invasion")))
    for share in (found.win, found.space_odds.win, 1 - found.space_odds.win):
        assert format_percent(share, 1) in text
    ends = [found.win, found.tie, found.loss - (1 - found.space_odds.win), 1 - found.space_odds.win]
    assert format_percents(ends, 1)[1] in text
    assert "planetary shield" in text


@pytest.mark.parametrize("line", [LANDING, "ground: 2 dreadnought 4 infantry vs 3 infantry 1 mech"])
def test_the_table_of_a_landing_has_the_stages_of_the_page(line):
    lab = FleetLab(line, view="invasion")
    shown = re.findall(r'class="tk-plan-so-far">.*?<b class="tk-number">([^<]*)</b>', answer(lab))
    frame = lab.frame
    assert [format_percent(chance, 1) for chance in frame.chance] == shown
    assert len(shown) == 5


def test_a_space_battle_is_turned_into_a_landing_by_one_button():
    lab = FleetLab(
        "space: 4 fighter 2 carrier 2 dreadnought vs 1 dreadnought 2 cruiser 1 pds", view="invasion"
    )
    text = words(answer(lab))
    assert "4 infantry on board" in text
    assert "2 infantry on the planet" in text
    assert "%" not in text, "no second answer beside that of the space battle"
    assert 'data-act="more"' not in answer(lab)
    after(lab, ("landing_begin", None))
    line = (
        "invasion: 4 fighter 2 carrier 2 dreadnought 4 infantry vs 2 cruiser 1 dreadnought 2 infantry 1 pds"
    )
    assert str(lab.battle) == line
    assert f"{100 * invasion_odds(line).win:.1f}% of the time" in words(answer(lab))
    assert after(lab, ("undo", None)).battle.kind == "space"


def test_troops_that_are_changed_are_those_of_the_battle():
    lab = after(
        FleetLab(LANDING, view="invasion"),
        ("more", "0:infantry"),
        ("fewer", "1:pds"),
        ("more", "1:mech"),
    )
    line = "invasion: 2 dreadnought 1 carrier 5 infantry vs 2 cruiser 2 infantry 1 mech"
    assert lab.battle == Battle.parse(line)
    assert lab.odds.win == pytest.approx(invasion_odds(line).win)
    assert f"{100 * lab.odds.win:.1f}% of the time" in words(answer(lab)), "one answer on the whole page"
    after(lab, ("undo", None), ("undo", None), ("undo", None))
    assert lab.battle == Battle.parse(LANDING)


def test_upgraded_troops_stay_upgraded():
    lab = FleetLab("ground: 2 infantry+ vs 1 infantry", view="invasion")
    assert 'data-act="more" data-value="0:infantry+"' in answer(lab)


def test_who_has_nobody_to_land_is_told_so():
    lab = FleetLab("invasion: 2 dreadnought vs 1 fighter 1 infantry", view="invasion")
    assert "no ground forces on board" in words(answer(lab))
    assert "no ground forces on board" not in words(answer(FleetLab(LANDING, view="invasion")))


def test_stopped_in_space_and_on_the_planet_look_different():
    shown = answer(FleetLab(LANDING, view="invasion"))
    assert shown.count("tk-loss tk-plan-stopped") == 2, "in the bar and in its key"


def test_on_a_planet_the_space_above_is_taken():
    line = "ground: 2 dreadnought 4 infantry vs 3 infantry 1 mech"
    found = finish(staged_invasion_odds_in_slices(Battle.parse(line)))
    assert found.odds.win == pytest.approx(odds(line).win)
    text = words(answer(FleetLab(line, view="invasion")))
    assert "no room for" not in text
    assert "already holds the space above the planet" in text
    assert "Stopped in space" not in text


def test_IM_UNIT_11_units_without_room_are_reported():
    lab = FleetLab("invasion: 1 cruiser 1 carrier 6 infantry vs 1 fighter 1 infantry", view="invasion")
    assert "no room for 2 of these units" in words(answer(lab))


def test_a_fight_for_the_planet_can_be_looked_at_alone():
    lab = after(FleetLab(LANDING, view="invasion"), ("landing_take", "0"))
    best = invasion_odds(LANDING).landings[0]
    assert lab.battle == best.battle
    assert lab.odds.win == pytest.approx(best.ground_odds.odds.win)
    assert after(lab, ("undo", None)).battle == Battle.parse(LANDING)


def test_a_side_keeps_at_least_a_unit():
    lab = FleetLab("ground: 1 infantry vs 2 infantry", view="invasion")
    fewer = re.findall(r'<button [^>]*data-key="land:fewer:(.):infantry"([^>]*)', answer(lab))
    assert [(side, "aria-disabled" in rest) for side, rest in fewer] == [("0", True), ("1", False)]


@pytest.mark.parametrize(
    ("line", "weakest"),
    [
        ("invasion: 1 carrier 4 infantry vs 3 dreadnought 1 infantry",
        "The landing fails most often in space"),
        ("invasion: 5 dreadnought 1 infantry vs 1 fighter 6 infantry", "fails most often on the ground"),
        ("invasion: 2 dreadnought vs 1 fighter 1 infantry", "because nobody is left to land"),
        ("invasion: 1 carrier 4 infantry @ letnev,l4 vs 1 infantry 6 pds", "fails most often at the start"),
    ],
)  # fmt: skip
def test_where_a_landing_fails_most_often(line, weakest):
    assert weakest in words(answer(FleetLab(line, view="invasion")))
