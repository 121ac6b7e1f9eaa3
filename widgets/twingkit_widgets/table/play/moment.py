"""The state of a match, to come back to."""

from __future__ import annotations

import attrs

from twingkit import Game


@attrs.frozen
class Moment:
    """The state of a match: the game, how much was told before the last answer, the pause, the contest, and
    how many answers the person has looked at."""

    game: Game
    news_from: int
    pause: str
    ended: object
    looked: int
