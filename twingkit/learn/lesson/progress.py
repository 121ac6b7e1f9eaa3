"""The progress of a learner in a course, as text that a browser can keep.

The first line is `twingkit-course 1`, then a line for each lesson that was opened: its name, `done` or
`begun`, and how many questions of its last closing check were right of how many (`shield done 4/5`). Behind
a blank line each follow the ways through the lessons, as `Run.record` writes them.
"""

from __future__ import annotations

import re

import attrs

from twingkit.learn.lesson.answer_key import HEAD as WAY
from twingkit.learn.lesson.run import Run

HEAD = "twingkit-course 1"
_LINE = re.compile(r"([a-z0-9-]{1,60}) (done|begun) (\d{1,3})/(\d{1,3})")


class CourseError(ValueError):
    """A text that is no progress through a course."""


@attrs.define
class Progress:
    """The progress: for each lesson whether it is `done`, the `score` of its check, and the `way`."""

    done: set[str] = attrs.field(factory=set)
    scores: dict[str, tuple[int, int]] = attrs.field(factory=dict)
    records: dict[str, str] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> Progress:
        """The progress of a text, "" for none. Raises `CourseError` naming what cannot be read."""
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
        """Keep a way through a lesson; what is none is left out."""
        first, _, below = way.partition("\n")
        if first == WAY and below:
            self.records[below.splitlines()[0]] = way

    def record_run(self, run: Run) -> None:
        """Note where a learner is in a lesson. What is done stays done when it is played again."""
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
        """All of it as text; "" if nothing was done."""
        if not self.scores:
            return ""
        lines = [
            f"{name} {'done' if name in self.done else 'begun'} {right}/{count}"
            for name, (right, count) in self.scores.items()
        ]
        return "\n".join([HEAD, *lines]) + "\n" + "".join(f"\n{way}" for way in self.records.values())
