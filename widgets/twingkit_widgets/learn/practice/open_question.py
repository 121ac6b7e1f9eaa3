"""A quiz question with a person's answer and open rules, for practice and for closing checks.

A panel keeps a `ShownQuestion`, passes actions on, records the first answer, and shows
`question.html(...)`::

    self.open_question = ShownQuestion(item)
    def act_answer(self, value):
        if self.open_question.take_option(value):                  # the first answer, not a second click
            rules = self.open_question.rules_to_record
            self.ledger.record_answer(item.name, self.open_question.is_right, rules, today)
        self.status = self.open_question.screen_reader_text()

The other actions belong to the question (`act_rule_of_sentence` and the like): `run_action` carries one out
and returns the text for screen readers.
"""

from __future__ import annotations

from twingkit.core.rulebook import Rulebook
from twingkit.learn.quiz import AnswerOption, QuizItem
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.steps import PlayOutStep, play_out_answers
from twingkit_widgets.learn.practice.view import QuizView, book_of_item, verdict_text
from twingkit_widgets.panel.markup import Child, Markup


class ShownQuestion:
    """A practice question on the screen, with the option that the learner chose and the rule that is open.

    `option_index` is the number of the option taken (None: not answered yet), `played_answer_count` the
    number of answers played out (None: not at all), `open_rule` the open rule and `open_rule_place` its
    place.
    """

    def __init__(self, item: QuizItem, option_index: int | None = None) -> None:
        self.item = item
        self.option_index = option_index
        self.played_answer_count: int | None = None
        self.open_rule = self.open_rule_place = ""

    @property
    def book(self) -> Rulebook:
        """The rulebook of the question's game."""
        return book_of_item(self.item)

    @property
    def choice(self) -> AnswerOption | None:
        """The option taken; None before the answer."""
        return None if self.option_index is None else self.item.choices[self.option_index]

    @property
    def is_right(self) -> bool:
        """True if the question was answered right."""
        return self.choice is not None and self.choice.is_right

    @property
    def rules_to_record(self) -> tuple[str, ...]:
        """The rules to record with the answer: after a right answer all rules involved; after a wrong one
        only the deciding and the forgotten rule, as the others stay unknown.
        """
        if self.is_right or self.choice is None:
            return self.item.rules
        rules = (self.item.rule, self.choice.forgotten_rule)
        return tuple(dict.fromkeys(rule for rule in rules if rule))

    def take_option(self, value: object) -> bool:
        """Take option number `value` (from 0). Returns False if the question was answered before.

        Raises `LookupError` if there is no such option.
        """
        text = str(value)
        if not (text.isascii() and text.isdecimal()) or len(text) > 2 or int(text) >= len(self.item.choices):
            raise LookupError(f"{self.item.name} has no option {text[:20]!r}")
        if self.option_index is not None:
            return False
        self.option_index = int(text)
        self.open_rule = self.open_rule_place = ""
        return True

    # -- actions after the answer

    def handles_action(self, act: str) -> bool:
        """True if an action belongs to the question."""
        return act in ("rule_of_sentence", "table_rule", "rule", "step")

    def run_action(self, act: str, value: object) -> str:
        """Carry out an action of the question, and return the text for screen readers."""
        getattr(self, f"act_{act}")(value)
        if act == "step":
            return self.screen_reader_text()
        return f"{self.open_rule}: {self.book[self.open_rule].title()}" if self.open_rule else ""

    def act_rule_of_sentence(self, value: object) -> None:
        """Open or close the rule below a sentence: `reasons 0|TW-BAT-16`."""
        key, _, rule = str(value).partition("|")
        self.act_rule("" if (self.open_rule_place, self.open_rule) == (key, rule) else rule)
        self.open_rule_place = key if self.open_rule else ""

    def act_table_rule(self, value: object) -> None:
        """Open or close a rule above the table."""
        self.act_rule_of_sentence(f"table|{value}")

    def act_rule(self, value: object) -> None:
        """Open a rule in place of the one that is open; "" closes it."""
        self.open_rule = str(value) if value in self.book else ""

    def act_step(self, value: object) -> None:
        """Show the game after the first `value` of the answers that follow the question, to see how it plays
        out; "" closes this view.
        """
        text = str(value or "0") if value != "" else ""
        steps = len(play_out_answers(self.item))
        asked = text.isascii() and text.isdecimal() and len(text) < 4 and self.option_index is not None
        self.played_answer_count = min(int(text), steps) if asked and steps else None
        self.open_rule = self.open_rule_place = ""

    def screen_reader_text(self) -> str:
        """Return the text for screen readers: the question, its answer, or the step."""
        if self.option_index is None:
            return self.item.prompt()
        if self.played_answer_count is not None:
            answer = pictures_of(self.item.game_id).answer_text
            return " ".join(
                text
                for text, _ in PlayOutStep.after_answers(self.item, self.played_answer_count).sentences(
                    answer
                )
            )
        reason = self.item.reasons[0].text()
        return f"{verdict_text(self.item, self.is_right)} {reason}"

    def html(
        self, *, has_site_links: bool = False, has_lesson_link: bool = True, part_below: Child = None
    ) -> Markup:
        """Return the question (see `QuizView`). `part_below` is the part below the reply."""
        view = QuizView(
            self.item,
            given_option=self.option_index,
            step_index=self.played_answer_count,
            open_rule=self.open_rule,
            open_rule_place=self.open_rule_place,
            has_site_links=has_site_links,
            has_lesson_link=has_lesson_link,
        )
        return view.html(part_below)
