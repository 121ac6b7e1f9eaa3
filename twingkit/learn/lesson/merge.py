"""The progress of two tabs in one course as one."""

from __future__ import annotations

from twingkit.learn.lesson.progress import Progress
from twingkit.learn.quiz.three_way_merge import merge_three_way


def merge_progress(base: str, own: str, theirs: str) -> str:
    """The text of a progress with what two tabs have done since `base`: every lesson that is done in one of
    them, the better check, and of a way that went on in both the own one. Raises `CourseError`.

    >>> head = "twingkit-course 1\\n"
    >>> print(merge_progress("", f"{head}shield begun 0/0\\n", f"{head}duels done 4/5\\n"), end="")
    twingkit-course 1
    duels done 4/5
    shield begun 0/0
    """
    before, mine, other = (Progress.parse(text) for text in (base, own, theirs))
    return Progress(
        done=mine.done | other.done,
        scores=merge_three_way(
            before.scores,
            mine.scores,
            other.scores,
            lambda was, first, second: max(first, second, key=_share),
        ),
        records=merge_three_way(
            before.records, mine.records, other.records, lambda was, first, second: first
        ),
    ).text


def _share(score: tuple[int, int]) -> tuple[float, int]:
    right, count = score
    return (right / count if count else 0.0), count
