"""Events of a whole game that pages tell apart; all other rulings have no class."""

from __future__ import annotations

import attrs

from twingkit.core.events import Event
from twingkit.imperium.texts.fact_names import UnitClassCount


@attrs.frozen(slots=False)
class Passed(Event):
    """A player passes for the rest of the action phase."""

    pair = "IM-TURN-2 passed"
    side: str


@attrs.frozen(slots=False)
class PrimaryUsed(Event):
    """A player uses the primary ability of a strategy card, such as `strategy_4`."""

    pair = "IM-STRAT-1 primary"
    side: str
    card: str


@attrs.frozen(slots=False)
class BattleBegins(Event):
    """A battle between two players begins, with both sides in the notation of battles."""

    number = planet = ""  # of the tile in space, or of the place of the landing
    side: str
    enemy: str
    battle: str


@attrs.frozen(slots=False)
class SpaceBattleBegins(BattleBegins):
    """A battle in the system with this tile number."""

    pair = "IM-SPACE-15 begins"
    number: str


@attrs.frozen(slots=False)
class GroundBattleBegins(BattleBegins):
    """A battle on a planet."""

    pair = "IM-SPACE-15 lands"
    planet: str


@attrs.frozen(slots=False)
class OutcomeElected(Event):
    """An agenda has an outcome, such as `vote_for` or an elected player."""

    pair = "IM-AGENDA-5 outcome"
    side: str
    card: str
    outcome: str


@attrs.frozen(slots=False)
class RolledAtRift(Event):
    """The roll for a ship that leaves a gravity rift."""

    side: str
    units: UnitClassCount
    rolled: int


class LeftRift(RolledAtRift):
    """The ship survives."""

    pair = "IM-MOVE-11 through"


class DestroyedAtRift(RolledAtRift):
    """The ship is destroyed."""

    pair = "IM-MOVE-11 destroyed"


class RemovedAtRift(RolledAtRift):
    """The ship is lost, but not destroyed."""

    pair = "IM-MOVE-11 lost"


@attrs.frozen(slots=False)
class BattleWon(Event):
    """A player wins a battle."""

    side: str


@attrs.frozen(slots=False)
class SpaceBattleWon(BattleWon):
    """A battle in the system with this tile number."""

    pair = "IM-SPACE-12 won"
    number: str


@attrs.frozen(slots=False)
class GroundBattleWon(BattleWon):
    """A battle on a planet."""

    pair = "IM-SPACE-12 won_ground"
    planet: str
    enemy: str
