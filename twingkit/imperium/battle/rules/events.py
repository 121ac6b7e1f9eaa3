"""Events of battles that pages tell apart; all other rulings have no class."""

from __future__ import annotations

import attrs

from twingkit.core.events import Event


@attrs.frozen(slots=False)
class RoundBegins(Event):
    """A further round of combat begins; in a whole game, with the players of both sides."""

    n: int
    attacker: str | None = None
    defender: str | None = None


class SpaceRoundBegins(RoundBegins):
    """A round of space combat."""

    pair = "IM-SPACE-8 round"


class GroundRoundBegins(RoundBegins):
    """A round of ground combat."""

    pair = "IM-INV-5 round"


@attrs.frozen(slots=False)
class RoomExceeded(Event):
    """A fleet carries more units than it has room for."""

    pair = "IM-UNIT-11 capacity"
    side: str
    n: int
    m: int
