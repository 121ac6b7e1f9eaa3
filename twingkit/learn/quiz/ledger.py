"""The practice ledger of one game: what was asked, what was missed, and when it comes back.

Every topic of the game and every rule that a question was about is in a box. Box 0 contains what was missed
last. A right answer moves the topic or rule one box up, but only if it was due; each box waits longer than
the one before: 1, 3, 7, 16, 35, 80 days (`WAIT_DAYS`). A wrong answer moves it back to box 0, where it is due
at once. Within one session a missed kind of question comes back after two others (`QUESTIONS_UNTIL_RETURN`).

`next_topic` chooses, in this order:

1. what was missed a moment ago and has waited long enough;
2. topics and rules that are due: those missed first, then those that have waited longest;
3. topics with fewer than three right answers, in order;
4. the weakest of the rest, so that there is always a next question.

The ledger as text (`text`, parsed by `Ledger.parse`; one line each, days as `date.toordinal`)::

    twingkit-practice 1
    asked 57                                            questions so far
    today 739000 7 5                                    that day: asked, right
    last shield                                         the topic of the last question
    topic shield 12 9 2 739003 739000                   asked, right, box, due, last asked
    rule TW-BAT-4 5 4 1 739001 739000 shield:winner     the same, and the kind of question that brings it back
    again shield:winner 59                              missed: comes back when that many were asked
    given shield:winner:17 2                            the option taken (from 0) of one of the last questions

An empty ledger is an empty text; `saved_progress` keeps the ledgers of several games in one text. The text
always stays below `TEXT_LENGTH_LIMIT` characters.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import attrs

from twingkit.learn.quiz.tally import (
    EXAMPLE_BY_FIRST_WORD,
    LAST_DAY,
    MAX_COUNT,
    MAX_QUESTIONS_ASKED,
    QUESTIONS_UNTIL_RETURN,
    RULE_ID_PATTERN,
    AnswerTally,
    LedgerError,
    RuleTally,
    TopicStatus,
    checked_topic,
    damaged_line_excerpt,
    parse_name_and_value,
    topic_of,
)

HEAD = "twingkit-practice 1"
"""The first line of every ledger."""
TEXT_LENGTH_LIMIT = 20_000
"""The number of characters that the text of a ledger stays below."""
MIN_RIGHT_BEGUN = 3
"""The number of right answers at which a topic counts as well begun."""
_MIN_SHARE_KNOWN = 0.8
"""The smallest share of right answers at which a topic counts as known."""

_RULES, _AGAIN, GIVEN = 128, 12, 12
_ATTRIBUTE_BY_FIRST_WORD = {"asked": "asked_count", "today": "last_day_counts", "last": "last_topic"}
_EASY, _HARDER = 3, 8  # up to how many right answers questions have level 1, level 2
MIN_RIGHT_KNOWN = _HARDER + MIN_RIGHT_BEGUN
"""The smallest number of right answers at which a topic counts as known, so that the last ones were to the
hardest questions.
"""


class Ledger:
    """The practice record of one person in one game: right and missed answers by topic and by rule, and
    questions to repeat.

    >>> ledger = Ledger(("shield", "duels"))
    >>> ledger.record_answer("shield:winner:17", False, ["TW-BAT-4"], day=739000)
    >>> ledger.next_topic(["shield"], 739000, seed=1)
    ('shield', None, 1)
    >>> Ledger.parse(ledger.text, ledger.topic_order) == ledger
    True
    """

    def __init__(self, topics: Sequence[str]) -> None:
        self.topic_order = tuple(topics)
        """All topics of the game, in order."""
        self.topics: dict[str, AnswerTally] = {}
        self.rules: dict[str, RuleTally] = {}
        self.return_by_kind: dict[str, int] = {}
        """Missed kinds (`topic:kind`), each with the total number of questions at which it returns."""
        self.option_by_item: dict[str, int] = {}
        """The last questions by name, each with the option taken."""
        self.asked_count = 0
        self.last_day_counts = (0, 0, 0)
        """The last day of practice, with the numbers of questions and of right answers on that day."""
        self.last_topic = ""
        """The topic of the last question."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self.text == other.text

    __hash__ = None  # type: ignore[assignment] # so Python says it

    def __repr__(self) -> str:
        return f"<Ledger: {self.asked_count} asked>"

    # -- answers

    def record_answer(
        self, item_name: str, right: bool, rules: Iterable[str], day: int, option_index: int | None = None
    ) -> None:
        """Record an answer to the question `item_name` (`topic:kind:seed`) about `rules`; `option_index` is
        the number of the option taken.

        Raises `ValueError` for an invalid name, rule or day, and records nothing then.
        """
        home = item_name.rpartition(":")[0]
        topic = checked_topic(home, self.topic_order)
        about = tuple(dict.fromkeys(rules))
        for rule in about:
            if not RULE_ID_PATTERN.fullmatch(rule):
                raise ValueError(f"{rule!r} is not the id of a rule")
        if not 0 <= day <= LAST_DAY:
            raise ValueError(f"{day!r} is not a day (0 to {LAST_DAY}, as returned by date.toordinal)")
        self.asked_count = min(self.asked_count + 1, MAX_QUESTIONS_ASKED)
        count, well = self.last_day_counts[1:] if self.last_day_counts[0] == day else (0, 0)
        if count < MAX_COUNT:
            count, well = count + 1, well + right
        self.last_day_counts, self.last_topic = (day, count, well), topic
        self.topics[topic] = self.topics.get(topic, AnswerTally()).after_answer(right, day)
        self._record_rules(home, right, about, day)
        if option_index is not None:
            self.option_by_item.pop(item_name, None)
            self.option_by_item[item_name] = option_index
            _shorten(self.option_by_item, GIVEN)
        self.return_by_kind.pop(home, None)
        if not right:
            self.return_by_kind[home] = self.asked_count + QUESTIONS_UNTIL_RETURN
            self._trim()

    def _record_rules(self, home: str, right: bool, about: Collection[str], day: int) -> None:
        for rule in about:
            old = self.rules.pop(rule, None)  # move to the end: the latest are kept longest
            tally = (old.tally if old else AnswerTally()).after_answer(right, day)
            keeps = old is not None and right
            self.rules[rule] = RuleTally(tally, old.question_kind if old and keeps else home)
        if right:
            # A rule that this kind of question brings back has now come back, whichever rule decided.
            for rule, entry in self.rules.items():
                if entry.question_kind == home:
                    self.rules[rule] = attrs.evolve(entry, tally=entry.tally.promoted_if_due(day))
        self._trim()

    def _trim(self) -> None:
        _shorten(self.rules, _RULES)
        _shorten(self.return_by_kind, _AGAIN)

    def erase(self) -> None:
        """Erase the whole record."""
        vars(self).update(vars(Ledger(self.topic_order)))

    # -- the next question

    def next_topic(self, topics: Iterable[str], day: int, seed: int) -> tuple[str, str | None, int]:
        """Return the topic, kind (None: any) and level (1 to 3) of the next question, among these topics.

        The same ledger, topics, day and seed give the same result. Raises `ValueError` for empty or unknown
        topics.
        """
        chosen = set(topics)
        if not chosen or chosen - set(self.topic_order):
            raise ValueError(f"topics are some of {', '.join(self.topic_order)}, not {sorted(chosen)}")
        open_ = [topic for topic in self.topic_order if topic in chosen]
        waiting = {home: turn for home, turn in self.return_by_kind.items() if topic_of(home) in chosen}
        ripe = next((home for home, turn in waiting.items() if turn <= self.asked_count), None)
        if ripe:
            return self._request(topic_of(ripe), ripe)
        resting = {topic_of(home) for home in waiting}
        free = [topic for topic in open_ if topic not in resting]
        return self._due_now(free, day) or self._new(free) or self._weakest(free or open_, seed)

    def _request(self, topic: str, home: str = "") -> tuple[str, str | None, int]:
        return topic, home.partition(":")[2] or None, self.next_level(topic)

    def next_level(self, topic: str) -> int:
        """Return the level of the next question of a topic: it rises with the number of answers, and drops to
        1 after a miss.
        """
        tally = self.topics.get(topic, AnswerTally())
        if not tally.leitner_box or tally.right_count < _EASY:
            return 1
        return 2 if tally.right_count < _HARDER else 3

    def _due_now(self, topics: list[str], day: int) -> tuple[str, str | None, int] | None:
        rows = [
            (tally.leitner_box, tally.due_day, self.topic_order.index(topic), home, topic)
            for tally, home, topic in self._due(day)
            if topic in topics
        ]
        if not rows:
            return None
        *_, home, topic = min(rows)
        return self._request(topic, home)

    def _due(self, day: int) -> list[tuple[AnswerTally, str, str]]:
        """Return the tallies that are due, each with the kind of question ("" for any) and the topic."""
        rules = [(entry.tally, entry.question_kind) for entry in self.rules.values()]
        every = [(tally, "", topic) for topic, tally in self.topics.items()]
        every += [(tally, home, topic_of(home)) for tally, home in rules]
        return [entry for entry in every if entry[0].due_day <= day]

    def _new(self, topics: list[str]) -> tuple[str, str | None, int] | None:
        for topic in topics:
            if self.topics.get(topic, AnswerTally()).right_count < MIN_RIGHT_BEGUN:
                return self._request(topic)
        return None

    def _weakest(self, topics: list[str], seed: int) -> tuple[str, str | None, int]:
        """Return one of the three weakest topics, preferably not the last one asked, with the kind and level
        of its next question.
        """
        others = [topic for topic in topics if topic != self.last_topic] or topics
        ranked = sorted(others, key=self._strength)
        return self._request(random.Random(f"practice {seed}").choice(ranked[:3]))

    def _strength(self, topic: str) -> tuple[int, float, int]:
        tally = self.topics.get(topic, AnswerTally())
        return tally.leitner_box, tally.share_right, tally.last_day

    def practice_topics(self) -> tuple[str, ...]:
        """Return the topics asked so far, and the next topic if each of these has enough right answers and
        was not missed last.
        """
        begun = tuple(topic for topic in self.topic_order if topic in self.topics)
        unplayed = [topic for topic in self.topic_order if topic not in self.topics]
        well = all(
            self.topics[topic].right_count >= MIN_RIGHT_BEGUN and self.topics[topic].leitner_box
            for topic in begun
        )
        return begun + tuple(unplayed[:1]) if well else begun

    def due_topics(self, day: int) -> tuple[str, ...]:
        """Return the topics to repeat on a day, in order: those that are due, and those with rules that are
        due.
        """
        due = {topic for *_, topic in self._due(day)}
        return tuple(topic for topic in self.topic_order if topic in due)

    # -- the state of topics and rules

    def summary(self, day: int) -> tuple[TopicStatus, ...]:
        """Return the status of every topic, in order."""
        due = self.due_topics(day)
        return tuple(self._standing(topic, topic in due) for topic in self.topic_order)

    def _standing(self, topic: str, due: bool) -> TopicStatus:
        tally = self.topics.get(topic)
        missed = tuple(
            sorted(
                rule
                for rule, entry in self.rules.items()
                if topic_of(entry.question_kind) == topic
                and entry.tally.missed_count
                and entry.tally.leitner_box == 0
            )
        )
        if tally is None:
            advice = "new"
        elif tally.leitner_box == 0 or missed:
            advice = "again"
        elif due:
            advice = "due"
        else:
            known = tally.right_count >= MIN_RIGHT_KNOWN and tally.share_right >= _MIN_SHARE_KNOWN
            advice = "more" if tally.right_count < MIN_RIGHT_BEGUN else "good" if known else "some"
        return TopicStatus(topic, tally, due, missed, advice)

    # -- saving

    @property
    def text(self) -> str:
        """The ledger as text; "" if nothing was asked yet. `Ledger.parse` returns an equal ledger."""
        return "\n".join([HEAD, *self._lines()]) + "\n" if self.asked_count else ""

    def _lines(self) -> Iterator[str]:
        yield f"asked {self.asked_count}"
        yield "today {} {} {}".format(*self.last_day_counts)
        yield f"last {self.last_topic}"
        for topic in self.topic_order:
            if topic in self.topics:
                yield f"topic {topic} {self.topics[topic].format_fields()}"
        for rule, entry in self.rules.items():
            yield f"rule {rule} {entry.tally.format_fields()} {entry.question_kind}"
        for home, turn in self.return_by_kind.items():
            yield f"again {home} {turn}"
        for name, option in self.option_by_item.items():
            yield f"given {name} {option}"

    @classmethod
    def parse(cls, text: str, topics: Sequence[str], lines_before: int = 0) -> Ledger:
        """Parse the ledger of a game with these topics ("" is empty).

        `lines_before` is the number of lines before it, if it is part of a longer text.

        Raises a `LedgerError` naming the line and what was expected there.
        """
        ledger = cls(topics)
        rows = [
            (number, line.split())
            for number, line in enumerate(text.lstrip("\ufeff").splitlines(), lines_before + 1)
        ]
        rows = [(number, words) for number, words in rows if words]
        if not rows:
            return ledger
        if " ".join(rows[0][1]) != HEAD:
            raise LedgerError("head", head=HEAD)
        if len(text) > TEXT_LENGTH_LIMIT:
            raise LedgerError("long", limit=TEXT_LENGTH_LIMIT)
        places: dict[str, dict[str, Any]] = {
            "topic": ledger.topics,
            "rule": ledger.rules,
            "again": ledger.return_by_kind,
            "given": ledger.option_by_item,
        }
        limits = {"rule": _RULES, "again": _AGAIN, "given": GIVEN}
        seen = set()
        for line_number, words in rows[1:]:
            kind = words[0]
            if kind not in EXAMPLE_BY_FIRST_WORD:
                raise LedgerError(
                    "word",
                    line_number,
                    given=damaged_line_excerpt(words),
                    known=", ".join(EXAMPLE_BY_FIRST_WORD),
                )
            try:
                name, value = parse_name_and_value(words, ledger.topic_order)
                entries = places.get(kind, {})
                if (kind, name) in seen or len(entries) == limits.get(kind):
                    raise ValueError(name)
            except ValueError as fault:
                example = EXAMPLE_BY_FIRST_WORD[kind].format(topic=ledger.topic_order[0])
                raise LedgerError(
                    "line", line_number, given=damaged_line_excerpt(words), shape=example
                ) from fault
            seen.add((kind, name))
            if name:
                entries[name] = value
            else:
                setattr(ledger, _ATTRIBUTE_BY_FIRST_WORD[kind], value)
        if not {("asked", ""), ("today", ""), ("last", "")} <= seen or ledger.last_topic not in ledger.topics:
            raise LedgerError("short", len(rows), known="asked, today, last, topic")
        return ledger

    def merge(self, other: Ledger) -> None:
        """Take over the tally of each topic and rule about which the other ledger has more questions.

        Merging the same ledger again changes nothing.
        """
        if other._progress_key() > self._progress_key():
            self.last_topic, self.return_by_kind = other.last_topic, dict(other.return_by_kind)
            self.option_by_item = dict(other.option_by_item)
        self.asked_count = max(self.asked_count, other.asked_count)
        self.last_day_counts = max(self.last_day_counts, other.last_day_counts)
        for topic, tally in other.topics.items():
            self.topics[topic] = max(tally, self.topics.get(topic, AnswerTally()))
        for rule, entry in other.rules.items():
            mine = self.rules.get(rule)
            if mine is None or mine < entry:
                self.rules[rule] = entry
        self._trim()

    def _progress_key(self) -> tuple[object, ...]:
        """Return a sort key that is greater for the ledger with more progress."""
        return (
            self.asked_count,
            self.last_topic,
            sorted(self.return_by_kind.items()),
            sorted(self.option_by_item.items()),
        )


EntryT = TypeVar("EntryT")


def _shorten(entries: dict[str, EntryT], most: int) -> None:
    for name in list(entries)[: max(0, len(entries) - most)]:
        del entries[name]
