"""Random draws: a card from a stack, or one of several named items.

A draw is a question like a die roll, so that a game at a real table can be typed in as it happened.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from typing import ClassVar, TypeVar

from twingkit.core.cards.stack import Stack
from twingkit.core.questions import BadAnswer, Chance, Refusal

Card = TypeVar("Card", bound=Hashable)
Picked = TypeVar("Picked")


class StackDraw(Chance[Card]):
    """The next card of a stack, drawn by a player. A game adds its rule, its wording and the notation of
    cards.
    """

    __slots__ = ("name", "stack")

    def __init__(self, player: int, name: str, stack: Stack[Card]) -> None:
        self.player, self.name, self.stack = player, name, stack

    def options(self) -> Iterator[Card]:
        """Yield the different cards that can be drawn."""
        return iter(self.stack)

    def outcomes(self) -> Sequence[tuple[Card, float]]:
        """Return the different cards that can be drawn, each with the probability of all its copies."""
        copies = [(card, self.stack.count(card)) for card in self.options()]
        total = sum(count for _, count in copies)
        return [(card, count / total) for card, count in copies]

    def random_answer(self, rng: random.Random) -> Card:
        """Draw one card; every card of the stack is equally likely."""
        stack = self.stack
        return stack.kinds[bisect_right(list(accumulate(stack.counts)), int(rng.random() * stack.total))]


class NamedPick(Chance[Picked]):
    """A random choice among named items, each equally likely; a game adds the wording."""

    __slots__ = ("choices", "name")
    word: ClassVar[str] = ""
    """The prefix of the answer in records."""

    def __init__(self, player: int, name: str, choices: Sequence[Picked]) -> None:
        self.player, self.name, self.choices = player, name, choices

    def options(self) -> Iterator[Picked]:
        """Yield the possible results."""
        return iter(dict.fromkeys(self.choices))

    def outcomes(self) -> Sequence[tuple[Picked, float]]:
        """Return the possible results with their probabilities: an item listed twice is twice as likely."""
        return [(choice, self.choices.count(choice) / len(self.choices)) for choice in self.options()]

    def random_answer(self, rng: random.Random) -> Picked:
        """Pick one item; each is equally likely."""
        return self.choices[int(rng.random() * len(self.choices))]

    def refusal(self, answer: Picked) -> Refusal | None:
        """Return None for one of the choices. Raises `BadAnswer` for anything else."""
        if answer not in self.choices:
            raise self.bad_answer(str(getattr(answer, "token", answer)))
        return None

    @abstractmethod
    def bad_answer(self, text: str) -> BadAnswer:
        """Return the error for an answer that is not one of the choices."""

    def token(self, choice: Picked) -> str:
        """Return the text of a choice."""
        return str(choice)

    def parse_answer(self, text: str) -> Picked:
        """Parse the name of a choice, with or without the word before it."""
        wanted = " ".join(text.split()).removeprefix(f"{self.word} ")
        for choice in self.choices:
            if self.token(choice) == wanted:
                return choice
        raise self.bad_answer(text)

    def format_answer(self, answer: Picked) -> str:
        """Format a choice: the word, then its token, such as `object hat`."""
        return f"{self.word} {self.token(answer)}"
