"""The rules that a learner has met: what a first game has told, as text that a browser can keep.

    twingkit-met 1
    game ember 2                the first games of it that were played to their end
    rule EM-TURN-2              a rule that was told

What the course has taught and what practice has asked is in their own texts; `known` puts all together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from twingkit.learn.lesson.course import Course
from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.progress import CourseError, Progress
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.saved_lines import parse_saved_lines
from twingkit.learn.quiz.tally import RULE_ID

HEAD = "twingkit-met 1"
"""The first line of every such text."""

LIMIT = 60_000
"""No such text has as many characters."""

MAX_GAMES = 9999
_GAME = re.compile(r"game ([a-z][a-z0-9_]*) (\d{1,4})")
_RULE = re.compile(rf"rule ({RULE_ID.pattern})")


@attrs.define
class MetRules:
    """The rules that were told, and for each game how many first games were played to the end.

    >>> met = MetRules.parse("twingkit-met 1\\nrule EM-TURN-2\\n")
    >>> met.add_rules(["EM-CONJ-1"]); met.text
    'twingkit-met 1\\nrule EM-TURN-2\\nrule EM-CONJ-1\\n'
    """

    rules: dict[str, None] = attrs.field(factory=dict)
    games: dict[str, int] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> MetRules:
        """The rules of a text, "" for none. Raises `Fault` naming the line that cannot be read."""
        met = cls()
        for line in parse_saved_lines(text, HEAD, LIMIT, (_GAME, _RULE), ("met.head", "met.line")):
            if line.re is _GAME:
                met.games[line[1]] = int(line[2])
            else:
                met.rules[line[1]] = None
        return met

    @property
    def text(self) -> str:
        """All of it as text; "" if nothing was met."""
        games = [f"game {name} {count}" for name, count in self.games.items()]
        rules = [f"rule {rule}" for rule in self.rules]
        return "\n".join([HEAD, *games, *rules]) + "\n" if games or rules else ""

    def add_rules(self, rules: Iterable[str]) -> None:
        """Note that rules were told."""
        self.rules |= dict.fromkeys(rules)

    def add_finished_game(self, game: str) -> None:
        """Note that a first game was played to its end."""
        self.games[game] = min(self.games.get(game, 0) + 1, MAX_GAMES)


def merge_met(base: str, own: str, theirs: str) -> str:
    """The rules that two tabs have told, both since `base`: all of it."""
    met, other, before = MetRules.parse(own), MetRules.parse(theirs), MetRules.parse(base)
    met.add_rules(other.rules)
    for game, count in other.games.items():
        since = count - before.games.get(game, 0)
        met.games[game] = min(met.games.get(game, 0) + max(since, 0), MAX_GAMES)
    return met.text


def rules_of_done_lessons(course: Course | None, text: str) -> set[str]:
    """The rules of the lessons that were done; `text` is the progress through the course.

    Raises `CourseError` for a text that is none.
    """
    rules: set[str] = set()
    done = Progress.parse(text).done if course is not None else ()
    for name in done:
        if course is not None and name in course.entries:
            try:
                rules |= rules_of_lesson(course, name)
            except LessonError as why:
                raise CourseError(str(why)) from why
    return rules


def rules_of_lesson(course: Course, name: str) -> set[str]:
    """The rules that a lesson shows or sums up. Raises `LessonError` if it cannot be read."""
    lesson = course.lesson(name)
    rules = {learned.rule for learned in lesson.learned} | {step.rule for step in lesson.steps}
    return {rule for rule in rules if rule}


def rules_answered_right(ledger: Ledger) -> set[str]:
    """The rules about which a question of practice was answered rightly."""
    return {rule for rule, entry in ledger.rules.items() if entry.tally.right}


def missed_rules(ledger: Ledger) -> dict[str, str]:
    """The rules that were missed last in practice, each with the kind of question that asks them again
    (`topic:kind`)."""
    return {
        rule: entry.home
        for rule, entry in ledger.rules.items()
        if entry.tally.missed and entry.tally.box == 0
    }
