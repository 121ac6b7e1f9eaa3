"""The labs of a game: its own, or one plain lab if there are odds for its lines."""

from __future__ import annotations

from twingkit.core.games import game_by_id
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.lab.plain import plain_lab


def labs_of(game: str) -> tuple[LabDesign, ...]:
    """The labs of a game: its own, or the plain one if it has odds, or none.

    >>> [design.page for design in labs_of("twing")]
    ['battle-lab']
    """
    entry = game_by_id(game)
    if entry.labs:
        labs: tuple[LabDesign, ...] = entry.load("labs")
        return labs
    if not entry.odds:
        return ()
    return (plain_lab(entry),)
