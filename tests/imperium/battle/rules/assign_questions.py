"""Battles with hits to be assigned."""

from __future__ import annotations

from twingkit.imperium import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.assign import PendingHits
from twingkit.imperium.battle.rules.questions import AssignHits
from twingkit.imperium.battle.rules.table import BattleTable


def table(line: str, *damaged: int) -> BattleTable:
    """Return a table with the units of a line; `damaged` counts the attacker's damaged units by place."""
    fresh = BattleTable(Fight.from_battle(Battle.parse(line).check()))
    for place, hurt in enumerate(damaged):
        fresh.forces[0] = fresh.forces[0].with_count_changes(place, -hurt, hurt)
    return fresh


def assign_question(line: str, pending_hits: PendingHits, *damaged: int) -> AssignHits:
    return AssignHits(table(line, *damaged), 0, pending_hits)


FLEET = "space: 3 fighter 2 cruiser 2 dreadnought vs 1 warsun"
"""Places: fighter 0, cruiser 1, dreadnought 2."""
