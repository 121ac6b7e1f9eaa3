"""Windows: the moments at which several players may act, and who of them comes first. No game is named here.

`declared` asks all secretly and lets the highest act; `in_turn` asks one after another. Both ask only whom
`ask` gives a question: who can do nothing passes unseen, so that a window betrays no hidden card. Their state
between two answers is in what the caller hands over, which belongs to the table.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, MutableSequence, Sequence
from typing import TypeVar

from twingkit.core.asking import Question
from twingkit.core.starts import Script

__all__ = ["declared", "in_turn"]


ActT = TypeVar("ActT")
"""The type of an act that is declared or carried out."""


def declared(
    kept: MutableMapping[int, ActT],
    *,
    order: Callable[[], Sequence[int]],
    ask: Callable[[int], Question | None],
    passed: Callable[[int, ActT], bool],
    rank: Callable[[int, ActT], int | tuple[int, ...]],
    settle: Callable[[Sequence[int]], Script],
    still: Callable[[int, ActT], bool],
    carry_out: Callable[[int, ActT], Script],
    over: Callable[[], bool],
) -> Script:
    """All declare one act or pass, unseen; the highest act is carried out, the others stay declared.

    Then all who have nothing declared are asked anew, until all pass or it is `over`; who is interrupted is
    asked again. `kept` holds what is declared by seat, an act that `still` does not hold any more is dropped;
    of several that have the highest `rank` (of a seat and its act), `settle` says whose comes first, by a
    script that returns the seat.

    >>> from twingkit.core.asking import Roll
    >>> acts = {0: 3, 1: 7}
    >>> done = []
    >>> def act(seat, value):
    ...     done.append((seat, value))
    ...     yield from ()
    >>> window = declared({}, order=lambda: [0, 1], carry_out=act,
    ...                   ask=lambda seat: Roll(seat) if seat in acts else None,
    ...                   passed=lambda seat, answer: False, rank=lambda seat, answer: answer,
    ...                   settle=lambda seats: iter(()),
    ...                   still=lambda seat, answer: True, over=lambda: len(done) == 2)
    >>> [next(window).player, window.send(acts.pop(0)).player]
    [0, 1]
    >>> next(iter([window.send(acts.pop(1))]), None)
    Traceback (most recent call last):
    ...
    StopIteration
    >>> done
    [(1, 7), (0, 3)]
    """
    while not over():
        seats = order()
        for seat in [seat for seat in kept if seat not in seats]:
            del kept[seat]
        for seat in seats:
            speaker = None
            while speaker != seat and seat not in kept and (question := ask(seat)) is not None:
                speaker, answer = question.said((yield question))
                if not passed(speaker, answer):
                    kept[speaker] = answer
        if not kept:
            return
        highest = max(rank(seat, kept[seat]) for seat in kept)
        equal = [seat for seat in seats if seat in kept and rank(seat, kept[seat]) == highest]
        first = equal[0] if len(equal) == 1 else (yield from settle(equal))
        yield from carry_out(first, kept.pop(first))
        for seat in [seat for seat, answer in kept.items() if not still(seat, answer)]:
            del kept[seat]
    kept.clear()


def in_turn(
    progress: MutableSequence[int],
    *,
    order: Sequence[int],
    ask: Callable[[int], Question | None],
    passed: Callable[[int, ActT], bool],
    carry_out: Callable[[int, ActT], Script],
    over: Callable[[], bool],
) -> Script:
    """One after another in this order acts or passes, until all pass in a row or it is `over`; who is
    interrupted is asked again.

    `progress` holds two numbers: how often somebody's turn came, and how many have passed in a row.

    >>> list(in_turn([0, 0], order=(0, 1), ask=lambda seat: None, passed=lambda seat, answer: True,
    ...     carry_out=lambda seat, answer: iter(()), over=lambda: False))
    []
    """
    progress[:] = 0, 0
    while progress[1] < len(order) and not over():
        seat = order[progress[0] % len(order)]
        progress[0] += 1
        question = ask(seat)
        if question is None:
            progress[1] += 1
            continue
        speaker, answer = question.said((yield question))
        if speaker != seat:
            progress[0] -= 1
        if passed(speaker, answer):
            progress[1] += 1
        else:
            progress[1] = 0
            yield from carry_out(speaker, answer)
