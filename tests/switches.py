"""Several switches of a variant turned in one game: every switch is turned, in fewer games."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.core.variants.switches import VariantError


def together(settings: Iterable[str], most: int, parse: Callable[[str], object]) -> list[str]:
    """Lines of up to `most` settings `switch=value`, each setting in one of them, as far as `parse` takes
    them."""
    lines: list[str] = []
    for setting in settings:
        for place, line in enumerate(lines):
            if line.count("=") < most and goes(f"{line} {setting}", parse):
                lines[place] = f"{line} {setting}"
                break
        else:
            lines.append(setting)
    return lines


def goes(line: str, parse: Callable[[str], object]) -> bool:
    """True if the settings of a line go together: a switch is turned once, and none rules another out."""
    try:
        parse(line)
    except VariantError:
        return False
    return True
