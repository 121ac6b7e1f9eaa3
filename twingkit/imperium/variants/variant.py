"""The variants of Twilight Imperium: one switch for every other interpretation of the rules.

A `Variant` has a value for every switch; `BOX` has this project's decisions. A battle stores the variant it
is fought under, so that all computations follow the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from twingkit.core.variants.switches import Switches, VariantError
from twingkit.core.variants.variant import BaseVariant

__all__ = ["BOX", "PRESETS", "SWITCHES", "Variant", "VariantError", "as_variant"]

SWITCHES = Switches("twingkit.imperium.variants", "twingkit variants --game imperium")
"""All switches of `variants.toml`."""


@attrs.frozen(kw_only=True, repr=False)
class Variant(BaseVariant):
    """The rules variant of a battle or game, with one valid value for each switch. Raises `VariantError`.

    `twingkit variants --game imperium` and `Variant.listed` explain each switch in words.

    >>> variant = Variant.parse("box stalemate=tie")
    >>> variant.stalemate, BOX.stalemate
    ('tie', 'attacker')
    >>> print(variant)
    box stalemate=tie
    """

    switches: ClassVar[Switches] = SWITCHES

    stalemate: str = SWITCHES.attrs_field("stalemate")
    volley: str = SWITCHES.attrs_field("volley")
    munitions_barrage: str = SWITCHES.attrs_field("munitions_barrage")
    kenara_barrage: str = SWITCHES.attrs_field("kenara_barrage")
    mentak_mechs: str = SWITCHES.attrs_field("mentak_mechs")
    diplomacy: str = SWITCHES.attrs_field("diplomacy")
    fighters_block: str = SWITCHES.attrs_field("fighters_block")
    losses: str = SWITCHES.attrs_field("losses")
    rift: str = SWITCHES.attrs_field("rift")
    secrets: str = SWITCHES.attrs_field("secrets")
    vp: str = SWITCHES.attrs_field("vp")
    act_score: str = SWITCHES.attrs_field("act_score")
    deals: str = SWITCHES.attrs_field("deals")
    offers: str = SWITCHES.attrs_field("offers")


BOX = Variant.box()
"""The default: the rules as this project decides them.

>>> str(BOX), BOX.volley
('box', 'all')
"""


def as_variant(variant: Variant | str) -> Variant:
    """Return a variant, parsed if it is a preset's name or a line of switches.

    Raises `VariantError` if it is invalid.
    """
    return Variant.resolve(variant)


PRESETS: Mapping[str, Variant] = Variant.presets()
"""The named variants.

>>> list(PRESETS)
['box']
"""
