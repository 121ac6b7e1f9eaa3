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
    """Return the battle with a variant; under the box rules, the battle itself."""
    if variant is twing.BOX or variant == twing.BOX:  # comparing all switches is slow
        return battle
    return _VariantBattle(battle.attacker, battle.defender, variant)


def without_variant(battle: twing.Battle) -> twing.Battle:
    """Return the battle without its variant."""
    return twing.Battle(battle.attacker, battle.defender)


def variant_of(battle: twing.Battle | None) -> twing.Variant:
    """Return the variant of a battle; the box for None."""
    return battle.variant if isinstance(battle, _VariantBattle) else twing.BOX
