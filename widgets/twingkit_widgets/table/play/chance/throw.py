"""A throw that can be changed, and the game with another result of it."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from twingkit import Game


@attrs.frozen
class ChanceResult:
    """A chance result that can be changed: its index in the record (from 0), its seat, and its notation."""

    index: int
    seat: int
    face: str


def game_up_to_other_result(game: Game, throws: Iterable[ChanceResult], index: int, face: str) -> Game:
    """Return a copy of a game cut off after chance result number `index`, which is changed to `face`; other
    dice of the same throw stay the same.

    Raises `LookupError` if answer number `index` is not one of the throws, and `BadAnswer` if `face` is not a
    possible result.
    """
    if index not in [throw.index for throw in throws]:
        raise LookupError(f"answer number {index} is not a throw that can be changed")
    other, kind = game.what_if(index, face), game.transcript[index].kind
    for entry in game.transcript[index + 1 :]:
        question = other.question
        thrown = question is not None and (question.kind, question.player) == (kind, entry.player)
        if entry.kind != kind or not thrown:
            break
        other.answer(entry.answer)
    return other
