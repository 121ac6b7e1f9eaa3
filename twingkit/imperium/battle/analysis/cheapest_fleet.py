"""The cheapest fleet with which a side wins often enough.

    cheapest("space: 1 carrier vs 3 cruiser 1 dreadnought", "attacker", units=["cruiser", "dreadnought"])

The odds of every fleet of a given cost are computed exactly; nothing is estimated from a part of them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

import attrs

from twingkit.core import arguments
from twingkit.core.arguments.kinds import is_integer, quote_value
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, Role
from twingkit.core.slices import Slices, finish, scale_progress
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.analysis import fleet_changes
from twingkit.imperium.battle.analysis.invasion import odds_of_legal_battles_in_slices
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.chances_many import work_factor
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.notation.notes import PIECE_LIMITS
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, UNIT_NAMES, Side
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import Odds

MAX_COST = 30.0
"""Default maximum cost of the added units, in resources."""

MAX_FLEETS = 5000
"""The default `max_fleets`, some seconds of work: the search goes on to the next cost only while it has
computed no more fleets than this; a slow battle counts as `work_factor` fleets.
"""

MAX_UNITS = 99
"""The maximum number of units of one kind in a line."""

_CHEAPEST_COLUMNS = {
    "cost": "float64",
    "rank": "int64",
    "units": "str",
    "position": "str",
    **dict.fromkeys(("win", "tie", "loss", "edge"), "float64"),
    "enough": "bool",
    "complete": "bool",
}

_LIMITS_ARGUMENT = arguments.custom_argument_kind(
    "argument.limits",
    lambda limits: (
        isinstance(limits, bool)
        or (isinstance(limits, Mapping) and all(is_integer(most) and most >= 0 for most in limits.values()))
    ),
)
"""A mapping of kinds or classes to numbers, or True."""


@attrs.frozen
class FleetSearchRequest:
    """The fleets that a search for the cheapest one tries; `cheapest_fleet` explains the fields."""

    units: Iterable[str]
    min_win_chance: float = 0.9
    limits: Mapping[str, int] | bool | None = None
    max_cost: float = MAX_COST
    from_nothing: bool = False
    within_capacity: bool = True
    max_fleets: int = MAX_FLEETS
    fleets_per_cost: int = 1


@attrs.frozen
class CandidateFleet:
    """A candidate fleet: the added units, their cost, the battle with them, and its odds.

    `rank` is 1 for the best fleet of its cost.
    """

    units: tuple[tuple[str, int], ...]
    cost: float
    battle: Battle
    odds: Odds
    rank: int = 1

    def __str__(self) -> str:
        return " ".join(f"{count} {name}" for name, count in self.units)


@attrs.frozen
class FleetSearchResult:
    """The result of a search for the cheapest fleet: `fleets` holds the best ones found at each cost.

    Fleets are listed by rising cost, for each cost the best first.

    `battle` is the battle without the added units. All fleets up to the cost `searched_to_cost` were
    computed, `fleets_computed` in number. `is_complete` is False if `max_fleets` came before a fleet that is
    enough, or the maximum cost.
    """

    battle: Battle
    fleets: tuple[CandidateFleet, ...]
    searched_to_cost: float
    fleets_computed: int
    is_complete: bool = True


@with_column_meanings
@arguments.check_arguments(
    units=arguments.list_or_single("argument.unit_names"),
    min_win_chance=arguments.SHARE,
    limits=_LIMITS_ARGUMENT,
    max_cost=arguments.POSITIVE,
    from_nothing=arguments.BOOLEAN,
    within_capacity=arguments.BOOLEAN,
    max_fleets=arguments.COUNT,
    fleets_per_cost=arguments.COUNT,
)
@localized
def cheapest_fleet(
    position: Battle | str,
    side: Role,
    *,
    units: Iterable[str],
    min_win_chance: float = 0.9,
    limits: Mapping[str, int] | bool | None = None,
    max_cost: float = MAX_COST,
    from_nothing: bool = False,
    within_capacity: bool = True,
    max_fleets: int = MAX_FLEETS,
    fleets_per_cost: int = 1,
    lang: Lang | None = None,
    variant: Variant | str | None = None,
) -> DataFrame:
    """Find the cheapest fleet with which a side wins with a chance of at least `min_win_chance`; `limits`
    caps its units (True: at the pieces of one player, None: no cap).

    Parameters
    ----------
    position, side
        The battle, and the side to add units to.
    units
        The kinds of units that may be added, by their names in a line ("cruiser", "cruiser+").
    min_win_chance
        The chance to win that is enough, from 0 to 1.
    limits
        The maximum of a kind or class that the side may have in the end ({"carrier": 2}); True: the pieces of
        one player (IM-UNIT-10).
    max_cost
        The maximum cost of the added units, in resources.
    from_nothing
        Replace the units of the side instead of adding to them (the line may also say `nothing`).
    within_capacity
        Count only fleets whose capacity holds their fighters and ground forces (IM-UNIT-11; not in a battle
        on the ground).
    max_fleets
        The number of fleets after which the search stops; a slow battle counts as ten or a hundred.
    fleets_per_cost
        The number of fleets to list for each cost.
    variant
        As in `odds`.

    Returns
    -------
        One row for each cost at which a fleet is better than all cheaper ones, up to the first that is
        enough. Of equal fleets of a cost the one with fewer units is listed first (`rank`). `cost` is the
        cost of the added units; `win`, `tie`, `loss` and `edge` are those of the side; `complete` is False
        in all rows if the search ended before it found a fleet that is enough.

        `attrs`: `position`, `side`, `min_win_chance`, `found` (the units that are enough, "" if nothing has
        to be added, None if no fleet was found), `searched` (all fleets up to this cost were computed),
        `complete` (False after `max_fleets`, so that a more expensive fleet may be enough: try a larger
        number), and `computed` (the number of fleets).

    Raises
    ------
        `Fault` for a unit that does not exist for this side or costs nothing, and for a wrong side or chance;
        the errors of parsing and checking a line.

    >>> line, units = "space: 1 carrier vs 2 cruiser", ["fighter", "cruiser"]
    >>> frame = cheapest_fleet(line, "attacker", units=units, min_win_chance=0.8)
    >>> print(frame[["cost", "units", "win"]].round(3).tail(2).to_string(index=False))
     cost     units   win
      1.5 3 fighter 0.777
      2.0 4 fighter 0.919
    """

    request = FleetSearchRequest(
        units, min_win_chance, limits, max_cost, from_nothing, within_capacity, max_fleets, fleets_per_cost
    )
    search = finish(cheapest_fleet_in_slices(position, side, request, variant))
    rows = [
        {
            "cost": fleet.cost,
            "rank": fleet.rank,
            "units": str(fleet),
            "position": str(fleet.battle),
            **fleet.odds.chances,
            "enough": fleet.odds.win >= min_win_chance,
            "complete": search.is_complete,
        }
        for fleet in search.fleets
    ]
    enough = [row["units"] for row in rows if row["enough"]]
    return frame_from_rows(
        rows,
        _CHEAPEST_COLUMNS,
        position=str(search.battle),
        side=side,
        min_win_chance=min_win_chance,
        searched=search.searched_to_cost,
        complete=search.is_complete,
        computed=search.fleets_computed,
        found=enough[0] if enough else None,
        lang=language(),
        **search.battle.variant_attrs,
    )


def cheapest_fleet_in_slices(
    battle: Battle | str, side: str, request: FleetSearchRequest, variant: Variant | str | None = None
) -> Slices[FleetSearchResult]:
    """Compute `cheapest_fleet` in interruptible slices and return a `FleetSearchResult`."""
    legal = legal_battle(battle, variant)
    if side not in ROLES:
        raise Fault("retreat_side", rulebook(), token=quote_value(side))
    start, side_index = resolve_best_policy(legal), ROLES.index(side)
    wanted, own = request.min_win_chance, start.sides[side_index]
    if not isinstance(wanted, (int, float)) or not 0 < wanted <= 1:
        raise Fault("needs_chance", rulebook(), token=quote_value(wanted))
    base = {} if request.from_nothing else dict(own.units)
    kinds = _checked_kinds(request.units, own, side)
    most = _limits_by_kind(kinds, request.limits, base, own, side)
    checks_room = request.within_capacity and start.kind != "ground"
    fleets: list[CandidateFleet] = []
    highest = -1.0
    computed = spent = 0
    searched, complete = 0.0, True
    for cost, level in _fleets_by_cost(kinds, most, request.max_cost):
        if spent > request.max_fleets:
            complete = False
            break
        searched = cost
        compositions = []
        for counts in level:
            total = {name: base.get(name, 0) + counts.get(name, 0) for name in (*base, *counts)}
            changed = fleet_changes.battle_with_units(start, side_index, total)
            if total and (not checks_room or fleet_changes.has_enough_capacity(changed.sides[side_index])):
                compositions.append((counts, changed))
        done = min(1.0, max(cost / request.max_cost, spent / request.max_fleets))
        yield done
        computed += len(compositions)
        spent += sum(work_factor(changed) for _, changed in compositions)
        odds_known = yield from scale_progress(
            odds_of_legal_battles_in_slices([battle for _, battle in compositions]), done, done
        )
        level_fleets = [
            CandidateFleet(
                named := Side(counts).units,
                sum(kinds[name].cost * n for name, n in named),
                changed,
                odds.for_side(side),
            )
            for (counts, changed), odds in zip(compositions, odds_known, strict=True)
        ]
        level_fleets.sort(key=lambda fleet: (-round(fleet.odds.win, 12), sum(n for _, n in fleet.units)))
        best = level_fleets[: request.fleets_per_cost]
        if best and best[0].odds.win > highest + 1e-12:
            highest = best[0].odds.win
            fleets += [attrs.evolve(fleet, rank=rank) for rank, fleet in enumerate(best, 1)]
            if highest >= wanted:
                break
    else:
        searched = max(searched, float(request.max_cost))  # no fleet within the limits costs more
    return FleetSearchResult(start, tuple(fleets), searched, computed, complete)


def _checked_kinds(units: Iterable[str], side: Side, role: str) -> dict[str, Unit]:
    kinds = {}
    for name in units:
        kind = side.find_unit(str(name))
        if kind is None:
            raise _unknown_unit(name, side, role)
        if not kind.cost:
            raise Fault("needs_free", rulebook(), token=quote_value(name))
        kinds[kind.name] = kind
    if not kinds:
        raise Fault("needs_nothing", rulebook())
    return kinds


def _unknown_unit(name: object, side: Side, role: str) -> Fault:
    known = [unit for unit in UNIT_NAMES if side.find_unit(unit)]
    near = difflib.get_close_matches(str(name)[:60].casefold(), known, n=3) or ("cruiser", "cruiser+")
    return Fault("needs_unit", rulebook(), token=quote_value(name), side=role, known=", ".join(near))


def _limits_by_kind(
    kinds: Mapping[str, Unit],
    limits: Mapping[str, int] | bool | None,
    base: Mapping[str, int],
    side: Side,
    role: str,
) -> dict[str, tuple[str, int]]:
    """Return for each kind the name under which it shares its limit, and how many may still be added."""
    named_limits = PIECE_LIMITS if limits is True else limits or {}
    for name in named_limits:
        if name not in PIECE_LIMITS and side.find_unit(str(name)) is None:
            raise _unknown_unit(name, side, role)
    shared_limits = {}
    for name, kind in kinds.items():
        most, shared = MAX_UNITS - base.get(name, 0), name
        if name in named_limits:
            most = min(most, named_limits[name] - base.get(name, 0) - base.get(name + DAMAGED_SUFFIX, 0))
        elif kind.unit_class in named_limits:
            present = sum(
                n
                for other, n in base.items()
                if side.unit(other.removesuffix(DAMAGED_SUFFIX)).unit_class == kind.unit_class
            )
            most, shared = min(most, named_limits[kind.unit_class] - present), kind.unit_class
        shared_limits[name] = shared, max(0, most)
    return shared_limits


def _fleets_by_cost(
    kinds: Mapping[str, Unit], most: Mapping[str, tuple[str, int]], max_cost: float
) -> Iterator[tuple[float, Iterator[dict[str, int]]]]:
    """Yield costs in steps of half a resource, up to the maximum within the limits, each with its fleets."""
    names = sorted(kinds, key=lambda name: -kinds[name].cost)
    halves = [round(2 * kinds[name].cost) for name in names]
    dearest = sum(kinds[name].cost * most[name][1] for name in names)

    def fleets(place: int, left: int, counts: dict[str, int]) -> Iterator[dict[str, int]]:
        if place == len(names):
            if not left:
                yield dict(counts)
            return
        name, price = names[place], halves[place]
        shared, limit = most[name]
        limit -= sum(n for other, n in counts.items() if most[other][0] == shared and other != name)
        tries = range(left // price + 1)
        if place == len(names) - 1:
            tries = tries[-1:] if left % price == 0 else tries[:0]
        for n in tries:
            if n <= limit:
                yield from fleets(place + 1, left - n * price, {**counts, name: n} if n else counts)

    for total in range(round(2 * min(max_cost, dearest)) + 1):
        yield total / 2, fleets(0, total, {})
