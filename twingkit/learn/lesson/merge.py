"""Merge the progress of two browser tabs in one course."""

from __future__ import annotations

from twingkit.learn.lesson.progress import Progress
from twingkit.learn.quiz.three_way_merge import merge_three_way


def merge_progress(base: str, ours: str, theirs: str) -> str:
    r"""Merge the progress that two browser tabs have made since `base`: every finished lesson, the better
    check scores and, for a lesson continued in both, the record from `ours`. Raises `ProgressError`.

    >>> head = "twingkit-course 1\n"
    >>> print(merge_progress("", f"{head}shield begun 0/0\n", f"{head}duels done 4/5\n"), end="")
    twingkit-course 1
    duels done 4/5
    shield begun 0/0
    """
    before, mine, other = (Progress.parse(text) for text in (base, ours, theirs))
    return Progress(
        finished_lessons=mine.finished_lessons | other.finished_lessons,
        check_scores=merge_three_way(
            before.check_scores,
            mine.check_scores,
            other.check_scores,
            lambda was, first, second: max(first, second, key=_share),
        ),
        run_records=merge_three_way(
            before.run_records, mine.run_records, other.run_records, lambda was, first, second: first
        ),
    ).text


def _share(score: tuple[int, int]) -> tuple[float, int]:
    right, count = score
    return (right / count if count else 0.0), count
