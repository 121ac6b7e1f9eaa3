"""A learner's progress in a course, as text that a browser can keep.

The first line is `twingkit-course 1`. One line for each opened lesson follows: its name, `done` or `begun`,
and the result of its last closing check (`shield done 4/5`). After that come the records of the lessons
(`Run.record`), each after a blank line.
"""

from __future__ import annotations

import re

import attrs

from twingkit.learn.lesson.answer_key import HEAD as WAY
from twingkit.learn.lesson.run import LessonRun
from twingkit.learn.quiz.three_way_merge import merge_three_way

HEAD = "twingkit-course 1"
_LINE = re.compile(r"([a-z0-9-]{1,60}) (done|begun) (\d{1,3})/(\d{1,3})")


class ProgressError(ValueError):
    """The error for a saved text that does not describe valid progress through a course."""


@attrs.define
class CourseProgress:
    """The progress in a course: the finished lessons, the check scores (right, of how many), and the records
    of runs.
    """

    finished_lessons: set[str] = attrs.field(factory=set)
    check_scores: dict[str, tuple[int, int]] = attrs.field(factory=dict)
    run_records: dict[str, str] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> CourseProgress:
        """Parse the saved text of the progress in a course ("" is empty). Raises a `ProgressError` naming
        what cannot be read.
        """
        progress = cls()
        head, *blocks = text.strip("\n").split("\n\n") if text.strip() else [HEAD]
        first, *lines = head.splitlines()
        if first != HEAD:
            raise ProgressError(f"progress begins with {HEAD!r}, not {first[:60]!r}")
        for line in lines:
            entry = _LINE.fullmatch(line)
            if entry is None:
                raise ProgressError(f"expected `lesson done 4/5`, not {line[:60]!r}")
            name, state, right, count = entry.groups()
            progress.check_scores[name] = (int(right), int(count))
            if state == "done":
                progress.finished_lessons.add(name)
        for block in blocks:
            progress.add_record(block + "\n")
        return progress

    def add_record(self, record: str) -> None:
        """Keep the record of a lesson; an invalid one is ignored."""
        first, _, below = record.partition("\n")
        if first == WAY and below:
            self.run_records[below.splitlines()[0]] = record

    def record_run(self, run: LessonRun) -> None:
        """Record how far a learner got in a lesson. A finished lesson stays finished when it is played
        again.
        """
        name = run.lesson.id
        count, right = run.answered_and_right
        if count or name not in self.check_scores:
            self.check_scores[name] = (right, count)
        if run.is_finished:
            self.finished_lessons.add(name)
        if run.record:
            self.run_records[name] = run.record
        else:
            self.run_records.pop(name, None)

    @property
    def text(self) -> str:
        """The progress as text; "" if there is none."""
        if not self.check_scores:
            return ""
        lines = [
            f"{name} {'done' if name in self.finished_lessons else 'begun'} {right}/{count}"
            for name, (right, count) in self.check_scores.items()
        ]
        return "\n".join([HEAD, *lines]) + "\n" + "".join(f"\n{way}" for way in self.run_records.values())


def merge_progress(base: str, ours: str, theirs: str) -> str:
    r"""Merge the progress that two browser tabs have made since `base`: every finished lesson, the better
    check scores and, for a lesson continued in both, the record from `ours`. Raises `ProgressError`.

    >>> head = "twingkit-course 1\n"
    >>> print(merge_progress("", f"{head}shield begun 0/0\n", f"{head}duels done 4/5\n"), end="")
    twingkit-course 1
    duels done 4/5
    shield begun 0/0
    """
    before, mine, other = (CourseProgress.parse(text) for text in (base, ours, theirs))
    return CourseProgress(
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
