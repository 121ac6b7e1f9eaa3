"""Deal practice questions: the next one is due, of the right level, and not one of the last ones."""

from __future__ import annotations

import random
from contextlib import suppress

from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.house_rules import is_same_under_house_rules
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.ledger import Ledger

_UNREPEATED_QUESTIONS = 40
"""The number of recent questions that are not repeated with the same wording."""

_MAX_ANNOUNCED_RETURNS = 2
"""The largest number of waiting missed kinds at which the page still announces that a question comes back."""

MAX_DEALS = 8
"""The number of deals to find a question of the right level that was not just asked, and then to find any
other than the last one.
"""


class QuestionDealer:
    """A dealer that chooses one practice question after another for a learner.

    The same ledger and salt give the same question, but a repeated call gives another one.
    """

    def __init__(self, quiz: GameQuiz, salt: str = "") -> None:
        self.quiz = quiz
        self.salt = salt
        self._recent: list[object] = []
        self._asked, self._tries = -1, 0

    def deal(self, ledger: Ledger, only_topic: str, today: int) -> tuple[QuizItem, str]:
        """Return the next question of the topic `only_topic` ("" for all learned topics) and why it was
        chosen: "new" for a new topic, "back" for a kind missed before, else "".
        """
        if not self._recent:
            self._recent = self._last_wording(ledger)
        count = ledger.asked_count
        self._asked, self._tries = count, self._tries + 1 if self._asked == count else 0
        rng = random.Random(f"practice {self.salt}{count} {self._tries}")
        topics = (only_topic,) if only_topic else ledger.practice_topics()
        topic, kind, level = ledger.next_topic(topics, today, rng.randrange(10**6))
        item = self._item(ledger, topic, kind, level, rng)
        if topic not in ledger.topics and count and not only_topic:
            return item, "new"
        comes_back = (
            kind
            and f"{topic}:{kind}" in ledger.return_by_kind
            and len(ledger.return_by_kind) <= _MAX_ANNOUNCED_RETURNS
        )
        return item, "back" if comes_back else ""

    def _item(self, ledger: Ledger, topic: str, kind: str | None, level: int, rng: random.Random) -> QuizItem:
        best: tuple[int, QuizItem] | None = None
        for attempt in range(3 * MAX_DEALS):
            if attempt >= MAX_DEALS and best is not None and not self._was_last(best[1]):
                break
            seed = rng.randrange(10**6)
            if attempt >= MAX_DEALS:  # only the last question came up: prefer any other one
                kind = None
            if attempt >= 2 * MAX_DEALS:
                topic = rng.choice(list(self.quiz.topics))
            same = bool(kind) and kind in self.quiz.makers(topic)
            item = self.quiz.item(f"{topic}:{kind}:{seed}") if same else self.quiz.deal(topic, seed)
            waits = not same and f"{topic}:{item.kind}" in ledger.return_by_kind  # not due yet
            repeated = item.visible_parts in self._recent
            faults = 8 * self._was_last(item) + 4 * (not is_same_under_house_rules(item))
            faults += 2 * (waits or repeated) + (item.level != level)
            if best is None or faults < best[0]:
                best = (faults, item)
            if not faults:
                break
        assert best is not None
        self._recent = [*self._recent, best[1].visible_parts][-_UNREPEATED_QUESTIONS:]
        return best[1]

    def _was_last(self, item: QuizItem) -> bool:
        """True if a question has the same wording as the question dealt last."""
        return self._recent[-1:] == [item.visible_parts]

    def _last_wording(self, ledger: Ledger) -> list[object]:
        """Return the wording of the last question in the ledger, answered before this visit, as a list of
        one; empty if it cannot be recreated.
        """
        with suppress(IndexError, KeyError, RuntimeError):  # none, no such kind, or no question at this table
            return [self.quiz.item([*ledger.option_by_item][-1]).visible_parts]
        return []
