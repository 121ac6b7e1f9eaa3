"""Ways to pay: which planets to exhaust and which goods to spend (IM-PAY-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import attrs

from twingkit.core.arguments import (
    COUNT,
    NON_NEGATIVE,
    TEXT,
    check_arguments,
    custom_argument_kind,
    list_of,
    mapping_of,
)
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows

MAX_PAYING_PLANETS = 20
"""The largest number of planets that `ways_to_pay` accepts."""


@attrs.frozen
class Payment:
    """A payment: the `planets` to exhaust, the trade `goods` to spend, and the amount `wasted`.

    >>> possible_payments({"jord": 4}, goods=1, cost=3)[0]
    Payment(planets=('jord',), goods=0, wasted=1)
    """

    planets: tuple[str, ...]
    goods: int
    wasted: int


_PAYMENT_COLUMNS = {"planets": "str", "goods": "int64", "wasted": "int64"}

_INFLUENCE_COLUMNS = {"resources": "int64", "influence": "int64"}
"""The columns of `max_influence_by_resources` with their types."""


@with_column_meanings
@check_arguments(
    planets=mapping_of(TEXT, NON_NEGATIVE), goods=NON_NEGATIVE, cost=NON_NEGATIVE, value_per_good=COUNT
)
@localized
def ways_to_pay(
    planets: Mapping[str, int], goods: int, cost: int, value_per_good: int = 1, *, lang: Lang | None = None
) -> DataFrame:
    """Return every payment of a cost without unnecessary planets or trade goods, the cheapest first.

    The order is: least waste, then fewest goods, then fewest planets.

    Parameters
    ----------
    planets
        Ready planets with their resources, or with their influence if the cost is in influence. A
        planet is exhausted for one of the two, in full.
    goods
        The number of trade goods.
    cost
        The cost to pay.
    value_per_good
        How much a trade good counts: 1, or 2 with Mirror Computing.

    Returns
    -------
    pandas.DataFrame
        One row for each payment, with the columns

        - `planets`: the planets to exhaust, with blanks between them,
        - `goods`: the trade goods to spend,
        - `wasted`: what is paid beyond the cost.

        `attrs`: `goods`, `cost`, `value_per_good`, `lang`.

    Raises
    ------
    Fault
        If a number is negative, or there are too many planets.

    Examples
    --------
    >>> ways = ways_to_pay({"jord": 4, "vefutii": 2, "lodor": 3}, goods=2, cost=5)
    >>> len(ways), ways.values[0].tolist()
    (5, ['vefutii lodor', 0, 0])
    """
    rows = [
        (" ".join(way.planets), way.goods, way.wasted)
        for way in possible_payments(planets, goods, cost, value_per_good)
    ]
    return frame_from_rows(
        rows, _PAYMENT_COLUMNS, goods=goods, cost=cost, value_per_good=value_per_good, lang=language()
    )


def possible_payments(
    planets: Mapping[str, int], goods: int, cost: int, value_per_good: int = 1
) -> list[Payment]:
    """Return the rows of `ways_to_pay` as objects, in the same order, without pandas.

    >>> ways = possible_payments({"jord": 4, "vefutii": 2, "lodor": 3}, goods=2, cost=5)
    >>> len(ways), ways[0]
    (5, Payment(planets=('vefutii', 'lodor'), goods=0, wasted=0))
    """
    if min(goods, cost, *planets.values(), 0) < 0:
        raise Fault("pay.negative")
    if len(planets) > MAX_PAYING_PLANETS:
        raise Fault("pay.planets", there=len(planets), most=MAX_PAYING_PLANETS)
    worth = {name: value for name, value in planets.items() if value}
    ways = []
    for count in range(len(worth) + 1):
        for chosen in combinations(worth, count):
            total = sum(worth[name] for name in chosen)
            least = min((worth[name] for name in chosen), default=0)
            spent = -(-max(cost - total, 0) // value_per_good)
            if spent <= goods and (not chosen or total + spent * value_per_good - least < cost):
                ways.append(Payment(chosen, spent, total + spent * value_per_good - cost))
    return sorted(ways, key=lambda way: (way.wasted, way.goods, len(way.planets)))


def _two_numbers(value: object) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(map(NON_NEGATIVE.is_valid, value))


@with_column_meanings
@check_arguments(
    planets=list_of(custom_argument_kind("argument.planet", _two_numbers), min_length=0), goods=NON_NEGATIVE
)
@localized
def max_influence_by_resources(
    planets: Sequence[tuple[int, int]], goods: int, *, lang: Lang | None = None
) -> DataFrame:
    """Return, for each amount of resources that can be paid, the most influence that can be paid in addition.

    Each planet pays either resources or influence. `influence_by_resources` returns the same as a dict.

    Parameters
    ----------
    planets
        Ready planets as (resources, influence).
    goods
        The number of trade goods; each counts 1 of either.

    Returns
    -------
    pandas.DataFrame
        One row for each amount, with the columns `resources` and `influence`. `attrs`: `goods`, `lang`.

    Raises
    ------
    Fault
        If a planet is not such a pair, or a number is negative.

    Examples
    --------
    >>> max_influence_by_resources([(4, 2), (1, 3)], goods=1).set_index("resources")["influence"].to_dict()
    {0: 6, 1: 5, 2: 2, 4: 4, 5: 3, 6: 0}
    """
    pairs = influence_by_resources(planets, goods).items()
    return frame_from_rows(pairs, _INFLUENCE_COLUMNS, goods=goods, lang=language())


def influence_by_resources(planets: Sequence[tuple[int, int]], goods: int) -> dict[int, int]:
    """Return the rows of `max_influence_by_resources` as a dict from resources to influence, without pandas.

    >>> influence_by_resources([(4, 2), (1, 3)], goods=1)
    {0: 6, 1: 5, 2: 2, 4: 4, 5: 3, 6: 0}
    """
    most = {0: 0}
    for resources, influence in planets:
        after: dict[int, int] = {}
        for total, beside in most.items():
            after[total] = max(after.get(total, 0), beside + influence)
            after[total + resources] = max(after.get(total + resources, 0), beside)
        most = after
    split: dict[int, int] = {}
    for total, beside in most.items():
        for spent in range(goods + 1):
            key = total + spent
            split[key] = max(split.get(key, 0), beside + goods - spent)
    return dict(sorted(split.items()))
