"""The set-up lines of a start that is one line of the game, and the line of its variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from twingkit.messages import Fault
from twingkit.variants.variant import AnyVariant

V = TypeVar("V", bound=AnyVariant)

VARIANT = "variant"
"""The word before a variant in set-up lines."""


def variant_lines(variant: AnyVariant) -> list[str]:
    """The set-up line of a variant; none for the box.

    >>> from twingkit import twing
    >>> variant_lines(twing.BOX), variant_lines(twing.Variant(price=3))
    ([], ['variant box price=3'])
    """
    return [] if variant == type(variant).box() else [f"{VARIANT} {variant}"]


def line_and_variant(key: str, lines: Sequence[str], kind: type[V]) -> tuple[str, V]:
    """The line behind a key, and the variant of the other line if there is one, of this kind.

    Raises `Fault` if a line is missing, doubled, or no variant.

    >>> from twingkit import twing
    >>> line_and_variant("battle", ["battle F: F5 vs W: W6"], twing.Variant)[0]
    'F: F5 vs W: W6'
    """
    words = [line.split()[0] for line in lines]
    for word, least in ((key, 1), (VARIANT, 0)):
        if not least <= words.count(word) <= 1:
            fault = Fault("record.setup", named=word, there=words.count(word))
            fault.setup_line = 1 + words.index(word) if word in words else 1 if lines else None
            raise fault
    line = lines[words.index(key)].partition(" ")[2]
    if VARIANT not in words:
        return line, kind.box()
    return line, kind.of(lines[words.index(VARIANT)].partition(" ")[2])
