"""A learner's lists as text in the browser, and how far the learner has come in each.

    twingkit-class 1
    name Ida M
    list eNoz…                              a list, by the token of its link; its state follows below
    topic twing:duels 5 4                   questions answered, and answered right, before the list was
    started
    rule TW-BAT-4 5 3                       the same for a rule
    said position:8efd53ac                  a task that the learner has ticked
    day lesson:twing:shield 739001          the day on which a task was first seen to be done

What is done follows from the practice ledger and the course progress. Questions answered before the list was
started do not count; lessons, first games and puzzles done before do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime

import attrs

from twingkit.core.messages import Fault
from twingkit.learn.classroom.assignment import Assignment, Task, printable
from twingkit.learn.classroom.result import ItemState, Result, RuleCount, clean_name
from twingkit.learn.lesson.progress import Progress
from twingkit.learn.puzzles.puzzle import puzzle_set
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.tally import Tally, topic_of
from twingkit.learn.quiz.three_way_merge import merge_three_way

HEAD = "twingkit-class 1"
"""The first line of the text."""
MAX_LISTS = 8
"""The largest number of lists that are kept; the list started longest ago is dropped first."""
_LINE = re.compile(
    r"(topic|rule) (\S{1,90}) (\d{1,4}) (\d{1,4})|(said) (\S{1,130})|(day) (\S{1,130}) (\d{1,7})", re.ASCII
)

Counts = dict[str, tuple[int, int]]


@attrs.frozen
class LearnerProgress:
    """What the browser knows about a learner: the practice ledger and the course progress of each game."""

    ledgers: Mapping[str, Ledger] = attrs.field(factory=dict)
    courses: Mapping[str, Progress] = attrs.field(factory=dict)
    first_games: Mapping[str, int] = attrs.field(factory=dict)
    """The number of first games played to the end, by game."""
    puzzles: TriedPuzzles = attrs.field(factory=TriedPuzzles)
    """The puzzles that were tried."""

    def tally(self, game: str, topic: str) -> Tally:
        """Return the tally of a topic; an empty one if no question was asked."""
        ledger = self.ledgers.get(game)
        return ledger.topics.get(topic, Tally()) if ledger else Tally()


@attrs.define
class StartedList:
    """A list that a learner has started: the answers given before, the ticked tasks, and the days on which
    tasks were done.
    """

    list: Assignment
    topics: Counts = attrs.field(factory=dict)
    rules: Counts = attrs.field(factory=dict)
    ticked: set[str] = attrs.field(factory=set)
    days: dict[str, int] = attrs.field(factory=dict)

    @classmethod
    def start(cls, assignment: Assignment, learned: LearnerProgress) -> StartedList:
        """Start the list at this moment."""
        begun = cls(assignment)
        for game, topic in _topics(assignment):
            tally = learned.tally(game, topic)
            if tally.asked:
                begun.topics[f"{game}:{topic}"] = tally.asked, tally.right
        for rule, tally in _rules(assignment, learned):
            begun.rules[rule] = tally.asked, tally.right
        return begun

    def states(self, learned: LearnerProgress) -> tuple[ItemState, ...]:
        """Return the state of each task of the list."""
        return tuple(self._state(task, learned) for task in self.list.tasks)

    def _state(self, task: Task, learned: LearnerProgress) -> ItemState:
        right = answered = 0
        state = "said" if task.key in self.ticked else "open"
        if task.kind == "practice":
            tally = learned.tally(task.game, task.name)
            before = self.topics.get(f"{task.game}:{task.name}", (0, 0))
            answered = min(max(0, tally.asked - before[0]), 9999)
            right = min(max(0, tally.right - before[1]), answered)
            state = "done" if answered >= task.count else "begun" if answered else "open"
        elif task.kind == "first" and learned.first_games.get(task.game):
            state = "done"
        elif task.kind == "puzzle" and task.unavailable_reason() is None:
            ids = {puzzle.id for puzzle in puzzle_set(task.game, task.name)}
            tried = [right for id_, right in learned.puzzles.results(task.game).items() if id_ in ids]
            right, answered = sum(tried), len(tried)
            state = "done" if answered == len(ids) else state if state == "said" or not tried else "begun"
        elif task.kind == "lesson":
            course = learned.courses.get(task.game, Progress())
            right, answered = course.scores.get(task.name, (0, 0))
            right = min(right, answered)
            opened = task.name in course.scores or task.name in course.records
            state = "done" if task.name in course.done else "begun" if opened else "open"
        day = self.days.get(task.key, 0) if state in ("done", "said") else 0
        number = int(date.fromordinal(day).strftime("%Y%m%d")) if 366 < day < date.max.toordinal() else 0
        return ItemState(task.key, state, right, answered, task.count, number)

    def record_days(self, learned: LearnerProgress, today: int) -> bool:
        """Record `today` for each task that is newly done. Returns True if there were any."""
        done = {item.key for item in self.states(learned) if item.is_done}
        fresh = done - set(self.days)
        self.days.update(dict.fromkeys(fresh, today))
        return bool(fresh)

    def result(self, name: str, learned: LearnerProgress, when: datetime) -> Result:
        """Return the result that the learner hands in. Raises `Fault` if the name is not valid."""
        rules = []
        for rule, tally in _rules(self.list, learned):
            asked, right = self.rules.get(rule, (0, 0))
            answered = tally.asked - asked
            missed = min(max(0, tally.missed - (asked - right)), answered)
            if answered > 0:
                rules.append(RuleCount(rule, answered, missed))
        minute = when.replace(second=0, microsecond=0, tzinfo=None)
        items = self.states(learned)
        return Result(name=name, list=self.list.checksum, when=minute, items=items, rules=tuple(rules))

    def lines(self) -> Iterator[str]:
        """Yield the lines below the list in the saved text."""
        for kind, counts in (("topic", self.topics), ("rule", self.rules)):
            for name, (asked, right) in counts.items():
                yield f"{kind} {name} {asked} {right}"
        for key in sorted(self.ticked):
            yield f"said {key}"
        for key, day in self.days.items():
            yield f"day {key} {day}"


def _topics(assignment: Assignment) -> Iterator[tuple[str, str]]:
    """Yield the topics of a list as (game, topic): those to practise, and those of the closing checks of its
    lessons.
    """
    for task in assignment.tasks:
        if task.kind in ("practice", "lesson"):
            yield task.game, task.name


def _rules(assignment: Assignment, learned: LearnerProgress) -> Iterator[tuple[str, Tally]]:
    """Yield the rules that questions on the topics of the list were about, with their tallies."""
    topics = set(_topics(assignment))
    for game, ledger in learned.ledgers.items():
        for rule, entry in ledger.rules.items():
            if (game, topic_of(entry.home)) in topics:
                yield rule, entry.tally


@attrs.define
class SavedLists:
    """A learner's saved lists: the name ("" if not given yet), and the lists by their tokens, oldest
    first.
    """

    name: str = ""
    lists: dict[str, StartedList] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> SavedLists:
        """Parse the saved text ("" is empty). Raises a `Fault` naming the line that is not valid."""
        kept = cls()
        begun: StartedList | None = None
        for number, line in enumerate(text.splitlines(), 1):
            word, _, rest = line.partition(" ")
            try:
                if number == 1 and line == HEAD:
                    continue
                if number == 2 and word == "name":
                    kept.name = clean_name(rest)
                elif word == "list" and number > 1:
                    begun = kept.lists[rest] = StartedList(Assignment.from_token(rest))
                elif begun is None or not _parse_list_line(begun, line):
                    raise ValueError(line)
            except ValueError as why:
                raise Fault("class.kept", line=number, found=printable(line)) from why
        return kept

    @property
    def text(self) -> str:
        """The lists as text; "" if there are none."""
        if not self.name and not self.lists:
            return ""
        lines = [HEAD, *([f"name {self.name}"] if self.name else [])]
        for word, begun in self.lists.items():
            lines += [f"list {word}", *begun.lines()]
        return "\n".join(lines) + "\n"

    def begin(self, name: str, assignment: Assignment, learned: LearnerProgress) -> StartedList:
        """Start a list under a name, or continue it if it was started before.

        Raises `Fault` if the name is not valid.
        """
        self.name = clean_name(name)
        begun = self.lists.get(assignment.token) or StartedList.start(assignment, learned)
        self.lists[assignment.token] = begun
        for word in list(self.lists)[: max(0, len(self.lists) - MAX_LISTS)]:
            del self.lists[word]
        return begun


def merge_lists(base: str, own: str, theirs: str) -> str:
    r"""Merge the lists of two tabs that both started from `base`: everything that either of them has started,
    ticked or finished since. Raises `Fault` for a text that cannot be read.

    >>> print(merge_lists("", f"{HEAD}\nname Ida\n", ""), end="")
    twingkit-class 1
    name Ida
    """
    before, mine, other = (SavedLists.parse(text) for text in (base, own, theirs))
    name = other.name if mine.name == before.name else mine.name
    lists = merge_three_way(before.lists, mine.lists, other.lists, _merge_started)
    return SavedLists(name, dict(list(lists.items())[-MAX_LISTS:])).text


def _merge_started(before: StartedList | None, own: StartedList, theirs: StartedList) -> StartedList:
    """Merge a list that was changed in two tabs."""
    ticked = before.ticked if before else set()
    said = (own.ticked | theirs.ticked) - (ticked - own.ticked) - (ticked - theirs.ticked)
    return attrs.evolve(own, ticked=said, days={**theirs.days, **own.days})


def _parse_list_line(begun: StartedList, line: str) -> bool:
    """Read one line about a list into `begun`. Returns False if the line has no valid form."""
    match = _LINE.fullmatch(line)
    if match is None:
        return False
    kind, name, asked, right, said, ticked, day, key, number = match.groups()
    if kind:
        counts = begun.topics if kind == "topic" else begun.rules
        counts[name] = int(asked), int(right)
    elif said:
        begun.ticked.add(ticked)
    elif day:
        begun.days[key] = int(number)
    return True
