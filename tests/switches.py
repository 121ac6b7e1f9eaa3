"""Change several switches of a variant in one game, so that fewer games cover every switch."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.core.variants.switches import VariantError


def combine_settings(settings: Iterable[str], most: int, parse: Callable[[str], object]) -> list[str]:
    """Return lines of up to `most` settings `switch=value`, each setting in one of them, as far as `parse`
    accepts them."""
    lines: list[str] = []
    for setting in settings:
        for place, line in enumerate(lines):
            if line.count("=") < most and are_compatible(f"{line} {setting}", parse):
                lines[place] = f"{line} {setting}"
                break
        else:
            lines.append(setting)
    return lines


def are_compatible(line: str, parse: Callable[[str], object]) -> bool:
    """Return whether the settings of a line are compatible: no switch occurs twice, and none excludes
    another."""
    try:
        parse(line)
    except VariantError:
        return False
    return True
