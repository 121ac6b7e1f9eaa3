"""Asking: questions, dice, and refusals with their reason.

A rules script yields a `Question` or a `Roll` and is sent the answer. A question carries its own legality:
the conditions that list the options are the ones that refuse and explain.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, cast

from typing_extensions import TypeVar

from twingkit.core.errors import KitError
from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.core.rulebook import Rulebook, Ruling

QUOTE_LIMIT = 60
"""The largest number of characters of a stranger's text that a message quotes, if it says no other."""


class Refusal(KitError):
    """An answer or a position that a rule forbids: which rule, why, and the numbers.

    `.rule` is the rule's id, `.text(lang)` the reason with what would be legal.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> game.answer("lay F4")
    Traceback (most recent call last):
    ...
    twingkit.core.questions.Refusal: The spell Fire 4 is not in the hand (or not that often). [TW-BAT-1]
    """

    setup_line: int | None = None
    """The index of the set-up line that is forbidden, where a start was read and knows it."""

    def __init__(self, rule: str, case: str, facts: Mapping[str, object], book: Rulebook) -> None:
        super().__init__(rule, case)
        self.ruling = Ruling(rule, case, facts, book)

    @property
    def rule(self) -> str:
        """The id of the rule that says no."""
        return self.ruling.rule

    @property
    def case(self) -> str:
        """The case of the rule: which of its reasons applies."""
        return self.ruling.case

    def for_reader(self, names: Mapping[str, str]) -> Refusal:
        """The refusal as it is said to one reader: see `Words.for_reader`."""
        said = self.ruling.for_reader(names)
        return Refusal(said.rule, said.case, said.facts, said.book)

    @localized
    def text(self, lang: str | None = None) -> str:
        """The reason, and what would be legal."""
        return self.ruling.text()

    def __str__(self) -> str:
        return f"{self.text()} [{self.rule}]"

    def _repr_html_(self) -> str:
        return self.ruling._repr_html_()


class InputRefusal(Refusal):
    """A refusal of something that was typed: its text names the rule, wherever it is printed."""

    @localized
    def text(self, lang: str | None = None) -> str:
        """The reason, and the id of the rule."""
        return f"{super().text()} [{self.rule}]"

    def __str__(self) -> str:
        return self.text()


RulingOrRefusal = TypeVar("RulingOrRefusal", Ruling, Refusal)
"""A sentence of the rules about a side: that one of them acted, or that one forbids something."""


AnswerT = TypeVar("AnswerT", default=Any)
"""The type of the answers to a question; any, where it does not say."""


class BadAnswer(Fault):
    """An answer that is not one: what was given, and what the question expects.

    >>> from twingkit import twing
    >>> twing.battle_game("F: F5 vs W: W6").roll()
    Traceback (most recent call last):
    ...
    twingkit.core.questions.BadAnswer: there is no die to roll now. The attacker: which spells ...
    """


class Question(Generic[AnswerT]):
    """A question of a script to a player.

    A kind of question is a subclass: it knows which answers it allows and why not the others (`refusal`),
    lists them lazily (`options`), can draw one at random, and reads and writes them as text. `Question[Act]`
    says of which type they are.

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
    """The rule that asks."""

    def __init__(self, player: int) -> None:
        self.player = player

    @abstractmethod
    def options(self) -> Iterator[AnswerT]:
        """All allowed answers, made as they are taken."""

    @abstractmethod
    def refusal(self, answer: AnswerT) -> Refusal | None:
        """The reason why this answer is not allowed; None if it is. Raises `BadAnswer` if it is no answer at
        all."""

    @abstractmethod
    def sentence(self) -> str:
        """The question in words, in the language in force."""

    @localized
    def text(self, lang: str | None = None) -> str:
        """The question in words."""
        return self.sentence()

    def random_answer(self, rng: random.Random) -> AnswerT:
        """A random allowed answer."""
        return rng.choice(list(self.options()))

    def parse_answer(self, text: str) -> AnswerT:
        """The answer that a text means; raises `BadAnswer` if it means none."""
        return cast("AnswerT", text.strip())  # a text, unless a kind of question reads its own

    def is_interruption(self, line: str) -> bool:
        """True if a line, `p3: call`, is something that another seat may say while this one is asked."""
        return False

    def speaker_and_answer(self, answer: AnswerT) -> tuple[int, AnswerT]:
        """The player who says an answer, and what: who is asked, unless another interrupts."""
        return self.player, answer

    def implied_answer(self, text: str) -> str:
        """The answer that a text takes for granted, being one to what is asked next ("" : none)."""
        return ""

    def format_answer(self, answer: AnswerT) -> str:
        """The text of an answer, such that `read(write(answer)) == answer`."""
        return str(answer)


class Chance(Question[AnswerT]):
    """A question that chance answers: a die, a card drawn. The game draws it, or a person enters the result.

    >>> from twingkit import twing
    >>> game = twing.new_game("FW")
    >>> isinstance(game.question, Chance), game.question.kind
    (True, 'draw')
    """

    __slots__ = ()

    def outcomes(self) -> Sequence[tuple[AnswerT, float]]:
        """All that can come, each with its chance: every option is equally likely, unless a kind says
        otherwise."""
        options = list(self.options())
        return [(option, 1 / len(options)) for option in options]


FaceT = TypeVar("FaceT", default=int)
"""The type of what a roll brings: a face, where it does not say."""


class Roll(Chance[FaceT]):
    """A die to be rolled: the answer is a face, rolled by the game or read off a real die.

    A game's own subclass gives `faces` (each equally likely), their texts and the wording; of several dice at
    once it gives `options` and `random_answer`. That a die could have fallen otherwise tells nobody what
    others hold, as another card would: the play page offers to let it.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> game.answer("lay F5"); game.answer("lay W6")
    >>> game.question.kind, game.question.text()
    ('roll', 'The attacker: roll your Orn die.')
    >>> [game.question.format_answer(face) for face in game.question.options()][-3:]
    ['roll Sun', 'roll Cross', 'roll Spiral']
    """

    __slots__ = ()
    kind = "roll"
    faces: ClassVar[Sequence[Any]] = ()  # of `FaceT`, which no class variable can name

    def options(self) -> Iterator[FaceT]:
        """The faces of the die."""
        return iter(self.faces)

    def random_answer(self, rng: random.Random) -> FaceT:
        """One throw."""
        face: FaceT = self.faces[int(rng.random() * len(self.faces))]
        return face


def is_count(word: str) -> bool:
    """True for a number of things as it is written: one to four digits.

    >>> is_count("12"), is_count("-1"), is_count("9" * 5_000)
    (True, False, False)
    """
    return word.isdecimal() and word.isascii() and len(word) <= 4


def one_line(text: str, limit: int = QUOTE_LIMIT) -> str:
    """A stranger's text made fit for an error message: one line, no control signs, not too long."""
    flat = text if text.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in text)
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
