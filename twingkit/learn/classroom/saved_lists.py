"""The lists that a learner has started, as text in the browser, with the progress in each.

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
from twingkit.learn.classroom.result import RuleQuestionCounts, TaskListResult, TaskState, clean_name
from twingkit.learn.classroom.task_list import Task, TaskList, printable_excerpt
from twingkit.learn.lesson.progress import CourseProgress
from twingkit.learn.puzzles.puzzle import puzzle_set
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.tally import AnswerTally, topic_of
from twingkit.learn.quiz.three_way_merge import merge_three_way

HEAD = "twingkit-class 1"
"""The first line of the text."""
MAX_LISTS = 8
"""The largest number of lists that are kept; the list started longest ago is dropped first."""
_LINE = re.compile(
    r"(topic|rule) (\S{1,90}) (\d{1,4}) (\d{1,4})|(said) (\S{1,130})|(day) (\S{1,130}) (\d{1,7})", re.ASCII
)

AnswerCounts = dict[str, tuple[int, int]]


@attrs.frozen
class LearnerProgress:
    """The progress of a learner in every game, as saved in the browser: practice, lessons, first games and
    puzzles.
    """

    ledgers: Mapping[str, Ledger] = attrs.field(factory=dict)
    course_progress: Mapping[str, CourseProgress] = attrs.field(factory=dict)
    first_games_finished: Mapping[str, int] = attrs.field(factory=dict)
    """The number of first games played to the end, by game."""
    tried_puzzles: TriedPuzzles = attrs.field(factory=TriedPuzzles)
    """The puzzles that were tried."""

    def topic_tally(self, game: str, topic: str) -> AnswerTally:
        """Return the tally of a topic; an empty one if no question was asked."""
        ledger = self.ledgers.get(game)
        return ledger.topics.get(topic, AnswerTally()) if ledger else AnswerTally()


@attrs.define
class StartedTaskList:
    """A task list that a learner has started: the answers counted before the start, the ticked tasks, and the
    day each task was done.
    """

    task_list: TaskList
    earlier_counts_by_topic: AnswerCounts = attrs.field(factory=dict)
    earlier_counts_by_rule: AnswerCounts = attrs.field(factory=dict)
    ticked_tasks: set[str] = attrs.field(factory=set)
    day_by_task: dict[str, int] = attrs.field(factory=dict)

    @classmethod
    def start(cls, task_list: TaskList, progress: LearnerProgress) -> StartedTaskList:
        """Start a list now; questions answered before do not count."""
        begun = cls(task_list)
        for game, topic in _topics(task_list):
            tally = progress.topic_tally(game, topic)
            if tally.asked_count:
                begun.earlier_counts_by_topic[f"{game}:{topic}"] = tally.asked_count, tally.right_count
        for rule, tally in _rules(task_list, progress):
            begun.earlier_counts_by_rule[rule] = tally.asked_count, tally.right_count
        return begun

    def task_states(self, progress: LearnerProgress) -> tuple[TaskState, ...]:
        """Return the state of each task, in the order of the list; answers before its start do not count."""
        return tuple(self._state(task, progress) for task in self.task_list.tasks)

    def _state(self, task: Task, learned: LearnerProgress) -> TaskState:
        right = answered = 0
        state = "said" if task.key in self.ticked_tasks else "open"
        if task.kind == "practice":
            tally = learned.topic_tally(task.game, task.name)
            before = self.earlier_counts_by_topic.get(f"{task.game}:{task.name}", (0, 0))
            answered = min(max(0, tally.asked_count - before[0]), 9999)
            right = min(max(0, tally.right_count - before[1]), answered)
            state = "done" if answered >= task.question_count else "begun" if answered else "open"
        elif task.kind == "first" and learned.first_games_finished.get(task.game):
            state = "done"
        elif task.kind == "puzzle" and task.unavailable_reason() is None:
            ids = {puzzle.id for puzzle in puzzle_set(task.game, task.name)}
            tried = [right for id_, right in learned.tried_puzzles.results(task.game).items() if id_ in ids]
            right, answered = sum(tried), len(tried)
            state = "done" if answered == len(ids) else state if state == "said" or not tried else "begun"
        elif task.kind == "lesson":
            course = learned.course_progress.get(task.game, CourseProgress())
            right, answered = course.check_scores.get(task.name, (0, 0))
            right = min(right, answered)
            opened = task.name in course.check_scores or task.name in course.run_records
            state = "done" if task.name in course.finished_lessons else "begun" if opened else "open"
        day = self.day_by_task.get(task.key, 0) if state in ("done", "said") else 0
        number = int(date.fromordinal(day).strftime("%Y%m%d")) if 366 < day < date.max.toordinal() else 0
        return TaskState(task.key, state, right, answered, task.question_count, number)

    def record_days(self, progress: LearnerProgress, today: int) -> bool:
        """Record `today` for each task that is newly done; return True if at least one task is."""
        done = {item.key for item in self.task_states(progress) if item.is_done}
        fresh = done - set(self.day_by_task)
        self.day_by_task.update(dict.fromkeys(fresh, today))
        return bool(fresh)

    def result(self, learner_name: str, progress: LearnerProgress, when: datetime) -> TaskListResult:
        """Return the result that the learner hands in. Raises `Fault` if the name is not valid."""
        rules = []
        for rule, tally in _rules(self.task_list, progress):
            asked, right = self.earlier_counts_by_rule.get(rule, (0, 0))
            answered = tally.asked_count - asked
            missed = min(max(0, tally.missed_count - (asked - right)), answered)
            if answered > 0:
                rules.append(RuleQuestionCounts(rule, answered, missed))
        minute = when.replace(second=0, microsecond=0, tzinfo=None)
        items = self.task_states(progress)
        return TaskListResult(
            name=learner_name,
            list_checksum=self.task_list.checksum,
            when=minute,
            task_states=items,
            rule_counts=tuple(rules),
        )

    def progress_lines(self) -> Iterator[str]:
        """Yield the lines of saved text about the learner's progress on this list: earlier counts, ticked
        tasks, and days.
        """
        for kind, counts in (("topic", self.earlier_counts_by_topic), ("rule", self.earlier_counts_by_rule)):
            for name, (asked, right) in counts.items():
                yield f"{kind} {name} {asked} {right}"
        for key in sorted(self.ticked_tasks):
            yield f"said {key}"
        for key, day in self.day_by_task.items():
            yield f"day {key} {day}"


def _topics(task_list: TaskList) -> Iterator[tuple[str, str]]:
    for task in task_list.tasks:
        if task.kind in ("practice", "lesson"):
            yield task.game, task.name


def _rules(task_list: TaskList, learned: LearnerProgress) -> Iterator[tuple[str, AnswerTally]]:
    topics = set(_topics(task_list))
    for game, ledger in learned.ledgers.items():
        for rule, entry in ledger.rules.items():
            if (game, topic_of(entry.question_kind)) in topics:
                yield rule, entry.tally


@attrs.define
class SavedLists:
    """All task lists saved for a learner, oldest first, by their tokens, with the learner's name ("" if not
    given yet).
    """

    learner_name: str = ""
    lists: dict[str, StartedTaskList] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, text: str) -> SavedLists:
        """Parse the saved text ("" is empty). Raises a `Fault` naming the line that is not valid."""
        kept = cls()
        begun: StartedTaskList | None = None
        for number, line in enumerate(text.splitlines(), 1):
            word, _, rest = line.partition(" ")
            try:
                if number == 1 and line == HEAD:
                    continue
                if number == 2 and word == "name":
                    kept.learner_name = clean_name(rest)
                elif word == "list" and number > 1:
                    begun = kept.lists[rest] = StartedTaskList(TaskList.from_token(rest))
                elif begun is None or not _parse_list_line(begun, line):
                    raise ValueError(line)
            except ValueError as why:
                raise Fault("class.kept", line=number, found=printable_excerpt(line)) from why
        return kept

    @property
    def text(self) -> str:
        """The saved text of all lists, which `parse` reads; "" if there are no lists."""
        if not self.learner_name and not self.lists:
            return ""
        lines = [HEAD, *([f"name {self.learner_name}"] if self.learner_name else [])]
        for word, begun in self.lists.items():
            lines += [f"list {word}", *begun.progress_lines()]
        return "\n".join(lines) + "\n"

    def start_or_continue(
        self, learner_name: str, task_list: TaskList, progress: LearnerProgress
    ) -> StartedTaskList:
        """Start a list under a name, or continue it if it was started before.

        Raises `Fault` if the name is not valid.
        """
        self.learner_name = clean_name(learner_name)
        begun = self.lists.get(task_list.token) or StartedTaskList.start(task_list, progress)
        self.lists[task_list.token] = begun
        for word in list(self.lists)[: max(0, len(self.lists) - MAX_LISTS)]:
            del self.lists[word]
        return begun


def merge_lists(base: str, ours: str, theirs: str) -> str:
    r"""Merge a learner's task lists as saved by two browser tabs that both started from `base`; nothing that
    either tab added is lost.

    >>> print(merge_lists("", f"{HEAD}\nname Ida\n", ""), end="")
    twingkit-class 1
    name Ida
    """
    before, mine, other = (SavedLists.parse(text) for text in (base, ours, theirs))
    name = other.learner_name if mine.learner_name == before.learner_name else mine.learner_name
    lists = merge_three_way(before.lists, mine.lists, other.lists, _merge_started)
    return SavedLists(name, dict(list(lists.items())[-MAX_LISTS:])).text


def _merge_started(
    before: StartedTaskList | None, ours: StartedTaskList, theirs: StartedTaskList
) -> StartedTaskList:
    ticked = before.ticked_tasks if before else set()
    said = (
        (ours.ticked_tasks | theirs.ticked_tasks)
        - (ticked - ours.ticked_tasks)
        - (ticked - theirs.ticked_tasks)
    )
    return attrs.evolve(ours, ticked_tasks=said, day_by_task={**theirs.day_by_task, **ours.day_by_task})


def _parse_list_line(begun: StartedTaskList, line: str) -> bool:
    """Parse one saved line about a started list and store its content in `begun`; return False if the line is
    not valid.
    """
    match = _LINE.fullmatch(line)
    if match is None:
        return False
    kind, name, asked, right, said, ticked, day, key, number = match.groups()
    if kind:
        counts = begun.earlier_counts_by_topic if kind == "topic" else begun.earlier_counts_by_rule
        counts[name] = int(asked), int(right)
    elif said:
        begun.ticked_tasks.add(ticked)
    elif day:
        begun.day_by_task[key] = int(number)
    return True
