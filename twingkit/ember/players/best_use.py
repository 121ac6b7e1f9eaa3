"""The best use of an ability for the planner: what it takes from others, and gives back.

Abilities that bring cards are weighed where they are used, by what the hand can do with the cards. The player
`steady` has the simpler `good_use`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.ember.players.prospects import Prospects
from twingkit.ember.rules import uses
from twingkit.ember.rules.table import SEATS, EmberTable
from twingkit.ember.rules.uses import Use

HAND_HARMS = frozenset({"discard", "steal", "swap", "limit"})
"""The verbs that harm a hand."""

ARCHMAGE_WORTH = 6.0
"""The Victory Points that a hand loses with an Archmage: those of a card, and what pays for anything."""

LEAST = 0.8
"""The Victory Points from which a creature is used while others may still get more out of it."""

ENDING = 1.2
"""The turns that the nearest player needs when the rest is used without waiting for more."""


def best_use(table: EmberTable, seat: int, answers: Sequence[str]) -> str:
    """The use among these answers that is worth most; "" if none is worth its creature or its Archmage."""
    prospects = Prospects(table, seat)
    worth: dict[str, float] = {}
    for answer in answers:
        if uses.is_use(answer):
            use = uses.parse_use(table, seat, answer)
            worth[answer] = worth_of_use(prospects, use) - (ARCHMAGE_WORTH if use.by_archmage else 0.0)
    best = max(worth, key=lambda answer: worth[answer], default="")
    least = LEAST * min(1.0, max(0.2, prospects.turns_left()))
    return best if best and worth[best] >= least else ""


def worth_of_use(prospects: Prospects, use: Use) -> float:
    """The Victory Points that a use is worth now; 0 for one that waits, or brings cards."""
    table, effect = prospects.table, use.effects[0]
    if effect.verb == "revive":
        return _standing(prospects, use.targets)
    affected = uses.affected_seats(table, use)
    if effect.verb == "mark":
        return _marks(prospects, use)
    if effect.verb == "flip":
        return _flips(prospects, use, affected)
    harms = any(deed.verb in HAND_HARMS for deed in use.effects)
    if harms and _before_conjuring(prospects, affected - {use.seat}):
        return prospects.points(table.creatures[use.source])
    return 0.0


def _before_conjuring(prospects: Prospects, affected: set[int]) -> bool:
    """True if one of these players is about to conjure, and no other opponent is much nearer to the call.

    A card that the user has to discard as well would have gone in the next draw.
    """
    table = prospects.table
    waiting = table.step == "conjure" and not (table.conjured or table.refreshed)
    return waiting and table.current in affected and prospects.rivalry[table.current] >= 0.8 * prospects.most


def _standing(prospects: Prospects, names: Iterable[str]) -> float:
    creatures = prospects.table.creatures
    return sum(prospects.standing(creatures[name]) for name in names)


def _marks(prospects: Prospects, use: Use) -> float:
    """The Victory Points that marks take away; nothing while most of them would be wasted."""
    table, effect, taken = prospects.table, use.effects[0], 0.0
    for name in use.targets:
        owner = table.owner_of(name)
        owned = owner.find(name) if owner else None
        if owner and owned:
            taken += min(effect.amount, owned.points) * prospects.rivalry[owner.seat]
    wasted = taken < 0.6 * effect.amount * effect.count * prospects.most
    return 0.0 if wasted and prospects.nearest >= ENDING else taken


def _flips(prospects: Prospects, use: Use, affected: set[int]) -> float:
    """The Victory Points that flipped creatures would have brought to their owners."""
    table, scope = prospects.table, use.effects[0].scope
    if scope == "each":
        return sum(_least_missed(table, seat) * prospects.rivalry[seat] for seat in affected - {use.seat})
    names = list(use.targets)
    if scope == "all":
        owner = table.players[SEATS.index(names[0])]
        names = [owned.id for owned in uses.victims_of(table, use, owner)]
    taken = 0.0
    for name in names:
        holder = table.owner_of(name)
        if holder and holder.seat != use.seat:
            theirs = Prospects(table, holder.seat).standing(table.creatures[name])
            taken += theirs * prospects.rivalry[holder.seat]
    return taken


def _least_missed(table: EmberTable, seat: int) -> float:
    """The Victory Points that a player loses who has to flip one of his creatures."""
    prospects = Prospects(table, seat)
    up = (owned.creature for owned in table.players[seat].owned if owned.up)
    return min(map(prospects.standing, up), default=0.0)


def last_use(table: EmberTable, seat: int, answers: Sequence[str]) -> str:
    """The use after the call that changes most between this seat and the best of the others; "" if none."""
    now = [player.total for player in table.players]
    best, most = "", 0.0
    for answer in answers:
        if uses.is_use(answer):
            use = uses.parse_use(table, seat, answer)
            gain = _lead(_after(table, use, now), seat) - _lead(now, seat) - 0.05 * use.by_archmage
            if gain > most:
                best, most = answer, gain
    return best


def _lead(totals: Sequence[float], seat: int) -> float:
    """The Victory Points before the best of the others; what all the others have counts a little."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - max(others) - 0.01 * sum(others)


def _after(table: EmberTable, use: Use, now: Sequence[int]) -> list[float]:
    """The totals after a use; a creature that can be used again for marks is worth almost those."""
    totals, effect = [float(total) for total in now], use.effects[0]
    names = list(use.targets)
    if effect.verb == "flip" and effect.scope == "all":
        names = [owned.id for owned in uses.victims_of(table, use, table.players[SEATS.index(names[0])])]
    for name in names:
        owner = table.owner_of(name)
        owned = owner.find(name) if owner else None
        if not owner or not owned:
            continue
        if effect.verb == "mark":
            totals[owner.seat] -= min(effect.amount, owned.points)
        elif effect.verb == "flip":
            totals[owner.seat] -= owned.bonus
        elif effect.verb == "revive":
            marks = sum(mark.amount * mark.count for mark in owned.creature.effects if mark.verb == "mark")
            totals[owner.seat] += owned.creature.bonus + 0.9 * marks
    return totals
