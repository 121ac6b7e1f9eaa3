"""The uses of activating systems in the current turn, and sentences about them."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit import Question
from twingkit.imperium.galaxy.outlook.activation_uses import ActivationUses, uses_of_activation
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.tactical.moving_ships import TravelConditions
from twingkit_widgets.imperium.pictures.names import join_names
from twingkit_widgets.imperium.play.ui_state import turn_question_unless_trading
from twingkit_widgets.table.play.player_view import PlayerView

_TEXT_BY_ACTIVATION_USE = {"can_bring_ships": "ships", "can_produce": "build", "can_invade": "invade"}


def possible_activations(player_view: PlayerView) -> Mapping[int, ActivationUses]:
    """Map the index of each system that the person can activate now to what the activation allows: to bring
    ships, produce or invade.

    Empty during an offer or another question.
    """
    asked = turn_question_unless_trading(player_view)
    if asked is None:
        return {}
    table, seat = asked.table, asked.player
    travel_conditions = TravelConditions(table, seat)
    return {
        system: uses_of_activation(table, seat, system, travel_conditions)
        for system in range(len(table.space))
        if asked.refusal(acts.Activate(table.tile_number(system))) is None
    }


def uses_text(uses: ActivationUses, player_view: PlayerView) -> str:
    """Return a sentence that says what activating a system allows the player to do, or warns that it allows
    nothing.
    """
    parts = [
        player_view.say(f"uses.{text}") for use, text in _TEXT_BY_ACTIVATION_USE.items() if getattr(uses, use)
    ]
    if not parts:
        return player_view.say("uses.none")
    return player_view.say("uses.some", what=join_names(parts))


def wasted_token_warning(question: Question, answer: str, player_view: PlayerView) -> str:
    """Return a warning if an answer activates a system in which the player could then do nothing; ""
    otherwise.
    """
    if not isinstance(question, TurnChoice):
        return ""
    table, act = question.table, question.parse_answer(answer)
    if not isinstance(act, acts.Activate) or question.refusal(act) is not None:
        return ""
    uses = uses_of_activation(table, question.player, table.galaxy.system(act.system).index)
    return "" if uses else uses_text(uses, player_view)
