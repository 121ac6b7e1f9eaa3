"""No question of practice comes twice in a row, however often its kind is missed, and after a reload."""

from __future__ import annotations

import pytest

from twingkit.core.games import games
from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.dealer import QuestionDealer
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of

DAY = 739_000


@pytest.mark.parametrize("game", [entry.id for entry in games()])
def test_a_question_that_is_missed_does_not_come_twice_running(game: str) -> None:
    quiz = quiz_of(game)
    twice = []
    for topic in quiz.topics:
        ledger, last = Ledger(quiz.topics), None
        for visit in range(2):
            dealer = QuestionDealer(quiz, f"{topic} {visit} ")
            for _ in range(3):
                item, _ = dealer.deal(ledger, topic, DAY)
                if item.visible_parts == last:
                    twice.append(item.name)
                last = item.visible_parts
                ledger.record_answer(item.name, False, (item.rule,), DAY, option_index=0)
    assert twice == []


def test_where_nothing_else_of_the_kind_is_left_another_kind_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    quiz = quiz_of("ember")
    topic = next(iter(quiz.topics))
    ledger, dealer = Ledger(quiz.topics), QuestionDealer(quiz)
    first, _ = dealer.deal(ledger, topic, DAY)
    ledger.record_answer(first.name, False, (first.rule,), DAY, option_index=0)
    made = GameQuiz.item

    def only(self: GameQuiz, name: str) -> QuizItem:
        return first if name.startswith(f"{topic}:") else made(self, name)

    monkeypatch.setattr(GameQuiz, "item", only)
    second, _ = dealer.deal(ledger, topic, DAY)
    assert second.visible_parts != first.visible_parts
