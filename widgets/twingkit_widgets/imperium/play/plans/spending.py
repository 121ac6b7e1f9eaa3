"""Plans that spend: planets and goods for a cost, planets for votes, tokens for the pools."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imperium.galaxy.agenda.voting import ABSTAIN, CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.players.steady import Steady
from twingkit.imperium.galaxy.table.command_tokens import Pools
from twingkit.imperium.texts.fact_names import POOLS
from twingkit_widgets.imperium.pictures.names import answer_word_name, planet_name
from twingkit_widgets.imperium.play.plans.plan import Amounts, Plan, Row, Section, count_of
from twingkit_widgets.panel.wording import capitalize_first

GOODS = "goods"
"""The key of trade goods in a payment."""

OUTCOME = "outcome:"
"""The beginning of the keys of a vote's outcomes."""


class PayPlan(Plan[Pay]):
    """The planets and goods that pay a cost; chosen first is what the adviser would pay."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Every ready planet with its value, and the trade goods."""
        rows = [
            Row(planet, self.say("pay.planet", planet=planet_name(planet), n=worth))
            for planet, worth in self.asked.planet_values.items()
        ]
        goods = self.asked.table.players[self.asked.player].goods
        pool = Section("", (Row(GOODS, self.say("pay.goods"), goods, icon=GOODS),)) if goods else None
        planets = Section("", tuple(rows)) if rows else None
        return [section for section in (planets, pool) if section is not None]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The payment as it is answered."""
        parts = [planet for planet in self.asked.planet_values if amounts.get(planet)]
        parts += [f"{amounts[GOODS]} goods"] if amounts.get(GOODS) else []
        return "pay " + (", ".join(parts) or "none")

    def default_amounts(self) -> dict[str, int]:
        """The way of the adviser: it wastes little of either value and keeps what objectives need."""
        return self.amounts_from_answer(Steady(0).choose_payment(self.asked.table, self.asked))

    def _cheapest(self) -> dict[str, int]:
        way = self.asked.cheapest
        return {**dict.fromkeys(way.planets, 1), GOODS: way.goods}

    def status_text(self, amounts: Amounts) -> str:
        """The amount that is chosen, the cost, and what is lost."""
        there = sum(worth for planet, worth in self.asked.planet_values.items() if amounts.get(planet))
        there += amounts.get(GOODS, 0) * self.asked.per_good
        chosen = {key: n for key, n in amounts.items() if n}
        suggested = chosen == {key: n for key, n in self.default_amounts().items() if n}
        over = there > self.asked.cost
        if suggested:
            key = "pay.suggested_lost" if over else "pay.suggested"
        else:
            key = "pay.lost" if over else "pay.chosen"
        return self.say(key, n=there, cost=self.asked.cost, lost=max(0, there - self.asked.cost))

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """The way that wastes least."""
        return [(self.say("pay.cheap"), self._cheapest())]

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """The counts that make an answer."""
        planets, goods = self.asked.parse_parts(answer)
        return {**dict.fromkeys(planets, 1), GOODS: goods}


class VotePlan(Plan[CastVotes]):
    """An outcome, and the planets that are exhausted for it."""

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """Every outcome, of which one is chosen, and every ready planet with its influence."""
        keys = [OUTCOME + outcome for outcome in self.asked.allowed]
        outcomes = tuple(
            Row(
                key,
                capitalize_first(answer_word_name(outcome)),
                excludes=tuple(other for other in keys if other != key),
            )
            for key, outcome in zip(keys, self.asked.allowed, strict=True)
        )
        table = self.asked.table
        planets = tuple(
            Row(planet, self.say("vote.planet", planet=planet_name(planet), n=table.influence(planet)))
            for planet in self.asked.planets
        )
        by_planets = [Section(self.say("vote.planets"), planets)] if planets else []
        return [Section(self.say("vote.outcome"), outcomes), *by_planets]

    def _outcome(self, amounts: Amounts) -> str:
        return next((outcome for outcome in self.asked.allowed if amounts.get(OUTCOME + outcome)), "")

    def _planets(self, amounts: Amounts) -> list[str]:
        return [planet for planet in self.asked.planets if amounts.get(planet)]

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The vote as it is answered; without an outcome or a planet nobody votes."""
        outcome, planets = self._outcome(amounts), self._planets(amounts)
        if not outcome or not (planets or self.asked.one_vote_each):
            return ABSTAIN
        return f"vote {outcome} {', '.join(planets)}".strip()

    def status_text(self, amounts: Amounts) -> str:
        """The votes that are chosen, or what is missing."""
        outcome, planets = self._outcome(amounts), self._planets(amounts)
        if not outcome or not (planets or self.asked.one_vote_each):
            key = "vote.no_planets" if outcome else "vote.no_outcome" if planets else "vote.nothing"
            return self.say(key)
        votes = self.asked.votes_from(planets)
        return self.say("vote.chosen", n=votes, outcome=answer_word_name(outcome))

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """The counts that make an answer."""
        if answer == ABSTAIN:
            return {}
        outcome, planets = self.asked.parse_parts(answer)
        return {OUTCOME + outcome: 1, **dict.fromkeys(planets, 1)}


class PoolsPlan(Plan[Pools]):
    """The command tokens of the three pools."""

    explains = True

    def _before(self) -> list[int]:
        player = self.asked.table.players[self.asked.player]
        return [player.pool(name) for name in POOLS]

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """The three pools, with what each is for."""
        before = self._before()
        total = sum(before) + self.asked.more
        rows = [
            Row(
                name,
                capitalize_first(answer_word_name(name)),
                total,
                minimum=0 if self.asked.free else there,
                icon="token",
                note=self.say(f"pools.{name}"),
            )
            for name, there in zip(POOLS, before, strict=True)
        ]
        return [Section("", tuple(rows))]

    def default_amounts(self) -> dict[str, int]:
        """The tokens as they lie."""
        return dict(zip(POOLS, self._before(), strict=True))

    def _left(self, amounts: Amounts) -> int:
        return sum(self._before()) + self.asked.more - count_of(amounts, "")

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The division as it is answered."""
        return "pools " + " ".join(str(amounts.get(name, 0)) for name in POOLS)

    def status_text(self, amounts: Amounts) -> str:
        """The number of tokens that have no pool yet."""
        left = self._left(amounts)
        return (
            self.say("pools.left", n=left)
            if left > 0
            else self.say("pools.all" if not left else "pools.over", n=-left)
        )

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """The counts that make an answer."""
        return dict(zip(POOLS, map(int, answer.split()[1:]), strict=True))
