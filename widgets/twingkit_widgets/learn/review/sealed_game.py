"""A sealed game of a play page as a review takes it: its record, where that shows nothing still hidden."""

from __future__ import annotations

import re

from twingkit import Game
from twingkit.core.knowing import unknown_to
from twingkit.core.running.running_script import seats_of
from twingkit_widgets.learn.review.words import WORDS
from twingkit_widgets.panel.sentences import SaidFault
from twingkit_widgets.table.play.save import HEAD, unsealed
from twingkit_widgets.table.play.words import WORDS as PLAY_WORDS

_SEAT = re.compile(r" seat=(\S+)")


class GoesOn(SaidFault):
    """A sealed game that is not over, in which something is hidden from its player."""

    catalogue = WORDS

    def __init__(self) -> None:
        super().__init__("fault.goes_on")

    def text(self, lang: str) -> str:
        """The reason why it is not reviewed, and what to do, by the names of the buttons of its page."""
        names = {name: PLAY_WORDS.say(lang, name) for name in ("tool.save", "save.unseal")}
        return WORDS.say(lang, self.key, save=names["tool.save"], unseal=names["save.unseal"])


def is_sealed(text: str) -> bool:
    """True for what begins like a sealed game."""
    return text.lstrip().startswith(HEAD)


def record_within(text: str) -> str:
    """The record of a sealed game that is over, or of which nothing is hidden from its player.

    Raises `GoesOn` for a game that does, `PlayFault` for a damaged text, `RecordError` for a broken
    record.
    """
    record = unsealed(text)
    game = Game.replay(record)
    if not game.over and any(unknown_to(game, seat) for seat in _players(text, game)):
        raise GoesOn
    return record


def _players(text: str, game: Game) -> list[int]:
    """The seat (from 0) of the person whose game it was; all where the seal names none of it."""
    said = _SEAT.search(text.strip().partition("\n")[0])
    seats = [*range(seats_of(game))]
    return [seat for seat in seats if said and game.start.seat(seat) == said[1]] or seats
