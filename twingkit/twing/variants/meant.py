"""The variant that somebody means: a `Variant`, a preset's name, or a line of switches."""

from __future__ import annotations

from twingkit.twing.variants.variant import BOX, Variant


def as_variant(variant: Variant | str) -> Variant:
    """The variant that is meant: itself, a preset's name, or a line of switches; raises `VariantError`.

    >>> print(as_variant("ties=defender"), as_variant("german").criticals)
    box ties=defender at_once
    """
    return Variant.of(variant)


def named(variant: Variant) -> dict[str, str]:
    """The entry that says in a table's `attrs` by which variant its numbers hold; empty for the box.

    >>> named(as_variant("german ties=defender")), named(BOX)
    ({'variant': 'german ties=defender'}, {})
    """
    return {} if variant == BOX else {"variant": str(variant)}
