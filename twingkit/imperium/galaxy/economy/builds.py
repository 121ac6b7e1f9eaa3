"""Choices of units to produce within a budget and a production limit (IM-PROD-1, IM-PROD-2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, FrameIterator, FrameList
from twingkit.core.arguments import (
    COUNT,
    NON_NEGATIVE,
    TEXT,
    check_argument,
    check_arguments,
    instance_of,
    integer_between,
    list_of,
    list_or_single,
    mapping_of,
    one_of_words,
)
from twingkit.core.arguments.kinds import as_int, as_int_or_none
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imperium.box.units import FIGURES_PER_PLAYER, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.technology.cards import technology, unit_for

PLACEABLE_UNIT = one_of_words(*FIGURES_PER_PLAYER, *SHIPS, *GROUND_FORCES)
"""The argument check for the name of a unit class."""

MAX_LIMIT, MAX_BUDGET = 30, 60
"""The largest production limit and the largest budget that are accepted."""


@attrs.frozen
class Product:
    """A kind of unit that can be produced.

    `name` is its name in notation, `cost` the cost of `batch_size` units, `figures_left` the number of
    figures left (None: unlimited).

    >>> Product("fighter", 1, 2, None).price(3)
    2
    """

    name: str
    cost: int = attrs.field(converter=as_int)
    batch_size: int = attrs.field(converter=as_int)
    figures_left: int | None = attrs.field(converter=as_int_or_none)

    def __attrs_post_init__(self) -> None:
        check_argument("name", self.name, TEXT)
        check_argument("cost", self.cost, NON_NEGATIVE)
        check_argument("batch_size", self.batch_size, COUNT)
        if self.figures_left is not None:
            check_argument("figures_left", self.figures_left, NON_NEGATIVE)

    def price(self, count: int) -> int:
        """Return the cost of `count` units; if two cost one, a single unit costs as much as two
        (IM-PROD-2).
        """
        return -(-count // self.batch_size) * self.cost


def product_cells() -> CellMakers[Product]:
    """Return the columns of `products(...).frame()`."""
    return {
        "unit": lambda product: product.name,
        "cost": lambda product: product.cost,
        "batch": lambda product: product.batch_size,
        "left": lambda product: product.figures_left,
    }


@with_column_meanings
@check_arguments(
    faction=TEXT,
    owned=list_or_single("argument.technologies"),
    placed=mapping_of(PLACEABLE_UNIT, NON_NEGATIVE),
)
def products(
    faction: str, owned: Collection[str], placed: Mapping[str, int] | None = None
) -> FrameList[Product]:
    """Return the kinds of units that a faction with these technologies can produce.

    Structures are placed, not produced (IM-PROD-6). `.frame()` gives a table.

    Parameters
    ----------
    faction
        The id of a faction.
    owned
        The ids of its technologies.
    placed
        The number of units of each class that are already on the map.

    Raises
    ------
    Fault
        If a name is unknown.

    Examples
    --------
    >>> [product.name for product in products("sol", ["amd", "nm"])]
    ['fighter', 'destroyer', 'cruiser', 'carrier', 'dreadnought', 'flagship', 'infantry']
    >>> products("sol", ["cv2", "ac2"])[3].name
    'carrier+'
    """
    cards = frozenset(technology(name).id for name in owned)
    there = placed or {}
    made = []
    for name in (*SHIPS, *(kind for kind in GROUND_FORCES if kind != "mech")):
        unit = unit_for(name, faction, cards)
        if unit is None:
            continue
        batch = 2 if unit.cost == 0.5 else 1
        figures = FIGURES_PER_PLAYER.get(name)
        left = None if figures is None else max(figures - there.get(name, 0), 0)
        made.append(Product(unit.name, round(unit.cost * batch), batch, left))
    return FrameList(made, product_cells, "twingkit.imperium.products")


PRODUCT_LIST = list_of(instance_of("argument.product", Product), min_length=0)
"""The argument check for a list of products."""


@with_column_meanings
@check_arguments(
    products_=PRODUCT_LIST, limit=integer_between(0, MAX_LIMIT), budget=integer_between(0, MAX_BUDGET)
)
def builds(products_: Sequence[Product], limit: int, budget: int) -> FrameIterator[dict[str, int]]:
    """Yield every choice of units within a limit and a budget, including none at all.

    The choices are computed lazily; `.frame()` contains all of them. A single fighter or infantry costs as
    much as two.

    Parameters
    ----------
    products_
        The kinds of units, from `products`.
    limit
        The largest number of units.
    budget
        The largest total cost.

    Raises
    ------
    Fault
        If the limit or the budget is impossible.

    Examples
    --------
    >>> sol = products("sol", ["amd", "nm"])
    >>> len(list(builds(sol, 6, 4))), len(list(builds(sol, 6, 6)))
    (95, 223)
    >>> builds(sol, 6, 4).frame()[["units", "cost", "cruiser"]].values.tolist()[-1]
    ['6 fighter', 3, 0]
    """
    listed = tuple(products_)
    make = partial(_builds, listed, limit, budget)
    return FrameIterator(make, partial(_build_cells, listed), "twingkit.imperium.builds")


def _build_cells(listed: Sequence[Product]) -> CellMakers[Mapping[str, int]]:
    """Return the columns of `builds(...).frame()`: the choice as text, its totals, and one column per
    unit.
    """

    def number_of(name: str) -> Callable[[Mapping[str, int]], int]:
        return lambda choice: choice.get(name, 0)

    return {
        "units": lambda choice: " ".join(f"{count} {name}" for name, count in choice.items()),
        "count": lambda choice: sum(choice.values()),
        "cost": lambda choice: sum(product.price(choice.get(product.name, 0)) for product in listed),
        **{product.name: number_of(product.name) for product in listed},
    }


def _builds(products_: tuple[Product, ...], limit: int, budget: int) -> Iterator[dict[str, int]]:
    if not products_:
        yield {}
        return
    first, rest = products_[0], products_[1:]
    most = limit if first.figures_left is None else min(first.figures_left, limit)
    for count in range(most + 1):
        price = first.price(count)
        if price > budget:
            break
        for others in _builds(rest, limit - count, budget - price):
            yield {first.name: count, **others} if count else others
