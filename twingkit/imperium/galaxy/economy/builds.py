"""Choices of units to produce within a budget and a production limit (IM-PROD-1, IM-PROD-2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast

import attrs

from twingkit.core.arguments import (
    COUNT,
    NON_NEGATIVE,
    TEXT,
    check_arguments,
    custom_argument_kind,
    integer_between,
    list_or_single,
    mapping_of,
    one_of_words,
    require_valid_argument,
)
from twingkit.core.arguments.kinds import as_int, as_int_or_none
from twingkit.core.language import Lang, language, localized
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.box.units import FIGURES_PER_PLAYER, GROUND_FORCES, SHIPS
from twingkit.imperium.galaxy.technology.cards import technology_by_id, unit_for

_PLACEABLE_UNIT = one_of_words(*dict.fromkeys((*FIGURES_PER_PLAYER, *SHIPS, *GROUND_FORCES)))

MAX_LIMIT, MAX_BUDGET = 30, 60
"""The largest production limit and the largest budget that are accepted."""


@attrs.frozen
class Product:
    """A kind of unit that can be produced: its cost, the units per purchase, and the figures left.

    `name` is its name in notation, `cost` the cost of `batch_size` units, `figures_left` the number of
    figures left (None: unlimited).

    >>> Product("fighter", 1, 2, None).price(3)
    2
    """

    name: str
    batch_cost: int = attrs.field(converter=as_int)
    batch_size: int = attrs.field(converter=as_int)
    figures_left: int | None = attrs.field(converter=as_int_or_none)

    def __attrs_post_init__(self) -> None:
        require_valid_argument("name", self.name, TEXT)
        require_valid_argument("cost", self.batch_cost, NON_NEGATIVE)
        require_valid_argument("batch_size", self.batch_size, COUNT)
        if self.figures_left is not None:
            require_valid_argument("figures_left", self.figures_left, NON_NEGATIVE)

    def price(self, count: int) -> int:
        """Return the cost of `count` units; if two cost one, a single unit costs as much as two
        (IM-PROD-2).
        """
        return -(-count // self.batch_size) * self.batch_cost


_PRODUCT_COLUMNS = {"unit": "str", "cost": "int64", "batch": "int64", "left": "float64"}

_BUILD_COLUMNS = {"units": "str", "count": "int64", "cost": "int64"}
"""The first columns; one for each unit follows."""


@with_column_meanings
@check_arguments(
    faction=TEXT,
    technologies=list_or_single("argument.technologies"),
    counts_on_map=mapping_of(_PLACEABLE_UNIT, NON_NEGATIVE),
)
@localized
def products(
    faction: str,
    technologies: Collection[str],
    counts_on_map: Mapping[str, int] | None = None,
    *,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the kinds of units that a faction with these technologies can produce.

    Structures are placed, not produced (IM-PROD-6).

    Parameters
    ----------
    faction
        The id of a faction.
    technologies
        The ids of its technologies.
    counts_on_map
        The number of units of each class that are already on the map.

    Returns
    -------
    pandas.DataFrame
        One row for each kind, with the columns

        - `unit`: the kind, as in a battle line,
        - `cost`: the cost of `batch` units that are bought together,
        - `left`: the number of figures left (NaN: no limit).

        `attrs`: `faction`, `lang`.

    Raises
    ------
    Fault
        If a name is unknown.

    Examples
    --------
    >>> products("sol", ["amd", "nm"])["unit"].tolist()
    ['fighter', 'destroyer', 'cruiser', 'carrier', 'dreadnought', 'flagship', 'infantry']
    >>> products("sol", ["cv2", "ac2"])["unit"][3]
    'carrier+'
    """
    rows = [
        (product.name, product.batch_cost, product.batch_size, product.figures_left)
        for product in product_rows(faction, technologies, counts_on_map)
    ]
    return frame_from_rows(rows, _PRODUCT_COLUMNS, faction=faction, lang=language())


def product_rows(
    faction: str, technologies: Collection[str], counts_on_map: Mapping[str, int] | None = None
) -> list[Product]:
    """Return the rows of `products` as objects, without pandas.

    >>> product_rows("sol", ["cv2", "ac2"])[3].name
    'carrier+'
    """
    cards = frozenset(technology_by_id(name).id for name in technologies)
    there = counts_on_map or {}
    made = []
    for name in (*SHIPS, *(kind for kind in GROUND_FORCES if kind != "mech")):
        unit = unit_for(name, faction, cards)
        if unit is None:
            continue
        batch = 2 if unit.cost == 0.5 else 1
        figures = FIGURES_PER_PLAYER.get(name)
        left = None if figures is None else max(figures - there.get(name, 0), 0)
        made.append(Product(unit.name, round(unit.cost * batch), batch, left))
    return made


def _are_products(value: object) -> bool:
    if hasattr(value, "columns"):
        return set(_PRODUCT_COLUMNS) <= set(value.columns)
    return isinstance(value, list | tuple) and all(isinstance(item, Product) for item in value)


def _as_products(value: Any) -> tuple[Product, ...]:  # a table or a list
    if not hasattr(value, "columns"):
        return tuple(value)
    rows = value[list(_PRODUCT_COLUMNS)].itertuples(index=False, name=None)
    return tuple(
        Product(name, cost, batch, None if left != left else int(left)) for name, cost, batch, left in rows
    )


_PRODUCT_TABLE = custom_argument_kind("argument.product", _are_products, _as_products)
"""The argument check for a table of products, or a list of them."""


@with_column_meanings
@check_arguments(
    products_=_PRODUCT_TABLE,
    max_units=integer_between(0, MAX_LIMIT),
    resources=integer_between(0, MAX_BUDGET),
)
@localized
def affordable_builds(
    products_: DataFrame | Sequence[Product], max_units: int, resources: int, *, lang: Lang | None = None
) -> DataFrame:
    """Return every combination of units that can be produced within a unit limit and for these resources,
    including none at all.

    A single fighter or infantry costs as much as two.

    Parameters
    ----------
    products_
        The kinds of units: the table of `products`, or rows of it, or a list of `Product`.
    max_units
        The largest number of units.
    resources
        The largest total cost.

    Returns
    -------
    pandas.DataFrame
        One row for each choice, with the columns

        - `units`: the choice as in a battle line ("" for none),
        - `count`: the number of units,
        - `cost`: the total cost,
        - one column for each kind of unit, with its number.

        `attrs`: `max_units`, `resources`, `lang`.

    Raises
    ------
    Fault
        If the limit or the resources are impossible.

    Examples
    --------
    >>> sol = products("sol", ["amd", "nm"])
    >>> len(affordable_builds(sol, 6, 4)), len(affordable_builds(sol, 6, 6))
    (95, 223)
    >>> affordable_builds(sol, 6, 4)[["units", "cost", "cruiser"]].values.tolist()[-1]
    ['6 fighter', 3, 0]
    """
    listed = cast("tuple[Product, ...]", products_)  # as the argument check has made them
    rows = [
        {
            "units": " ".join(f"{count} {name}" for name, count in choice.items()),
            "count": sum(choice.values()),
            "cost": sum(product.price(choice.get(product.name, 0)) for product in listed),
            **{product.name: choice.get(product.name, 0) for product in listed},
        }
        for choice in unit_choices(listed, max_units, resources)
    ]
    types = _BUILD_COLUMNS | {product.name: "int64" for product in listed}
    return frame_from_rows(rows, types, max_units=max_units, resources=resources, lang=language())


def unit_choices(products_: Sequence[Product], max_units: int, resources: int) -> Iterator[dict[str, int]]:
    """Yield the combinations that `affordable_builds` lists one by one, each as the number of units of each
    kind; needs no pandas.

    >>> len(list(unit_choices(product_rows("sol", ["amd", "nm"]), 6, 4)))
    95
    """
    if not products_:
        yield {}
        return
    first, rest = products_[0], products_[1:]
    most = max_units if first.figures_left is None else min(first.figures_left, max_units)
    for count in range(most + 1):
        price = first.price(count)
        if price > resources:
            break
        for others in unit_choices(rest, max_units - count, resources - price):
            yield {first.name: count, **others} if count else others
