"""The best use of an ability for the player `steady`, which weighs only effects on creatures and hands.

Abilities that draw or take cards are not weighed here: they are worth what the hand can do with the cards.
The planner has `best_use`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from twingkit.ember.box.pool import Creature
from twingkit.ember.rules import uses
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.rules.uses import AbilityUse

_WORTH_BY_VERB = {
    "draw": 1.0, "take": 1.5, "redraw": 0.4, "order": 0.3, "discard": 0.7, "steal": 1.2, "swap": 0.5,
    "limit": 0.7, "flip": 0.8, "revive": 0.8, "mark": 1.0, "cancel": 0.8, "dodge": 0.5,
    "hand": 1.5, "drawstep": 2.0, "source": 1.5, "guard": 0.3, "worth": 1.0,
}  # fmt: skip
"""Victory Points that each verb is worth per card or mark; missing verbs are worth nothing."""

HAND_HARMING_VERBS = ("discard", "steal", "swap", "limit")
"""Verbs of effects that harm a hand, most of all between the draw and the conjuring."""

MIN_USE_WORTH = 0.4
"""Minimum worth to use a creature."""

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


def simple_best_use(table: EmberTable, seat: int, answers: Sequence[str]) -> str:
    """Return the answer that uses the ability with the largest gain by simple estimates, or "" if none is
    worth flipping its creature.
    """
    worth = {
        answer: _worth_of_use(table, uses.parse_ability_use(table, seat, answer))
        for answer in answers
        if answer.startswith("use ")
    }
    best = max(worth, key=lambda answer: worth[answer], default="")
    return best if best and worth[best] >= MIN_USE_WORTH else ""


def _worth_of_use(table: EmberTable, use: AbilityUse) -> float:
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
    if effect.verb in HAND_HARMING_VERBS and _before_conjuring(table, affected):
        return share * ability_worth(table.creatures[use.creature_id])
    return 0.0


def _standing(table: EmberTable, names: Iterable[str]) -> float:
    return sum(ability_worth(table.creatures[name]) for name in names)


def _least(table: EmberTable, seat: int) -> float:
    """Return the least worth of an ability that a player loses when forced to flip a creature."""
    up = (owned.creature for owned in table.players[seat].owned if owned.is_face_up)
    return min(map(ability_worth, up), default=0.0)


def _before_conjuring(table: EmberTable, affected: set[int]) -> bool:
    """Return True in the turn of one of these players, between drawing and conjuring."""
    return table.awaits_conjuring and table.current in affected
