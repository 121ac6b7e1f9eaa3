"""The two halves of an invasion on the play page: its space battle, then the landing of the survivors."""

from __future__ import annotations

import re

import attrs

from twingkit import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.space.survivors import Survivors, landing_battle, survivors

NOTE = "# whole: "
"""The comment of a kept battle in space that names the invasion of which it is the first half."""


@attrs.frozen
class LandingHalf:
    """The second half of an invasion, after a space battle won by the attacker: the `survivors` that can
    land, and the fight for the planet.
    """

    survivors: Survivors
    battle: Battle

    @property
    def is_fought(self) -> bool:
        """False if nobody can land, or nobody is there to defend."""
        return bool(self.survivors.landing and self.battle.defender.units)


def first_half(battle: Battle) -> tuple[Battle, str]:
    """The battle that is played first, and the line of the whole invasion ("": nothing follows).

    A planet without anything in space before it is fought for at once.

    >>> first, whole = first_half(Battle.parse("invasion: 1 carrier 2 infantry vs 1 cruiser 1 infantry"))
    >>> print(first, "/", whole)
    space: 1 carrier 2 infantry vs 1 cruiser / invasion: 1 carrier 2 infantry vs 1 cruiser 1 infantry
    """
    if battle.kind != "invasion":
        return battle, ""
    if battle.in_space.defender.units:
        return battle.in_space, str(battle)
    fight = Fight.from_battle(battle.in_space)
    return landing_battle(battle, survivors(fight, 0, fight.start()[0])), ""


def landing_after(game: Game, whole: str) -> LandingHalf | None:
    """Return the landing after the first half of an invasion; None if there is none."""
    if not whole or not game.over or game.result.remaining_side != 0:
        return None
    attacker, defender = game.result.forces
    kept = survivors(game.table.fight, 0, attacker)
    return LandingHalf(kept, landing_battle(Battle.parse(whole), kept, defender.spent))


def whole_invasion(record: str, game: Game) -> str:
    """Return the invasion whose space battle a saved record contains; "" if it names none, or one with
    another start.

    Raises `NotationError` or `BattleError` for an invalid line.
    """
    noted = re.findall(rf"^{NOTE}(.+)$", record, re.MULTILINE)
    if not noted:
        return ""
    first, whole = first_half(Battle.parse(noted[-1]).check())
    return whole if str(first) == str(game.table.fight.battle) else ""
