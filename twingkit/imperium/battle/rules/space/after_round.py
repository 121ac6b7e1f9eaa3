"""The end of a round in space: Devotion and Exotrireme II, while both sides have ships (IM-SPACE-8).

Starting with the attacker, the sides use one ability at a time until both have used none in a row
(IM-TIME-2).
"""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.losses import combat_hits
from twingkit.imperium.battle.rules.questions import ask_to_play
from twingkit.imperium.battle.rules.space.start_of_combat import (
    cruiser_and_destroyer_indices,
    is_destroyed_by_hit,
    ship_to_give_up,
)
from twingkit.imperium.battle.rules.table import BattleTable, take_side_turns
from twingkit.imperium.battle.rules.target import GIVE_UP, NO_TARGET, ChooseTarget, ask_target

EXOTRIREME = "dreadnought+"
"""The ship that is given up for Exotrireme II."""

_EXOTRIREME_LOSSES = 2
"""The maximum number of enemy ships that Exotrireme II destroys (IM-TECH-exo2).

By the rule's note it is used only if the other side has this many non-fighter ships.
"""

AFTER_ROUND_EFFECTS = ("devotion", "exo2")
"""The effects at the end of a round, in the order in which a side uses them."""


def use_abilities_after_round(table: BattleTable) -> Script:
    """Let the sides use their abilities at the end of a round in turns, the attacker first (IM-SPACE-8)."""
    used: tuple[list[EffectUse], list[EffectUse]] = ([], [])
    yield from take_side_turns(table, lambda side_index: _turn(table, side_index, used[side_index]))


def _turn(table: BattleTable, side_index: int, used: list[EffectUse]) -> Script[bool]:
    """Let one side use the first ability at the end of a round that it can and wants to use; return True if
    it used one.
    """
    for effect_id in AFTER_ROUND_EFFECTS:
        for use in (use for use in table.rosters[side_index].effect_uses if use.id == effect_id):
            before = table.state
            if effect_id == "exo2":
                done = yield from _exotrireme(table, side_index, use, again=use in used)
            else:
                done = use not in used and (yield from _devotion(table, side_index, use))
            if done:
                used.append(use)
                yield from combat_hits.play_courageous_to_the_end(table, before)
                return True
    return False


def _devotion(table: BattleTable, side_index: int, use: EffectUse) -> Script[bool]:
    """IM-UNIT-devotion: destroy a light ship of the side itself to make a hit if that is worth the price;
    return True if the ship was destroyed.
    """
    own, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    ship, target = ship_to_give_up(table, side_index), _devotion_target(table, side_index)
    if ship is None:
        table.record_ruling_once(use.effect.rule, "nothing_no_ship", own.role)
        return False
    if not (yield from ask_to_play(table, side_index, use, plays_by_default=target is not None)):
        if target is None:
            table.record_ruling(use.effect.rule, "nothing_not_worth", side=own.role, unit=own.units[ship])
        return False
    ship = yield from ask_target(
        table, side_index, use, cruiser_and_destroyer_indices(table, side_index), ship, GIVE_UP
    )
    force = table.forces[1 - side_index]
    standing = [kind for kind in range(len(enemy.units)) if force.count(kind)]
    best = standing[-1] if target is None else target
    kind = best if len(standing) == 1 else (yield ChooseTarget(table, side_index, use, standing, best))
    table.forces[side_index] = table.forces[side_index].without(ship)
    facts = {"side": own.role, "unit": own.units[ship], "target": enemy.units[kind]}
    table.record_ruling(use.effect.rule, "given_up", **facts)
    yield from combat_hits.take_chosen_hit(table, 1 - side_index, kind, use.effect.rule)
    return True


def _devotion_target(table: BattleTable, side_index: int) -> int | None:
    """Return the roster index of an enemy ship that makes Devotion worth its price; None if none does.

    The hit must destroy a ship that costs more than the one given up, or the last enemy ship while an own
    ship remains.
    """
    own, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    force, ship = table.forces[1 - side_index], ship_to_give_up(table, side_index)
    if ship is None:
        return None
    soft = [
        kind
        for kind in range(len(enemy.units))
        if force.count(kind) and is_destroyed_by_hit(table, 1 - side_index, kind)
    ]
    last = force.size == 1 and table.forces[side_index].size > 1
    price = own.units[ship].cost
    worth = [kind for kind in soft if last or enemy.units[kind].cost > price]
    return max(worth, key=lambda kind: (enemy.units[kind].cost, kind), default=None)


def _exotrireme(table: BattleTable, side_index: int, use: EffectUse, again: bool) -> Script[bool]:
    """IM-TECH-exo2: give up a dreadnought II to destroy up to two enemy ships; return True if the dreadnought
    was given up.

    By the rule's note it is used once a round, so it is not wanted `again`; a player may use it more often.
    """
    own, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    force = table.forces[side_index]
    mine = [kind for kind, unit in enumerate(own.units) if unit.name == EXOTRIREME and force.count(kind)]
    if not mine:
        if not again:
            table.record_ruling_once(use.effect.rule, "nothing_no_ship", own.role)
        return False
    count = sum(table.forces[1 - side_index].count(kind) for kind in enemy.nonfighter_ship_indices)
    damaged = force.damaged[mine[0]] > 0
    wanted = damaged and count >= _EXOTRIREME_LOSSES and not again
    if not (yield from ask_to_play(table, side_index, use, plays_by_default=wanted)):
        if not wanted and not again:
            case = "nothing_too_few" if damaged else "nothing_whole"
            table.record_ruling(use.effect.rule, case, side=own.role, enemy=enemy.role, n=count)
        return False
    table.forces[side_index] = force.without(mine[0])
    table.record_ruling(use.effect.rule, "given_up", side=own.role, unit=own.units[mine[0]])
    for _ in range(min(_EXOTRIREME_LOSSES, table.forces[1 - side_index].size)):
        struck = table.forces[1 - side_index]
        standing = [kind for kind in range(len(enemy.units)) if struck.count(kind)]
        best = max(standing, key=lambda kind: (enemy.units[kind].cost, kind))
        target = yield ChooseTarget(table, side_index, use, standing, best, may_decline=True)
        if target == NO_TARGET:
            break
        undamaged = struck.fresh[target] > 0
        table.forces[1 - side_index] = struck.with_count_changes(target, -undamaged, undamaged - 1)
        table.record_ruling(
            use.effect.rule, "destroyed", side=enemy.role, units=[UnitCount(enemy.units[target], 1)]
        )
    combat_hits.explode_yin_flagship(table)
    return True
