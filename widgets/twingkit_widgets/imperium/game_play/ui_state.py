"""The state of what a person has opened and chosen in a whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit.imperium.galaxy.outlook.threats import Threat
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit_widgets.imperium.game_play.plans.plans import AnyPlan, plan_of
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState


@attrs.frozen(kw_only=True)
class GameUiState(UiState):
    """The `system` that is chosen on the map (by index; None: none), its `attackers` once the person has
    asked for them, the `zoom` of the map, the `amounts` of
    the plan that is being made (None: as it begins), and the seat `trade` to which an offer is made (−1)."""

    system: int | None = None
    attackers: Sequence[Threat] | None = None
    zoom: int = 1
    amounts: Mapping[str, int] | None = None
    trade: int = -1


def opened_of(player_view: PlayerView) -> GameUiState:
    """The choices of the person so far."""
    assert isinstance(player_view.ui_state, GameUiState)
    return player_view.ui_state


def open_turn(player_view: PlayerView) -> TurnChoice | None:
    """The turn in which the person may choose a system; None at other questions and beside an open offer."""
    asked = player_view.asked
    return asked if isinstance(asked, TurnChoice) and opened_of(player_view).trade < 0 else None


def open_plan(player_view: PlayerView) -> tuple[AnyPlan, dict[str, int]] | None:
    """The plan in which the question is answered, with its counts; None if its answers are buttons."""
    opened = opened_of(player_view)
    plan = plan_of(player_view.asked, player_view.lang, opened.trade)
    if plan is None:
        return None
    return plan, dict(plan.first() if opened.amounts is None else opened.amounts)
