"""The variants of Ember: one switch for each rule that can be interpreted in several ways, and the four
lengths.

A `Variant` holds a value for every switch. `BOX` is how this project decides the rules; values, presets and
texts are in `variants.toml`. In a record a variant is one line of text: `box length=20`.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from twingkit.core.variants.switches import Switches, VariantError
from twingkit.core.variants.variant import AnyVariant

__all__ = ["BOX", "SWITCHES", "Variant", "VariantError"]

SWITCHES = Switches("twingkit.ember.variants")
"""All switches of `variants.toml`."""


@attrs.frozen(kw_only=True, repr=False)
class Variant(AnyVariant):
    """A variant of the game: one checked value for each switch. Raises `VariantError` for an invalid value.

    >>> variant = Variant.parse("quick wilds=1")
    >>> variant.length, str(variant)
    (20, 'quick wilds=1')
    """

    switches: ClassVar[Switches] = SWITCHES

    length: int = SWITCHES.field("length")
    legends: bool = SWITCHES.field("legends")
    wilds: int = SWITCHES.field("wilds")
    ability_draw: str = SWITCHES.field("ability_draw")
    lock: str = SWITCHES.field("lock")
    pile_order: str = SWITCHES.field("pile_order")
    pile_top: str = SWITCHES.field("pile_top")
    cancelled: str = SWITCHES.field("cancelled")
    answer_depth: int = SWITCHES.field("answer_depth")
    rank: str = SWITCHES.field("rank")
    zero_flips: bool = SWITCHES.field("zero_flips")
    windows: str = SWITCHES.field("windows")
    race: str = SWITCHES.field("race")
    window: str = SWITCHES.field("window")
    equal: str = SWITCHES.field("equal")
    arch_targets: str = SWITCHES.field("arch_targets")
    arch_vp: int = SWITCHES.field("arch_vp")
    end: str = SWITCHES.field("end")
    call_when: str = SWITCHES.field("call_when")
    call_arch: bool = SWITCHES.field("call_arch")
    judge: str = SWITCHES.field("judge")
    tie: str = SWITCHES.field("tie")
    call_guard: bool = SWITCHES.field("call_guard")
    stall: int = SWITCHES.field("stall")
    memory: str = SWITCHES.field("memory")


BOX = Variant.box()
"""The default: the rules as this project decides them.

>>> str(BOX), BOX.length
('box', 30)
"""
