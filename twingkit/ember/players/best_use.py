"""The planner's best use of an ability: what it takes from others, and what it revives.

The planner weighs abilities that draw or take cards elsewhere, by what its hand can do with the cards. The
player `steady` has the simpler `good_use`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.ember.players.prospects import Prospects
from twingkit.ember.rules import uses
from twingkit.ember.rules.table import SEATS, EmberTable
from twingkit.ember.rules.uses import Use

HAND_HARMS = frozenset({"discard", "steal", "swap", "limit"})
"""Verbs that harm a hand."""

ARCHMAGE_WORTH = 6.0
"""Victory Points that a hand loses with an Archmage: the worth of a card, plus that of a wild card."""

LEAST = 0.8
"""Victory Points from which a creature is used while others might still lose more by it later."""

ENDING = 1.2
"""If the nearest player needs this many turns or fewer, remaining abilities are used without waiting for
more.
"""


def best_use(table: EmberTable, seat: int, answers: Sequence[str]) -> str:
    """Return the use among `answers` that is worth most; "" if none is worth its creature or Archmage."""
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
    """Return the Victory Points that a use is worth now; 0 if it should wait or brings cards."""
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
    """Return True if one of these players is about to conjure and no other opponent is much nearer to the
    call.

    If the user has to discard too, the lost card does not count: the next draw would have replaced it anyway.
    """
    table = prospects.table
    waiting = table.step == "conjure" and not (table.conjured or table.refreshed)
    return waiting and table.current in affected and prospects.rivalry[table.current] >= 0.8 * prospects.most


def _standing(prospects: Prospects, names: Iterable[str]) -> float:
    creatures = prospects.table.creatures
    return sum(prospects.standing(creatures[name]) for name in names)


def _marks(prospects: Prospects, use: Use) -> float:
    """Return the Victory Points that marks take away; 0 while most of the marks would be wasted."""
    table, effect, taken = prospects.table, use.effects[0], 0.0
    for name in use.targets:
        owner = table.owner_of(name)
        owned = owner.find(name) if owner else None
        if owner and owned:
            taken += min(effect.amount, owned.points) * prospects.rivalry[owner.seat]
    wasted = taken < 0.6 * effect.amount * effect.count * prospects.most
    return 0.0 if wasted and prospects.nearest >= ENDING else taken


def _flips(prospects: Prospects, use: Use, affected: set[int]) -> float:
    """Return the Victory Points that the flipped creatures would have brought their owners."""
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
    """Return the Victory Points that a player loses if they have to flip one of their creatures."""
    prospects = Prospects(table, seat)
    up = (owned.creature for owned in table.players[seat].owned if owned.up)
    return min(map(prospects.standing, up), default=0.0)


def last_use(table: EmberTable, seat: int, answers: Sequence[str]) -> str:
    """Return the use after a call that improves this seat most against its best opponent; "" if none does."""
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
    """Return the lead over the best opponent in Victory Points; all opponents' totals count a little."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - max(others) - 0.01 * sum(others)


def _after(table: EmberTable, use: Use, now: Sequence[int]) -> list[float]:
    """Return the totals after a use; a creature revived to set marks again counts almost as much as those
    marks.
    """
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
