"""A variant of any game: one value for each switch, as one line of text, and what differs between two."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar

import attrs

from twingkit.core.questions import one_line
from twingkit.core.variants.switches import (
    SHOWN,
    NearestName,
    SwitchDifference,
    Switches,
    Value,
    VariantError,
    format_value,
)


class AnyVariant:
    """The part that the variants of all games share.

    A game's own is an `attrs.frozen(kw_only=True, repr=False)` class with a typed field for each switch of
    its `switches` ones.

    >>> from twingkit import twing
    >>> variant = twing.Variant.parse("box price=3")
    >>> isinstance(variant, AnyVariant), str(variant)
    (True, 'box price=3')
    """

    __slots__ = ()
    switches: ClassVar[Switches]

    def __attrs_post_init__(self) -> None:
        self.switches.check({key: getattr(self, key) for key in self.switches.values})

    @classmethod
    @cache
    def box(cls) -> Self:
        """The variant that nobody has to name: the rules as the kit decides them."""
        return cls()

    @classmethod
    @cache
    def presets(cls) -> Mapping[str, Self]:
        """The variants with a name, the box first."""
        boxes: dict[str, Self] = {
            name: cls(**changes) if changes else cls.box() for name, changes in cls.switches.presets.items()
        }
        return MappingProxyType(boxes)

    @classmethod
    def preset(cls, name: str) -> Self:
        """The preset of this name; raises `VariantError` naming the nearest."""
        if name not in cls.presets():
            raise VariantError(
                "variant.preset",
                token=one_line(name, SHOWN),
                presets=", ".join(cls.presets()),
                example=cls.switches.example,
                near=NearestName(name, tuple(cls.presets())),
            )
        return cls.presets()[name]

    @classmethod
    def parse(cls, line: str) -> Self:
        """The variant of a line: a preset's name (`box` if left out), then switches as in `price=4`.

        Raises `VariantError` naming the word that is wrong and what was expected. `parse(str(v)) == v`.
        """
        base: Self | None = None
        changes: dict[str, Value] = {}
        for match in re.finditer(r"\S+", line):
            token, (key, sign, text) = match[0], match[0].partition("=")
            n = match.start() + 1
            if not sign and base is None and not changes:
                base = cls.preset(token)
            elif not sign:
                example = cls.switches.example
                raise VariantError("variant.token", token=one_line(token, SHOWN), example=example, n=n)
            elif key in changes:
                raise VariantError("variant.twice", switch=one_line(key, SHOWN), n=n)
            else:
                changes[key] = cls.switches.parse_value(key, text)
        return (base or cls.box()).with_values(**changes)

    @classmethod
    def resolve(cls, variant: Self | str) -> Self:
        """The variant that is meant: itself, a preset's name, or a line of switches; raises `VariantError`.

        One that sets nothing is the box itself, so that it can be asked for by `is`.

        >>> from twingkit import twing
        >>> twing.Variant.resolve("price=5") is twing.BOX
        True
        """
        if isinstance(variant, str):
            kind: Any = cls  # `Self` is no argument of a cached function
            named: Self = _of_line(kind, variant)
            return named
        if not isinstance(variant, cls):
            text = one_line(repr(variant), SHOWN)
            raise VariantError("variant.kind", found=text, example=cls.switches.example)
        box = cls.box()
        return box if variant is box or variant == box else variant

    def with_values(self, **changes: Value) -> Self:
        """Return this variant with other values for some switches, checked; raises `VariantError`."""
        for key in changes:
            if key not in self.switches.values:
                raise self.switches.unknown_switch(key)
        return attrs.evolve(self, **changes) if changes else self  # type: ignore[misc] # each game has its switches

    def diff(self, other: Self) -> list[SwitchDifference]:
        """Every switch that the two variants set differently, in the order of a line."""
        return [
            SwitchDifference(self.switches[key], getattr(self, key), getattr(other, key))
            for key in self._differing(other)
        ]

    def __str__(self) -> str:
        """The line of this variant: the preset that is nearest, then what differs from it."""
        presets = type(self).presets()
        name = min(presets, key=lambda preset: len(presets[preset]._differing(self)))
        changed = presets[name]._differing(self)
        return " ".join([name, *(f"{key}={format_value(getattr(self, key))}" for key in changed)])

    def __repr__(self) -> str:
        """The variant as Python makes it again, short enough for a signature."""
        return f"{type(self).__name__}.of({str(self)!r})"

    def _differing(self, other: AnyVariant) -> list[str]:
        return [key for key in self.switches.values if getattr(self, key) != getattr(other, key)]


Conditions = dict[Any, str]  # as the keys of a table's `attrs` are typed
"""The entries of a table's `attrs` that say under which rules its numbers hold."""


def variant_attrs(variant: AnyVariant) -> Conditions:
    """The entry that says in a table's `attrs` by which variant its numbers hold; empty for the box.

    >>> from twingkit import twing
    >>> named(twing.Variant.resolve("german ties=defender")), named(twing.BOX)
    ({'variant': 'german ties=defender'}, {})
    """
    return {} if variant == variant.box() else {"variant": str(variant)}


VariantT = TypeVar("VariantT", bound=AnyVariant)


@lru_cache(maxsize=256)
def _of_line(kind: type[VariantT], line: str) -> VariantT:
    return kind.resolve(kind.parse(line))
