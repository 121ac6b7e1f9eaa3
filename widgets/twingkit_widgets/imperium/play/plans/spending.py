"""Plans that spend: planets and trade goods for a cost, planets for votes, tokens for the pools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.objectives.cards import Objective, objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import can_fulfil_now
from twingkit.imperium.galaxy.outlook.objectives import objective_outlooks
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.texts.fact_names import TOKEN_POOLS
from twingkit_widgets.imperium.pictures.names import (
    answer_word_name,
    card_name,
    card_rule_text,
    join_names,
    planet_name,
    seat_name,
)
from twingkit_widgets.imperium.play.plans import plan
from twingkit_widgets.panel.wording import capitalize_first

_GOODS = "goods"
"""The key of trade goods in a payment."""

_PAID_THINGS = ("resources", "influence", "trade_goods")
"""What planets and trade goods can pay for an objective."""

_OUTCOME = "outcome:"
"""The first part of the keys of outcomes."""


class PayPlan(plan.Plan[Pay]):
    """A plan for a payment: the planets to exhaust and the trade goods to spend, initially as the computer
    advises.
    """

    def sections(self, amounts: plan.Amounts) -> Sequence[plan.PlanSection]:
        """Return every ready planet with its value, and the trade goods."""
        rows = [
            plan.AmountRow(planet, self.say("pay.planet", planet=planet_name(planet), n=worth))
            for planet, worth in self.question.planet_values.items()
        ]
        goods = self.sheet.goods
        pool = (
            plan.PlanSection("", (plan.AmountRow(_GOODS, self.say("pay.goods"), goods, icon=_GOODS),))
            if goods
            else None
        )
        planets = plan.PlanSection("", tuple(rows)) if rows else None
        return [section for section in (planets, pool) if section is not None]

    def answer_from_amounts(self, amounts: plan.Amounts) -> str:
        """Return the payment as an answer."""
        parts = [planet for planet in self.question.planet_values if amounts.get(planet)]
        parts += [f"{amounts[_GOODS]} goods"] if amounts.get(_GOODS) else []
        return "pay " + (", ".join(parts) or "none")

    def default_amounts(self) -> dict[str, int]:
        """Return the payment that the computer advises: it wastes little, and saves trade goods and what
        objectives need.
        """
        return self.amounts_from_answer(str(SteadyPolicy(0).answer(self.table, self.question)))

    def status_text(self, amounts: plan.Amounts) -> str:
        """Return the chosen amount, the cost, and the waste."""
        there = sum(worth for planet, worth in self.question.planet_values.items() if amounts.get(planet))
        there += amounts.get(_GOODS, 0) * self.question.value_per_good
        chosen = {key: n for key, n in amounts.items() if n}
        suggested = chosen == {key: n for key, n in self.default_amounts().items() if n}
        over = there > self.question.cost
        if suggested:
            key = "pay.suggested_lost" if over else "pay.suggested"
        else:
            key = "pay.lost" if over else "pay.chosen"
        paid = self.say(key, n=there, cost=self.question.cost, lost=max(0, there - self.question.cost))
        return " ".join([paid, *self._objective_texts(amounts)])

    def _objective_texts(self, amounts: plan.Amounts) -> list[str]:
        """Return sentences on which objectives that cost something stay affordable after this payment, and
        which do not.
        """
        seat, after = self.seat, self.table.copy()
        after.exhausted_planets |= {planet for planet in self.question.planet_values if amounts.get(planet)}
        after.players[seat].goods -= amounts.get(_GOODS, 0)
        cards: dict[str, list[Objective]] = {"misses": [], "keeps": []}
        for objective in objective_outlooks(self.table, seat):
            card = objectives_by_id()[objective.id]
            is_paid = card.requirement_kind == "spend" and card.counted_thing in _PAID_THINGS
            if is_paid and objective.is_scorable and card.rule != self.question.purpose:
                cards["keeps" if can_fulfil_now(after, seat, card) else "misses"].append(card)
        kept = cards["keeps"]
        key = "misses" if cards["misses"] else "keeps" if _can_pay_all(after, seat, kept) else "keeps_one"
        names = [self.say("pay.objective", card=card_name(card.id)) for card in cards["misses"] or kept]
        return [self.say(f"pay.{key}", cards=join_names(names))] if names else []

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts of this plan that make up a given payment."""
        payment = self.question.parse_act(answer)
        return {**dict.fromkeys(payment.planets, 1), _GOODS: payment.goods}


def _can_pay_all(table: GameTable, seat: int, cards: Iterable[Objective]) -> bool:
    """Return whether a player can pay for all these objectives, first for those that take trade goods."""
    left = table.copy()
    for card in sorted(cards, key=lambda card: card.counted_thing != "trade_goods"):
        if not can_fulfil_now(left, seat, card):
            return False
        is_goods = card.counted_thing == "trade_goods"
        way = None if is_goods else Pay(left, seat, card.needed_count, card.counted_thing).cheapest_payment
        left.exhaust_planets(way.planets if way else ())
        left.players[seat].goods -= way.goods if way else card.needed_count
    return True


class VotePlan(plan.Plan[CastVotes]):
    """A plan for a vote on an agenda: the outcome, and the planets to exhaust for votes."""

    def sections(self, amounts: plan.Amounts) -> Sequence[plan.PlanSection]:
        """Return every outcome as an exclusive choice, and every ready planet with its influence."""
        keys = [_OUTCOME + outcome for outcome in self.question.allowed]
        labels = [capitalize_first(answer_word_name(outcome)) for outcome in self.question.allowed]
        outcomes = tuple(
            plan.AmountRow(
                key,
                label,
                note=self._effect(label, labels) or self._owner(key.removeprefix(_OUTCOME)),
                excludes=tuple(other for other in keys if other != key),
            )
            for key, label in zip(keys, labels, strict=True)
        )
        table = self.table
        planets = tuple(
            plan.AmountRow(
                planet, self.say("vote.planet", planet=planet_name(planet), n=table.influence(planet))
            )
            for planet in self.question.voting_planets
        )
        by_planets = [plan.PlanSection(self.say("vote.planets"), planets)] if planets else []
        return [plan.PlanSection(self.say("vote.outcome"), outcomes), *by_planets]

    def _effect(self, label: str, labels: Sequence[str]) -> str:
        """Return the agenda's text about an outcome ("Against: ..."); "" if the agenda elects something.

        The effect of a law comes first in its text, without the name of the outcome.
        """
        text = card_rule_text(self.question.agenda.id)
        if not any(f"{other}: " in text for other in labels):
            return ""
        effect = text.partition(f"{label}: " if f"{label}: " in text else ": ")[2]
        for other in labels:
            effect = effect.partition(f" {other}: ")[0]
        return capitalize_first(effect)

    def _owner(self, outcome: str) -> str:
        """Return who controls an outcome that is a planet, or that it is the person; "" for any other."""
        if outcome == SEATS[self.seat]:
            return self.say("answer.you")
        holder = self.table.planet_controllers.get(outcome)
        return "" if holder is None else self.say("vote.owner", who=seat_name(holder, self.seat))

    def _outcome(self, amounts: plan.Amounts) -> str:
        return next((outcome for outcome in self.question.allowed if amounts.get(_OUTCOME + outcome)), "")

    def _planets(self, amounts: plan.Amounts) -> list[str]:
        return [planet for planet in self.question.voting_planets if amounts.get(planet)]

    def answer_from_amounts(self, amounts: plan.Amounts) -> str:
        """Return the vote as an answer; if no outcome or no required planet is chosen, the answer is to
        abstain.
        """
        outcome, planets = self._outcome(amounts), self._planets(amounts)
        if not outcome or not (planets or self.question.is_one_vote_each):
            return acts.Abstain.word
        return f"vote {outcome} {', '.join(planets)}".strip()

    def status_text(self, amounts: plan.Amounts) -> str:
        """Return the chosen votes, or the missing choice."""
        outcome, planets = self._outcome(amounts), self._planets(amounts)
        if not outcome or not (planets or self.question.is_one_vote_each):
            key = "vote.no_planets" if outcome else "vote.no_outcome" if planets else "vote.nothing"
            return self.say(key)
        votes = self.question.votes_from(planets)
        return self.say("vote.chosen", n=votes, outcome=capitalize_first(answer_word_name(outcome)))

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts of this plan that make up a given vote."""
        vote = self.question.parse_act(answer)
        if not isinstance(vote, acts.Vote):
            return {}
        return {_OUTCOME + vote.outcome: 1, **dict.fromkeys(vote.planets, 1)}


class TokenPoolsPlan(plan.Plan[DivideTokens]):
    """A plan for dividing command tokens among the tactic, fleet and strategy pools."""

    status_explains_refusal = True

    def _before(self) -> list[int]:
        player = self.sheet
        return [player.tokens_in_pool(name) for name in TOKEN_POOLS]

    def sections(self, amounts: plan.Amounts) -> Sequence[plan.PlanSection]:
        """Return the three pools with their purposes."""
        before = self._before()
        total = sum(before) + self.question.new_token_count
        fly = int(self.sheet.unit_type_on_board("fighter").is_upgraded)
        rows = [
            plan.AmountRow(
                name,
                capitalize_first(answer_word_name(name)),
                total,
                minimum=0 if self.question.may_redistribute else there,
                icon="token",
                shows_maximum=False,
                note=self.say(f"pools.{name}", fly=fly),
            )
            for name, there in zip(TOKEN_POOLS, before, strict=True)
        ]
        return [plan.PlanSection("", tuple(rows))]

    def default_amounts(self) -> dict[str, int]:
        """Return the current tokens in the pools."""
        return dict(zip(TOKEN_POOLS, self._before(), strict=True))

    def answer_from_amounts(self, amounts: plan.Amounts) -> str:
        """Return the division as an answer."""
        return "pools " + " ".join(str(amounts.get(name, 0)) for name in TOKEN_POOLS)

    def status_text(self, amounts: plan.Amounts) -> str:
        """Return the number of tokens without a pool, and the ships that a smaller fleet pool costs."""
        left = sum(self._before()) + self.question.new_token_count - plan.total_with_prefix(amounts, "")
        key = "pools.left" if left > 0 else "pools.over" if left else "pools.all"
        added = amounts.get("fleet", 0) - self.sheet.fleet
        return " ".join([self.say(key, n=abs(left)), *plan.fleet_pool_warnings(self.table, self.seat, added)])

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the number of tokens in each pool that a given answer names."""
        return dict(zip(TOKEN_POOLS, map(int, answer.split()[1:]), strict=True))
