"""A throw that can be changed, and the game with another result of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from twingkit import Game
from twingkit.core.questions import kind_and_player


@attrs.frozen
class ChanceResult:
    """A chance result that can be changed: its index in the record (from 0), its seat, and its notation."""

    index: int
    seat: int
    face: str


def game_up_to_other_results(
    game: Game, throws: Iterable[ChanceResult], face_by_index: Mapping[int, str]
) -> Game:
    """Return a copy of a game cut off after the throw whose dice `face_by_index` changes; its other dice stay
    the same.

    Raises `LookupError` if the number of an answer is not one of the throws, and `BadAnswer` if a face is not
    a possible result.
    """
    indices = {throw.index for throw in throws}
    if not face_by_index or not indices.issuperset(face_by_index):
        raise LookupError(f"answers number {sorted(face_by_index)} are not throws that can be changed")
    first = min(face_by_index)
    other, kind = game.what_if(first, face_by_index[first]), game.transcript[first].kind
    for index, entry in enumerate(game.transcript[first + 1 :], first + 1):
        if entry.kind != kind or kind_and_player(other.question) != (kind, entry.player):
            break
        other.answer(face_by_index.get(index, entry.answer))
    return other
