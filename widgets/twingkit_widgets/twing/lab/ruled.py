"""The battle of a lab that is judged by other rules than the box's."""

from __future__ import annotations

import attrs

from twingkit import twing


@attrs.frozen
class RuledBattle(twing.Battle):
    """A battle with the variant by which it is fought."""

    variant: twing.Variant = twing.BOX

    def __str__(self) -> str:
        return str(fought(self))


def ruled(battle: twing.Battle, variant: twing.Variant) -> twing.Battle:
    """The battle under a variant; in the box it is a battle as any."""
    if variant is twing.BOX or variant == twing.BOX:  # to compare all switches takes long
        return battle
    return RuledBattle(battle.attacker, battle.defender, variant)


def fought(battle: twing.Battle) -> twing.Battle:
    """The battle without its variant."""
    return twing.Battle(battle.attacker, battle.defender)


def rules_of(battle: twing.Battle | None) -> twing.Variant:
    """The variant by which a battle is fought."""
    return battle.variant if isinstance(battle, RuledBattle) else twing.BOX
