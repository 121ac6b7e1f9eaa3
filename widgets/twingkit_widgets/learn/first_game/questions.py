"""Practice questions in a first game: one that is asked again during the game, and five at the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator

from twingkit.core.running.running_script import player_count
from twingkit.learn.quiz import QuizItem, quiz_of
from twingkit_widgets.learn.practice.open_question import ShownQuestion

_END_QUESTION_COUNT = 5

MAX_DEALS = 12
"""The number of questions dealt from a topic to find one about a rule of the game."""

RecordAnswer = Callable[[str, bool, tuple[str, ...], int | None], None]
"""A function that records an answer: the name of the question, whether it was right, the rules, the option
taken.
"""


class PracticeQuestions:
    """The practice questions that a first game asks about missed rules and at its end; `players()` returns
    the number of players.

    `missed_rule` is the missed rule that is asked again ("" at the end of the game). `answer_results` has an
    entry for each answered question at the end (True: right); `question_count` is the number of all these
    questions.
    """

    def __init__(self, game: str, keep: RecordAnswer, players: Callable[[], int]) -> None:
        self.game, self.record_answer, self.player_count = game, keep, players
        self.open_question: ShownQuestion | None = None
        self.missed_rule = ""
        self.answer_results: list[bool] = []
        self.question_count = _END_QUESTION_COUNT
        self._items: Iterator[QuizItem] = iter(())

    def ask_about_missed_rule(self, rule: str, topic_and_kind: str) -> bool:
        """Ask a question of this kind (`topic:kind`) about a missed rule. Returns False if there is none."""
        seed = random.randrange(10**6)
        try:
            item = quiz_of(self.game).item(f"{topic_and_kind}:{seed}")
        except (KeyError, RuntimeError):  # no such kind, or no question at this table
            return False
        self.open_question, self.missed_rule = ShownQuestion(item), rule
        return True

    def start_final_questions(self, rules: Collection[str], answered_items: Collection[str]) -> str:
        """Start the final questions about these rules, preferring questions not in `answered_items`; return
        the text for screen readers, "" if there are none.
        """
        self.answer_results, self.missed_rule, self.question_count = [], "", _END_QUESTION_COUNT
        self._items = self._questions_about(set(rules), frozenset(answered_items))
        return self.show_next()

    def show_next(self) -> str:
        """Show the next question, or return to the game; return the text for screen readers."""
        if self.missed_rule or len(self.answer_results) >= self.question_count:
            self.open_question, self.missed_rule = None, ""
            return ""
        item = next(self._items, None)
        self.open_question = None if item is None else ShownQuestion(item)
        if self.open_question is None:
            self.question_count = len(self.answer_results)
            return ""
        return self.open_question.screen_reader_text()

    def _questions_about(self, rules: set[str], answered: frozenset[str]) -> Iterator[QuizItem]:
        """Yield different questions about these rules, from each topic in turn."""
        quiz = quiz_of(self.game)
        asked: set[object] = set()
        rng = random.Random(f"first game {sorted(rules)}")
        topics = list(quiz.topics)
        rng.shuffle(topics)
        for known in [answered] * 2 + [frozenset[str]()]:
            for topic in topics:
                for _ in range(MAX_DEALS):
                    item = quiz.deal(topic, rng.randrange(10**6))
                    words = item.table, item.answers_before, item.prompt()
                    if item.name in known or item.rule not in rules or words in asked:
                        continue
                    if player_count(item.start_game()) <= self.player_count():
                        asked.add(words)
                        yield item
                        break

    # -- the open question

    def handles_action(self, act: str) -> bool:
        """True if an action belongs to the open question."""
        return self.open_question is not None and (act == "answer" or self.open_question.handles_action(act))

    def run_action(self, act: str, value: object) -> str:
        """Carry out an action of the open question, and return the text for screen readers."""
        question = self.open_question
        assert question is not None
        if act != "answer":
            return question.run_action(act, value)
        if question.take_option(value):
            self.record_answer(
                question.item.name, question.is_right, question.rules_to_record, question.option_index
            )
            if not self.missed_rule:
                self.answer_results.append(question.is_right)
        return question.screen_reader_text()
