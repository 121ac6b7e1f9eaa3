"""Hypothesis strategies for battles: legal ones, and any that the notation can express."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hypothesis import strategies as st

from twingkit import twing
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.response_cards import ResponseCards


def tokens(cards: Iterable[object]) -> list[str]:
    """Return cards in notation."""
    return [getattr(card, "token", card) for card in cards]


elements = st.sampled_from(twing.ELEMENTS)
powers = st.integers(1, 9)
any_creature = st.builds(Creature, elements, st.integers(1, 99), st.booleans())
any_unit = st.builds(Unit, any_creature, st.none() | any_creature)
any_spells = st.lists(st.builds(Spell, elements, st.integers(1, 99)), min_size=1, max_size=5)
any_lay = st.builds(Lay, any_spells, st.lists(any_unit, max_size=5)) | st.builds(
    Lay, st.just(()), st.lists(any_unit, min_size=1, max_size=5)
)
counts = st.integers(0, 99)
any_held = st.builds(ResponseCards, counts, counts, st.integers(0, 1))
any_side = st.builds(
    Side,
    elements,
    any_lay,
    st.lists(st.sampled_from(twing.OBJECTS), max_size=5),
    any_held,
)
any_battle = st.builds(Battle, any_side, any_side)
"""Everything that the notation can express, most of it against the rules."""


# Each strategy is made once: Hypothesis examines every new one before it draws.
creatures = {
    element: st.builds(Creature, st.just(element), powers, st.booleans()) for element in twing.ELEMENTS
}
all_objects = st.permutations(twing.OBJECTS)
who_has_miromon = st.sampled_from([(0, 0), (1, 0), (0, 1)])


@cache
@st.composite
def units(draw: st.DrawFn, element: str, riders: bool) -> Unit:
    """Return one legal unit of an element."""
    creature = draw(creatures[element])
    if riders and creature.mount and draw(st.booleans()):
        return Unit(creature, Creature(element, draw(st.integers(1, creature.power))))
    return Unit(creature)


@cache
def groups(element: str, riders: bool, least: int, most: int) -> st.SearchStrategy[list[Unit]]:
    """Return lists of `least` to `most` legal units of an element."""
    return st.lists(units(element, riders), min_size=least, max_size=most)


@st.composite
def battles(draw: st.DrawFn, most_held: int = 9) -> Battle:
    """Return a legal battle; each side holds at most `most_held` cats and as many traps."""
    dealt = draw(all_objects)
    objects = (dealt[: draw(st.integers(0, 3))], dealt[3 : 3 + draw(st.integers(0, 3))])
    miromon = draw(who_has_miromon)
    sides = []
    for index in (0, 1):
        own, enemy = objects[index], objects[1 - index]
        element = draw(elements)
        count = draw(st.integers(0 if index else 1, 3))
        extra = "teddy" in own
        riders = "cup" not in enemy
        most = count if count else 4
        chosen = draw(groups(element, riders, 0 if count else 1, most))
        if extra and draw(st.booleans()):
            chosen.append(draw(units(draw(elements), riders)))
        spells = [Spell(element, draw(powers)) for _ in range(count)]
        held = [draw(st.integers(0, most_held)) for _ in range(2)]
        sides.append(Side(draw(elements), Lay(spells, chosen), own, ResponseCards(*held, miromon[index])))
    return Battle(*sides)
