"""The plan class for each kind of question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twingkit import Question
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.fleet_limits import UnitRemovalOverLimit
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.trade.offers import Offer, OfferSide
from twingkit_widgets.imperium.pictures.names import card_name, card_rule_text
from twingkit_widgets.imperium.play.plans import plan
from twingkit_widgets.imperium.play.plans.move import MovePlan
from twingkit_widgets.imperium.play.plans.spending import PayPlan, TokenPoolsPlan, VotePlan

AnyPlan = plan.Plan[Any]  # each plan accepts only its own kind of question

PLANS: dict[type, type[AnyPlan]] = {
    Move: MovePlan,
    CommitForces: plan.LandPlan,
    Bombard: plan.BombardPlan,
    Build: plan.BuildPlan,
    UnitRemovalOverLimit: plan.RemovePlan,
    Pay: PayPlan,
    CastVotes: VotePlan,
    DivideTokens: TokenPoolsPlan,
}
"""The plan for each class of question; buttons answer all others."""


def plan_for_question(question: Question | None, trade_seat: int = -1) -> AnyPlan | None:
    """Return the plan (the form with counters) for a question, or for an offer to the seat `trade_seat`; None
    if buttons answer it.
    """
    if isinstance(question, TurnChoice):
        return _OfferPlan(question, trade_seat) if trade_seat >= 0 else None
    kind = PLANS.get(type(question))
    return kind(question) if kind is not None else None


_COUNTED_GOODS = ("goods", "commodities")


class _OfferPlan(plan.Plan[TurnChoice]):
    def __init__(self, question: TurnChoice, to: int) -> None:
        super().__init__(question)
        self.to = to

    def sections(self, amounts: plan.Amounts) -> Sequence[plan.PlanSection]:
        """Return both sides of the offer; of the other player's notes only the Trade Agreement is listed."""
        own, other = self.sheet, self.table.players[self.to]
        return [
            plan.PlanSection(
                self.say("offer.gives"), self._rows("gives", own.goods, own.commodities, own.promissory_notes)
            ),
            plan.PlanSection(
                self.say("offer.wants"),
                self._rows("wants", other.goods, other.commodities, (f"trade_agreement:{SEATS[self.to]}",)),
            ),
        ]

    def _rows(
        self, side: str, goods: int, commodities: int, notes: Sequence[str]
    ) -> tuple[plan.AmountRow, ...]:
        rows = [
            plan.AmountRow(f"{side}:{kind}", self.say(f"offer.{kind}"), there, icon=kind)
            for kind, there in zip(_COUNTED_GOODS, (goods, commodities), strict=True)
            if there
        ]
        dealt = self.table.note_cards_in_game
        keys = [f"{side}:note {note}" for note in notes if note.partition(":")[0] in dealt]
        rows += [
            plan.AmountRow(
                key,
                card_name(card := key.partition(" ")[2]),
                note=self.say("offer.trade_agreement") if card.startswith("trade") else card_rule_text(card),
                excludes=tuple(k for k in keys if k != key),
            )
            for key in keys
        ]
        return tuple(rows)

    def _gift(self, amounts: plan.Amounts, side: str) -> OfferSide:
        chosen = {key.removeprefix(f"{side}:"): n for key, n in amounts.items() if n and key.startswith(side)}
        notes = [key.removeprefix("note ") for key in chosen if key.startswith("note ")]
        return OfferSide(chosen.get("goods", 0), chosen.get("commodities", 0), notes[0] if notes else "")

    def answer_from_amounts(self, amounts: plan.Amounts) -> str:
        """Return the offer as an answer."""
        return str(Offer(self.to, self._gift(amounts, "gives"), self._gift(amounts, "wants")))
