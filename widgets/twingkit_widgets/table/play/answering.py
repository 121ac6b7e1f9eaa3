"""The actions of every page on which questions of a game are answered."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit_widgets.table.play.words import PlayFault


class AnswerActions:
    """A mixin for panels on which a person answers the questions of a game and can change chance results."""

    status: str

    def _give(self, answer: str) -> None:
        raise NotImplementedError(f"{type(self).__name__} answers nothing")

    def _try(self, place: int, face: str) -> None:
        raise NotImplementedError(f"{type(self).__name__} cannot try other results")

    def act_face(self, value: object) -> None:
        """Replace a chance result: `4:Sun` (answer number and result), or a form with `place` and `face`."""
        self._try(*parse_result(value))


def parse_result(value: object) -> tuple[int, str]:
    """Parse a chance result that a button or form sent. Raises `PlayFault` if it is not one."""
    if isinstance(value, Mapping):
        place, face = value.get("place"), str(value.get("face", ""))
    else:
        place, _, face = str(value).partition(":")
    return parse_whole_number(place), face.strip()


def parse_whole_number(value: object) -> int:
    """Parse a number that a button sent. Raises `PlayFault` if it is not one."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise PlayFault("no_place")
    return int(text)
