"""Merge browser data that two tabs have changed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from twingkit.learn.classroom.saved_lists import HEAD as CLASS
from twingkit.learn.classroom.saved_lists import merge_lists
from twingkit.learn.first_game.met_rules import HEAD as MET
from twingkit.learn.first_game.met_rules import merge_met_rules
from twingkit.learn.lesson.progress import HEAD as COURSE
from twingkit.learn.lesson.progress import merge_progress
from twingkit.learn.puzzles.tried_puzzles import HEAD as SOLVED
from twingkit.learn.puzzles.tried_puzzles import merge_tried_puzzles
from twingkit.learn.quiz.ledger import HEAD as PRACTICE
from twingkit.learn.quiz.merge import merge_saved_progress

log = logging.getLogger(__name__)

_MERGERS: Mapping[str, Callable[[str, str, str], str]] = {
    COURSE: merge_progress,
    PRACTICE: merge_saved_progress,
    MET: merge_met_rules,
    SOLVED: merge_tried_puzzles,
    CLASS: merge_lists,
}
"""The functions that merge two versions of a memory, by the first line of its text."""


def merge_browser_memory(base: str, ours: str, theirs: str) -> str:
    """Merge the browser data `ours` and `theirs` of two tabs that both started from the data `base`; return
    the merged text.

    Erased data stays erased. If a text cannot be read, the tab's own is kept.
    """
    if ours == base or not theirs:
        return theirs
    if theirs == base or not ours:
        return ours
    join = _MERGERS.get(ours.partition("\n")[0])
    try:
        return join(base, ours, theirs) if join else ours
    except ValueError as fault:  # what a browser keeps must not stand in a log
        log.warning("browser data cannot be merged: %s", type(fault).__name__)
        return ours
