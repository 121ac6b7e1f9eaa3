"""The rules that a learner has met in first games, as text that a browser can keep.

    twingkit-met 1
    game ember 2                the number of first games played to the end
    rule EM-TURN-2              a rule that was explained

The progress in the course and in practice is saved separately; `TeacherState.known_rules` combines all three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from twingkit.learn.lesson.course import Course
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.progress import CourseProgress, ProgressError
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.saved_lines import parse_saved_lines
from twingkit.learn.quiz.tally import RULE_ID_PATTERN

HEAD = "twingkit-met 1"
"""The first line of the text."""

TEXT_LENGTH_LIMIT = 60_000
"""The number of characters that such a text must stay below."""

_MAX_GAMES = 9999
_GAME = re.compile(r"game ([a-z][a-z0-9_]*) (\d{1,4})")
_RULE = re.compile(rf"rule ({RULE_ID_PATTERN.pattern})")


@attrs.define
class FirstGameProgress:
    r"""The rules that were explained in first games, and the number of first games played to the end, by
    game.

    >>> met = FirstGameProgress.parse("twingkit-met 1\nrule EM-TURN-2\n")
    >>> met.add_rules(["EM-CONJ-1"]); met.text
    'twingkit-met 1\nrule EM-TURN-2\nrule EM-CONJ-1\n'
    """

    rules: dict[str, None] = attrs.field(factory=dict)
    finished_games: dict[str, int] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> FirstGameProgress:
        """Parse the saved text of the met rules ("" is empty). Raises a `Fault` naming the line that is not
        valid.
        """
        met = cls()
        for line in parse_saved_lines(
            text, HEAD, TEXT_LENGTH_LIMIT, (_GAME, _RULE), ("met.head", "met.line")
        ):
            if line.re is _GAME:
                met.finished_games[line[1]] = int(line[2])
            else:
                met.rules[line[1]] = None
        return met

    @property
    def text(self) -> str:
        """The rules and finished games as saved text, which `parse` reads; "" if there are neither."""
        games = [f"game {name} {count}" for name, count in self.finished_games.items()]
        rules = [f"rule {rule}" for rule in self.rules]
        return "\n".join([HEAD, *games, *rules]) + "\n" if games or rules else ""

    def add_rules(self, rules: Iterable[str]) -> None:
        """Record that rules were explained."""
        self.rules |= dict.fromkeys(rules)

    def add_finished_game(self, game: str) -> None:
        """Record that a first game was played to its end."""
        self.finished_games[game] = min(self.finished_games.get(game, 0) + 1, _MAX_GAMES)


def merge_met_rules(base: str, ours: str, theirs: str) -> str:
    """Merge the met rules and finished games of two browser tabs that both started from the saved text
    `base`; return the new saved text.

    `ours` and `theirs` are the saved texts of two browser tabs that both started from `base`.
    """
    met, other = FirstGameProgress.parse(ours), FirstGameProgress.parse(theirs)
    before = FirstGameProgress.parse(base)
    met.add_rules(other.rules)
    for game, count in other.finished_games.items():
        since = count - before.finished_games.get(game, 0)
        met.finished_games[game] = min(met.finished_games.get(game, 0) + max(since, 0), _MAX_GAMES)
    return met.text


def rules_of_done_lessons(course: Course | None, progress_text: str) -> set[str]:
    """Return the rules of all finished lessons; `progress_text` is the progress through the course.

    Raises `ProgressError` if the text is not valid.
    """
    rules: set[str] = set()
    done = CourseProgress.parse(progress_text).finished_lessons if course is not None else ()
    for name in done:
        if course is not None and name in course.lesson_entries:
            try:
                rules |= rules_of_lesson(course, name)
            except LessonError as why:
                raise ProgressError(str(why)) from why
    return rules


def rules_of_lesson(course: Course, name: str) -> set[str]:
    """Return the rules that a lesson teaches. Raises `LessonError` if it cannot be read."""
    lesson = course.lesson(name)
    rules = {learned.rule for learned in lesson.learned} | {step.rule for step in lesson.steps}
    return {rule for rule in rules if rule}


def rules_answered_right(ledger: Ledger) -> set[str]:
    """Return the rules about which a practice question was answered right."""
    return {rule for rule, entry in ledger.rules.items() if entry.tally.right_count}


def question_kind_by_missed_rule(ledger: Ledger) -> dict[str, str]:
    """Return, for each rule missed the last time it was practised, the kind of practice question that asks
    about it (`topic:kind`).
    """
    return {
        rule: entry.question_kind
        for rule, entry in ledger.rules.items()
        if entry.tally.missed_count and entry.tally.leitner_box == 0
    }
