"""The rules: one player guesses, the coin is tossed, and a right guess wins."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import attrs

from twingkit.core.play import Script, Table
from twingkit.core.questions import BadAnswer, Question, Refusal, Roll
from twingkit.core.rulebook import Rulebook, load_rulebook_once

SIDES = ("heads", "tails")


@load_rulebook_once
def rulebook() -> Rulebook:
    """Return the rules with their sentences and words."""
    return Rulebook.load(files("coin"))


@attrs.frozen
class Result:
    """The winner: 0 the guesser, 1 the thrower."""

    winner: int


class CoinTable(Table):
    """The visible side of the coin, and the guess."""

    __slots__ = ("guess", "shown")

    def __init__(self, shown: str, guess: str = "") -> None:
        self.shown, self.guess, self.rulings = shown, guess, None

    def copy(self) -> CoinTable:
        return CoinTable(self.shown, self.guess)

    def key(self) -> tuple[str, str]:
        return self.shown, self.guess


class Guess(Question):
    """The question which side will show."""

    __slots__ = ()
    kind, rule = "guess", "CO-1"

    def options(self) -> Iterator[str]:
        return iter(SIDES)

    def refusal(self, answer: str) -> Refusal | None:
        return Refusal("CO-3", "edge", {}, rulebook()) if answer == "edge" else None

    def sentence(self) -> str:
        return rulebook().sentence("ask", "guess", {"player": "guesser"})

    def parse_answer(self, text: str) -> str:
        if text.strip() not in (*SIDES, "edge"):
            raise BadAnswer("side", rulebook(), found=text.strip()[:40])
        return text.strip()


class Toss(Roll):
    """The toss of the coin."""

    __slots__ = ()
    rule, faces = "CO-2", (0, 1)

    def refusal(self, answer: int) -> Refusal | None:
        return Refusal("CO-3", "edge", {}, rulebook()) if answer == 2 else None

    def sentence(self) -> str:
        return rulebook().sentence("ask", "roll", {"player": "thrower"})

    def parse_answer(self, text: str) -> int:
        words = text.split()
        if not words or words[-1] not in (*SIDES, "edge"):
            raise BadAnswer("side", rulebook(), found=text.strip()[:40])
        return (*SIDES, "edge").index(words[-1])

    def format_answer(self, answer: int) -> str:
        return f"roll {SIDES[answer]}"


def toss(table: CoinTable) -> Script:
    """Toss the coin once."""
    table.guess = yield Guess(0)
    table.record_ruling("CO-1", "guess", player="guesser", side=table.guess)
    table.shown = SIDES[(yield Toss(1))]
    table.record_ruling("CO-2", "shows", side=table.shown)
    winner = int(table.guess != table.shown)
    table.record_ruling("CO-4", "wins", player=("guesser", "thrower")[winner])
    return Result(winner)
