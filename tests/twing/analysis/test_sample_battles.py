"""Situations and battles dealt from the box: legal, from one box, and identical for the same seed."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.twing.analysis import match_ups
from twingkit.twing.analysis.advice import rank_lays
from twingkit.twing.analysis.sample_battles import LAY_METHODS, sample_battles, sample_situations
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.lay import Lay, missing_card_refusal

BOX = Counter(load_box().cards())


@given(st.integers(0, 10**6), st.integers(1, 40))
def test_TW_BOX_5_no_card_is_dealt_more_often_than_the_box_has_it(seed, cards):
    for situation in sample_situations(3, seed, cards=cards):
        assert situation.problems() == []
        assert not situation.count_known_cards() - BOX
        assert situation.attacker.character != situation.defender.character
        assert all(holder.spells for holder in situation.sides)


def test_TW_TURN_4_a_hand_keeps_three_elements_and_drops_the_weakest_of_four():
    found = sample_situations(60, 1, cards=40)
    for situation in found:
        for holder in situation.sides:
            assert len({card.element for card in holder.spells}) <= 3
            assert len(holder.spells) <= 15
    assert any(len(holder.spells) == 15 for each in found for holder in each.sides)


def test_TW_SET_3_a_hand_without_a_spell_draws_one():
    found = sample_situations(80, 2, cards=1)
    assert all(len(holder.spells) == 1 for each in found for holder in each.sides)
    assert any(holder.creatures or holder.cats for each in found for holder in each.sides)


def test_all_that_is_dealt_is_held_or_was_dropped_for_its_element():
    for situation in sample_situations(40, 3):
        for holder in situation.sides:
            count = len(list(holder.cards))
            three = len({card.element for card in holder.spells}) == 3
            assert count == 9 or (three and count < 9) or (count == 10 and len(holder.spells) == 1)


def test_without_held_cards_nothing_is_held():
    for situation in sample_situations(30, 4, with_response_cards=False):
        assert all(not (holder.cats or holder.traps or holder.miromon) for holder in situation.sides)
    assert any(sampled.defender.cats for sampled in sample_situations(30, 4))


@pytest.mark.parametrize("lays", LAY_METHODS)
def test_few_are_the_first_of_many(lays):
    many = sample_battles(12, 7, lays=lays)
    assert sample_battles(5, 7, lays=lays) == many[:5]
    assert sample_battles(12, 8, lays=lays) != many


@pytest.mark.parametrize("lays", LAY_METHODS)
def test_TW_BAT_1_battles_are_legal_and_laid_from_what_is_held(lays):
    for situation, battle in zip(sample_situations(15, 9), sample_battles(15, 9, lays=lays), strict=True):
        assert battle.problems() == []
        for holder, side in zip(situation.sides, battle.sides, strict=True):
            assert missing_card_refusal(side.lay, holder.spells, holder.creatures) is None
            assert (side.character, side.cats, side.traps, side.miromon) == (
                holder.character,
                holder.cats,
                holder.traps,
                holder.miromon,
            )


@pytest.mark.parametrize("variant", ["box", "german", "two_cats=true", "trap_targets=attack"])
def test_the_best_lays_are_those_of_the_advice(variant: str) -> None:
    dealt = sample_situations(runs(4, 200), 11, variant=variant)
    laid = sample_battles(len(dealt), 11, variant=variant)
    for situation, battle in zip(dealt, laid, strict=True):
        first = rank_lays(situation, "attacker", variant=variant).rows[0]
        assert (str(battle.attacker.lay), str(battle.defender.lay)) == (first.option, first.reply)


def test_drawn_lays_are_shields_and_spells_alike():
    defences = [battle.defender.lay for battle in sample_battles(60, 5, lays="drawn")]
    assert any(lay.is_shield for lay in defences)
    assert any(lay.spells for lay in defences)
    assert all(lay != Lay() for lay in defences)


def test_every_battle_can_be_written_and_read():
    for battle in sample_battles(10, 6, lays="drawn"):
        assert Battle.parse(str(battle)) == battle


def test_what_cannot_be_dealt_is_refused():
    with pytest.raises(Fault, match="n must be a whole number"):
        sample_situations(0)
    with pytest.raises(Fault, match="cards must be a whole number"):
        sample_situations(1, cards=0)
    with pytest.raises(Fault, match="best, drawn"):
        sample_battles(1, lays="good")
    with pytest.raises(Fault, match="a box of 138"):
        sample_situations(1, cards=70)
    none = attrs.evolve(load_box(), spell=[])
    with pytest.raises(Fault, match="with 0 spells"):
        sample_situations(1, cards=2, box=none)


def test_TW_SET_1_hands_are_dealt_without_the_elements_that_nobody_plays():
    for situation in sample_situations(20, 3, variant="unused_elements=removed"):
        played = {holder.character for holder in situation.sides}
        for holder in situation.sides:
            assert {card.element for card in (*holder.spells, *holder.creatures)} <= played
    for battle in sample_battles(6, 3, lays="drawn", variant="unused_elements=removed"):
        played = {side.character for side in battle.sides}
        assert {spell.element for side in battle.sides for spell in side.lay.spells} <= played


def test_TW_TURN_4_the_fourth_element_that_came_last_goes_where_a_variant_says_so():
    box, newest = (
        sample_situations(40, 2, cards=16, variant=name) for name in ("box", "fourth_element=newest")
    )
    assert [str(one) for one in box] != [str(one) for one in newest]
    for situation in newest:
        for holder in situation.sides:
            assert len({card.element for card in holder.spells}) <= 3


def test_TW_SET_3_a_defender_has_no_spell_yet_where_neither_setting_up_nor_the_turn_brought_one():
    variant = "setup_refill=none refill_when=turn"
    found = sample_situations(80, 2, cards=1, variant=variant)
    assert all(situation.attacker.spells for situation in found)
    assert any(not situation.defender.spells for situation in found)
    for rules in ("setup_refill=none", "setup_refill=mulligan", "refill_when=turn"):
        dealt = sample_situations(40, 2, cards=1, variant=rules)
        assert all(holder.spells for situation in dealt for holder in situation.sides), rules


def test_TW_SET_3_a_hand_that_is_dealt_again_has_no_card_more():
    dealt = sample_situations(60, 5, cards=2, variant="setup_refill=mulligan refill_when=turn")
    sizes = {len(list(situation.defender.cards)) for situation in dealt}
    assert sizes == {2}
    drawn = sample_situations(60, 5, cards=2)
    assert 3 in {len(list(situation.defender.cards)) for situation in drawn}


def test_battles_solved_for_some_hands_are_known_to_others_and_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = sample_battles(12, seed=5)
    known = len(match_ups._shared_battles().odds)
    assert sample_battles(12, seed=5) == shared
    assert len(match_ups._shared_battles().odds) == known > 0, "nothing was solved again"
    monkeypatch.setattr(match_ups, "CACHE_SIZE", -1)  # no cache is filled for others
    assert sample_battles(12, seed=5) == shared
    sample_battles(2, seed=5, variant="german")
    assert not match_ups._shared_battles().odds, "a variant keeps to itself"
