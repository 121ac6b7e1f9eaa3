"""Random draws: a card from a stack, or one of several named items.

A draw is a question like a die roll, so that a game at a real table can be typed in as it happened.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from twingkit.core.cards.stack import FaceDownStack
from twingkit.core.questions import BadAnswer, ChanceQuestion, Refusal

Card = TypeVar("Card", bound=Hashable)
Picked = TypeVar("Picked")


class DrawFromStack(ChanceQuestion[Card]):
    """A chance question: which card of a face-down stack is drawn next. A game adds its rule, rulebook and
    card notation.
    """

    __slots__ = ("name", "stack")

    def __init__(self, player: int, name: str, stack: FaceDownStack[Card]) -> None:
        self.player, self.name, self.stack = player, name, stack

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the facts for the question's sentence: the name of the player as `side`."""
        return {"side": self.name}

    def options(self) -> Iterator[Card]:
        """Yield the different cards that can be drawn."""
        return iter(self.stack)

    def outcomes(self) -> Sequence[tuple[Card, float]]:
        """Return the different cards that can be drawn, each with its probability."""
        copies = [(card, self.stack.count(card)) for card in self.options()]
        total = sum(count for _, count in copies)
        return [(card, count / total) for card, count in copies]

    def random_answer(self, rng: random.Random) -> Card:
        """Pick one card at random, without removing it; every copy in the stack is equally likely."""
        stack = self.stack
        return stack.kinds[stack.numbers[int(rng.random() * stack.shuffled_count)]]

    def refusal(self, answer: Card) -> Refusal | None:
        """Return the refusal of a card that is not in the stack; None if it is there."""
        if self.stack.count(answer):
            return None
        return Refusal(self.rule, "not_there", {"card": str(answer)}, type(self).book())

    def format_answer(self, answer: Card) -> str:
        """Format a card as in records: the kind of the question, then the card, such as `draw cat`."""
        return f"{self.kind} {answer}"


class RandomPick(ChanceQuestion[Picked]):
    """A chance question: which of the listed items is picked at random; a game adds its rulebook."""

    __slots__ = ("choices", "name")
    answer_prefix: ClassVar[str] = ""
    """The prefix of the answer in records."""

    def __init__(self, player: int, name: str, choices: Sequence[Picked]) -> None:
        self.player, self.name, self.choices = player, name, choices

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the facts for the question's sentence: the name of the player as `side`."""
        return {"side": self.name}

    def options(self) -> Iterator[Picked]:
        """Yield the items, each once."""
        return iter(dict.fromkeys(self.choices))

    def outcomes(self) -> Sequence[tuple[Picked, float]]:
        """Return the items with their probabilities: an item listed twice is twice as likely."""
        return [(choice, self.choices.count(choice) / len(self.choices)) for choice in self.options()]

    def random_answer(self, rng: random.Random) -> Picked:
        """Pick one item at random."""
        return self.choices[int(rng.random() * len(self.choices))]

    def refusal(self, answer: Picked) -> Refusal | None:
        """Return None if the answer is one of the items, else raise `BadAnswer`."""
        if answer not in self.choices:
            raise self.bad_answer(str(getattr(answer, "token", answer)))
        return None

    @abstractmethod
    def bad_answer(self, answer: str) -> BadAnswer:
        """Return the error for an answer that is not one of the items."""

    def format_choice(self, choice: Picked) -> str:
        """Return an item as records write it, without the prefix."""
        return str(choice)

    def parse_answer(self, text: str) -> Picked:
        """Parse the text of an item, with or without the prefix."""
        wanted = " ".join(text.split()).removeprefix(f"{self.answer_prefix} ")
        for choice in self.choices:
            if self.format_choice(choice) == wanted:
                return choice
        raise self.bad_answer(text)

    def format_answer(self, answer: Picked) -> str:
        """Format an item as in records: the prefix, then its text, such as `object hat`."""
        return f"{self.answer_prefix} {self.format_choice(answer)}"
