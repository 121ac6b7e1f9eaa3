"""The battle of a lab that is judged by other rules than the box's."""

from __future__ import annotations

import attrs

from twingkit import twing


@attrs.frozen
class VariantBattle(twing.Battle):
    """A battle with the variant by which it is fought."""

    variant: twing.Variant = twing.BOX

    def __str__(self) -> str:
        return str(without_variant(self))


def with_variant(battle: twing.Battle, variant: twing.Variant) -> twing.Battle:
    """The battle under a variant; in the box it is a battle as any."""
    if variant is twing.BOX or variant == twing.BOX:  # to compare all switches takes long
        return battle
    return VariantBattle(battle.attacker, battle.defender, variant)


def without_variant(battle: twing.Battle) -> twing.Battle:
    """The battle without its variant."""
    return twing.Battle(battle.attacker, battle.defender)


def variant_of(battle: twing.Battle | None) -> twing.Variant:
    """The variant by which a battle is fought."""
    return battle.variant if isinstance(battle, VariantBattle) else twing.BOX
