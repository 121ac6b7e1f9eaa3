"""The plan of each kind of question that has one."""

from __future__ import annotations

from typing import Any

from twingkit import Question
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table.command_tokens import Pools
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.fleet_limits import Remove
from twingkit.imperium.galaxy.tactical.invasion import Commit
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit_widgets.imperium.play.plans.move import MovePlan
from twingkit_widgets.imperium.play.plans.offer import OfferPlan
from twingkit_widgets.imperium.play.plans.plan import Plan
from twingkit_widgets.imperium.play.plans.spending import PayPlan, PoolsPlan, VotePlan
from twingkit_widgets.imperium.play.plans.units import BombardPlan, BuildPlan, LandPlan, RemovePlan

AnyPlan = Plan[Any]  # each plan knows its own kind of question

_PLANS: dict[type, type[AnyPlan]] = {
    Move: MovePlan,
    Commit: LandPlan,
    Bombard: BombardPlan,
    Build: BuildPlan,
    Remove: RemovePlan,
    Pay: PayPlan,
    CastVotes: VotePlan,
    Pools: PoolsPlan,
}


def plan_of(asked: Question | None, lang: str, trade: int = -1) -> AnyPlan | None:
    """The plan in which a question is answered; with the seat `trade` the offer to it at a turn. None for a
    question whose answers are buttons."""
    if isinstance(asked, TurnChoice):
        return OfferPlan(asked, lang, trade) if trade >= 0 else None
    kind = _PLANS.get(type(asked))
    return kind(asked, lang) if kind is not None else None
