"""A question of the quiz: its table, its text, its options, and the rulings that decide it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import attrs

from twingkit.core.language import language, localized
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.starts import Start, parse_start

Texts = Mapping[str, str]


@attrs.frozen
class QuizReason:
    """A reason written for the quiz, with the rule it rests on ("" for none)."""

    texts: Texts
    rule: str = ""

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the reason as one or more sentences."""
        return self.texts[language()]


Reason = Ruling | Refusal | QuizReason
"""A reason why an answer is right or wrong; it has a `rule` and a `text(lang)`."""


@attrs.frozen
class AnswerOption:
    """One answer option of a quiz question: its texts, whether it is right, and what is wrong with it
    otherwise.

    `forgotten_rule` is the rule without which the option would be right ("" for the right one, or if no
    single rule does that). `cards` are shown beside the text. `reasons` explain to somebody who has taken the
    option what is wrong with it.
    """

    key: str
    texts: Texts
    is_right: bool = False
    forgotten_rule: str = ""
    cards: str = ""
    reasons: tuple[Reason, ...] = attrs.field(
        default=(), eq=lambda reasons: [(reason.rule, reason.text()) for reason in reasons]
    )

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the option as text."""
        return self.texts[language()]


@attrs.frozen(kw_only=True)
class QuizItem:
    """A quiz question with exactly one right option: its position, options, rules and reasons.

    Its maker leaves `topic`, `kind`, `seed` and `game_id` to the quiz that deals it.

    `table` is the position: a position string, or the set-up lines of a record. `answers_before` are the
    answers given up to the question, `answers_after` those that play it out. `reasons` are the rulings or
    refusals that decide it, the decisive one first, and `rules` the ids of all rules that take part. `seat`
    is the learner's seat. `cards` name what the question is about; only the views of the game read them.
    `shown_reasons` is the number of reasons to show at once (0: as many as the page likes).

    If the game was settled in `answers_before`, its picture must hide what is asked.
    """

    topic: str = ""
    kind: str = ""
    seed: int = 0
    table: str
    answers_before: tuple[str, ...] = ()
    answers_after: tuple[str, ...] = ()
    prompt_texts: Texts
    choices: tuple[AnswerOption, ...]
    reasons: tuple[Reason, ...]
    rules: tuple[str, ...]
    seat: int = 0
    cards: str = ""
    shown_reasons: int = 0
    game_id: str = ""

    @property
    def name(self) -> str:
        """The name of the question in a link, such as `shield:winner:17`; `GameQuiz.item` creates the same
        question from it.
        """
        return f"{self.topic}:{self.kind}:{self.seed}"

    @property
    def level(self) -> int:
        """The level, 1 to 3, which grows with the number of rules that take part."""
        return 1 if len(self.rules) < 2 else 2 if len(self.rules) < 4 else 3

    @property
    def rule(self) -> str:
        """The id of the rule that decides the question."""
        return self.reasons[0].rule

    @property
    def right_option(self) -> AnswerOption:
        """The right option."""
        return next(choice for choice in self.choices if choice.is_right)

    @localized
    def prompt(self, lang: str | None = None) -> str:
        """Return the text of the question."""
        return self.prompt_texts[language()]

    @property
    def visible_parts(self) -> tuple[str, tuple[str, ...], str]:
        """The parts of the question that a person sees: its table, the answers given before, and its text."""
        return self.table, self.answers_before, self.prompt()

    @cached_property
    def _start(self) -> Start:
        return parse_start(self.table, self.game_id)

    @cached_property
    def _game_at_question(self) -> Game:
        return self.start_game().give_answers(*self.answers_before)

    def start_game(self) -> Game:
        """Return the game before its first answer; dice rolls and card draws wait for answers."""
        return Game(self._start, rolls="ask")

    def game(self) -> Game:
        """Return the game at the question."""
        return self._game_at_question.copy()

    def game_after(self) -> Game:
        """Return the game after the answers that play the question out."""
        return self.game().give_answers(*self.answers_after)
