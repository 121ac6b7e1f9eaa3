"""The sentences of a game's questions, addressed to the learner in the first seat.

SENTENCES = QuizSentences.load("my_game", files("twingkit.my_game.quiz"), rulebook, "p1")
SENTENCES.say("hand.ask", card=card)          # a sentence of `words.toml` in that folder
SENTENCES.rule_reasons("MY-RULE-1")           # a rule as a reason
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib.resources.abc import Traversable

import attrs

from twingkit.core.language import call_in_language
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import READER_KEY, Rulebook, Ruling, TextByLanguage
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz import phrases
from twingkit.learn.quiz.item import QuizReason, Reason
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import PhraseBook, Phrases

LEARNER_SEAT = 0
"""The seat of the learner."""


def rules_as_reasons(book: Rulebook, rules: Iterable[str | Reason]) -> list[Reason]:
    """Return the reasons that quote these rules with their rulebook texts; items that are already reasons
    stay unchanged.
    """
    return [
        QuizReason({lang: book[rule].text(lang) for lang in LANGUAGES}, rule)
        if isinstance(rule, str)
        else rule
        for rule in rules
    ]


def statements_as_reasons(statements: Iterable[Ruling | Refusal], names: Mapping[str, str]) -> list[Reason]:
    """Return rulings and refusals as reasons, with these names for the seats."""
    seen = [
        statement.seen_by(LEARNER_SEAT) if isinstance(statement, Ruling) else statement
        for statement in statements
    ]
    return [reason.for_reader(names) for reason in seen]


@attrs.frozen
class QuizSentences:
    """The sentences for a game's quiz questions, with methods that turn facts, rules and rulings into texts
    and reasons for the learner.

    `say` returns a sentence by its key; `learner_names` names the seats for the learner, whose own seat is
    "you".
    """

    rulebook: Callable[[], Rulebook]
    say: Phrases
    learner_names: Mapping[str, str]

    @classmethod
    def load(
        cls,
        part: str,
        folder: Traversable,
        rulebook: Callable[[], Rulebook],
        seat: str,
        names: Mapping[str, TextByLanguage] | None = None,
    ) -> QuizSentences:
        """Load the sentences of `part` from the `words.toml` of a folder; `seat` is the learner's.

        `names` are further names for facts of these sentences, such as those of cards by their ids.
        """

        def seated() -> Rulebook:
            words = rulebook().words.for_reader({})
            you = {
                lang: call_in_language(lang, words.name, seat)
                + f" ({call_in_language(lang, words.name, READER_KEY)})"
                for lang in LANGUAGES
            }
            words.add_names({**(names or {}), seat: you})
            return Rulebook((), (), {}, words)

        return cls(rulebook, Phrases(part, PhraseBook(folder, ("words",), seated)), {seat: READER_KEY})

    def fact_text(self, fact: object) -> TextByLanguage:
        """Return a fact (a number, cards, a creature) as a text."""
        return phrases.fact_text(fact, self.say.book.catalogue.words)

    def seat_texts(self, seat: str) -> TextByLanguage:
        """Return the name of a player; the learner is "you"."""
        return phrases.fact_text(seat, self.rulebook().words.for_reader(self.learner_names))

    def rule_reasons(self, *rules: str) -> list[Reason]:
        """Return rules as reasons, with the texts of the rulebook."""
        return rules_as_reasons(self.rulebook(), rules)

    def note_reasons(self, *rules: str) -> list[Reason]:
        """Return the notes on rules (our own rulings) as reasons."""
        return [QuizReason(self.rulebook()[rule].notes, rule) for rule in rules]

    def reasons_for_learner(self, statements: Iterable[Ruling | Refusal]) -> list[Reason]:
        """Return rulings and refusals as reasons, addressed to the learner."""
        return statements_as_reasons(statements, self.learner_names)

    def remark(self, key: str, rule: str = "", /, **facts: object) -> QuizReason:
        """Return a reason written for the quiz, by its key.

        It rests on the rule named beside its sentence, or on `rule` if the sentence fits several rules.
        """
        return QuizReason(self.say(key, **facts), rule or self.say.rule(key))

    def explain(
        self, key: str, *further_rules: str, rulings: Iterable[Ruling] = (), **facts: object
    ) -> list[Reason]:
        """Return a remark, these rulings, and the texts of the remark's rule and of further rules."""
        because = self.remark(key, **facts)
        told = self.reasons_for_learner(rulings)
        return [because, *told, *self.rule_reasons(because.rule, *further_rules)]

    def mistake(self, value: Hashable, key: str, rule: str = "", /, **facts: object) -> Mistake:
        """Return a wrong value from a known mistake, with the remark `mistake.<key>` that explains it."""
        return Mistake(value, reasons=(self.remark(f"mistake.{key}", rule, **facts),))
