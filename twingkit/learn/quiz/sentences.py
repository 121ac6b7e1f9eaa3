"""The words in which a game's questions are told to the learner, who sits at the first seat.

TELLING = Telling.of("my_game", files("twingkit.my_game.quiz"), rulebook, "p1")
TELLING.say("hand.ask", card=card)          # a sentence of `words.toml` there
TELLING.stated("MY-RULE-1")                 # a rule as a reason
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib.resources.abc import Traversable

import attrs

from twingkit.core.language import call_in_language
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import YOU, Rulebook, Ruling, Texts
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz import phrases
from twingkit.learn.quiz.item import Reason, Remark
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import PhraseBook, Phrases

LEARNER = 0
"""The seat of the learner."""


def rules_as_reasons(book: Rulebook, rules: Iterable[str]) -> list[Reason]:
    """Rules as reasons, in the words of their rulebook."""
    return [Remark({lang: book[rule].text(lang) for lang in LANGUAGES}, rule) for rule in rules]


def statements_as_reasons(statements: Iterable[Ruling | Refusal], names: Mapping[str, str]) -> list[Reason]:
    """Rulings and refusals as the learner reads them, with these names of seats."""
    seen = [
        statement.seen_by(LEARNER) if isinstance(statement, Ruling) else statement for statement in statements
    ]
    return [reason.for_reader(names) for reason in seen]


@attrs.frozen
class QuizSentences:
    """The sentences of a game's questions, and reasons in the words of its rulebook.

    `say` is a sentence by its key; `learner_names` names the seats for the learner: the own one is "you".
    """

    rulebook: Callable[[], Rulebook]
    say: Phrases
    learner_names: Mapping[str, str]

    @classmethod
    def load(
        cls, part: str, folder: Traversable, rulebook: Callable[[], Rulebook], seat: str
    ) -> QuizSentences:
        """The telling of the part of this name in the `words.toml` of a folder; `seat` is the learner's."""

        def seated() -> Rulebook:
            words = rulebook().words.for_reader({})
            you = {
                lang: call_in_language(lang, words.name, seat)
                + f" ({call_in_language(lang, words.name, YOU)})"
                for lang in LANGUAGES
            }
            words.add({seat: you})
            return Rulebook((), (), {}, words)

        return cls(rulebook, Phrases(part, PhraseBook(folder, ("words",), seated)), {seat: YOU})

    def fact_text(self, fact: object) -> Texts:
        """A fact alone: a number, cards, a creature."""
        return phrases.fact_text(fact, self.rulebook().words)

    def seat_texts(self, seat: str) -> Texts:
        """The name of a player; the learner is "you"."""
        return phrases.fact_text(seat, self.rulebook().words.for_reader(self.learner_names))

    def rule_reasons(self, *rules: str) -> list[Reason]:
        """Rules as reasons, in the words of the rulebook."""
        return rules_as_reasons(self.rulebook(), rules)

    def note_reasons(self, *rules: str) -> list[Reason]:
        """The notes on rules, which say what this project decided, as reasons."""
        return [Remark(self.rulebook()[rule].notes, rule) for rule in rules]

    def reasons_for_learner(self, statements: Iterable[Ruling | Refusal]) -> list[Reason]:
        """Rulings and refusals as the learner reads them."""
        return statements_as_reasons(statements, self.learner_names)

    def remark(self, key: str, rule: str, **facts: object) -> Remark:
        """A reason of the questions' own, by its key."""
        return Remark(self.say(key, **facts), rule)

    def mistake(self, value: Hashable, key: str, rule: str, **facts: object) -> Mistake:
        """A wrong value that comes of a known mistake, and what that mistake is."""
        return Mistake(value, reasons=(self.remark(f"mistake.{key}", rule, **facts),))
