"""The two halves of an invasion on the play page: the space battle, then the landing of the survivors."""

from __future__ import annotations

import re

import attrs

from twingkit import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.space.survivors import (
    SpaceBattleSurvivors,
    following_ground_battle,
    survivors,
)

INVASION_COMMENT = "# whole: "
"""The comment in a saved space battle that names its invasion."""


@attrs.frozen
class InvasionLanding:
    """The second half of an invasion after a won space battle: the `survivors` that can land, and the ground
    battle."""

    survivors: SpaceBattleSurvivors
    battle: Battle

    @property
    def is_fought(self) -> bool:
        """True if units can land and another player's units defend the planet."""
        return bool(self.survivors.ground_forces and self.battle.defender.units)


def first_battle_and_invasion_line(battle: Battle) -> tuple[Battle, str]:
    """Return the battle to play first, and the notation of the whole invasion ("" if nothing follows).

    Without a battle in space, the ground battle comes first.

    >>> battle = Battle.parse("invasion: 1 carrier 2 infantry vs 1 cruiser 1 infantry")
    >>> first, invasion_line = first_battle_and_invasion_line(battle)
    >>> print(first, "/", invasion_line)
    space: 1 carrier 2 infantry vs 1 cruiser / invasion: 1 carrier 2 infantry vs 1 cruiser 1 infantry
    """
    if battle.kind != "invasion":
        return battle, ""
    if battle.space_battle.defender.units:
        return battle.space_battle, str(battle)
    fight = Fight.from_battle(battle.space_battle)
    return following_ground_battle(battle, survivors(fight, 0, fight.starting_forces()[0])), ""


def landing_after(game: Game, invasion_line: str) -> InvasionLanding | None:
    """Return the landing after an invasion's space battle; None if the attacker is not alone in space."""
    if not invasion_line or not game.over or game.result.remaining_side != 0:
        return None
    attacker, defender = game.result.forces
    kept = survivors(game.table.fight, 0, attacker)
    return InvasionLanding(
        kept, following_ground_battle(Battle.parse(invasion_line), kept, defender.used_effects)
    )


def invasion_line_of_record(record: str, game: Game) -> str:
    """Return the notation of the invasion whose space battle a saved record contains; "" if the record names
    none or `game` is another battle.

    Raises `NotationError` or `IllegalBattleError` for an invalid line.
    """
    noted = re.findall(rf"^{INVASION_COMMENT}(.+)$", record, re.MULTILINE)
    if not noted:
        return ""
    first, whole = first_battle_and_invasion_line(Battle.parse(noted[-1]).check())
    return whole if str(first) == str(game.table.fight.battle) else ""
