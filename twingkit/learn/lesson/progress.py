"""A learner's progress in a course, as text that a browser can keep.

The first line is `twingkit-course 1`. One line for each opened lesson follows: its name, `done` or `begun`,
and the result of its last closing check (`shield done 4/5`). After that come the records of the lessons
(`Run.record`), each after a blank line.
"""

from __future__ import annotations

import re

import attrs

from twingkit.learn.lesson.answer_key import HEAD as WAY
from twingkit.learn.lesson.run import Run

HEAD = "twingkit-course 1"
_LINE = re.compile(r"([a-z0-9-]{1,60}) (done|begun) (\d{1,3})/(\d{1,3})")


class CourseError(ValueError):
    """A text that is not progress through a course."""


@attrs.define
class Progress:
    """The lessons that are `done`, the `scores` of their checks, and the `records`."""

    done: set[str] = attrs.field(factory=set)
    scores: dict[str, tuple[int, int]] = attrs.field(factory=dict)
    records: dict[str, str] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> Progress:
        """Parse the text ("" is empty). Raises a `CourseError` naming what cannot be read."""
        progress = cls()
        head, *blocks = text.strip("\n").split("\n\n") if text.strip() else [HEAD]
        first, *lines = head.splitlines()
        if first != HEAD:
            raise CourseError(f"progress begins with {HEAD!r}, not {first[:60]!r}")
        for line in lines:
            entry = _LINE.fullmatch(line)
            if entry is None:
                raise CourseError(f"expected `lesson done 4/5`, not {line[:60]!r}")
            name, state, right, count = entry.groups()
            progress.scores[name] = (int(right), int(count))
            if state == "done":
                progress.done.add(name)
        for block in blocks:
            progress.add_record(block + "\n")
        return progress

    def add_record(self, way: str) -> None:
        """Keep the record of a lesson; an invalid one is ignored."""
        first, _, below = way.partition("\n")
        if first == WAY and below:
            self.records[below.splitlines()[0]] = way

    def record_run(self, run: Run) -> None:
        """Record where a learner is in a lesson. A finished lesson stays finished when it is played again."""
        name = run.lesson.id
        count, right = run.score
        if count or name not in self.scores:
            self.scores[name] = (right, count)
        if run.is_finished:
            self.done.add(name)
        if run.record:
            self.records[name] = run.record
        else:
            self.records.pop(name, None)

    @property
    def text(self) -> str:
        """The progress as text; "" if there is none."""
        if not self.scores:
            return ""
        lines = [
            f"{name} {'done' if name in self.done else 'begun'} {right}/{count}"
            for name, (right, count) in self.scores.items()
        ]
        return "\n".join([HEAD, *lines]) + "\n" + "".join(f"\n{way}" for way in self.records.values())
