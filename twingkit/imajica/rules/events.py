"""Events of Imajica that pages and puzzles tell apart; all other rulings have no class."""

from __future__ import annotations

import attrs

from twingkit.core.events import Event
from twingkit.imajica.box.card import Card
from twingkit.imajica.rules.pieces import Piece


@attrs.frozen(slots=False)
class RoundBegins(Event):
    """The round with number `n` begins, with this leader."""

    pair = "IJ-ORDER-2 leads"
    side: str
    n: int


@attrs.frozen(slots=False)
class TurnEnds(Event):
    """The base class of the ends of turns."""

    side: str


class DidNothing(TurnEnds):
    """An Autarch ends its turn of phase 2 without a Dictate or a reassignment."""

    pair = "IJ-AUT-3 nothing"


@attrs.frozen(slots=False)
class AllyTurnEnds(TurnEnds):
    """A turn of phase 3 ends; these characters could still have acted."""

    pair = "IJ-ALLY-5 ends"
    cards: tuple[Piece, ...]


class LeftIdle(AllyTurnEnds):
    """A turn of phase 3 ends in which characters could still have acted."""

    pair = "IJ-ALLY-5 idle"


@attrs.frozen(slots=False)
class SiteLaid(Event):
    """An Autarch lays a Site from its hand, for which it draws a card."""

    pair = "IJ-AUT-1 laid"
    side: str
    card: Card


@attrs.frozen(slots=False)
class CharacterMoved(Event):
    """A reassigned character leaves a place and comes to a Site, or to the reserve."""

    pair = "IJ-AUT-4 moved"
    side: str
    card: Piece
    site: Piece
    left: Piece


class MovedToReserve(CharacterMoved):
    """A reassigned character leaves a Site and comes to the reserve."""

    pair = "IJ-AUT-4 reserve_now"


@attrs.frozen(slots=False)
class CardPlayed(Event):
    """An Autarch plays a card from its hand."""

    pair = "IJ-CARD-1 played"
    side: str
    card: Card
    targets: tuple[Piece | Card | str, ...]


class CardPlayedOn(CardPlayed):
    """An Autarch plays a card from its hand on targets."""

    pair = "IJ-CARD-1 played_on"


@attrs.frozen(slots=False)
class PathRead(Event):
    """A Path is turned up; this is the card of the Autarch who laid it."""

    pair = "IJ-PATH-1 read"
    side: str
    card: Card


@attrs.frozen(slots=False)
class ChallengeWon(Event):
    """An Autarch wins a challenge, with the Strength of both sides, and may deal this damage."""

    pair = "IJ-CHAL-7 wins"
    side: str
    n: int
    other: int
    damage: int


@attrs.frozen(slots=False)
class DamageDealt(Event):
    """The winner of a challenge deals damage to a character."""

    pair = "IJ-CHAL-7 dealt"
    side: str
    card: Piece
    n: int


@attrs.frozen(slots=False)
class ChallengePivots(Event):
    """The first challengers and the target are pivoted after a challenge."""

    pair = "IJ-CHAL-8 pivoted"
    side: str
    cards: tuple[Piece, ...]


@attrs.frozen(slots=False)
class Died(Event):
    """A character dies of the damage of a fight."""

    pair = "IJ-CHAL-9 dies"
    side: str
    card: Piece
    n: int
    strength: int


class Killed(Died):
    """A character dies of the damage of a card."""

    pair = "IJ-DMG-1 killed"


@attrs.frozen(slots=False)
class SiteLost(Event):
    """An Autarch loses a Site, which comes back to the Circle."""

    pair = "IJ-HOLD-5 lost"
    side: str
    site: Piece


@attrs.frozen(slots=False)
class Discarded(Event):
    """A card in play is discarded."""

    pair = "IJ-AREA-3 discarded"
    side: str
    card: Card
