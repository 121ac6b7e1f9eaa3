"""A throw of a game that may be changed, and the game in which it had come out otherwise."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from twingkit import Game


@attrs.frozen
class Throw:
    """A chance result that may be changed: which answer of the record it was (from 0), whose, its text."""

    index: int
    seat: int
    face: str


def with_other_throw(game: Game, throws: Iterable[Throw], index: int, face: str) -> Game:
    """A copy of a game in which one of its throws had come out otherwise; what was thrown at the same time
    stays as it was.

    Raises `LookupError` if answer number `index` is none of the throws, `BadAnswer` if `face` is nothing that
    could have come.
    """
    if index not in [throw.index for throw in throws]:
        raise LookupError(f"answer number {index} is no throw that may be changed")
    other, kind = game.what_if(index, face), game.transcript[index].kind
    for entry in game.transcript[index + 1 :]:
        question = other.question
        thrown = question is not None and (question.kind, question.player) == (kind, entry.player)
        if entry.kind != kind or not thrown:
            break
        other.answer(entry.answer)
    return other
