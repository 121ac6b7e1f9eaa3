"""The rules that a learner has met in first games, as text that a browser can keep.

    twingkit-met 1
    game ember 2                the number of first games played to the end
    rule EM-TURN-2              a rule that was explained

What the course has taught and what practice has asked is in their own texts; the `known` property of the
teacher's desk puts everything together.
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
"""The first line of the text."""

LIMIT = 60_000
"""The largest number of characters in such a text, plus one."""

MAX_GAMES = 9999
_GAME = re.compile(r"game ([a-z][a-z0-9_]*) (\d{1,4})")
_RULE = re.compile(rf"rule ({RULE_ID.pattern})")


@attrs.define
class MetRules:
    r"""The rules that were explained, and the number of first games played to the end, by game.

    >>> met = MetRules.parse("twingkit-met 1\nrule EM-TURN-2\n")
    >>> met.add_rules(["EM-CONJ-1"]); met.text
    'twingkit-met 1\nrule EM-TURN-2\nrule EM-CONJ-1\n'
    """

    rules: dict[str, None] = attrs.field(factory=dict)
    games: dict[str, int] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> MetRules:
        """Parse the text ("" is empty). Raises a `Fault` naming the line that is not valid."""
        met = cls()
        for line in parse_saved_lines(text, HEAD, LIMIT, (_GAME, _RULE), ("met.head", "met.line")):
            if line.re is _GAME:
                met.games[line[1]] = int(line[2])
            else:
                met.rules[line[1]] = None
        return met

    @property
    def text(self) -> str:
        """The rules as text; "" if there are none."""
        games = [f"game {name} {count}" for name, count in self.games.items()]
        rules = [f"rule {rule}" for rule in self.rules]
        return "\n".join([HEAD, *games, *rules]) + "\n" if games or rules else ""

    def add_rules(self, rules: Iterable[str]) -> None:
        """Record that rules were explained."""
        self.rules |= dict.fromkeys(rules)

    def add_finished_game(self, game: str) -> None:
        """Record that a first game was played to its end."""
        self.games[game] = min(self.games.get(game, 0) + 1, MAX_GAMES)


def merge_met(base: str, own: str, theirs: str) -> str:
    """Merge the texts of two tabs that both started from `base`."""
    met, other, before = MetRules.parse(own), MetRules.parse(theirs), MetRules.parse(base)
    met.add_rules(other.rules)
    for game, count in other.games.items():
        since = count - before.games.get(game, 0)
        met.games[game] = min(met.games.get(game, 0) + max(since, 0), MAX_GAMES)
    return met.text


def rules_of_done_lessons(course: Course | None, text: str) -> set[str]:
    """Return the rules of all finished lessons; `text` is the progress through the course.

    Raises `CourseError` if the text is not valid.
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
    """Return the rules that a lesson shows or sums up. Raises `LessonError` if it cannot be read."""
    lesson = course.lesson(name)
    rules = {learned.rule for learned in lesson.learned} | {step.rule for step in lesson.steps}
    return {rule for rule in rules if rule}


def rules_answered_right(ledger: Ledger) -> set[str]:
    """Return the rules about which a practice question was answered right."""
    return {rule for rule, entry in ledger.rules.items() if entry.tally.right}


def missed_rules(ledger: Ledger) -> dict[str, str]:
    """Map each rule that was missed last in practice to the kind of question that asks about it again
    (`topic:kind`).
    """
    return {
        rule: entry.home
        for rule, entry in ledger.rules.items()
        if entry.tally.missed and entry.tally.box == 0
    }
