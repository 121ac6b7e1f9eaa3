"""Situations: any that the notation can express, and those in which the box is almost empty."""

from __future__ import annotations

from collections import Counter

import attrs
from battles import any_creature, any_held, any_lay, elements
from hypothesis import strategies as st

from twingkit import twing
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import CardsOutOfPlay, SituationSide
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.response_cards import ResponseCards

any_spell = st.builds(Spell, elements, st.integers(1, 99))
counts = st.integers(0, 99)
some_objects = st.lists(st.sampled_from(twing.OBJECTS), max_size=4)


@st.composite
def copies(draw: st.DrawFn, cards: st.SearchStrategy[Spell] | st.SearchStrategy[Creature]) -> list[object]:
    """Return some cards, up to three of each."""
    chosen = draw(st.lists(cards, max_size=5, unique=True))
    return [card for card in chosen for _ in range(draw(st.integers(1, 3)))]


def holding(
    spells: st.SearchStrategy[list[object]], hidden: st.SearchStrategy[int]
) -> st.SearchStrategy[SituationSide]:
    """Return holders that have not laid."""
    return st.builds(
        SituationSide,
        elements,
        spells,
        hidden,
        copies(any_creature),
        some_objects,
        any_held,
    )


any_holder = holding(copies(any_spell), counts) | st.builds(
    SituationSide,
    elements,
    st.just(()) | copies(any_spell),
    counts,
    st.just(()) | copies(any_creature),
    some_objects,
    any_held,
    any_lay,
)
any_gone = st.builds(CardsOutOfPlay, copies(any_spell), copies(any_creature), any_held) | st.just(
    CardsOutOfPlay()
)
any_situation = st.builds(Situation, any_holder, any_holder, any_gone)
"""Everything that the notation can express, most of it against the rules."""


def with_left(line: str, left: str) -> Situation:
    """Return the situation of a line in which only some cards are left in the box: `F1*2 W3 & cat trap*2`.

    Everything else that a hand could hold is gone.
    """
    situation = Situation.parse(line)
    kept = Situation.parse(f"F: hand F1 vs W: hand F1; gone {left}").cards_out_of_play
    cards = Counter(load_box().cards()) - situation.count_known_cards() - Counter(kept.cards)
    gone = [card for card in cards.elements() if not isinstance(card, Creature)]
    return attrs.evolve(
        situation,
        cards_out_of_play=CardsOutOfPlay(
            [card for card in gone if isinstance(card, Spell)],
            (),
            ResponseCards.from_cards(gone),
        ),
    )
