"""The labs of a game: its own, or one default lab if it has odds."""

from __future__ import annotations

from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.core.notation import NotationError
from twingkit_widgets.lab.default_lab import default_lab
from twingkit_widgets.lab.design import LabDesign
from twingkit_widgets.panel.address.addresses import shows_page


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


def lab_page_that_reads(game: str, position: str) -> str | None:
    """Return the name of the page of the game's first lab that can read a position string, or None.

    >>> lab_page_that_reads("imperium", "space: 2 cruiser vs 1 dreadnought")
    'imperium-battle'
    >>> lab_page_that_reads("imperium", "imperium 3")
    """
    return next((lab.page_name for lab in labs_of(game) if _can_read(lab, position)), None)


def _can_read(lab: LabDesign, position: str) -> bool:
    if not shows_page(lab.page_name):
        return False
    try:
        lab.parse_draft(position)
    except (NotationError, Fault):
        return False
    return True
