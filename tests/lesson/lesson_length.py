"""The length of a lesson: how many words a learner reads and how often they tap in its recorded solution."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from twingkit.core.language import language
from twingkit.learn.lesson.lesson import Lesson
from twingkit.learn.lesson.run import LessonRun

WORD = re.compile(r"\w[\w’'+−-]*")
"""Matches a word or a number."""


@attrs.frozen
class LessonLength:
    """The length of a lesson: the words to read, and the taps, including every item to tap and every
    reason.
    """

    words: int = 0
    taps: int = 0

    def __add__(self, other: LessonLength) -> LessonLength:
        """Return the sum of both lengths."""
        return LessonLength(self.words + other.words, self.taps + other.taps)


def lesson_length(lesson: Lesson) -> LessonLength:
    """Return the length of a lesson when it is solved by its recorded solution, with every check question
    answered right.

    >>> from twingkit.learn.lesson.course import course_of
    >>> lesson_length(course_of("twing").lesson("first-battle")).taps > 20
    True
    """
    run, total = LessonRun(lesson), LessonLength()
    solution = dict(lesson.solution)
    while True:
        step = run.step
        read = [step.title[language()], *(run.fill_text(text) for text in step.text)]
        read += [option.text[language()] for option in step.options]
        read += [point.text[language()] for point in step.points]
        taps = len(step.points) + 1  # plus the button to go on
        if step.kind == "check":
            for item in run.check_questions():
                read += [item.prompt(), *(choice.text() for choice in item.choices)]
                read += [reason.text() for reason in item.reasons[: item.shown_reasons or 1]]
                run.answer(str([choice.is_right for choice in item.choices].index(True)))
                taps += 2
        elif step.needs_answer:
            answer = solution.get(step.id) or (step.options[0].id if step.options else "roll")
            taps += len(WORD.findall(answer)) if step.kind == "answer" else 1
            run.answer(answer)
        if step.kind != "check" and run.reply is not None:
            read += [run.fill_text(run.reply.text), *(ruling.text() for ruling in run.reply.rulings)]
        if step.kind == "end":
            read += [learned.text[language()] for learned in run.learned_points]
        total += LessonLength(sum(_words(read)), taps)
        if step.kind == "end":
            return total
        run.forward()


def _words(sentences: list[str]) -> Iterator[int]:
    return (len(WORD.findall(sentence)) for sentence in sentences)
