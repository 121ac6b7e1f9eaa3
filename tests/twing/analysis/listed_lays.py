"""Every lay of a table of lays, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from twingkit.twing.analysis.lay_table import LayClass, lay_notation
from twingkit.twing.rules.lay import Lay


def lays_with_notation(*classes: LayClass) -> list[tuple[str, Lay]]:
    """Each lay with its notation, class by class."""
    pairs = (pair for each in classes for block in each.blocks for pair in product(*block))
    return [(lay_notation(spells, party), Lay(spells.spells, party.units)) for spells, party in pairs]


def notations(classes: Iterable[LayClass]) -> list[str]:
    """The notation of each lay."""
    return [text for text, _ in lays_with_notation(*classes)]
