"""Questions, dice, and refusals with their reasons.

A rules script yields a `Question` or a `Roll` and is sent the answer. A question knows its own legal answers:
the conditions that list the options also refuse other answers and explain why.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, cast

from typing_extensions import TypeVar

from twingkit.core.errors import KitError
from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.core.rulebook import Rulebook, Ruling

MAX_QUOTE_LENGTH = 60
"""The default number of characters of user input that a message quotes."""


class Refusal(KitError):
    """An answer or a position that a rule forbids: the rule, the reason, and the numbers.

    `.rule` is the id of the rule; `.text(lang)` gives the reason and says what would be legal.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> game.answer("lay F4")
    Traceback (most recent call last):
    ...
    twingkit.core.questions.Refusal: The hand has no spell Fire 4 ... [TW-BAT-1]
    """

    setup_line_number: int | None = None
    """The index of the forbidden set-up line, if the refusal comes from parsing a start."""

    def __init__(self, rule: str, case: str, facts: Mapping[str, object], book: Rulebook) -> None:
        super().__init__(rule, case)
        self.ruling = Ruling(rule, case, facts, book)

    @property
    def rule(self) -> str:
        """The id of the rule that forbids the answer or position."""
        return self.ruling.rule

    @property
    def case(self) -> str:
        """The key of the reason among the rule's cases."""
        return self.ruling.case

    def for_reader(self, names: Mapping[str, str]) -> Refusal:
        """Return the refusal worded for one reader, addressed as "you" (see `Words.for_reader`)."""
        said = self.ruling.for_reader(names)
        return Refusal(said.rule, said.case, said.facts, said.book)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the reason, and what would be legal."""
        return self.ruling.text()

    def __str__(self) -> str:
        return f"{self.text()} [{self.rule}]"

    def _repr_html_(self) -> str:
        return self.ruling._repr_html_()


class RefusalWithRuleId(Refusal):
    """A refusal of user input, whose text always includes the id of the rule."""

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the reason and the id of the rule."""
        return f"{super().text()} [{self.rule}]"

    def __str__(self) -> str:
        return self.text()


RulingOrRefusal = TypeVar("RulingOrRefusal", Ruling, Refusal)
"""The type of a message from the rules: a ruling, or a refusal."""


AnswerT = TypeVar("AnswerT", default=Any)
"""The type of the answers to a question; `Any` by default."""


class BadAnswer(Fault):
    """An answer that does not fit the question at all, unlike one that a rule forbids (`Refusal`).

    >>> from twingkit import twing
    >>> twing.battle_game("F: F5 vs W: W6").roll()
    Traceback (most recent call last):
    ...
    twingkit.core.questions.BadAnswer: there is no die to roll now. The attacker: which spells ...
    """


class Question(Generic[AnswerT]):
    """A question that a game's script asks a player; it knows which answers are legal and how they are
    written.

    Each kind of question is a subclass. It decides which answers are legal and explains why others are not
    (`refusal`), yields legal ones lazily (`options`), picks one at random, and parses and formats answers
    as text. `Question[Act]` states the type of the answers.

    >>> from twingkit import twing
    >>> question = twing.battle_game("F: F5 F3 vs W: W6").question
    >>> print(question.text())
    The attacker: which spells and creatures do you lay?
    >>> [question.format_answer(lay) for lay in question.options()]
    ['lay F5', 'lay F3', 'lay F5 F3']
    """

    __slots__ = ("player",)
    kind: ClassVar[str] = ""
    """The name of this kind of question, also the key of its wording."""
    rule: ClassVar[str] = ""
    """The id of the rule that asks this question."""
    is_chance: ClassVar[bool] = False
    """True if chance answers, not the player (`ChanceQuestion`)."""
    implied_by_roll: ClassVar[Any] = None
    """The answer of a player who already reports the roll for the next question; None if none is implied."""
    book: ClassVar[Callable[[], Rulebook]]
    """The function that returns the rulebook with the wording, the sentence `ask` of its `kind`."""

    def __init__(self, player: int) -> None:
        self.player = player

    @property
    def has_unlisted_answers(self) -> bool:
        """True if `options` is a selection now: other answers may be legal, too.

        False by default: every legal answer is listed, though the words of one may also come in another
        order. What may be said before the answer (`is_interruption`, `is_aside`) is not an answer.
        """
        return False

    @abstractmethod
    def options(self) -> Iterator[AnswerT]:
        """Yield the legal answers, lazily. If there are very many, a subclass may leave some out; then
        `has_unlisted_answers` is True.
        """

    @abstractmethod
    def refusal(self, answer: AnswerT) -> Refusal | None:
        """Return why an answer is illegal; None if it is legal.

        Raises `BadAnswer` if it is no answer at all.
        """

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the facts of the wording; by default only `side`, the name of the player, such as `p1`."""
        return {"side": f"p{self.player + 1}"}

    def sentence(self) -> str:
        """Return the wording of the question in the current language."""
        return type(self).book().sentence("ask", self.kind, self.sentence_facts())

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the wording of the question in `lang`."""
        return self.sentence()

    def random_answer(self, rng: random.Random) -> AnswerT:
        """Return a random legal answer."""
        return rng.choice(list(self.options()))

    def parse_answer(self, text: str) -> AnswerT:
        """Parse the text of an answer; white space does not matter. Raises `BadAnswer` if it is not one."""
        return cast("AnswerT", " ".join(text.split()))  # a text, unless a subclass parses its own type

    def is_interruption(self, line: str) -> bool:
        """True if another seat may say this line, such as `p3: call`, while this question is pending."""
        return False

    def is_aside(self, answer: AnswerT) -> bool:
        """True if the player says this before the answer, and the question then waits for the answer, such as
        a trade offer.
        """
        return False

    def speaker_and_answer(self, answer: AnswerT) -> tuple[int, AnswerT]:
        """Return the player who gives an answer, and the answer.

        This is the asked player, unless another one interrupts.
        """
        return self.player, answer

    def implied_answer(self, text: str) -> AnswerT | None:
        """Return the answer to this question that is implied by a text which reports the roll for the next
        question; None if none is.
        """
        return self.implied_by_roll if text.split()[:1] == [Roll.kind] else None

    def format_answer(self, answer: AnswerT) -> str:
        """Format an answer as text, so that `parse_answer(format_answer(answer)) == answer`."""
        return str(answer)

    def first_word(self, answer: AnswerT) -> str:
        """Return the first word of the text of an answer, which tells what kind of answer it is."""
        return self.format_answer(answer).partition(" ")[0]


def kind_and_player(question: Question | None) -> tuple[str, int] | None:
    """Return the kind of a question and the asked player, by which the questions of similar games are
    compared; None without a question.
    """
    return None if question is None else (question.kind, question.player)


class ChanceQuestion(Question[AnswerT]):
    """A question that chance answers: a die roll or a card draw.

    The game draws the result, or a person enters it.

    >>> from twingkit import twing
    >>> game = twing.new_game("FW")
    >>> isinstance(game.question, ChanceQuestion), game.question.kind
    (True, 'draw')
    """

    __slots__ = ()
    is_chance = True
    result_key: ClassVar[str] = "drawn"
    """The key of the review text that tells results: "drawn", "rolled", "seen" or "taken"."""

    def outcomes(self) -> Sequence[tuple[AnswerT, float]]:
        """Return all possible results with their probabilities. All options are equally likely by default."""
        options = list(self.options())
        return [(option, 1 / len(options)) for option in options]


FaceT = TypeVar("FaceT", default=int)
"""The type of a roll's result; an `int` face by default."""


class Roll(ChanceQuestion[FaceT]):
    """A die roll: the answer is a face, rolled by the game or read off a real die.

    A game's subclass sets `faces` (all equally likely), their texts and the wording; for several dice at once
    it overrides `options` and `random_answer`. Unlike a different card, a different roll says nothing about
    other players' hands, so the play page offers to change it.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> game.answer("lay F5"); game.answer("lay W6")
    >>> game.question.kind, game.question.text()
    ('roll', 'The attacker: roll your Orn die.')
    >>> [game.question.format_answer(face) for face in game.question.options()][-3:]
    ['roll Sun', 'roll Cross', 'roll Spiral']
    """

    __slots__ = ()
    result_key = "rolled"
    kind = "roll"
    faces: ClassVar[Sequence[Any]] = ()  # `FaceT`; a class variable cannot use a type variable

    def options(self) -> Iterator[FaceT]:
        """Yield the faces of the die."""
        return iter(self.faces)

    def random_answer(self, rng: random.Random) -> FaceT:
        """Roll the die once."""
        face: FaceT = self.faces[int(rng.random() * len(self.faces))]
        return face


def is_count(word: str) -> bool:
    """True if a word is a count of one to four digits.

    >>> is_count("12"), is_count("-1"), is_count("9" * 5_000)
    (True, False, False)
    """
    return word.isdecimal() and word.isascii() and len(word) <= 4


def one_line_excerpt(text: str, max_length: int = MAX_QUOTE_LENGTH) -> str:
    """Shorten user input for an error message to one line without control characters."""
    flat = text if text.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in text)
    return flat if len(flat) <= max_length else flat[: max_length - 1] + "…"
