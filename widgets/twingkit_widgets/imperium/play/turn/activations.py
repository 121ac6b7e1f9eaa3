"""The uses of activating systems in the present turn, and the sentences that tell them."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit import Question
from twingkit.imperium.galaxy.outlook.activations import Uses, uses_of_activation
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.tactical.ship_courses import Lanes
from twingkit_widgets.imperium.pictures.names import join_names
from twingkit_widgets.imperium.play.ui_state import open_turn
from twingkit_widgets.table.play.player_view import PlayerView

ACTIVATE = "activate"
"""The first word of the answer that activates a system."""

PARTS = ("ships", "build", "invade")
"""All that an activation can do, as the page names it."""


def possible_activations(player_view: PlayerView) -> Mapping[int, Uses]:
    """The systems that the person can activate now by index, with what each could do; empty during an offer
    or another question.
    """
    asked = open_turn(player_view)
    if asked is None:
        return {}
    table, seat = asked.table, asked.player
    lanes = Lanes.from_table(table, seat)
    return {
        system: uses_of_activation(table, seat, system, lanes)
        for system in range(len(table.space))
        if asked.refusal(f"{ACTIVATE} {table.tile_number(system)}") is None
    }


def uses_text(uses: Uses, player_view: PlayerView) -> str:
    """The uses of an activation in a sentence; a warning where it would do nothing."""
    parts = [player_view.say(f"uses.{part}") for part in PARTS if getattr(uses, part)]
    if not parts:
        return player_view.say("uses.none")
    return player_view.say("uses.some", what=join_names(parts))


def wasted_token_warning(asked: Question, answer: str, player_view: PlayerView) -> str:
    """The warning at the activation of a system where it would do nothing; "" at any other answer."""
    word, _, number = answer.partition(" ")
    if not isinstance(asked, TurnChoice) or word != ACTIVATE or asked.refusal(answer) is not None:
        return ""
    uses = uses_of_activation(asked.table, asked.player, asked.table.galaxy.system(number).index)
    return "" if uses else uses_text(uses, player_view)
