"""Rulings of Imperial Twing that pages tell apart, as classes; all others have none.

They are called events elsewhere; in this game, an event is a card.
"""

from __future__ import annotations

import attrs

from twingkit.core.events import Event
from twingkit.twing.rules.cards import FaceFact


@attrs.frozen
class TurnBegan(Event):
    """A player's turn begins; `n` is its number."""

    pair = "TW-TURN-1 turn"
    side: str
    n: int


@attrs.frozen
class BattleWon(Event):
    """A side wins a battle or a pairing, with `n` points against `m` if points decide."""

    side: str
    enemy: str
    n: int | FaceFact | None = None
    m: int | None = None


class WonBySun(BattleWon):
    """A Sun wins."""

    pair = "TW-BAT-16 sun"


class WonByCross(BattleWon):
    """The other side's Cross loses."""

    pair = "TW-BAT-16 cross"


class WonByPoints(BattleWon):
    """More points win."""

    pair = "TW-BAT-17 win"


class TieDefended(BattleWon):
    """The defender wins a tie, in a variant."""

    pair = "TW-BAT-17 tie_defended"


@attrs.frozen
class DuelBattleBegan(Event):
    """Battle `n` of the `m` battles of a duel begins."""

    pair = "TW-DUEL-2 battle"
    side: str
    enemy: str
    n: int
    m: int


@attrs.frozen
class DuelEnded(Event):
    """The challenger `side` has won `n` battles of a duel, and `enemy` `m`."""

    side: str
    enemy: str
    n: int
    m: int


class DuelWon(DuelEnded):
    """The challenger wins."""

    pair = "TW-DUEL-3 won"


class DuelLost(DuelEnded):
    """The challenger loses."""

    pair = "TW-DUEL-3 lost"


class DuelUndecided(DuelEnded):
    """Nobody wins."""

    pair = "TW-DUEL-3 undecided"


@attrs.frozen
class ObjectTaken(Event):
    """The winner of a duel takes an object."""

    pair = "TW-DUEL-3 taken"
    side: str
    enemy: str
    object: str
