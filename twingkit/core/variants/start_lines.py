"""The set-up lines of a start: the line of the game, that of its variant, and whatever else there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from twingkit.core.messages import Fault
from twingkit.core.variants.variant import AnyVariant

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
    words = [line.partition(" ")[0] for line in lines]
    for word, least in ((key, 1), (VARIANT, 0)):
        if not least <= words.count(word) <= 1:
            fault = Fault("record.setup", named=word, there=words.count(word))
            fault.setup_line = 1 + words.index(word) if word in words else 1 if lines else None
            raise fault
    line = lines[words.index(key)].partition(" ")[2]
    if VARIANT not in words:
        return line, kind.box()
    return line, kind.resolve(lines[words.index(VARIANT)].partition(" ")[2])


def lines_of(key: str, lines: Sequence[str]) -> list[str]:
    """The set-up lines whose first word is a key.

    >>> lines_of("creature", ["ember 3", "creature imp 5"])
    ['creature imp 5']
    """
    return [line for line in lines if line.split()[:1] == [key]]


def head_words(key: str, lines: Sequence[str]) -> list[str]:
    """The words behind a key in its one line; lines of other words may be there, and one variant.

    Raises `Fault` if the line is missing or doubled, or there are two variants.

    >>> head_words("ember", ["ember 3", "variant quick", "creature …"])
    ['3']
    """
    heads = lines_of(key, lines)
    _alone(key, heads, lines)
    return heads[0].split()[1:]


def position_line(key: str, lines: Sequence[str], *beside: str) -> str:
    """The one line that begins with a key, `beside` which only a variant and lines of these words may stand.

    Raises `Fault` if there is another line, none of the key, or two.
    """
    heads = [line for line in lines if line.startswith(key)]
    known = sum(len(lines_of(word, lines)) for word in (VARIANT, *beside))
    _alone(key, heads, lines, others=len(heads) + known < len(lines))
    return heads[0]


def variant_in(lines: Sequence[str], kind: type[V]) -> V:
    """The variant of set-up lines, the box if they have none; raises `VariantError`."""
    variants = lines_of(VARIANT, lines)
    return kind.parse(variants[0].partition(" ")[2]) if variants else kind.box()


def _alone(key: str, heads: Sequence[str], lines: Sequence[str], *, others: bool = False) -> None:
    """Raise `Fault` unless there are one head and at most one variant, and no `others`."""
    variants = lines_of(VARIANT, lines)
    if len(heads) == 1 and len(variants) > 1:
        fault = Fault("record.setup", named=VARIANT, there=len(variants))
    elif len(heads) != 1 or others:
        fault = Fault("record.setup", named=key, there=len(lines) if others else len(heads))
    else:
        return
    fault.setup_line = 0
    raise fault
