"""The draws by chance: a card from a stack, or one of several named items.

A draw is asked like a die, so that a game played at a real table can be typed in as it fell.
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
    """The next card of a stack, for a player; a game adds its rule, its words and how a card is written."""

    __slots__ = ("name", "stack")

    def __init__(self, player: int, name: str, stack: Stack[Card]) -> None:
        self.player, self.name, self.stack = player, name, stack

    def options(self) -> Iterator[Card]:
        """The different cards that may come."""
        return iter(self.stack)

    def outcomes(self) -> Sequence[tuple[Card, float]]:
        """The different cards that may come, each with the chance of all its copies."""
        copies = [(card, self.stack.count(card)) for card in self.options()]
        total = sum(count for _, count in copies)
        return [(card, count / total) for card, count in copies]

    def random_answer(self, rng: random.Random) -> Card:
        """One card, each card of the stack equally likely."""
        stack = self.stack
        return stack.kinds[bisect_right(list(accumulate(stack.counts)), int(rng.random() * stack.total))]


class NamedPick(Chance[Picked]):
    """Chance picks one of several named things, each equally likely; a game adds the words."""

    __slots__ = ("choices", "name")
    word: ClassVar[str] = ""
    """The prefix of the answer in records."""

    def __init__(self, player: int, name: str, choices: Sequence[Picked]) -> None:
        self.player, self.name, self.choices = player, name, choices

    def options(self) -> Iterator[Picked]:
        """The possible results."""
        return iter(dict.fromkeys(self.choices))

    def outcomes(self) -> Sequence[tuple[Picked, float]]:
        """The possible results, each with its chance: one that is named twice comes twice as often."""
        return [(choice, self.choices.count(choice) / len(self.choices)) for choice in self.options()]

    def random_answer(self, rng: random.Random) -> Picked:
        """One of them, each equally likely."""
        return self.choices[int(rng.random() * len(self.choices))]

    def refusal(self, answer: Picked) -> Refusal | None:
        """None for one of the choices; raises `BadAnswer` for anything else."""
        if answer not in self.choices:
            raise self.bad_answer(str(getattr(answer, "token", answer)))
        return None

    @abstractmethod
    def bad_answer(self, text: str) -> BadAnswer:
        """The error of an answer that is none of the choices."""

    def token(self, choice: Picked) -> str:
        """The text of a choice."""
        return str(choice)

    def parse_answer(self, text: str) -> Picked:
        """The choice that a text names, with or without the word before it."""
        wanted = " ".join(text.split()).removeprefix(f"{self.word} ")
        for choice in self.choices:
            if self.token(choice) == wanted:
                return choice
        raise self.bad_answer(text)

    def format_answer(self, answer: Picked) -> str:
        """The word before it and its token, as `object hat`."""
        return f"{self.word} {self.token(answer)}"
