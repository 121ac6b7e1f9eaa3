"""A battle of the lab that is judged by a variant."""

from __future__ import annotations

import attrs

from twingkit import twing


@attrs.frozen
class _VariantBattle(twing.Battle):
    variant: twing.Variant = twing.BOX

    def __str__(self) -> str:
        return str(without_variant(self))


def with_variant(battle: twing.Battle, variant: twing.Variant) -> twing.Battle:
    """Return the battle with a variant attached; with the box rules, the battle unchanged."""
    if variant is twing.BOX or variant == twing.BOX:  # comparing all switches is slow
        return battle
    return _VariantBattle(battle.attacker, battle.defender, variant)


def without_variant(battle: twing.Battle) -> twing.Battle:
    """Return the battle without the variant attached to it, so that the box rules apply."""
    return twing.Battle(battle.attacker, battle.defender)


def variant_of(battle: twing.Battle | None) -> twing.Variant:
    """Return the variant attached to a battle; the box rules if there is no variant or no battle."""
    return battle.variant if isinstance(battle, _VariantBattle) else twing.BOX
