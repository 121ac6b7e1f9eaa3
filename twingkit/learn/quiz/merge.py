"""Merge the practice ledgers of two browser tabs.

No answers are lost: a question asked in both tabs counts in both.
"""

from __future__ import annotations

import attrs

from twingkit.core.games import games
from twingkit.learn.quiz.ledger import GIVEN, Ledger
from twingkit.learn.quiz.saved_progress import games_in, saved_ledger, with_ledger
from twingkit.learn.quiz.tally import MAX_COUNT, AnswerTally, RuleTally
from twingkit.learn.quiz.three_way_merge import merge_three_way


def _merge_ledgers(base: Ledger, ours: Ledger, theirs: Ledger) -> Ledger:
    """Merge the changes that two copies of one game's ledger recorded since `base`."""
    ledger = Ledger(ours.topic_order)
    ledger.asked_count = _sum(base.asked_count, ours.asked_count, theirs.asked_count)
    ledger.last_day_counts = _today(base.last_day_counts, ours.last_day_counts, theirs.last_day_counts)
    ledger.last_topic = ours.last_topic or theirs.last_topic
    ledger.topics = merge_three_way(base.topics, ours.topics, theirs.topics, _tally)
    ledger.rules = merge_three_way(base.rules, ours.rules, theirs.rules, _rule)
    ledger.return_by_kind = merge_three_way(
        base.return_by_kind,
        ours.return_by_kind,
        theirs.return_by_kind,
        lambda before, mine, other: max(mine, other),
    )
    ledger.option_by_item = merge_three_way(
        base.option_by_item, ours.option_by_item, theirs.option_by_item, lambda before, mine, other: mine
    )
    while len(ledger.option_by_item) > GIVEN:
        del ledger.option_by_item[next(iter(ledger.option_by_item))]
    ledger.merge(Ledger(ours.topic_order))  # trim to what fits
    return ledger


def merge_saved_progress(base: str, ours: str, theirs: str) -> str:
    """Merge the practice progress of two browser tabs that both started from the saved text `base`; return
    the new saved text.

    A game that is not installed stays as in `ours`. Raises `LedgerError` for a text that is not valid.
    """
    there = {*games_in(ours), *games_in(theirs)}
    for game in (entry.id for entry in games() if entry.id in there):
        ledgers = (saved_ledger(text, game) for text in (base, ours, theirs))
        ours = with_ledger(ours, game, _merge_ledgers(*ledgers))
    return ours


def _sum(base: int, ours: int, theirs: int) -> int:
    return ours + theirs - min(base, ours, theirs)


_DayCounts = tuple[int, int, int]
"""A day, the number of questions asked on it, and of those answered right."""


def _today(base: _DayCounts, ours: _DayCounts, theirs: _DayCounts) -> _DayCounts:
    if ours[0] != theirs[0]:
        return max(ours, theirs)
    before = base if base[0] == ours[0] else (ours[0], 0, 0)
    asked = min(_sum(before[1], ours[1], theirs[1]), MAX_COUNT)
    return ours[0], asked, min(_sum(before[2], ours[2], theirs[2]), asked)


def _tally(base: AnswerTally | None, ours: AnswerTally, theirs: AnswerTally) -> AnswerTally:
    before = base or AnswerTally()
    box = max(ours, theirs, key=lambda tally: (tally.last_day, -tally.leitner_box))
    asked = min(_sum(before.asked_count, ours.asked_count, theirs.asked_count), MAX_COUNT)
    return attrs.evolve(
        box,
        asked_count=asked,
        right_count=min(_sum(before.right_count, ours.right_count, theirs.right_count), asked),
    )


def _rule(base: RuleTally | None, ours: RuleTally, theirs: RuleTally) -> RuleTally:
    """Merge the tallies of one rule in two copies of a ledger; the kind of question is that of the copy asked
    last.
    """
    newest = max(ours, theirs, key=lambda entry: (entry.tally.last_day, -entry.tally.leitner_box))
    return RuleTally(_tally(base.tally if base else None, ours.tally, theirs.tally), newest.question_kind)
