"""Convert a preset's name or a line of switches to a `Variant`."""

from __future__ import annotations

from twingkit.core.variants.variant import variant_table_attrs
from twingkit.twing.variants.variant import Variant

__all__ = ["as_variant", "variant_table_attrs"]


def as_variant(variant: Variant | str) -> Variant:
    """Return a variant given as a `Variant`, a preset's name, or a line of switches.

    Raises `VariantError`.

    >>> print(as_variant("ties=defender"), as_variant("german").criticals)
    box ties=defender at_once
    """
    return Variant.resolve(variant)
