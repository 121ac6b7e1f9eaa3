"""Windows: what happens to the declaration of a seat that has left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from twingkit.core.questions import Question, Refusal
from twingkit.core.starts import Script
from twingkit.core.windows import secret_declaration_window, turn_window


class Number(Question):
    """A question for a number."""

    def options(self) -> Iterator[int]:
        """Return some numbers."""
        return iter(range(10))

    def refusal(self, answer: Any) -> Refusal | None:
        """Return None: every number is allowed."""
        return None

    def sentence(self) -> str:
        """Return the question."""
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

    def questions() -> Script:
        yield from secret_declaration_window(
            {},
            order=lambda: list(order),
            ask=lambda seat: None if done else Number(seat),
            is_pass=lambda seat, answer: answer == 0,
            rank=lambda seat, answer: answer,
            break_tie=settle,
            is_still_allowed=lambda seat, answer: True,
            carry_out=act,
            is_over=lambda: False,
        )
        yield None

    window = questions()
    assert next(window).player == 0
    assert [window.send(answer).player for answer in (9, 0)] == [1, 2]
    assert window.send(5) is None
    assert done == [(0, 9)]


class Loud(Number):
    """A number, or what another seat declares out of turn: a hundred times its seat plus the number."""

    def speaker_and_answer(self, answer: int) -> tuple[int, int]:
        """Return who declares it, and the number."""
        return (answer // 100, answer % 100) if answer >= 100 else (self.player, answer)


def test_who_interrupts_declares_and_the_one_who_was_asked_is_asked_again() -> None:
    done: list[tuple[int, int]] = []
    kept: dict[int, int] = {}

    def act(seat: int, value: int) -> Script:
        done.append((seat, value))
        yield from ()

    def questions() -> Script:
        yield from secret_declaration_window(
            kept,
            order=lambda: [0, 1],
            ask=lambda seat: Loud(seat) if seat == 0 and len(done) < 2 else None,
            is_pass=lambda seat, answer: answer == 0,
            rank=lambda seat, answer: answer,
            break_tie=lambda seats: iter(()),
            is_still_allowed=lambda seat, answer: True,
            carry_out=act,
            is_over=lambda: False,
        )
        yield None

    window = questions()
    assert next(window).player == 0
    assert window.send(104).player == 0
    assert kept == {1: 4}
    assert window.send(7).player == 0
    assert (done, kept) == ([(0, 7)], {1: 4})
    assert window.send(0) is None
    assert done == [(0, 7), (1, 4)]


def test_who_interrupts_one_after_another_acts_at_once_and_the_round_begins_anew() -> None:
    done: list[tuple[int, int]] = []

    def act(seat: int, value: int) -> Script:
        done.append((seat, value))
        yield from ()

    def questions() -> Script:
        yield from turn_window(
            [0, 0],
            order=(0, 1, 2),
            ask=lambda seat: Loud(seat) if seat < 2 else None,
            is_pass=lambda seat, answer: answer == 0,
            carry_out=act,
            is_over=lambda: False,
        )
        yield None

    window = questions()
    assert next(window).player == 0
    assert window.send(0).player == 1
    assert window.send(205).player == 1
    assert done == [(2, 5)]
    assert window.send(0).player == 0, "all pass in a row after an act"
    assert window.send(0) is None
