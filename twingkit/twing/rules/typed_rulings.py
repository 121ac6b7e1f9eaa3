"""Rulings of Imperial Twing that pages tell apart, as classes; all others have none.

They are called events elsewhere; in this game, an event is a card. They have no slots, because a game records
many: their facts are a copy of their attributes.
"""

from __future__ import annotations

import attrs

from twingkit.core.events import Event
from twingkit.twing.rules.cards import Creature, FaceFact, Spell, Unit


@attrs.frozen(slots=False)
class TurnBegan(Event):
    """A player's turn begins; `n` is its number."""

    pair = "TW-TURN-1 turn"
    side: str
    n: int


@attrs.frozen(slots=False)
class SpellsLaid(Event):
    """A side lays spells, with `n` points on them, against others."""

    side: str
    enemies: tuple[str, ...]
    spells: tuple[Spell, ...]
    n: int


class AttackLaid(SpellsLaid):
    """The attacker does."""

    pair = "TW-BAT-1 laid"


class DefenceLaid(SpellsLaid):
    """A defender does."""

    pair = "TW-BAT-4 laid"


@attrs.frozen(slots=False)
class UnitsLaid(Event):
    """A side lays `n` units with its spells; the points on all cards are `m`."""

    pair = "TW-BAT-2 laid"
    side: str
    units: tuple[Unit, ...]
    n: int
    m: int


@attrs.frozen(slots=False)
class RiderLaid(Event):
    """A creature rides a mount; together they have `n` points."""

    pair = "TW-BAT-3 rides"
    side: str
    card: Creature
    rider: Creature
    n: int


@attrs.frozen(slots=False)
class ShieldLaid(Event):
    """A defender raises a shield with `n` points against others."""

    pair = "TW-BAT-5 laid"
    side: str
    enemies: tuple[str, ...]
    units: tuple[Unit, ...]
    n: int


@attrs.frozen(slots=False)
class TeddyAllows(Event):
    """The Teddy allows a unit of another element."""

    side: str
    unit: Unit


class TeddyAllowsMore(TeddyAllows):
    """The unit comes in addition to the others."""

    pair = "TW-POW-teddy extra"


class TeddyAllowsWithin(TeddyAllows):
    """The unit is one of the usual number, in a variant."""

    pair = "TW-POW-teddy within"


@attrs.frozen(slots=False)
class DieRolled(Event):
    """A side rolls."""

    pair = "TW-BAT-7 rolled"
    side: str
    face: FaceFact


@attrs.frozen(slots=False)
class CatPlayed(Event):
    """A side rolls again by a cat, one of `n` in its open hand."""

    pair = "TW-BAT-11 played"
    side: str
    n: int


@attrs.frozen(slots=False)
class DieTurned(Event):
    """A side plays Miromon on the die of `enemy`, which may be its own."""

    pair = "TW-BAT-12 played"
    side: str
    enemy: str
    face: FaceFact
    result: FaceFact


class OwnDieTurned(DieTurned):
    """It is its own."""

    pair = "TW-BAT-12 own"


@attrs.frozen(slots=False)
class RerollObjectUsed(Event):
    """A side rolls again by an object."""

    pair = "TW-BAT-14 used"
    side: str
    object: str


@attrs.frozen(slots=False)
class CreatureTrapped(Event):
    """A trap takes a creature out of the battle, which leaves `n` points on the cards of its side."""

    pair = "TW-BAT-13 played"
    side: str
    enemy: str
    card: Creature
    n: int


@attrs.frozen(slots=False)
class SupporterTrapped(CreatureTrapped):
    """The creature is a supporter's."""

    pair = "TW-BAT-13 played_support"
    owner: str


@attrs.frozen(slots=False)
class DieCounted(Event):
    """A side's die counts `result` against an enemy; `face` is what it shows."""

    side: str
    enemy: str
    result: FaceFact
    face: FaceFact | None = None


class NoDieWithoutCards(DieCounted):
    """The side has laid nothing."""

    pair = "TW-BAT-4 no_die"


class NoDieWithShield(DieCounted):
    """The side has a shield."""

    pair = "TW-BAT-5 no_die"


class SpiralCounted(DieCounted):
    """A Spiral counts as 0."""

    pair = "TW-BAT-15 spiral"


class CrossCountedZero(DieCounted):
    """The Panties make a Cross 0."""

    pair = "TW-POW-panties cross"


class SunCountedZero(DieCounted):
    """The Bra makes a Sun 0."""

    pair = "TW-POW-bra sun"


class CriticalIgnored(DieCounted):
    """A Sun or a Cross counts as 0 because of a shield."""

    pair = "TW-BAT-16 shield_ignores"


class CriticalCounted(DieCounted):
    """A Sun or a Cross counts."""

    pair = "TW-BAT-15 critical"


class OwnElementCounted(DieCounted):
    """A number below 0 counts as 0 because of the own element."""

    pair = "TW-BAT-15 own_element"


class NumberCounted(DieCounted):
    """A number counts."""

    pair = "TW-BAT-15 number"


@attrs.frozen(slots=False)
class PointsTied(Event):
    """Both sides have `n` points."""

    pair = "TW-BAT-17 tie"
    sides: tuple[str, str]
    n: int


@attrs.frozen(slots=False)
class BattleWon(Event):
    """A side wins a battle or a pairing."""

    side: str
    enemy: str


class WonBySun(BattleWon):
    """A Sun wins."""

    pair = "TW-BAT-16 sun"


class WonByCross(BattleWon):
    """The other side's Cross loses."""

    pair = "TW-BAT-16 cross"


@attrs.frozen(slots=False)
class WonByPoints(BattleWon):
    """More points win: `n` against `m`."""

    pair = "TW-BAT-17 win"
    n: int
    m: int


@attrs.frozen(slots=False)
class TieDefended(BattleWon):
    """The defender wins a tie of points or of critical results `n`, in a variant."""

    pair = "TW-BAT-17 tie_defended"
    n: int | FaceFact


@attrs.frozen(slots=False)
class DuelBattleBegan(Event):
    """Battle `n` of the `m` battles of a duel begins."""

    pair = "TW-DUEL-2 battle"
    side: str
    enemy: str
    n: int
    m: int


@attrs.frozen(slots=False)
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


@attrs.frozen(slots=False)
class ObjectGained(Event):
    """A player gains an object."""

    side: str
    object: str


@attrs.frozen(slots=False)
class ObjectBought(ObjectGained):
    """It costs `n` Ornicles."""

    pair = "TW-OBJ-1 bought"
    n: int


class ObjectOfEvent(ObjectGained):
    """It comes by an event card."""

    pair = "TW-BAT-8 object_gained"


class ObjectOfRitual(ObjectGained):
    """It comes from the stack by a ritual."""

    pair = "TW-OBJ-3 gained"


class DisplayedObjectOfRitual(ObjectGained):
    """It comes from the display by a ritual."""

    pair = "TW-OBJ-3 gained_display"


@attrs.frozen(slots=False)
class ObjectTaken(ObjectGained):
    """The winner of a duel takes it from `enemy`."""

    pair = "TW-DUEL-3 taken"
    enemy: str


@attrs.frozen(slots=False)
class ObjectTakenInEndgame(ObjectGained):
    """The attacker of the end game takes it from `enemy`."""

    pair = "TW-END-5 taken"
    enemy: str
