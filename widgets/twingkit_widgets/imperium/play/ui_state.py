"""The person's choices on the play page: opened parts, chosen items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit.imperium.galaxy.outlook.threats import ThreateningFleet
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit_widgets.imperium.play.battle.losses import ChosenLosses, InvalidDice
from twingkit_widgets.imperium.play.plans.plans import AnyPlan, plan_for_question
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState


@attrs.frozen(kw_only=True)
class ImperiumUiState(UiState):
    """The person's selections on the Imperium play page that are not yet submitted, such as the chosen system
    and losses.

    `system` is the chosen system on the map by index (None: none), `attackers` its possible attackers once
    asked for, `zoom` the size of the map, `amounts` the current plan (None: its default), `trade_seat` the
    seat to which an offer is made (−1: nobody). In a battle: `losses` (None: the usual order), `invalid_dice`
    that could not be parsed, and the `chosen_die` to be changed (the number of the throw in the record, and
    its own number).
    """

    system: int | None = None
    attackers: Sequence[ThreateningFleet] | None = None
    zoom: int = 1
    amounts: Mapping[str, int] | None = None
    trade_seat: int = -1
    losses: ChosenLosses | None = None
    invalid_dice: InvalidDice | None = None
    chosen_die: tuple[int, int] | None = None

    @property
    def is_composing_offer(self) -> bool:
        """True while the person composes an offer."""
        return self.trade_seat >= 0


def ui_state_of(player_view: PlayerView) -> ImperiumUiState:
    """Return what the person has selected but not yet submitted on the play page."""
    assert isinstance(player_view.ui_state, ImperiumUiState)
    return player_view.ui_state


def turn_question_unless_trading(player_view: PlayerView) -> TurnChoice | None:
    """Return the turn question in which the person can choose a system; None for other questions and during
    an offer."""
    question = player_view.question
    return question if isinstance(question, TurnChoice) and ui_state_of(player_view).trade_seat < 0 else None


def current_plan(player_view: PlayerView) -> tuple[AnyPlan, dict[str, int]] | None:
    """Return the plan (form with counters) for the current question and its amounts by item; None if buttons
    answer the question.
    """
    opened = ui_state_of(player_view)
    plan = plan_for_question(player_view.question, opened.trade_seat)
    if plan is None:
        return None
    return plan, dict(plan.default_amounts() if opened.amounts is None else opened.amounts)
