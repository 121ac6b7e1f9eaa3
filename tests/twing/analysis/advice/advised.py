"""Situations for the advice on lays, and the lays that are allowed in them."""

from __future__ import annotations

from hypothesis import strategies as st

from twingkit.twing.notation.battle_line import Side
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.lay import Lay, legal_lays
from twingkit.twing.variants.variant import BOX, Variant

TIE = 1e-9

element = st.sampled_from("FFW")

held = st.integers(0, 1)

SITUATION = "F: hand F5 F3 F1 L4 + F4M F2 L3 & cat trap vs W: hand W6 W4 F2 + W3 W1 @ hat & cat"


def side_of(holder: SituationSide, lay: Lay) -> Side:
    """Return the side of a battle for which a holder lays these cards."""
    return Side(holder.character, lay, holder.objects, holder.response_cards)


def lays_of(holder: SituationSide, enemy: SituationSide, role: str, variant: Variant = BOX) -> list[Lay]:
    """Return what a holder may lay, as the rules list it."""
    if holder.laid:
        return [holder.laid]
    lays = legal_lays(holder.spells, holder.creatures, role, holder.objects, enemy.objects, variant)
    return list(lays) or [Lay()]
