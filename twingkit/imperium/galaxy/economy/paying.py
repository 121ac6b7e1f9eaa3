"""Paying a cost at the table: which planets are exhausted, and how many goods are spent (IM-PAY-1 to 4)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from twingkit.core.play import Script
from twingkit.core.questions import is_count
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.economy.ways_to_pay import MAX_PLANETS, Payment, ways_to_pay
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, probable_names, repeated_part

MAX_LISTED = 12
"""The number of payments that are listed; others can be typed."""


def planet_value(table: GameTable, planet: str, currency: str) -> int:
    """The number of resources, or of influence, that a planet gives (IM-TECH-htp)."""
    swapped = any(effect.ability == "htp" and effect.about == planet for effect in table.lasting_effects)
    return table.resources(planet) if (currency == "resources") != swapped else table.influence(planet)


def value_per_good(table: GameTable, seat: int) -> int:
    """The number of resources or influence that a trade good of a player counts (IM-TECH-mc)."""
    return 2 if table.players[seat].has("mc") else 1


def largest_payment(table: GameTable, seat: int, currency: str) -> int:
    """The most that a player can pay in resources or influence: all ready planets, and the goods."""
    player = table.players[seat]
    planets = sum(planet_value(table, planet, currency) for planet in table.ready_planets(seat))
    return player.goods * value_per_good(table, seat) + planets


@lru_cache(maxsize=65536)
def cheapest_payment(
    planets: tuple[tuple[str, int], ...], goods: int, cost: int, per_good: int = 1
) -> Payment | None:
    """Return the payment with the least waste, then the fewest goods, then the fewest planets; None if the
    cost cannot be paid.

    `planets` are pairs of name and value; a trade good counts `per_good`.

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
        Payment(chosen, spent, total + spent * per_good - cost)
        for total, chosen in best.items()
        if (spent := -(-max(cost - total, 0) // per_good)) <= goods
    )
    return min(ways, key=lambda way: (way.wasted, way.goods, len(way.planets)), default=None)


class Pay(GalaxyQuestion):
    """The question how to pay a cost: `pay lodor, 2 goods` (IM-PAY-1).

    `purpose` is the rule of what is paid for, if that is known.
    """

    __slots__ = ("cost", "currency", "purpose")
    kind = "pay"
    rule = "IM-PAY-1"

    def __init__(self, table: GameTable, seat: int, cost: int, currency: str, purpose: str = "") -> None:
        super().__init__(table, seat)
        self.cost, self.currency, self.purpose = cost, currency, purpose

    @property
    def planet_values(self) -> dict[str, int]:
        """The resources or influence that each ready planet gives."""
        return {
            planet: value
            for planet in self.table.ready_planets(self.player)
            if (value := planet_value(self.table, planet, self.currency))
        }

    @property
    def _payable_parts(self) -> list[str]:
        """The parts that an answer can have: planets that pay, and all goods."""
        goods = self.table.players[self.player].goods
        return [*self.planet_values, *([f"{goods} goods"] if goods else [])]

    @property
    def per_good(self) -> int:
        """The number that one good counts."""
        return value_per_good(self.table, self.player)

    @property
    def cheapest(self) -> Payment:
        """The way that wastes least, then spends fewest goods."""
        goods = self.table.players[self.player].goods
        way = cheapest_payment(tuple(self.planet_values.items()), goods, self.cost, self.per_good)
        assert way is not None, "nobody is asked for a cost that cannot be paid (IM-PAY-4)"
        return way

    def options(self) -> Iterator[str]:
        """The cheapest ways first; not all are listed."""
        cheapest = format_payment(self.cheapest)
        yield cheapest
        planets = dict(islice(self.planet_values.items(), MAX_PLANETS // 2))
        ways = ways_to_pay(planets, self.table.players[self.player].goods, self.cost, self.per_good)
        yield from islice((text for text in map(format_payment, ways) if text != cheapest), MAX_LISTED - 1)

    def random_answer(self, rng: random.Random) -> str:
        """Planets in a random order until it is paid, then goods."""
        left, chosen = self.cost, []
        offered = list(self.planet_values.items())
        rng.shuffle(offered)
        goods = self.table.players[self.player].goods
        for planet, value in offered:
            if left <= 0 or (left <= goods * self.per_good and rng.random() < 0.3):
                break
            chosen.append(planet)
            left -= value
        if left > goods * self.per_good:
            return format_payment(self.cheapest)
        return format_payment(Payment(tuple(sorted(chosen)), -(-max(left, 0) // self.per_good), 0))

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids a way to pay."""
        planets, goods = self.parse_parts(answer)
        offered = self.planet_values
        for planet in planets:
            if planet not in offered:
                case = "exhausted" if planet in self.table.controlled_planets(self.player) else "not_own"
                return "IM-PAY-1", case, {"planet": planet}
        if goods > self.table.players[self.player].goods:
            return "IM-PAY-1", "goods", {"n": self.table.players[self.player].goods}
        total = sum(offered[planet] for planet in planets) + goods * self.per_good
        if total < self.cost:
            return "IM-PAY-1", "too_little", {"n": self.cost, "there": total}
        return None

    def parse_parts(self, answer: str) -> tuple[list[str], int]:
        """Return the planets and the number of trade goods of an answer. Raises `BadAnswer` if the text is
        not a payment.
        """
        planets: list[str] = []
        goods = 0
        body = answer.removeprefix("pay ")
        for item in body.split(",") if body != NONE else ():
            words = item.split()
            if len(words) == 2 and words[1] == "goods" and is_count(words[0]):
                goods += int(words[0])
            elif len(words) != 1:
                raise self.part_fault(item.strip() or answer, self._payable_parts)
            elif words[0] not in self.table.holders:
                raise self.part_fault(
                    words[0], probable_names(words[0], [*self.planet_values, *self.table.holders])
                )
            elif words[0] in planets:
                raise repeated_part(words[0])
            else:
                planets.append(words[0])
        return planets, goods

    def facts(self) -> Mapping[str, object]:
        """The cost, and in what."""
        return {"n": self.cost, "currency": self.currency, "example": format_payment(self.cheapest)}


def format_payment(way: Payment) -> str:
    """A way to pay as it is answered."""
    goods = [f"{way.goods} goods"] if way.goods else []
    return "pay " + (", ".join([*way.planets, *goods]) or NONE)


def pay(table: GameTable, seat: int, cost: int, currency: str, purpose: str) -> Script:
    """Let a player pay a cost in resources or influence for what the rule `purpose` brings, asked only where
    there is a choice (IM-ASK-1)."""
    if cost <= 0:
        return
    question = Pay(table, seat, cost, currency, purpose)
    if largest_payment(table, seat, currency) == cost:
        answer = format_payment(question.cheapest)
    else:
        answer = yield question
    planets, goods = question.parse_parts(answer)
    table.exhaust(planets)
    table.players[seat].goods -= goods
    case = "only_goods" if not planets else "paid" if goods else "planets"
    table.announce("IM-PAY-1", case, seat, n=cost, currency=currency, planets=tuple(planets), goods=goods)
