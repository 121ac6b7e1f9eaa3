"""The state of what a person has opened and chosen on the play page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit.imperium.galaxy.outlook.threats import Threat
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit_widgets.imperium.play.battle.choices import InvalidDice
from twingkit_widgets.imperium.play.battle.losses import Losses
from twingkit_widgets.imperium.play.plans.plans import AnyPlan, plan_of
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState


@attrs.frozen(kw_only=True)
class ImperiumUiState(UiState):
    """What the person has opened and chosen.

    `system` is the chosen system on the map by index (None: none), `attackers` its possible attackers once
    asked for, `zoom` the size of the map, `amounts` the current plan (None: its default), `trade` the seat to
    which an offer is made (−1: nobody). In a battle: `losses` (None: the usual order), `dice` that could not
    be parsed, and the `die` to be changed (the number of the throw in the record, and its own number).
    """

    system: int | None = None
    attackers: Sequence[Threat] | None = None
    zoom: int = 1
    amounts: Mapping[str, int] | None = None
    trade: int = -1
    losses: Losses | None = None
    dice: InvalidDice | None = None
    die: tuple[int, int] | None = None


def ui_state_of(player_view: PlayerView) -> ImperiumUiState:
    """The choices of the person so far."""
    assert isinstance(player_view.ui_state, ImperiumUiState)
    return player_view.ui_state


def open_turn(player_view: PlayerView) -> TurnChoice | None:
    """The turn question in which the person can choose a system; None for other questions and during an
    offer.
    """
    asked = player_view.asked
    return asked if isinstance(asked, TurnChoice) and ui_state_of(player_view).trade < 0 else None


def open_plan(player_view: PlayerView) -> tuple[AnyPlan, dict[str, int]] | None:
    """The plan in which the question is answered, with its counts; None if its answers are buttons."""
    opened = ui_state_of(player_view)
    plan = plan_of(player_view.asked, opened.trade)
    if plan is None:
        return None
    return plan, dict(plan.default_amounts() if opened.amounts is None else opened.amounts)
