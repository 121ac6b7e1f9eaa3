"""The variants of Ember: switches for rules that can be read in several ways, and four game lengths.

A `Variant` holds a value for every switch. `BOX` is how this project decides the rules; values, presets and
texts are in `variants.toml`. In a record a variant is one line of text: `box length=20`.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from twingkit.core.variants.switches import Switches, VariantError
from twingkit.core.variants.variant import BaseVariant

__all__ = ["BOX", "SWITCHES", "Variant", "VariantError"]

SWITCHES = Switches("twingkit.ember.variants")
"""All switches of `variants.toml`."""


@attrs.frozen(kw_only=True, repr=False)
class Variant(BaseVariant):
    """A variant of the game: one checked value for each switch. Raises `VariantError` for an invalid value.

    >>> variant = Variant.parse("quick wilds=1")
    >>> variant.length, str(variant)
    (20, 'quick wilds=1')
    """

    switches: ClassVar[Switches] = SWITCHES

    length: int = SWITCHES.attrs_field("length")
    legends: bool = SWITCHES.attrs_field("legends")
    wilds: int = SWITCHES.attrs_field("wilds")
    ability_draw: str = SWITCHES.attrs_field("ability_draw")
    lock: str = SWITCHES.attrs_field("lock")
    pile_order: str = SWITCHES.attrs_field("pile_order")
    pile_top: str = SWITCHES.attrs_field("pile_top")
    cancelled: str = SWITCHES.attrs_field("cancelled")
    answer_depth: int = SWITCHES.attrs_field("answer_depth")
    rank: str = SWITCHES.attrs_field("rank")
    zero_flips: bool = SWITCHES.attrs_field("zero_flips")
    windows: str = SWITCHES.attrs_field("windows")
    race: str = SWITCHES.attrs_field("race")
    window: str = SWITCHES.attrs_field("window")
    equal: str = SWITCHES.attrs_field("equal")
    arch_targets: str = SWITCHES.attrs_field("arch_targets")
    arch_vp: int = SWITCHES.attrs_field("arch_vp")
    end: str = SWITCHES.attrs_field("end")
    call_when: str = SWITCHES.attrs_field("call_when")
    call_arch: bool = SWITCHES.attrs_field("call_arch")
    judge: str = SWITCHES.attrs_field("judge")
    tie: str = SWITCHES.attrs_field("tie")
    call_guard: bool = SWITCHES.attrs_field("call_guard")
    stall: int = SWITCHES.attrs_field("stall")
    memory: str = SWITCHES.attrs_field("memory")


BOX = Variant.box()
"""The default: the rules as this project decides them.

>>> str(BOX), BOX.length
('box', 30)
"""
