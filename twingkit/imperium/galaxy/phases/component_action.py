"""Component actions: cards and faction sheets with the word "Action" (IM-TURN-5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.table.abilities import (
    Ability,
    Moment,
    has_ability_ready,
    has_script,
    open_ability_window,
    rule_against_ability,
    usable_abilities,
    use_ability,
)
from twingkit.imperium.galaxy.table.game_table import GameTable

_CASE_WITHOUT_TARGET = {"uprising": "no_ready_planet"}
"""The refusals that say which target a card lacks, by card; the others say that it would change nothing."""


def component_action_answers(table: GameTable, seat: int) -> list[str]:
    """Return the answers, such as `play lucky`, for the component actions that a player can take now."""
    return [
        f"{ability.answer_prefix} {ability.id}" for ability in usable_abilities(table, seat, Moment("action"))
    ]


def unmet_action_requirement(table: GameTable, seat: int, ability: Ability) -> BrokenRule | None:
    """Return the broken rule that says which requirement for use as an action (IM-TURN-5) a player's card or
    ability does not meet. Return None if the player does not have it, it is not an action, or another rule
    forbids it.
    """
    if (
        "action" not in ability.windows
        or not has_script(ability.id)
        or not has_ability_ready(table, seat, ability)
    ):
        return None
    denial = rule_against_ability(table, seat, ability, Moment("action"))
    if denial is None or denial[0] != "IM-TURN-5":
        return None
    rule, case, facts = denial
    return rule, _CASE_WITHOUT_TARGET.get(ability.id, case) if case == "no_target" else case, facts


def take_component_action(table: GameTable, seat: int, answer: str) -> Script[bool]:
    """Take a component action unless another player cancels it. Return True if it was cancelled, so that
    nothing happened (IM-TURN-5).
    """
    if (yield from use_ability(table, seat, answer.partition(" ")[2], Moment("action"))):
        return True
    yield from open_ability_window(table, Moment("action.end", seat))
    return False
