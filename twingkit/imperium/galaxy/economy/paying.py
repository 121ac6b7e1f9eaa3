"""Paying a cost at the table: which planets are exhausted, and how many goods are spent (IM-PAY-1 to 4)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.questions import is_count
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.economy.ways_to_pay import MAX_PAYING_PLANETS, Payment, possible_payments
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.answer_errors import repeated_part_error, suggested_names
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion

_MAX_LISTED_PAYMENTS = 12
"""Players can type any other payment."""


def planet_value(table: GameTable, planet: str, currency: str) -> int:
    """Return the resources or the influence of a planet, by `currency` (IM-TECH-htp)."""
    swapped = planet in table.effect_subjects("htp")
    return table.resources(planet) if (currency == "resources") != swapped else table.influence(planet)


def value_per_good(table: GameTable, seat: int) -> int:
    """Return how much resources or influence each trade good of a player pays: 1, or 2 with Mirror Computing
    (IM-TECH-mc).
    """
    return 2 if table.players[seat].has_technology("mc") else 1


def max_payment(table: GameTable, seat: int, currency: str) -> int:
    """Return the most resources or influence that a player can pay with all ready planets and trade goods."""
    player = table.players[seat]
    planets = sum(planet_value(table, planet, currency) for planet in table.ready_planets(seat))
    return player.goods * value_per_good(table, seat) + planets


@lru_cache(maxsize=65536)
def cheapest_payment(
    planets: tuple[tuple[str, int], ...], goods: int, cost: int, value_per_good: int = 1
) -> Payment | None:
    """Return the payment with the least waste, then the fewest goods, then the fewest planets; None if the
    cost cannot be paid.

    `planets` are pairs of name and value; a trade good counts `value_per_good`.

    >>> cheapest_payment((("jord", 4), ("vefutii", 2), ("lodor", 3)), 2, 5)
    Payment(planets=('vefutii', 'lodor'), goods=0, wasted=0)
    """
    best: dict[int, tuple[str, ...]] = {0: ()}
    for planet, value in planets:
        if value:
            for total, chosen in list(best.items()):
                more = (*chosen, planet)
                if total < cost and len(best.get(total + value, more + more)) > len(more):
                    best[total + value] = more
    ways = (
        Payment(chosen, spent, total + spent * value_per_good - cost)
        for total, chosen in best.items()
        if (spent := -(-max(cost - total, 0) // value_per_good)) <= goods
    )
    return min(ways, key=lambda way: (way.wasted, way.goods, len(way.planets)), default=None)


class Pay(GalaxyQuestion):
    """The question of how to pay a cost: `pay lodor, 2 goods` names the planets and trade goods (IM-PAY-1).

    `purpose` is the rule whose effect is paid for, if known."""

    __slots__ = ("cost", "currency", "purpose")
    kind = "pay"
    rule = "IM-PAY-1"

    def __init__(self, table: GameTable, seat: int, cost: int, currency: str, purpose: str = "") -> None:
        super().__init__(table, seat)
        self.cost, self.currency, self.purpose = cost, currency, purpose

    @property
    def planet_values(self) -> dict[str, int]:
        """The resources or influence of each ready planet."""
        return {
            planet: value
            for planet in self.table.ready_planets(self.player)
            if (value := planet_value(self.table, planet, self.currency))
        }

    @property
    def _payable_parts(self) -> list[str]:
        """Return the possible parts of an answer: planets with a value, and all goods."""
        goods = self.table.players[self.player].goods
        return [*self.planet_values, *([f"{goods} goods"] if goods else [])]

    @property
    def value_per_good(self) -> int:
        """The amount that one trade good pays."""
        return value_per_good(self.table, self.player)

    @property
    def cheapest_payment(self) -> Payment:
        """The payment with the least waste, then the fewest trade goods."""
        goods = self.table.players[self.player].goods
        way = cheapest_payment(tuple(self.planet_values.items()), goods, self.cost, self.value_per_good)
        assert way is not None, "nobody is asked for a cost that cannot be paid (IM-PAY-4)"
        return way

    @property
    def has_unlisted_answers(self) -> bool:
        """True: not all payments are listed, and none that pays too much."""
        return True

    def options(self) -> Iterator[acts.Pay]:
        """Yield payments, the cheapest first; not all are listed."""
        cheapest = pay(self.cheapest_payment)
        yield cheapest
        planets = dict(islice(self.planet_values.items(), MAX_PAYING_PLANETS // 2))
        ways = possible_payments(
            planets, self.table.players[self.player].goods, self.cost, self.value_per_good
        )
        yield from islice((act for act in map(pay, ways) if act != cheapest), _MAX_LISTED_PAYMENTS - 1)

    def random_answer(self, rng: random.Random) -> acts.Pay:
        """Return a random legal payment: planets in random order, then trade goods."""
        left, chosen = self.cost, []
        offered = list(self.planet_values.items())
        rng.shuffle(offered)
        goods = self.table.players[self.player].goods
        for planet, value in offered:
            if left <= 0 or (left <= goods * self.value_per_good and rng.random() < 0.3):
                break
            chosen.append(planet)
            left -= value
        if left > goods * self.value_per_good:
            return pay(self.cheapest_payment)
        return acts.Pay(tuple(sorted(chosen)), -(-max(left, 0) // self.value_per_good))

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids a payment; None if it is legal."""
        if not isinstance(answer, acts.Pay):
            raise self.bad_answer(answer)
        planets, goods, offered = answer.planets, answer.goods, self.planet_values
        for planet in planets:
            if planet not in offered:
                case = "exhausted" if planet in self.table.controlled_planets(self.player) else "not_own"
                return "IM-PAY-1", case, {"planet": planet}
        if goods > self.table.players[self.player].goods:
            return "IM-PAY-1", "goods", {"n": self.table.players[self.player].goods}
        total = sum(offered[planet] for planet in planets) + goods * self.value_per_good
        if total < self.cost:
            return "IM-PAY-1", "too_little", {"n": self.cost, "there": total}
        return None

    def parse_act(self, text: str) -> acts.Pay:
        """Parse the text of a payment. Raises `BadAnswer` if it is none."""
        planets: list[str] = []
        goods = 0
        body = text.removeprefix("pay ")
        for item in body.split(",") if body != NO_TARGET_WORD else ():
            words = item.split()
            if len(words) == 2 and words[1] == "goods" and is_count(words[0]):
                goods += int(words[0])
            elif len(words) != 1:
                raise self.part_error(item.strip() or text, self._payable_parts)
            elif words[0] not in self.table.planet_controllers:
                raise self.part_error(
                    words[0], suggested_names(words[0], [*self.planet_values, *self.table.planet_controllers])
                )
            elif words[0] in planets:
                raise repeated_part_error(words[0])
            else:
                planets.append(words[0])
        return acts.Pay(tuple(planets), goods)

    def facts(self) -> Mapping[str, object]:
        """Return the cost and its currency as facts for the texts of the question."""
        return {"n": self.cost, "currency": self.currency, "example": str(pay(self.cheapest_payment))}


def pay(payment: Payment) -> acts.Pay:
    """Return the answer to `Pay` that makes a payment."""
    return acts.Pay(payment.planets, payment.goods)


def pay_cost(table: GameTable, seat: int, cost: int, currency: str, purpose: str) -> Script:
    """Let a player pay a cost in resources or influence for the effect of the rule `purpose`; ask only if
    there is a choice (IM-ASK-1)."""
    if cost <= 0:
        return
    question = Pay(table, seat, cost, currency, purpose)
    has_choice = max_payment(table, seat, currency) != cost
    answer: acts.Pay = (yield question) if has_choice else pay(question.cheapest_payment)
    planets, goods = answer.planets, answer.goods
    table.exhaust_planets(planets)
    table.players[seat].goods -= goods
    case = "only_goods" if not planets else "paid" if goods else "planets"
    table.announce("IM-PAY-1", case, seat, n=cost, currency=currency, planets=planets, goods=goods)
