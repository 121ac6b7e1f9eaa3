"""The drawings of Ember: every creature has its own, and cards show their element in three ways."""

from __future__ import annotations

from itertools import combinations

import pytest

from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules.cards import DECK
from twingkit_widgets.ember.pictures.cards import SYMBOL_SVG_BY_ELEMENT, card_svg
from twingkit_widgets.ember.pictures.creature import full_creature_html
from twingkit_widgets.ember.pictures.figure import (
    creature_drawing_parts,
    creature_svg,
    drawing_parts_by_creature_id,
    drawings_by_part,
)

FORM = ("body", "head", "heads", "second", "top", "wings", "tail", "feet", "extra")
"""The parts that make a shape, without its colour."""


def test_every_creature_of_the_assumed_pool_has_its_own_figure() -> None:
    assert set(drawing_parts_by_creature_id()) == set(load_pool())
    for one, other in combinations(load_pool(), 2):
        shapes = [tuple(creature_drawing_parts(name).get(part) for part in FORM) for name in (one, other)]
        assert shapes[0] != shapes[1], f"{one} and {other} differ in colour alone"
        assert creature_svg(one) != creature_svg(other)


def test_every_part_is_used_and_every_named_part_is_there() -> None:
    used = {
        (part, figure[part])
        for figure in drawing_parts_by_creature_id().values()
        for part in FORM
        if part in figure
    }
    named = {("head" if part == "second" else part, name) for part, name in used if part != "heads"}
    assert named == {(sort, name) for sort, drawings in drawings_by_part().items() for name in drawings}


def test_a_creature_of_a_custom_pool_is_drawn_too() -> None:
    assert "<path" in creature_svg("zorblax")
    assert creature_svg("zorblax") != creature_svg("quibble")


@pytest.mark.parametrize("card", [card for card in dict.fromkeys(DECK) if card != "*"])
def test_a_card_says_its_element_by_colour_sign_and_letter(card: str) -> None:
    drawn = card_svg(card)
    assert f'class="em-{card[0]}"' in drawn
    assert SYMBOL_SVG_BY_ELEMENT[card[0]] in drawn
    assert f">{card[0]}<" in drawn
    assert f">{card[1:]}<" in drawn


def test_EM_POOL_1_every_creature_says_which_part_of_it_is_assumed() -> None:
    for creature in load_pool().values():
        assert "assumed" in full_creature_html(creature)
    phoenix, imp = (full_creature_html(load_pool()[name]) for name in ("phoenix", "imp"))
    assert "assumed: value, ability" in phoenix
    assert "assumed: value, cost, ability" in imp
