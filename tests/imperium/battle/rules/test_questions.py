"""The questions of a battle: the ways to assign hits, and where there is a choice."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from fleets import fleets
from hypothesis import given
from hypothesis import strategies as st
from imperium.battle.rules.assign_questions import FLEET, assign_question, table

from twingkit.imperium import rulebook
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.assign import HitLosses, PendingHits
from twingkit.imperium.battle.rules.losses.assignments import LegalHitAssignments
from twingkit.imperium.battle.rules.questions import AssignHits
from twingkit.imperium.battle.rules.table import BattleTable


def ways(line: str, pending_hits: PendingHits, *damaged: int) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    at = table(line, *damaged)
    return {(taken.sustained, taken.destroyed) for taken in AssignHits(at, 0, pending_hits).options()}


# -- the ways to assign hits


def test_IM_SPACE_7_any_unit_may_take_a_hit_and_those_that_can_may_sustain_it():
    assert ways(FLEET, PendingHits(1)) == {
        ((0, 0, 1), (0, 0, 0)),
        ((0, 0, 0), (1, 0, 0)),
        ((0, 0, 0), (0, 1, 0)),
        ((0, 0, 0), (0, 0, 1)),
    }


def test_IM_UNIT_3_a_unit_that_sustains_can_be_destroyed_by_another_hit_of_the_same_step():
    assert ((1,), (1,)) in ways("space: 2 dreadnought vs 1 warsun", PendingHits(2))


def test_IM_UNIT_3_a_damaged_unit_does_not_sustain():
    assert ways("space: 2 dreadnought vs 1 warsun", PendingHits(1), 2) == {((0,), (1,))}
    assert ways("space: 2 dreadnought vs 1 warsun", PendingHits(1), 1) == {((0,), (1,)), ((1,), (0,))}


def test_IM_SPACE_4_hits_of_a_barrage_go_to_fighters_only_and_the_rest_is_lost():
    assert ways("space: 2 fighter 1 fighter+ 1 cruiser vs 1 destroyer", PendingHits(fighters_only=2)) == {
        ((0, 0, 0), (2, 0, 0)),
        ((0, 0, 0), (1, 1, 0)),
    }
    question = assign_question("space: 2 fighter 1 cruiser vs 1 destroyer", PendingHits(fighters_only=9))
    assert list(question.options()) == [HitLosses((0, 0), (2, 0), 7)]


def test_IM_SPACE_7_hits_for_other_ships_spare_fighters_only_while_there_are_others():
    line = "space: 3 fighter 1 cruiser vs 1 warsun"
    assert ways(line, PendingHits(nonfighters_only=1)) == {((0, 0), (0, 1))}
    assert ways(line, PendingHits(nonfighters_only=2)) == {((0, 0), (1, 1))}
    assert ways(line, PendingHits(unrestricted=1, nonfighters_only=1)) == {((0, 0), (1, 1))}
    assert ways(
        "space: 3 fighter 2 cruiser vs 1 warsun", PendingHits(unrestricted=1, nonfighters_only=1)
    ) == {
        ((0, 0), (1, 1)),
        ((0, 0), (0, 2)),
    }


def test_IM_TECH_nes_one_use_of_sustain_damage_cancels_both_hits_before_any_is_assigned():
    line = "space: 1 fighter 2 dreadnought @ letnev,nes vs 1 warsun"
    assert ways(line, PendingHits(1)) == {((0, 1), (0, 0)), ((0, 0), (1, 0)), ((0, 0), (0, 1))}
    assert ways(line, PendingHits(2)) == {((0, 1), (0, 0)), ((0, 0), (1, 1)), ((0, 0), (0, 2))}
    assert {taken for taken in ways(line, PendingHits(3)) if sum(taken[0])} == {
        ((0, 2), (0, 0)),
        ((0, 1), (1, 0)),
        ((0, 1), (0, 1)),
    }
    assert ((0, 1), (0, 0)) not in ways("space: 1 fighter 2 dreadnought vs 1 warsun", PendingHits(2))


@pytest.mark.parametrize("taken", ["assign fighter, dreadnought damage", "assign 2 dreadnought damage"])
def test_IM_TECH_nes_what_shielding_has_cancelled_takes_no_other_unit(taken):
    question = assign_question("space: 1 fighter 2 dreadnought @ letnev,nes vs 1 warsun", PendingHits(2))
    refusal = question.refusal(question.parse_answer(taken))
    assert (refusal.rule, refusal.ruling.facts["n"]) == ("IM-TECH-nes", 2)
    assert refusal.text("en") != refusal.text("de")


def test_as_many_hits_as_possible_are_assigned_and_sustaining_before_is_a_choice():
    assert ways("space: 1 dreadnought vs 1 warsun", PendingHits(5)) == {((1,), (1,)), ((0,), (1,))}
    assert ways("ground: 2 infantry vs 1 infantry", PendingHits(5)) == {((0,), (2,))}


def exhaustive_search(
    at: BattleTable, pending_hits: PendingHits
) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return every assignment, found by giving out the hits one by one to single units; with Non-Euclidean
    Shielding those that are cancelled come before all others."""
    fight, force = at.fight, at.forces[0]
    able = LegalHitAssignments(fight, at.state, 0, pending_hits).able_indices
    roster = fight.rosters[0]
    worth = 2 if roster.has_working("nes") else 1
    found = set()

    def give(fresh, damaged, held, gone, aimed, free, barrage):
        if not (aimed or free or barrage):
            found.add((tuple(held), tuple(gone)))
            return
        if barrage:
            places = roster.fighter_indices
        elif aimed and any(fresh[place] + damaged[place] for place in roster.nonfighter_ship_indices):
            places = roster.nonfighter_ship_indices
        else:
            places = tuple(range(len(roster.units)))
        there = [place for place in places if fresh[place] + damaged[place]]
        if not there:
            if barrage:
                give(fresh, damaged, held, gone, aimed, free, 0)
            else:
                found.add((tuple(held), tuple(gone)))
            return

        def rest(n):
            if barrage:
                return aimed, free, barrage - 1
            off = min(n, aimed)
            return aimed - off, max(0, free - (n - off)), 0

        for place in there:
            lost = list(gone)
            lost[place] += 1
            left, hurt = list(fresh), list(damaged)
            counts = hurt if hurt[place] else left
            counts[place] -= 1
            give(left, hurt, held, lost, *rest(1))
            if place in able and fresh[place] and not barrage and (worth == 1 or not any(gone)):
                left, hurt, held_now = list(fresh), list(damaged), list(held)
                left[place] -= 1
                hurt[place] += 1
                held_now[place] += 1
                give(left, hurt, held_now, gone, *rest(min(worth, aimed + free)))

    none = [0] * len(roster.units)
    give(
        list(force.fresh),
        list(force.damaged),
        none,
        none,
        pending_hits.nonfighters_only,
        pending_hits.unrestricted,
        pending_hits.fighters_only,
    )
    return found


small = st.builds(PendingHits, st.integers(0, 2), st.integers(0, 1)) | st.builds(
    PendingHits, fighters_only=st.integers(1, 3)
)


@given(fleets(most=2), small, st.data())
def test_the_options_are_exactly_what_giving_out_hits_one_by_one_finds(battle, pending_hits, data):
    at = BattleTable(Fight.from_battle(battle))
    for place, count in enumerate(at.forces[0].fresh):
        if at.rosters[0].units[place].can_sustain_damage:
            hurt = data.draw(st.integers(0, count))
            at.forces[0] = at.forces[0].with_count_changes(place, -hurt, hurt)
    question = AssignHits(at, 0, pending_hits)
    options = list(question.options())
    assert len(options) == len(set(options))
    assert options[0] == question.default_answer()
    assert {(taken.sustained, taken.destroyed) for taken in options} == exhaustive_search(at, pending_hits)
    for taken in options:
        assert question.refusal(taken) is None
        assert question.parse_answer(question.format_answer(taken)) == taken
        total = sum(taken.destroyed) + sum(taken.sustained) + taken.excess_hits
        assert total <= pending_hits.total or question.assignments.hits_per_sustain == 2 or taken.excess_hits
        assert all(map(int.__le__, taken.destroyed, map(at.forces[0].count, range(len(taken.destroyed)))))
    if question.assignments.has_no_choice:
        left = {sum(taken.destroyed) for taken in options}
        assert len(options) == 1 or left == {at.forces[0].size}


@given(fleets(most=3), st.builds(PendingHits, st.integers(0, 6), st.integers(0, 3)), st.integers(0, 99))
def test_a_random_assignment_is_an_allowed_one(battle, pending_hits, seed):
    question = AssignHits(BattleTable(Fight.from_battle(battle)), 0, pending_hits)
    drawn = question.random_answer(random.Random(seed))
    assert question.refusal(drawn) is None
    assert question.parse_answer(question.format_answer(drawn)) == drawn


@given(fleets(most=2), st.builds(PendingHits, st.integers(0, 3), st.integers(0, 2)), st.data())
def test_what_is_no_option_is_refused_by_a_rule(battle, pending_hits, data):
    question = AssignHits(BattleTable(Fight.from_battle(battle)), 0, pending_hits)
    kinds = len(question.table.rosters[0].units)
    counts = st.lists(st.integers(0, 3), min_size=kinds, max_size=kinds).map(tuple)
    taken = question.assignments.losses_with_excess_hits(data.draw(counts), data.draw(counts))
    refusal = question.refusal(taken)
    assert (refusal is None) == (taken in set(question.options()))
    if refusal is not None:
        assert refusal.rule in rulebook()
        assert refusal.text("en") != refusal.text("de")


def test_the_options_of_a_great_fleet_come_at_once():
    line = " ".join(
        f"{n} {name}"
        for n, name in zip(range(90, 99), ("fighter", "cruiser", "dreadnought", "warsun"), strict=False)
    )
    question = assign_question(f"space: {line} vs 1 warsun", PendingHits(150, 40))
    assert len(set(islice(question.options(), 100))) == 100
    assert question.refusal(question.random_answer(random.Random(1))) is None
