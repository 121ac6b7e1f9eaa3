"""The variants of Imajica: switches for rules that can be read in several ways, and forms of the game.

A `Variant` holds a value for every switch. `BOX` is how this project decides the rules; values,
presets and texts are in `variants.toml`. A record writes a variant in one line: `short secure=gt`.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from twingkit.core.variants.switches import Switches, VariantError
from twingkit.core.variants.variant import BaseVariant

__all__ = ["BOX", "SWITCHES", "Variant", "VariantError"]

SWITCHES = Switches("twingkit.imajica.variants")
"""All switches of `variants.toml`."""


@attrs.frozen(kw_only=True, repr=False)
class Variant(BaseVariant):
    """The variant of a game: one checked value for each switch. Raises `VariantError`.

    >>> variant = Variant.parse("short secure=gt")
    >>> variant.prime_limit, variant.victory, str(variant)
    (9, 'three', 'short secure=gt')
    """

    switches: ClassVar[Switches] = SWITCHES

    prime_limit: int = SWITCHES.attrs_field("prime_limit")
    victory: str = SWITCHES.attrs_field("victory")
    deck_size: int = SWITCHES.attrs_field("deck_size")
    deck_limit: int = SWITCHES.attrs_field("deck_limit")
    target_gone: str = SWITCHES.attrs_field("target_gone")
    death: str = SWITCHES.attrs_field("death")
    icon_in_fight: str = SWITCHES.attrs_field("icon_in_fight")
    contest_tie: str = SWITCHES.attrs_field("contest_tie")
    secure: str = SWITCHES.attrs_field("secure")
    path_stop: str = SWITCHES.attrs_field("path_stop")
    holders_shielded: bool = SWITCHES.attrs_field("holders_shielded")
    hold_check: str = SWITCHES.attrs_field("hold_check")
    all_out: str = SWITCHES.attrs_field("all_out")
    maestro_alone: str = SWITCHES.attrs_field("maestro_alone")
    adorer: str = SWITCHES.attrs_field("adorer")
    artist: str = SWITCHES.attrs_field("artist")
    flash_first: str = SWITCHES.attrs_field("flash_first")
    counter: str = SWITCHES.attrs_field("counter")


BOX = Variant.box()
"""The default: the rules as this project decides them.

>>> str(BOX), BOX.prime_limit
('box', 7)
"""
