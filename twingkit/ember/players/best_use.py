"""The planner's best use of an ability that takes something from opponents or revives creatures.

The planner weighs abilities that draw or take cards elsewhere, by what its hand can do with the cards. The
player `steady` has the simpler `simple_best_use`.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.ember.players.prospects import Prospects
from twingkit.ember.rules import uses
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.rules.uses import AbilityUse

HAND_HARMING_VERBS = frozenset({"discard", "steal", "swap", "limit"})
"""Verbs of effects that harm a hand."""

_ARCHMAGE_WORTH = 6.0
"""Worth of an Archmage in hand in Victory Points: that of a card plus that of a wild card."""

MIN_USE_WORTH = 0.8
"""Minimum worth in Victory Points to use a creature that could still do more later."""

ENDGAME_TURNS = 1.2
"""Number of turns of the nearest player from which remaining abilities are used without waiting."""


def best_use(table: EmberTable, seat: int, answers: Sequence[str]) -> str:
    """Return the answer among `answers` that uses the most valuable ability, or "" if none is worth its
    cost.
    """
    prospects = Prospects(table, seat)
    worth: dict[str, float] = {}
    for answer in answers:
        if uses.is_ability_use(answer):
            use = uses.parse_ability_use(table, seat, answer)
            worth[answer] = _worth_of_use(prospects, use) - (_ARCHMAGE_WORTH if use.is_by_archmage else 0.0)
    best = max(worth, key=lambda answer: worth[answer], default="")
    least = MIN_USE_WORTH * min(1.0, max(0.2, prospects.ability_turns_left()))
    return best if best and worth[best] >= least else ""


def _worth_of_use(prospects: Prospects, use: AbilityUse) -> float:
    """Return how many Victory Points an ability use is worth now; 0 if it should wait or only gains cards."""
    table, effect = prospects.table, use.effects[0]
    if effect.verb == "revive":
        return sum(prospects.loss_if_flipped(prospects.table.creatures[name]) for name in use.targets)
    affected = uses.affected_seats(table, use)
    if effect.verb == "mark":
        return _marks(prospects, use)
    if effect.verb == "flip":
        return _flips(prospects, use, affected)
    harms = any(deed.verb in HAND_HARMING_VERBS for deed in use.effects)
    if harms and _before_conjuring(prospects, affected - {use.seat}):
        return prospects.expected_ability_points(table.creatures[use.creature_id])
    return 0.0


def _before_conjuring(prospects: Prospects, affected: set[int]) -> bool:
    """Return True if an affected player is about to conjure and no opponent is much nearer to the call.

    If the user has to discard too, the lost card does not count: the next draw would have replaced it anyway.
    """
    table = prospects.table
    is_before = table.awaits_conjuring and table.current in affected
    return is_before and prospects.rivalry[table.current] >= 0.8 * prospects.max_rivalry


def _marks(prospects: Prospects, use: AbilityUse) -> float:
    """Return the Victory Points that marks take away, or 0 if most of the marks would be wasted."""
    table, effect, taken = prospects.table, use.effects[0], 0.0
    for owner, owned in uses.affected_creatures(table, use):
        taken += min(effect.amount, owned.points) * prospects.rivalry[owner.seat]
    wasted = taken < 0.6 * effect.amount * effect.count * prospects.max_rivalry
    return 0.0 if wasted and prospects.nearest_turns_needed >= ENDGAME_TURNS else taken


def _flips(prospects: Prospects, use: AbilityUse, affected: set[int]) -> float:
    """Return the Victory Points that the flipped creatures would have brought their owners."""
    table, scope = prospects.table, use.effects[0].scope
    if scope == "each":
        return sum(_least_missed(table, seat) * prospects.rivalry[seat] for seat in affected - {use.seat})
    taken = 0.0
    for holder, owned in uses.affected_creatures(table, use):
        if holder.seat != use.seat:
            theirs = Prospects(table, holder.seat).loss_if_flipped(owned.creature)
            taken += theirs * prospects.rivalry[holder.seat]
    return taken


def _least_missed(table: EmberTable, seat: int) -> float:
    """Return the Victory Points that a player loses if they have to flip a creature of their own."""
    prospects = Prospects(table, seat)
    up = (owned.creature for owned in table.players[seat].owned if owned.is_face_up)
    return min(map(prospects.loss_if_flipped, up), default=0.0)


def best_last_round_use(table: EmberTable, seat: int, answers: Sequence[str]) -> str:
    """Return the ability use that improves this seat's lead most in the last round, or "" if none does."""
    now = [player.total for player in table.players]
    best, most = "", 0.0
    for answer in answers:
        if uses.is_ability_use(answer):
            use = uses.parse_ability_use(table, seat, answer)
            gain = _lead(_totals_after(table, use, now), seat) - _lead(now, seat) - 0.05 * use.is_by_archmage
            if gain > most:
                best, most = answer, gain
    return best


def _lead(totals: Sequence[float], seat: int) -> float:
    """Return the lead over the best opponent in Victory Points; other opponents count a little."""
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - max(others) - 0.01 * sum(others)


def _totals_after(table: EmberTable, use: AbilityUse, now: Sequence[int]) -> list[float]:
    """Return the totals of all players after a use, counting marks that a revived creature can set again."""
    totals, effect = [float(total) for total in now], use.effects[0]
    for owner, owned in uses.affected_creatures(table, use):
        if effect.verb == "mark":
            totals[owner.seat] -= min(effect.amount, owned.points)
        elif effect.verb == "flip":
            totals[owner.seat] -= owned.bonus_points
        elif effect.verb == "revive":
            marks = sum(mark.amount * mark.count for mark in owned.creature.effects if mark.verb == "mark")
            totals[owner.seat] += owned.creature.bonus_points + 0.9 * marks
    return totals
