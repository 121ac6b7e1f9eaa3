"""A variant of any game: one value for each switch, as a line of text, and the differences between two
variants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar

import attrs

from twingkit.core.near_names import NearestName
from twingkit.core.questions import one_line_excerpt
from twingkit.core.variants.switches import (
    MAX_QUOTED_CHARACTERS,
    SwitchDifference,
    Switches,
    Value,
    VariantError,
    format_switch_value,
)


class BaseVariant:
    """The base class of the variants of all games.

    A game's own class is an `attrs.frozen(kw_only=True, repr=False)` class with a typed field for each of its
    `switches`.

    >>> from twingkit import twing
    >>> variant = twing.Variant.parse("box price=3")
    >>> isinstance(variant, BaseVariant), str(variant)
    (True, 'box price=3')
    """

    __slots__ = ()
    switches: ClassVar[Switches]

    def __attrs_post_init__(self) -> None:
        self.switches.check_settings({key: getattr(self, key) for key in self.switches.values})

    @classmethod
    @cache
    def box(cls) -> Self:
        """Return the default variant, called the box: the rules of the printed game as the kit plays them."""
        return cls()

    @classmethod
    @cache
    def presets(cls) -> Mapping[str, Self]:
        """Return the named variants, the box first."""
        boxes: dict[str, Self] = {
            name: cls(**changes) if changes else cls.box() for name, changes in cls.switches.presets.items()
        }
        return MappingProxyType(boxes)

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the preset with this name. Raises `VariantError`, which names the nearest."""
        if name not in cls.presets():
            raise VariantError(
                "variant.preset",
                token=one_line_excerpt(name, MAX_QUOTED_CHARACTERS),
                presets=", ".join(cls.presets()),
                example=cls.switches.example_setting,
                near=NearestName(name, tuple(cls.presets())),
            )
        return cls.presets()[name]

    @classmethod
    def parse(cls, line: str) -> Self:
        """Parse the line of a variant: a preset's name (`box` if omitted), then switches such as `price=4`.

        Raises `VariantError` with the wrong word and what was expected. `parse(str(v)) == v`.
        """
        base: Self | None = None
        changes: dict[str, Value] = {}
        for match in re.finditer(r"\S+", line):
            token, (key, sign, text) = match[0], match[0].partition("=")
            n = match.start() + 1
            if not sign and base is None and not changes:
                base = cls.preset(token)
            elif not sign:
                example = cls.switches.example_setting
                raise VariantError(
                    "variant.token",
                    token=one_line_excerpt(token, MAX_QUOTED_CHARACTERS),
                    example=example,
                    n=n,
                )
            elif key in changes:
                raise VariantError("variant.twice", switch=one_line_excerpt(key, MAX_QUOTED_CHARACTERS), n=n)
            else:
                changes[key] = cls.switches.parse_value(key, text)
        return (base or cls.box()).with_values(**changes)

    @classmethod
    def resolve(cls, variant: Self | str) -> Self:
        """Return a variant from a variant, a preset's name, or a line of switches. Raises `VariantError`.

        A variant without changes is the box itself, so it can be compared with `is`.

        >>> from twingkit import twing
        >>> twing.Variant.resolve("price=5") is twing.BOX
        True
        """
        if isinstance(variant, str):
            kind: Any = cls  # `Self` cannot be an argument of a cached function
            named: Self = _of_line(kind, variant)
            return named
        if not isinstance(variant, cls):
            text = one_line_excerpt(repr(variant), MAX_QUOTED_CHARACTERS)
            raise VariantError("variant.kind", found=text, example=cls.switches.example_setting)
        box = cls.box()
        return box if variant is box or variant == box else variant

    def with_values(self, **changes: Value) -> Self:
        """Return a copy with other values for some switches. Raises `VariantError` for an invalid one."""
        for key in changes:
            if key not in self.switches.values:
                raise self.switches.unknown_switch(key)
        return attrs.evolve(self, **changes) if changes else self  # type: ignore[misc] # each game has its switches

    def diff(self, other: Self) -> list[SwitchDifference]:
        """Return a list of all switches whose values differ between two variants."""
        return [
            SwitchDifference(self.switches[key], getattr(self, key), getattr(other, key))
            for key in self._differing(other)
        ]

    def __str__(self) -> str:
        """Return the line of this variant: the nearest preset, then its differences from it."""
        presets = type(self).presets()
        name = min(presets, key=lambda preset: len(presets[preset]._differing(self)))
        changed = presets[name]._differing(self)
        return " ".join([name, *(f"{key}={format_switch_value(getattr(self, key))}" for key in changed)])

    def __repr__(self) -> str:
        """Return a Python expression for the variant, short enough for a signature."""
        return f"{type(self).__name__}.resolve({str(self)!r})"

    def _differing(self, other: BaseVariant) -> list[str]:
        return [key for key in self.switches.values if getattr(self, key) != getattr(other, key)]


VariantAttrs = dict[Any, str]  # the key type of a table's `attrs`
"""The type of a table's `attrs` entries that name its variant."""


def variant_table_attrs(variant: BaseVariant) -> VariantAttrs:
    """Return an entry for a table's `attrs` that names the variant in which its numbers were computed; {} for
    the default rules.

    >>> from twingkit import twing
    >>> variant_table_attrs(twing.Variant.resolve("german ties=defender")), variant_table_attrs(twing.BOX)
    ({'variant': 'german ties=defender'}, {})
    """
    return {} if variant == variant.box() else {"variant": str(variant)}


VariantT = TypeVar("VariantT", bound=BaseVariant)


@lru_cache(maxsize=256)
def _of_line(kind: type[VariantT], line: str) -> VariantT:
    return kind.resolve(kind.parse(line))
