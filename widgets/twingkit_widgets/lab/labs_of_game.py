"""The labs of a game: its own, or one default lab if it has odds."""

from __future__ import annotations

from twingkit.core.games import game_by_id
from twingkit_widgets.lab.default_lab import default_lab
from twingkit_widgets.lab.design import LabDesign


def labs_of(game: str) -> tuple[LabDesign, ...]:
    """Return the labs of a game: its own, or the default one if it has odds; else none.

    >>> [design.page_name for design in labs_of("twing")]
    ['battle-lab']
    """
    entry = game_by_id(game)
    if entry.labs:
        labs: tuple[LabDesign, ...] = entry.load("labs")
        return labs
    if not entry.odds:
        return ()
    return (default_lab(entry),)
