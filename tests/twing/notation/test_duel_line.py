"""The duel line: canonical form, strict reading, links, and what the rules forbid."""

from __future__ import annotations

from collections import Counter

import line_reading
import pytest
from battles import any_lay, battles, counts, elements
from hypothesis import given
from hypothesis import strategies as st

from twingkit import twing
from twingkit.core.links import DamagedLinkError, line_from_link_value, raw_query_value, to_link_value
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.twing.notation.duel_line import (
    Duel,
    Duellist,
    IllegalDuelError,
    as_duel,
    lay_reduced_to_creatures,
)
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.response_cards import ResponseCards
from twingkit.twing.variants.variant import Variant

LINE = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap"
FULL = (
    "duel W: F5 F3 + F6M>F3 F4 / W2 / A6 @ bra,shamrock & cat*2 trap vs W: W6 / W4 + W3 / shield W2 & miromon"
)

three_lays = st.lists(any_lay, min_size=3, max_size=3)
any_duellist = st.builds(
    lambda character, lays, objects, *held: Duellist(character, tuple(lays), objects, ResponseCards(*held)),
    elements,
    three_lays,
    st.lists(st.sampled_from(twing.OBJECTS), max_size=3),
    counts,
    counts,
    st.integers(0, 1),
)
any_duel = st.builds(Duel, any_duellist, any_duellist)


@pytest.mark.parametrize("line", [LINE, FULL])
def test_canonical_lines_print_as_they_are(line):
    assert str(Duel.parse(line)) == line
    assert Duel.parse(line).problems() == []


def test_any_order_of_cards_is_read_but_the_lays_stay_in_theirs():
    typed = "duel F: F2 / F3 F5 / F1 @ hat,bra & trap cat*1 vs W: shield W1 W4M / W6 / W5"
    assert str(Duel.parse(typed)) == (
        "duel F: F2 / F5 F3 / F1 @ bra,hat & cat trap vs W: shield W4M W1 / W6 / W5"
    )


@given(any_duel)
def test_printing_and_reading_is_a_fixed_point(duel):
    line_reading.prints_and_reads(duel)


@given(st.text(alphabet="FWLA0123459M>+@& :vs*,/cathduelshield", max_size=80).map("duel F: F5".__add__))
def test_a_line_is_read_whole_or_not_at_all(line):
    line_reading.is_read_whole_or_not_at_all(Duel, line)


@pytest.mark.parametrize(
    ("line", "side", "position", "token"),
    [
        ("F: F5 / F4 / F3 vs W: W6 / W5 / W4", "", 0, "F:"),
        ("duel  F: F5", "attacker", 5, " "),
        ("Duel F: F5", "", 0, "Duel"),
        ("duel F: F5 / F4 vs W: W6", "attacker", 15, " "),
        ("duel F: F5 / F4 / F3 / F2 vs W: W6", "attacker", 20, " "),
        ("duel F: F5/F4 / F3 vs W: W6", "attacker", 10, "/F4"),
        ("duel F: F5 /F4 / F3 vs W: W6", "attacker", 10, " "),
        ("duel F: F5 /  F4 / F3 vs W: W6", "attacker", 13, " "),
        ("duel F: F5 @ bra / F4 / F3 vs W: W6", "attacker", 10, " "),
        ("duel F: F5 + / F4 / F3 vs W: W6", "attacker", 13, "/"),
        ("duel F: F5 / F4 / F3", "attacker", 20, ""),
        ("duel F: F5 / F4 / F3 vs W: W6 / W5", "defender", 34, ""),
        ("duel F: F5 / F4 / F3 vs W: W6 / W5 / nothing", "defender", 37, "nothing"),
        ("duel F: F5 / F4 / F3 vs W: W6 / W5 / W4 & cat @ hat", "defender", 45, " "),
        ("duel F: F5 / F4 / F3 vs W: W6 / W5 / W4 vs L: L3", "defender", 39, " "),
    ],
)
def test_a_bad_line_names_side_token_and_place(line, side, position, token):
    fault = line_reading.fault_of(Duel, line)
    assert (fault.side, fault.position, fault.token) == (side, position, token)


@given(any_duel)
def test_a_line_comes_back_from_its_link(duel):
    assert line_from_link_value(to_link_value(str(duel))) == str(duel)


@pytest.mark.parametrize("damage", ["", " ", "+", "%20", "&", "/"])
@pytest.mark.parametrize("sign", ["_", "~", "!", "-", "%2F"])
def test_each_damaged_sign_of_a_link_is_an_error(sign, damage):
    link = to_link_value(FULL)
    places = [place for place in range(len(link)) if link.startswith(sign, place)]
    assert places
    for place in places:
        damaged = f"?duel={link[:place]}{damage}{link[place + len(sign) :]}"
        if sign == "%2F" and damage == "/":
            assert str(Duel.parse(line_from_link_value(raw_query_value(damaged, "duel")))) == FULL, (
                "a slash stays a slash"
            )
            continue
        with pytest.raises((DamagedLinkError, NotationError)):
            Duel.parse(line_from_link_value(raw_query_value(damaged, "duel")))


@pytest.mark.parametrize(
    ("line", "battles", "rules"),
    [
        (LINE, [], []),
        ("duel F: F5 / F4 / shield F3 vs W: W6 / W5 / W4", [3, 3], ["TW-BAT-5", "TW-BAT-1"]),
        ("duel F: F5 / F4 W1 / F3 vs W: W6 / W5 + L1 / W4", [2, 2], ["TW-BAT-1", "TW-BAT-2"]),
        ("duel F: F5 @ bra vs W: W6", None, None),
        ("duel F: F5 / F4 / F3 @ bra vs W: W6 / W5 / W4 @ bra", [None], ["TW-BOX-1"]),
        ("duel F: F5 / F4 / F3 & miromon vs W: W6 / W5 / W4 & miromon", [None], ["TW-BOX-6"]),
        ("duel F: F5 / F4 / F3 @ bra,cup,hat,boots vs W: W6 / W5 / W4", [None], ["TW-OBJ-2"]),
        ("duel F: F5 / F4 + F3M>F2 / F3 vs W: W6 / W5 / W4 @ cup", [2], ["TW-POW-cup"]),
        ("duel F: W5 + W1 F1 / F4 / F3 @ teddy vs W: W6 / W5 / W4", [], []),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_battle_it_is_in(line, battles, rules):
    if rules is None:
        with pytest.raises(NotationError):
            Duel.parse(line)
        return
    duel = Duel.parse(line)
    assert [problem.rule for problem in duel.problems()] == rules
    if not rules:
        assert as_duel(line) == duel
        return
    with pytest.raises(IllegalDuelError) as refused:
        duel.check()
    assert isinstance(refused.value, IllegalBattleError)
    assert list(refused.value.battle_numbers) == battles
    for number, rule in zip(battles, rules, strict=True):
        assert rule in refused.value.text("en")
        if number:
            assert f"battle {number} of the duel" in refused.value.text("en")
            assert f"Kampf {number} des Duells" in refused.value.text("de")


def test_a_side_owns_the_copies_that_the_hungriest_battle_needs():
    duel = Duel.parse("duel F: F5 F4 + F4 F4 / F3 + F4M>F4 / F2 + F4 vs W: W6 / W5 / W4")
    side = duel.challenger
    assert side.creatures_needed == Counter({Creature("F", 4): 2, Creature("F", 4, True): 1})
    assert side.creatures_needed_from(1) == Counter({Creature("F", 4): 1, Creature("F", 4, True): 1})
    assert side.creatures_needed_from(2) == Counter({Creature("F", 4): 1})
    assert side.creatures_needed_from(3) == Counter()


# What is left of a lay


def left_of(text, *lost):
    lay = laying_of(text)
    alive = Counter(lay.creatures)
    alive.subtract(lost)
    return str(lay_reduced_to_creatures(lay, alive))


def laying_of(text):
    return twing.Battle.parse(f"F: F5 vs W: {text}").defender.lay


def test_TW_BAT_3_a_rider_without_its_mount_goes_on_foot_and_a_mount_alone():
    pair = "F5 + F4M>F2"
    assert left_of(pair, Creature("F", 4, True)) == "F5 + F2"
    assert left_of(pair, Creature("F", 2)) == "F5 + F4M"
    assert left_of(pair, Creature("F", 4, True), Creature("F", 2)) == "F5"


def test_the_stronger_unit_is_served_first():
    assert left_of("F5 F4 + F4M>F2 F2", Creature("F", 2)) == "F5 F4 + F4M>F2"


@pytest.mark.parametrize(
    ("text", "objects", "left"),
    [
        ("F5 + F4M>L3", (), "F5"),
        ("F5 + F4M>L3", ("teddy",), "F5 + L3"),
        ("shield F4M>L3 F2", (), "shield F2"),
        ("shield F4M>L3", (), "shield L3"),
        ("shield F4M>L3 F4M>A2", (), "shield L3"),
    ],
)
def test_TW_BAT_2_a_rider_of_another_element_goes_on_foot_only_where_it_may_be_laid(text, objects, left):
    lay = laying_of(text)
    alive = Counter(lay.creatures)
    del alive[Creature("F", 4, True)]
    assert str(lay_reduced_to_creatures(lay, alive, objects, (), Variant(rider_element="any"))) == left


def test_TW_BAT_4_a_shield_of_which_nothing_is_left_is_an_empty_defence():
    assert left_of("shield W2", Creature("W", 2)) == "nothing"


@given(battles(), st.randoms(use_true_random=False))
def test_what_is_left_of_a_legal_lay_is_legal(battle, rng):
    for role, own, enemy in zip(("attacker", "defender"), battle.sides, battle.sides[::-1], strict=True):
        alive = Counter(card for card in own.lay.creatures if rng.random() < 0.6)
        left = lay_reduced_to_creatures(own.lay, alive)
        assert Counter(left.creatures) == alive
        if left != Lay():
            assert list(laying.lay_refusals(left, role, own.objects, enemy.objects)) == []
