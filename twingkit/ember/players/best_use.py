"""The best use of an ability that takes something from opponents or revives creatures.

The planner has `best_use`; the player `steady` has the simpler `simple_best_use`, which weighs only effects
on creatures and hands.

Abilities that draw or take cards are weighed elsewhere, by what a hand can do with the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.core.acts import Act
from twingkit.ember.box.pool import Creature
from twingkit.ember.players.prospects import Prospects
from twingkit.ember.rules import uses
from twingkit.ember.rules.acts import AbilityAct, Use, UseArchmage
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.rules.uses import AbilityUse

HAND_HARMING_VERBS = frozenset({"discard", "steal", "swap", "limit"})
"""Verbs of effects that harm a hand, most of all between the draw and the conjuring."""

_ARCHMAGE_WORTH = 6.0
"""Worth of an Archmage in hand in Victory Points: that of a card plus that of a wild card."""

MIN_USE_WORTH = 0.8
"""Minimum worth in Victory Points to use a creature that could still do more later."""

ENDGAME_TURNS = 1.2
"""Number of turns of the nearest player from which remaining abilities are used without waiting."""


def best_use(table: EmberTable, seat: int, answers: Sequence[Act]) -> AbilityAct | None:
    """Return the answer among `answers` that uses the most valuable ability, or None if none is worth its
    cost.
    """
    prospects = Prospects(table, seat)
    worth: dict[AbilityAct, float] = {}
    for answer in answers:
        if isinstance(answer, Use | UseArchmage):
            use = uses.ability_use(table, seat, answer)
            worth[answer] = _worth_of_use(prospects, use) - (_ARCHMAGE_WORTH if use.is_by_archmage else 0.0)
    best = max(worth, key=lambda answer: worth[answer], default=None)
    least = MIN_USE_WORTH * min(1.0, max(0.2, prospects.ability_turns_left()))
    return best if best and worth[best] >= least else None


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
    is_before = _is_before_conjuring(table, affected)
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


def best_last_round_use(table: EmberTable, seat: int, answers: Sequence[Act]) -> AbilityAct | None:
    """Return the ability use that improves this seat's lead most in the last round, or None."""
    now = [player.total for player in table.players]
    best: AbilityAct | None = None
    most = 0.0
    for answer in answers:
        if isinstance(answer, Use | UseArchmage):
            use = uses.ability_use(table, seat, answer)
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


# -- the simpler use of `steady`

_WORTH_BY_VERB = {
    "draw": 1.0, "take": 1.5, "redraw": 0.4, "order": 0.3, "discard": 0.7, "steal": 1.2, "swap": 0.5,
    "limit": 0.7, "flip": 0.8, "revive": 0.8, "mark": 1.0, "cancel": 0.8, "dodge": 0.5,
    "hand": 1.5, "drawstep": 2.0, "source": 1.5, "guard": 0.3, "worth": 1.0,
}  # fmt: skip
"""Victory Points that each verb is worth per card or mark; missing verbs are worth nothing."""

_SIMPLE_MIN_USE_WORTH = 0.4
"""Minimum worth to use a creature by simple estimates."""

_NON_LEADER_FACTOR = 0.6
"""Worth of harming a player who does not lead, relative to harming the leader."""


def ability_worth(creature: Creature) -> float:
    """Return the worth of a face-up creature's ability in Victory Points, without its own points."""
    return sum(
        _WORTH_BY_VERB.get(effect.verb, 0.0) * effect.amount * effect.count for effect in creature.effects
    )


def leading_opponent(table: EmberTable, seat: int) -> int:
    """Return the seat of the opponent with the most Victory Points."""
    return max(table.opponents(seat), key=lambda player: player.total).seat


def simple_best_use(table: EmberTable, seat: int, answers: Sequence[Act]) -> Use | None:
    """Return the answer that uses the ability with the largest gain by simple estimates, or None if none is
    worth flipping its creature.
    """
    worth = {
        answer: _simple_worth_of_use(table, uses.ability_use(table, seat, answer))
        for answer in answers
        if isinstance(answer, Use)
    }
    best = max(worth, key=lambda answer: worth[answer], default=None)
    return best if best and worth[best] >= _SIMPLE_MIN_USE_WORTH else None


def _simple_worth_of_use(table: EmberTable, use: AbilityUse) -> float:
    effect, affected = use.effects[0], uses.affected_seats(table, use)
    if effect.verb == "revive":
        return _standing(table, use.targets)
    if use.seat in affected:
        return 0.0
    share = 1.0 if leading_opponent(table, use.seat) in affected else _NON_LEADER_FACTOR
    if effect.verb == "mark":
        marked = uses.affected_creatures(table, use)
        return share * sum(min(effect.amount, owned.points) for _, owned in marked)
    if effect.verb == "flip":
        if effect.scope == "each":
            return sum(_least(table, other) for other in affected)
        return share * _standing(table, [owned.id for _, owned in uses.affected_creatures(table, use)])
    if effect.verb in HAND_HARMING_VERBS and _is_before_conjuring(table, affected):
        return share * ability_worth(table.creatures[use.creature_id])
    return 0.0


def _standing(table: EmberTable, names: Iterable[str]) -> float:
    return sum(ability_worth(table.creatures[name]) for name in names)


def _least(table: EmberTable, seat: int) -> float:
    """Return the least worth of an ability that a player loses when forced to flip a creature."""
    up = (owned.creature for owned in table.players[seat].owned if owned.is_face_up)
    return min(map(ability_worth, up), default=0.0)


def _is_before_conjuring(table: EmberTable, affected: set[int]) -> bool:
    """Return True in the turn of one of these players, between drawing and conjuring."""
    return table.awaits_conjuring and table.current in affected
