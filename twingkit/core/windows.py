"""Windows: moments at which several players may act, and the order in which they do.

`secret_declaration_window` asks all players secretly and lets the highest action happen; `take_turns` lets
one player act after another, until all have passed in a row, and `turn_window` asks one question for each
turn. A player without options passes silently, so that a window does not reveal hidden cards. The caller
passes in the state between two answers, which belongs to the table.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, MutableSequence, Sequence
from typing import TypeVar

from twingkit.core.questions import Question
from twingkit.core.starts import Script

__all__ = ["secret_declaration_window", "take_turns", "turn_window"]


ActionT = TypeVar("ActionT")
"""The type of an action that is declared or carried out."""


def secret_declaration_window(
    declared_acts: MutableMapping[int, ActionT],
    *,
    order: Callable[[], Sequence[int]],
    ask: Callable[[int], Question | None],
    is_pass: Callable[[int, ActionT], bool],
    rank: Callable[[int, ActionT], int | tuple[int, ...]],
    break_tie: Callable[[Sequence[int]], Script],
    is_still_allowed: Callable[[int, ActionT], bool],
    carry_out: Callable[[int, ActionT], Script],
    is_over: Callable[[], bool],
) -> Script:
    """Run a window in which players secretly declare an action or pass; carry out the action with the highest
    `rank`, and keep the others declared.

    Then all players without a declared action are asked again, until all pass or `is_over()`; a player who
    was interrupted is asked again. `declared_acts` holds the declared action of each seat; actions that fail
    `is_still_allowed` are dropped. If several have the highest `rank` (of a seat and its action), the script
    `break_tie` returns the seat that goes first.

    >>> from twingkit.core.questions import Roll
    >>> acts = {0: 3, 1: 7}
    >>> carried_out = []
    >>> def act(seat, value):
    ...     carried_out.append((seat, value))
    ...     yield from ()
    >>> window = secret_declaration_window({}, order=lambda: [0, 1], carry_out=act,
    ...                   ask=lambda seat: Roll(seat) if seat in acts else None,
    ...                   is_pass=lambda seat, answer: False, rank=lambda seat, answer: answer,
    ...                   break_tie=lambda seats: iter(()), is_still_allowed=lambda seat, answer: True,
    ...                   is_over=lambda: len(carried_out) == 2)
    >>> [next(window).player, window.send(acts.pop(0)).player]
    [0, 1]
    >>> next(iter([window.send(acts.pop(1))]), None)
    Traceback (most recent call last):
    ...
    StopIteration
    >>> carried_out
    [(1, 7), (0, 3)]
    """
    while not is_over():
        seats = order()
        for seat in [seat for seat in declared_acts if seat not in seats]:
            del declared_acts[seat]
        for seat in seats:
            speaker = None
            while speaker != seat and seat not in declared_acts and (question := ask(seat)) is not None:
                speaker, answer = question.speaker_and_answer((yield question))
                if not is_pass(speaker, answer):
                    declared_acts[speaker] = answer
        if not declared_acts:
            return
        highest = max(rank(seat, declared_acts[seat]) for seat in declared_acts)
        equal = [
            seat for seat in seats if seat in declared_acts and rank(seat, declared_acts[seat]) == highest
        ]
        first = equal[0] if len(equal) == 1 else (yield from break_tie(equal))
        yield from carry_out(first, declared_acts.pop(first))
        for seat in [seat for seat, answer in declared_acts.items() if not is_still_allowed(seat, answer)]:
            del declared_acts[seat]
    declared_acts.clear()


def take_turns(
    progress: MutableSequence[int],
    *,
    order: Sequence[int],
    take_turn: Callable[[int], Script[bool]],
    is_over: Callable[[], bool],
) -> Script:
    """Let the seats of `order` take turns, again and again, until all have passed in a row or `is_over()`.

    `take_turn` plays the turn of a seat and returns True if the seat did something, False if it passed.
    `progress` holds two numbers, which the caller keeps on the table: the turns so far, and how many players
    have passed in a row.

    >>> left, turns = {0: 1, 1: 2}, []
    >>> def take_turn(seat):
    ...     turns.append(seat)
    ...     left[seat] -= 1
    ...     return left[seat] >= 0
    ...     yield
    >>> list(take_turns([0, 0], order=(0, 1), take_turn=take_turn, is_over=lambda: False)), turns
    ([], [0, 1, 0, 1, 0, 1])
    """
    progress[:] = 0, 0
    while progress[1] < len(order) and not is_over():
        seat = order[progress[0] % len(order)]
        progress[0] += 1
        progress[1] = 0 if (yield from take_turn(seat)) else progress[1] + 1


def turn_window(
    progress: MutableSequence[int],
    *,
    order: Sequence[int],
    ask: Callable[[int], Question | None],
    is_pass: Callable[[int, ActionT], bool],
    carry_out: Callable[[int, ActionT], Script],
    is_over: Callable[[], bool] = lambda: False,
) -> Script:
    """Let players act or pass one after another, in this order, until all pass in a row or `is_over()`.

    A player for whom `ask` returns None passes; one who was interrupted is asked again. `progress` is kept as
    by `take_turns`.

    >>> list(turn_window([0, 0], order=(0, 1), ask=lambda seat: None, is_pass=lambda seat, answer: True,
    ...     carry_out=lambda seat, answer: iter(())))
    []
    """

    def take_turn(seat: int) -> Script[bool]:
        question = ask(seat)
        if question is None:
            return False
        speaker, answer = question.speaker_and_answer((yield question))
        if speaker != seat:
            progress[0] -= 1
        if is_pass(speaker, answer):
            return False
        progress[1] = 0
        yield from carry_out(speaker, answer)
        return True

    yield from take_turns(progress, order=order, take_turn=take_turn, is_over=is_over)
