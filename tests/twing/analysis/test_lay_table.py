"""Every legal lay of a holding, by parts: exactly what `lay.lays` lists, and merged lays are equal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from twing.analysis.listed_lays import lays_with_notation, notations

from twingkit.core.notation import ROLES
from twingkit.twing.analysis.lay_table import (
    EMPTY_LAY_TEXT,
    LayNumbers,
    legal_lay_classes,
    single_lay_class,
)
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.lay import Lay

element = st.sampled_from("FFFWL")
spells = st.lists(st.builds(Spell, element, st.integers(1, 3)), max_size=5)
creatures = st.lists(st.builds(Creature, element, st.integers(1, 3), st.booleans()), max_size=5)
objects = st.sampled_from([(), ("teddy",), ("cup",), ("teddy", "hat")])


@st.composite
def holdings(draw: st.DrawFn) -> tuple[list[Spell], list[Creature], str, tuple[str, ...], tuple[str, ...]]:
    """Return cards, role, own and enemy's objects."""
    own = draw(objects)
    enemy = draw(st.sampled_from([(), ("cup",), ("socks",)]))
    return draw(spells), draw(creatures), draw(st.sampled_from(ROLES)), own, enemy


def table_of(line: str, role: str = "attacker", own: tuple[str, ...] = (), enemy: tuple[str, ...] = ()):
    """Return the table of a hand and an entourage, written as `F5 F3 + F4M F2`, and the list of lays."""
    hand, _, entourage = line.partition("+")
    cards = [Spell(token[0], int(token[1:])) for token in hand.split()]
    beasts = [
        Creature(token[0], int(token[1:].rstrip("M")), token.endswith("M")) for token in entourage.split()
    ]
    return legal_lay_classes(cards, beasts, role, own, enemy)


@settings(max_examples=runs(120, 1500))
@given(holdings())
def test_the_table_holds_exactly_the_legal_lays(holding):
    hand, entourage, role, own, enemy = holding
    table = legal_lay_classes(*holding)
    made = [lay for _, lay in lays_with_notation(*table)]
    legal = set(laying.legal_lays(hand, entourage, role, own, enemy))
    if role == "defender" and not hand and not entourage:
        legal.add(Lay())
    assert set(made) == legal
    assert len(made) == len(legal)
    assert notations(table) == [str(lay) for lay in made]


@settings(max_examples=runs(40, 500))
@given(holdings(), st.integers(0, 4), st.sampled_from("FW"))
def test_lays_of_one_class_differ_in_nothing_that_matters(holding, traps, character):
    table = legal_lay_classes(*holding, character, traps)
    role = holding[2]
    seen = set[LayNumbers]()
    for each in table:
        assert each.numbers not in seen
        seen.add(each.numbers)
        for _, lay in lays_with_notation(each):
            alone = single_lay_class(lay, role, character, traps)
            assert alone.numbers == each.numbers
            assert each.numbers.total_power == lay.power
            assert each.numbers.card_count == len(lay.spells) + len(lay.creatures)
        assert each.first_notation == min(notations([each]))


def test_TW_BAT_4_who_has_neither_spell_nor_creature_defends_with_nothing():
    [empty] = table_of("", "defender")
    assert (empty.first_notation, empty.numbers.rolls_die, empty.numbers.total_power) == (
        EMPTY_LAY_TEXT,
        False,
        0,
    )
    assert EMPTY_LAY_TEXT not in notations(table_of("+ W1", "defender"))
    assert EMPTY_LAY_TEXT not in notations(table_of("W1", "defender"))


def test_TW_BAT_13_traps_take_the_strongest_first_as_many_as_can_be_played():
    laid = single_lay_class(parse_lay("F5 F3 F1 + F6M>F3 F4"), "attacker", "W", enemy_traps=2)
    assert laid.numbers.trap_losses == (0, 6, 10)


def test_TW_BAT_21_only_the_attackers_own_element_comes_home():
    lay = parse_lay("F5 F3 + F4 W6")
    attack = single_lay_class(lay, "attacker", "F", enemy_traps=1)
    defence = single_lay_class(lay, "defender", "F", enemy_traps=1)
    assert attack.numbers.losses_if_defeated == ((1, 6), (1, 6))  # the foreign one is lost, trapped or not
    assert defence.numbers.losses_if_defeated == ((2, 10), (2, 10))


ONE = "F6 F5 F5 F4 F4 F4 F3 F3 F3 F3 F2 F2 F2 F2 F2 + F1 F1 F2 F2 F3 F3 F4 F5 F2M F4M"
THREE = "F5 F4 F3 F2 F1 W5 W4 W3 W2 W1 L5 L4 L3 L2 L1 + F4M F3 F2M F2 F1 W4M W3 W2M W2 W1"


@pytest.mark.parametrize(("line", "count"), [(ONE, 23123), (THREE, 28423)])
def test_every_lay_of_a_full_hand_is_in_the_table_once(line, count):
    texts = notations(table_of(line, "defender", ("teddy",)))
    assert len(texts) == len(set(texts)) == count
