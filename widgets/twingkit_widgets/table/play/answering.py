"""The actions of every page on which a game is answered."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit_widgets.table.play.words import PlayFault


class Answering:
    """A panel in which a game is answered, and tried out otherwise."""

    status: str

    def _give(self, answer: str) -> None:
        """Answer the question, and go on."""
        raise NotImplementedError(f"{type(self).__name__} answers nothing")

    def _try(self, place: int, face: str) -> None:
        """Let answer number `place` of the record, a result of chance, have been another."""
        raise NotImplementedError(f"{type(self).__name__} tries nothing out")

    def act_face(self, value: object) -> None:
        """`4:Sun`, or a form with these as `place` and `face`: what if answer number 4 of the record, a
        throw, had come out so."""
        if isinstance(value, Mapping):
            place, face = value.get("place"), str(value.get("face", ""))
        else:
            place, _, face = str(value).partition(":")
        self._try(parse_whole_number(place), face.strip())


def parse_whole_number(value: object) -> int:
    """A number that a button sent. Raises `PlayFault` if it is none."""
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise PlayFault("no_place")
    return int(text)
