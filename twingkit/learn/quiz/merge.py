"""Merge the practice ledgers of two browser tabs.

No answers are lost: a question asked in both tabs counts in both.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from twingkit.core.games import games
from twingkit.learn.quiz.ledger import GIVEN, Ledger
from twingkit.learn.quiz.saved_progress import games_in, saved_ledger, with_ledger
from twingkit.learn.quiz.tally import MAX_COUNT, RuleTally, Tally
from twingkit.learn.quiz.three_way_merge import merge_three_way


def merge_ledgers(base: Ledger, own: Ledger, theirs: Ledger) -> Ledger:
    """Merge the changes that two copies of one game's ledger recorded since `base`."""
    ledger = Ledger(own.order)
    ledger.asked = _sum(base.asked, own.asked, theirs.asked)
    ledger.today = _today(base.today, own.today, theirs.today)
    ledger.last = own.last or theirs.last
    ledger.topics = merge_three_way(base.topics, own.topics, theirs.topics, _tally)
    ledger.rules = merge_three_way(base.rules, own.rules, theirs.rules, _rule)
    ledger.again = merge_three_way(
        base.again, own.again, theirs.again, lambda before, mine, other: max(mine, other)
    )
    ledger.given = merge_three_way(base.given, own.given, theirs.given, lambda before, mine, other: mine)
    while len(ledger.given) > GIVEN:
        del ledger.given[next(iter(ledger.given))]
    ledger.merge(Ledger(own.order))  # trim to what fits
    return ledger


def merge_saved_progress(base: str, own: str, theirs: str) -> str:
    """Merge two saved texts (`twingkit.learn.quiz.saved_progress`) that both started from `base`.

    A game that is not installed stays as in `own`. Raises `LedgerError` for a text that is not valid.
    """
    for game in _installed(games_in(own), games_in(theirs)):
        ledgers = (saved_ledger(text, game) for text in (base, own, theirs))
        own = with_ledger(own, game, merge_ledgers(*ledgers))
    return own


def _installed(*names: Iterable[str]) -> list[str]:
    there = {name for some in names for name in some}
    return [entry.id for entry in games() if entry.id in there]


def _sum(base: int, own: int, theirs: int) -> int:
    return own + theirs - min(base, own, theirs)


DayCounts = tuple[int, int, int]
"""A day, the number of questions asked on it, and of those answered right."""


def _today(base: DayCounts, own: DayCounts, theirs: DayCounts) -> DayCounts:
    if own[0] != theirs[0]:
        return max(own, theirs)
    before = base if base[0] == own[0] else (own[0], 0, 0)
    asked = min(_sum(before[1], own[1], theirs[1]), MAX_COUNT)
    return own[0], asked, min(_sum(before[2], own[2], theirs[2]), asked)


def _tally(base: Tally | None, own: Tally, theirs: Tally) -> Tally:
    before = base or Tally()
    box = max(own, theirs, key=lambda tally: (tally.last_day, -tally.leitner_box))
    asked = min(_sum(before.asked_count, own.asked_count, theirs.asked_count), MAX_COUNT)
    return attrs.evolve(
        box,
        asked_count=asked,
        right_count=min(_sum(before.right_count, own.right_count, theirs.right_count), asked),
    )


def _rule(base: RuleTally | None, own: RuleTally, theirs: RuleTally) -> RuleTally:
    """Merge two rule tallies like tallies; the kind of question follows the box."""
    newest = max(own, theirs, key=lambda entry: (entry.tally.last_day, -entry.tally.leitner_box))
    return RuleTally(_tally(base.tally if base else None, own.tally, theirs.tally), newest.question_kind)
