"""Puzzles on paper with separate solutions; the same seed gives the same sheet."""

from __future__ import annotations

import random

from twingkit.core.games import game_by_id
from twingkit.learn.puzzles.puzzle import puzzle_set
from twingkit_widgets.learn.classroom.task_names import puzzle_title
from twingkit_widgets.learn.printed import question_sheet
from twingkit_widgets.learn.printed.sheet import WORDS, PrintedSheet
from twingkit_widgets.learn.puzzles.puzzle_item import puzzle_item


def puzzle_sheet(
    game: str, puzzle_or_theme: str, seed: int, count: int = question_sheet.DEFAULT_QUESTION_COUNT
) -> PrintedSheet:
    """Return the puzzles of a set (see `puzzle_set`) as a printable sheet: all of them, or a random choice of
    `count`.

    Raises `LookupError` if there is no such set.

    >>> sheet = puzzle_sheet("ember", "hard", 1)
    >>> len(sheet.parts), len(sheet.answers)
    (8, 8)
    """
    there = puzzle_set(game, puzzle_or_theme)
    if not there:
        raise LookupError(f"{game} has no puzzles {puzzle_or_theme[:60]!r}")
    chosen = there
    if len(there) > count:
        chosen = tuple(random.Random(f"puzzles {puzzle_or_theme} {seed}").sample(there, count))
    items = [puzzle_item(game, puzzle) for puzzle in chosen]
    title = WORDS.say("puzzles", game=game_by_id(game).title(), name=puzzle_title(game, puzzle_or_theme))
    lead = WORDS.say("puzzles_lead", count=len(items))
    return PrintedSheet(
        title,
        lead,
        tuple(question_sheet.question_html(item) for item in items),
        tuple(question_sheet.right_answer_html(item) for item in items),
    )
