"""Component actions: cards and faction sheets with the word "Action" (IM-TURN-5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.table.abilities import (
    Moment,
    open_ability_window,
    usable_abilities,
    use_ability,
)
from twingkit.imperium.galaxy.table.game_table import GameTable


def component_actions(table: GameTable, seat: int) -> list[str]:
    """Return the answers for the component actions that a player can take now."""
    return [
        f"{ability.answer_prefix} {ability.id}" for ability in usable_abilities(table, seat, Moment("action"))
    ]


def take_component_action(table: GameTable, seat: int, answer: str) -> Script[bool]:
    """Take a component action and return whether it was cancelled (IM-TURN-5). Returns True if it was
    cancelled, so that nothing happened (IM-TURN-5)."""
    if (yield from use_ability(table, seat, answer.partition(" ")[2], Moment("action"))):
        return True
    yield from open_ability_window(table, Moment("action.end", seat))
    return False
