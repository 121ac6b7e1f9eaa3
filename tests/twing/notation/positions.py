"""Helpers for positions: read them, or get the reason for a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from twingkit import Game, Refusal, twing
from twingkit.core.messages import Fault
from twingkit.twing.notation.position import Position
from twingkit.twing.starts import SEAT_NAMES


def begin(
    *lines: str, players: str = "FW", variant: str = "box", seed: int | None = None, rolls: str | None = None
) -> Game:
    """Return a game from exactly this position; a seat that is not given has an empty line."""
    typed = {line.split()[0]: line for line in lines}
    seats = [typed.pop(seat, seat) for seat in SEAT_NAMES[: len(players)]]
    start = twing.GameStart.parse(
        [f"players {' '.join(players)}", f"variant {variant}", *seats, *typed.values()]
    )
    if start.position is not None and start.table().needs_refill:
        start = attrs.evolve(start, position=attrs.evolve(start.position, as_is=True))
    return Game(start, seed=seed, rolls=rolls)


def both_texts(error: Fault | Refusal) -> Iterator[str]:
    """Return the error in both languages, which must differ."""
    assert error.text("en") != error.text("de")
    yield from (error.text("en"), error.text("de"))


def outcome(attempt: Callable[[], Position]) -> Position | Fault:
    """Return the position, or the reason why there is none."""
    try:
        return attempt()
    except Fault as fault:
        return fault
