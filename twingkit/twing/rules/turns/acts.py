"""The actions of a turn as acts, each with its text (TW-TURN-3)."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Final

import attrs

from twingkit.core.acts import Act, ActNotation, WordKind, flag
from twingkit.twing.rules.cards import Creature, parse_card
from twingkit.twing.rules.objects import OBJECTS

_Seat = Annotated[str, WordKind("seat")]


def _parse_object(word: str) -> str | None:
    return word if word in OBJECTS else None


def _parse_creature(word: str) -> Creature | None:
    card = parse_card(f"creature {word}")
    return card if isinstance(card, Creature) else None


@attrs.frozen
class Attack(Act):
    """Attack a player (TW-BAT-1)."""

    word = "attack"
    seat: _Seat


@attrs.frozen
class Duel(Act):
    """Challenge a player to a duel (TW-DUEL-1)."""

    word = "duel"
    seat: _Seat


@attrs.frozen
class Buy(Act):
    """Buy an object of the display (TW-OBJ-1)."""

    word = "buy"
    name: Annotated[str, WordKind("object", _parse_object)]


@attrs.frozen
class Capture(Act):
    """Capture a creature of a player with a trap (TW-OBJ-4)."""

    word = "capture"
    seat: _Seat
    creature: Annotated[Creature, WordKind("creature", _parse_creature, attrgetter("token"))]


@attrs.frozen
class Ritual(Act):
    """Give three cats, or two and Miromon, for an object (TW-OBJ-3)."""

    word = "ritual"
    with_miromon: bool = flag("miromon")


@attrs.frozen
class AttackInEndgame(Act):
    """Attack all others who have objects (TW-END-1)."""

    word = "endgame"


@attrs.frozen
class EnterEndgame(Act):
    """Enter the end game before the action, in a variant (TW-END-1)."""

    word = "announce"


@attrs.frozen
class PassTurn(Act):
    """Take two cards instead of an action (TW-TURN-3)."""

    word = "pass"


@attrs.frozen
class Retire(Act):
    """Leave the game (TW-LEAVE-1)."""

    word = "retire"


@attrs.frozen
class Give(Act):
    """Give an object or an Ornicle to another player when leaving, or put it back (TW-LEAVE-1, TW-VAR-28)."""

    word = "give"
    thing: str
    seat: str


PUT_BACK: Final = "back"
"""The word of `Give` that puts the object or the Ornicle back instead."""


ATTACK_IN_ENDGAME: Final = AttackInEndgame()
ENTER_ENDGAME: Final = EnterEndgame()
PASS_TURN: Final = PassTurn()
RETIRE_FROM_GAME: Final = Retire()

NOTATION = ActNotation(EnterEndgame, AttackInEndgame, Attack, Buy, Duel, Capture, Ritual, PassTurn, Retire)
"""The actions of a turn by their texts: those that can win the game come first, retiring last."""
