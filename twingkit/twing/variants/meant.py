"""The variant that somebody means: a `Variant`, a preset's name, or a line of switches."""

from __future__ import annotations

from functools import lru_cache

from twingkit.twing.variants.variant import BOX, Variant


def as_variant(variant: Variant | str) -> Variant:
    """The variant that is meant: itself, a preset's name, or a line of switches; raises `VariantError`.

    >>> print(as_variant("ties=defender"), as_variant("german").criticals)
    box ties=defender at_once
    """
    if isinstance(variant, str):
        return _of_line(variant)
    return BOX if variant is not BOX and variant == BOX else variant


@lru_cache(maxsize=256)
def _of_line(line: str) -> Variant:
    return as_variant(Variant.parse(line))
