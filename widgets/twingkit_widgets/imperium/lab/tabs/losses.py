"""The losses of a side: the order of its losses, and the cost of each hit, without widgets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from twingkit.imperium.battle.rules.force import Fight, Roster
from twingkit.imperium.battle.rules.losses.assign import PendingHits, assign_hits_by_policy
from twingkit.imperium.battle.rules.losses.loss_order import SUSTAIN_RULES, LossPolicy, with_ground_forces
from twingkit.imperium.box.units import GROUND_FORCES, SHIPS, Unit

_MAX_HITS_SHOWN = 40
"""The largest number of hits whose effect is shown one by one."""


def reorderable_classes(roster: Roster) -> list[str]:
    """Return the unit classes whose place in the order of losses a side can choose: ships, and ground forces
    that fight as ships.
    """
    as_ships = roster.flagship_index >= 0  # ground forces take part only with such a flagship
    return [name for name in loss_order(roster) if as_ships or name in SHIPS]


def classes_lost_last(roster: Roster) -> list[str]:
    """Return the unit classes whose place a side cannot choose, since it always loses them last."""
    chosen = reorderable_classes(roster)
    return [name for name in loss_order(roster) if name not in chosen]


def loss_order(roster: Roster) -> list[str]:
    """Return the classes of a side's fighting units in the order in which the side loses them."""
    pairs = zip(roster.units, roster.counts, strict=True)
    return list(dict.fromkeys(kind.unit_class for kind, count in pairs if count))


def with_preferred_classes_reordered(order: Sequence[str], preferred: Sequence[str]) -> tuple[str, ...]:
    """Return an order of all classes in which the `preferred` ones are reordered and all others keep their
    places.

    An order without ground forces gets them after the fighters.

    >>> order = ("fighter", "destroyer", "cruiser", "carrier")
    >>> with_preferred_classes_reordered(order, ["cruiser", "fighter"])
    ('cruiser', 'destroyer', 'fighter', 'carrier')
    """
    if set(preferred) & set(GROUND_FORCES):
        order = with_ground_forces(tuple(order))
    moved = iter(preferred)
    return tuple(next(moved) if name in preferred else name for name in order)


def canonical_policy(policy: LossPolicy, roster: Roster, sustaining: Sequence[int]) -> LossPolicy:
    """Return the standard form of a loss policy, which is the same for all policies with the same effect on
    these units.

    Absent classes take their default place, and a side that cannot take damage (`sustaining` is empty) has
    the first rule for it.
    """
    present = reorderable_classes(roster)
    order = policy.order
    if set(present) & set(GROUND_FORCES):
        order = with_ground_forces(order)
    chosen = [name for name in order if name in present]
    return LossPolicy(
        with_preferred_classes_reordered(SHIPS, chosen), policy.sustain if sustaining else SUSTAIN_RULES[0]
    )


def grouped_hit_effects(fight: Fight, side_index: int) -> Iterator[tuple[int, int, Unit, bool]]:
    """Yield the effects of successive hits on a side as (first hit, last hit, unit type, is_lost). Hits with
    the same effect are grouped; `is_lost` is False if the unit is only damaged.
    """
    roster = fight.rosters[side_index]
    force = roster.combat_force()
    state = list(fight.starting_forces())
    single: list[tuple[int, bool]] = []
    while force.size and len(single) < _MAX_HITS_SHOWN:
        state[side_index] = force
        force, taken = assign_hits_by_policy(
            fight, (state[0], state[1]), side_index, PendingHits(unrestricted=1)
        )
        lost = any(taken.destroyed)
        counts = taken.destroyed if lost else taken.sustained
        single.append((next(kind for kind, n in enumerate(counts) if n), lost))
    first = 1
    for (kind, lost), same in groupby(single):
        last = first + len(list(same)) - 1
        yield first, last, roster.units[kind], lost
        first = last + 1
