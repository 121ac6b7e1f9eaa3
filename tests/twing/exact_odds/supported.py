"""Battles with supporters."""

from __future__ import annotations

from battles import battles
from hypothesis import strategies as st

from twingkit import twing
from twingkit.twing.exact_odds.support_line import (
    SupportedBattle,
    Supporter,
)
from twingkit.twing.rules.cards import Creature, Spell, Unit

LINE = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"


@st.composite
def supported(draw, most_held=1):
    """A legal battle with up to two supporters."""
    battle = draw(battles(most_held=most_held))
    others = [
        element for element in twing.ELEMENTS if element not in [side.character for side in battle.sides]
    ]
    sides = [[], []]
    for character in others[: draw(st.integers(0, 2))]:
        index = draw(st.integers(0, 1))
        lay = battle.sides[index].lay
        power = draw(st.integers(1, 9))
        if lay.is_shield or draw(st.booleans()):
            creature = Creature(lay.support_element, power, draw(st.booleans()))
            sides[index].append(Supporter(character, (), [Unit(creature)]))
        else:
            sides[index].append(Supporter(character, [Spell(lay.support_element, power)]))
    return SupportedBattle(battle, *sides)
