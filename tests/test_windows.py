"""Windows: what becomes of what a seat declared that has left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from twingkit.asking import Question, Refusal
from twingkit.starts import Script
from twingkit.windows import declared


class Number(Question):
    """A question for a number."""

    def options(self) -> Iterator[int]:
        """Some numbers."""
        return iter(range(10))

    def refusal(self, answer: Any) -> Refusal | None:
        """None: every number is allowed."""
        return None

    def text(self, lang: str = "en") -> str:
        """The question."""
        return "?"


def test_what_a_seat_declared_that_is_no_longer_asked_is_dropped() -> None:
    order = [0, 1, 2]
    done: list[tuple[int, int]] = []

    def act(seat: int, value: int) -> Script:
        done.append((seat, value))
        order.remove(2)
        yield from ()

    def settle(seats: Sequence[int]) -> Script:
        yield from ()
        return seats[0]

    def asked() -> Script:
        yield from declared(
            {},
            order=lambda: list(order),
            ask=lambda seat: None if done else Number(seat),
            passed=lambda seat, answer: answer == 0,
            rank=lambda seat, answer: answer,
            settle=settle,
            still=lambda seat, answer: True,
            carry_out=act,
            over=lambda: False,
        )
        yield None

    window = asked()
    assert next(window).player == 0
    assert [window.send(answer).player for answer in (9, 0)] == [1, 2]
    assert window.send(5) is None
    assert done == [(0, 9)]
