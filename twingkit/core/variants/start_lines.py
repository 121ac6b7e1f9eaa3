"""The set-up lines of a start: find the lines with a key, and the variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from twingkit.core.messages import Fault
from twingkit.core.variants.variant import BaseVariant

V = TypeVar("V", bound=BaseVariant)

VARIANT_KEY = "variant"
"""The first word of a variant's set-up line."""


def variant_lines(variant: BaseVariant) -> list[str]:
    """Return the set-up line that names a variant in a record, as a list; empty for the default rules (the
    box).

    >>> from twingkit import twing
    >>> variant_lines(twing.BOX), variant_lines(twing.Variant(price=3))
    ([], ['variant box price=3'])
    """
    return [] if variant == type(variant).box() else [f"{VARIANT_KEY} {variant}"]


def text_after_key_and_variant(key: str, lines: Sequence[str], variant_class: type[V]) -> tuple[str, V]:
    """Return the rest of the set-up line that begins with `key`, and the variant in `lines` (the default
    rules if none is named).

    Raises `Fault` if a line is missing or repeated, or is not a variant of this kind.

    >>> from twingkit import twing
    >>> text_after_key_and_variant("battle", ["battle F: F5 vs W: W6"], twing.Variant)[0]
    'F: F5 vs W: W6'
    """
    words = [line.partition(" ")[0] for line in lines]
    for word, least in ((key, 1), (VARIANT_KEY, 0)):
        if not least <= words.count(word) <= 1:
            fault = Fault("record.setup", named=word, there=words.count(word))
            fault.setup_line_number = 1 + words.index(word) if word in words else 1 if lines else None
            raise fault
    line = lines[words.index(key)].partition(" ")[2]
    if VARIANT_KEY not in words:
        return line, variant_class.box()
    return line, variant_class.resolve(lines[words.index(VARIANT_KEY)].partition(" ")[2])


def lines_with_key(key: str, lines: Sequence[str]) -> list[str]:
    """Return the set-up lines whose first word is this key.

    >>> lines_with_key("creature", ["ember 3", "creature imp 5"])
    ['creature imp 5']
    """
    return [line for line in lines if line.split()[:1] == [key]]


def words_after_key(key: str, lines: Sequence[str]) -> list[str]:
    """Return the words after a key in the only set-up line that begins with it; other lines are ignored.

    Raises `Fault` if there is no such line or more than one, or if there are two variants.

    >>> words_after_key("ember", ["ember 3", "variant quick", "creature …"])
    ['3']
    """
    heads = lines_with_key(key, lines)
    _check_lone_head(key, heads, lines)
    return heads[0].split()[1:]


def only_line_with_key(key: str, lines: Sequence[str], *beside: str) -> str:
    """Return the only set-up line that begins with `key`; extra lines are an error unless they begin with a
    word in `beside`.

    Besides it, only a variant and lines that begin with the words in `beside` are allowed. Raises `Fault` for
    another line, or if there is not exactly one line with the key.
    """
    heads = [line for line in lines if line.startswith(key)]
    known = sum(len(lines_with_key(word, lines)) for word in (VARIANT_KEY, *beside))
    _check_lone_head(key, heads, lines, others=len(heads) + known < len(lines))
    return heads[0]


def variant_in(lines: Sequence[str], variant_class: type[V]) -> V:
    """Return the variant in set-up lines, or the box if they name none. Raises `VariantError`."""
    variants = lines_with_key(VARIANT_KEY, lines)
    return variant_class.parse(variants[0].partition(" ")[2]) if variants else variant_class.box()


def _check_lone_head(key: str, heads: Sequence[str], lines: Sequence[str], *, others: bool = False) -> None:
    """Raise `Fault` unless there are exactly one line with `key` (in `heads`), at most one variant line and,
    as `others` says, no further lines.
    """
    variants = lines_with_key(VARIANT_KEY, lines)
    if len(heads) == 1 and len(variants) > 1:
        fault = Fault("record.setup", named=VARIANT_KEY, there=len(variants))
    elif len(heads) != 1 or others:
        fault = Fault("record.setup", named=key, there=len(lines) if others else len(heads))
    else:
        return
    fault.setup_line_number = 0
    raise fault
