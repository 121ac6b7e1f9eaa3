"""One memory of two tabs: what the browser keeps for all pages when two of them have changed it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from twingkit.learn.classroom.kept_lists import HEAD as CLASS
from twingkit.learn.classroom.kept_lists import joined_lists
from twingkit.learn.first_game.met import HEAD as MET
from twingkit.learn.first_game.met import joined_met
from twingkit.learn.lesson.joined import joined_progress
from twingkit.learn.lesson.progress import HEAD as COURSE
from twingkit.learn.puzzles.solved import HEAD as SOLVED
from twingkit.learn.puzzles.solved import joined_solved
from twingkit.learn.quiz.joined import joined_kept
from twingkit.learn.quiz.ledger import HEAD as PRACTICE

log = logging.getLogger(__name__)

JOINS: Mapping[str, Callable[[str, str, str], str]] = {
    COURSE: joined_progress,
    PRACTICE: joined_kept,
    MET: joined_met,
    SOLVED: joined_solved,
    CLASS: joined_lists,
}
"""The functions that join two memories, by the first line of the texts."""


def joined(base: str, own: str, theirs: str) -> str:
    """The memory of a tab together with that of another one, both changed since `base`.

    One that was erased stays erased. Where a text cannot be read, the tab's own stays.
    """
    if own == base or not theirs:
        return theirs
    if theirs == base or not own:
        return own
    join = JOINS.get(own.partition("\n")[0])
    try:
        return join(base, own, theirs) if join else own
    except ValueError:
        log.warning("a memory cannot be joined: %r", theirs[:200], exc_info=True)
        return own
