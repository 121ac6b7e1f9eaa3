"""The assignment of hits, with shields, Direct Hit, last shots and repairs (IM-SPACE-7, IM-INV-7).

Both sides assign the hits of a round simultaneously: units lost in a step do not change what the other side
can do in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.counts_in_words import VolleyFaces, unit_counts
from twingkit.imperium.battle.rules.dice import combat_roll
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley
from twingkit.imperium.battle.rules.force import Force, ForcePair, Roster
from twingkit.imperium.battle.rules.losses.assign import (
    SUSTAIN_BLOCKING_FLAGSHIP,
    HitLosses,
    PendingHits,
    indices_able_to_sustain,
    indices_willing_to_sustain,
    is_immune_to_direct_hit,
    sustain_blocking_seat_name,
)
from twingkit.imperium.battle.rules.losses.assignments import ASSIGN_RULES
from twingkit.imperium.battle.rules.questions import AssignHits, RollDice, use_cards_in_turns
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.rules.target import REPAIR, SHOT, ChooseTarget, ask_target

LAST_SHOT_DICE = 2
"""The number of dice that Courageous to the End rolls."""

ALL_DESTROYING_FLAGSHIP = "yin_flagship"
"""The flagship whose loss destroys all ships (IM-UNIT-yin_flagship)."""

SUSTAINED_NOTE, TAKEN_NOTE = "hits_sustained", "hits_taken"
"""The notes on a force of the hits that Sustain Damage cancelled, and of all hits that found a unit."""

_DONE = (
    combat_roll.REROLL_NOTE,
    combat_roll.FREE,
    combat_roll.NONFIGHTER,
    combat_roll.MISSED_NOTE,
    combat_roll.CROWN_DESTROYED_NOTE,
    combat_roll.BONUS,
    combat_roll.FIGHTER_BONUS,
    combat_roll.NO_ROLLS_NOTE,
)
"""Notes that are not needed once the hits of a round are assigned."""


# -- one side takes hits


def take_hits(table: BattleTable, side_index: int, hits: PendingHits | int, rule: str) -> Script:
    """Let one side assign the hits of one step, remove its losses, and return them.

    Direct Hit and the effects of losses follow at once. `rule` is the rule that made the hits.
    """
    pending_hits = hits if isinstance(hits, PendingHits) else PendingHits(unrestricted=hits)
    taken: HitLosses = yield from _ask_losses(table, side_index, pending_hits)
    yield from _apply_losses(table, side_index, pending_hits, taken, rule)
    return taken


def take_ability_hits(table: BattleTable, side_index: int, pending_hits: PendingHits, rule: str) -> Script:
    """Let one side take the hits of an ability in a space combat, of which Shields Holding may first cancel
    some; see `take_hits`.
    """
    loads = [PendingHits(), PendingHits()]
    loads[side_index] = pending_hits
    if pending_hits.total:
        yield from _cancel_hits_by_shields_holding(table, loads)
    yield from take_hits(table, side_index, loads[side_index], rule)


def take_chosen_hit(table: BattleTable, side_index: int, roster_index: int, rule: str) -> Script:
    """Apply one hit to a ship of side `side_index`; the opponent has chosen the kind of ship
    (`roster_index`).

    A damaged ship of the kind is destroyed. Otherwise one sustains damage if it can and its side lets it;
    otherwise one is destroyed. Shields Holding may cancel the hit.
    """
    loads = [PendingHits(), PendingHits()]
    loads[side_index] = PendingHits(unrestricted=1)
    yield from _cancel_hits_by_shields_holding(table, loads)
    if not loads[side_index].total:
        return
    roster, force = table.rosters[side_index], table.forces[side_index]
    holds = not force.damaged[roster_index] and roster_index in indices_willing_to_sustain(
        table.fight, table.state, side_index, table.round
    )
    hit = tuple(int(kind == roster_index) for kind in range(len(roster.units)))
    none = (0,) * len(hit)
    taken = HitLosses(hit, none) if holds else HitLosses(none, hit)
    yield from _apply_losses(table, side_index, PendingHits(unrestricted=1), taken, rule)


def _apply_losses(
    table: BattleTable, side_index: int, pending_hits: PendingHits, taken: HitLosses, rule: str
) -> Script:
    if table.rulings is not None:
        _cite_losses(table, side_index, pending_hits, taken, rule)
    table.forces[side_index] = force_after_losses(table.forces[side_index], taken)
    _note_hits(table, side_index, pending_hits, taken)
    explode_yin_flagship(table)
    zeros = (0,) * len(table.rosters[1 - side_index].units)
    none = HitLosses(zeros, zeros)
    yield from _direct_hits(table, (taken, none) if side_index == 0 else (none, taken))


def _note_hits(table: BattleTable, side_index: int, pending_hits: PendingHits, taken: HitLosses) -> None:
    absorbed = pending_hits.total - taken.excess_hits
    if table.notes_hits and absorbed:
        sustained = absorbed - sum(taken.destroyed)
        notes = (SUSTAINED_NOTE, sustained), (TAKEN_NOTE, absorbed)
        table.forces[side_index] = table.forces[side_index].with_notes(*notes)


def _ask_losses(table: BattleTable, side_index: int, pending_hits: PendingHits) -> Script:
    force = table.forces[side_index]
    if pending_hits.total and force.size:
        question = AssignHits(table, side_index, pending_hits)
        return question.assignments.default_losses if question.assignments.has_no_choice else (yield question)
    none = (0,) * len(force.fresh)
    return HitLosses(none, none, pending_hits.total)


def force_after_losses(force: Force, losses: HitLosses) -> Force:
    """Return the force that is left after these losses.

    Units that sustained are damaged; damaged units of each kind are destroyed first.

    >>> force_after_losses(Force((3,), (0,)), HitLosses((1,), (2,)))
    Force(fresh=(1,), damaged=(0,), used_effects=(), round_notes=())
    """
    for kind, (sustained, destroyed) in enumerate(zip(losses.sustained, losses.destroyed, strict=True)):
        if sustained:
            force = force.with_count_changes(kind, -sustained, sustained)
        if destroyed:
            force = force.without(kind, destroyed)
    return force


def _cite_losses(
    table: BattleTable, side_index: int, pending_hits: PendingHits, taken: HitLosses, rule: str
) -> None:
    """Cite the rulings on a side's losses, on effects that forbade Sustain Damage, and on hits that found no
    unit.
    """
    if not pending_hits.total:
        return
    roster = table.rosters[side_index]
    _cite_barred(table, side_index)
    cancelled = pending_hits.total - taken.excess_hits - sum(taken.destroyed)
    if any(taken.sustained):
        units = unit_counts(roster, taken.sustained)
        table.record_ruling("IM-UNIT-3", "sustained", side=roster.role, units=units, n=cancelled)
        if roster.has_working("nes"):
            double = cancelled > sum(taken.sustained)
            case = "cancelled" if double else "nothing_single_hit"
            table.record_ruling("IM-TECH-nes", case, side=roster.role, units=units, n=cancelled)
    if any(taken.destroyed):
        table.record_ruling(rule, "destroyed", side=roster.role, units=unit_counts(roster, taken.destroyed))
    if taken.excess_hits:
        table.record_ruling(rule, "excess", side=roster.role, n=taken.excess_hits)


def _cite_barred(table: BattleTable, side_index: int) -> None:
    roster, force = table.rosters[side_index], table.forces[side_index]
    if roster.policy.sustain == "never":
        return
    able = indices_able_to_sustain(table.fight, table.state, side_index)
    barred = [kind for kind in roster.sustaining_indices if kind not in able and force.fresh[kind]]
    if barred:
        enemy, third = table.rosters[1 - side_index], sustain_blocking_seat_name(force)
        flagship = third or enemy.has_flagship_special(
            SUSTAIN_BLOCKING_FLAGSHIP, table.forces[1 - side_index]
        )
        rule = "IM-UNIT-mentak_flagship" if flagship else "IM-AGENDA-schematics"
        units = [roster.units[kind] for kind in barred]
        facts = {"side": roster.role, "enemy": third or enemy.role, "units": units}
        table.record_ruling(rule, "barred", **facts)


# -- both sides take the hits of a round


def assign_hits(table: BattleTable) -> Script:
    """Play the step in which both sides assign the hits of a round, with all immediate effects."""
    if not table.both_sides_remain:
        return
    before = table.state
    for side_index in (0, 1):
        for kind in table.forces[side_index].noted_numbers(combat_roll.CROWN_DESTROYED_NOTE):
            table.forces[side_index] = table.forces[side_index].without(kind)
    loads = [
        PendingHits(
            sum(enemy_force.noted_numbers(combat_roll.FREE)),
            sum(enemy_force.noted_numbers(combat_roll.NONFIGHTER)),
        )
        for enemy_force in reversed(table.forces)
    ]
    for side_index in (0, 1):
        for use in (
            combat_roll.due_effects(table, side_index, "cancel_hits") if not loads[side_index].total else ()
        ):
            if use.round:
                table.record_ruling(use.effect.rule, "nothing_no_hit", side=ROLES[side_index])
    yield from _cancel_hits_by_shields_holding(table, loads)
    taken: list[HitLosses] = []
    for side_index in (0, 1):
        taken.append((yield from _ask_losses(table, side_index, loads[side_index])))
    if table.rulings is not None:
        for side_index in (0, 1):
            _cite_losses(
                table, side_index, loads[side_index], taken[side_index], ASSIGN_RULES[table.fight.kind]
            )
    for side_index in (0, 1):
        force = table.forces[side_index].without_notes(*_DONE)
        table.forces[side_index] = force_after_losses(force, taken[side_index])
        _note_hits(table, side_index, loads[side_index], taken[side_index])
    explode_yin_flagship(table)
    yield from _direct_hits(table, taken)
    yield from play_courageous_to_the_end(table, before, cites_no_effect=True)
    for side_index in (0, 1):
        yield from _repair_one(table, side_index, before[side_index].damaged)


def count_losses(before: Force, after: Force) -> list[int]:
    """Return, for each kind of unit, the number that a side has lost between the forces `before` and `after`.

    Gained units are not counted.
    """
    return [max(0, before.count(kind) - after.count(kind)) for kind in range(len(after.fresh))]


def _cancel_hits_by_shields_holding(table: BattleTable, loads: list[PendingHits]) -> Script:
    """IM-ACT-sh: let the sides, in turn, cancel up to 2 of the hits that they are about to assign.

    `loads` holds the hits that each side has to assign; cancelled ones are taken off.
    """
    waiting = [combat_roll.due_effects(table, side_index, "cancel_hits") for side_index in (0, 1)]

    def usable_card(side_index: int) -> EffectUse | None:
        return next(iter(waiting[side_index]), None) if loads[side_index].total else None

    def cancel(side_index: int, use: EffectUse) -> Script:
        waiting[side_index].remove(use)
        cancelled = min(use.effect.amount, loads[side_index].total)
        table.record_ruling(use.effect.rule, "cancelled", side=table.rosters[side_index].role, n=cancelled)
        loads[side_index] = cancel_hits(loads[side_index], cancelled)
        yield from ()

    if any(waiting):
        yield from use_cards_in_turns(table, usable_card, cancel)


def cancel_hits(pending_hits: PendingHits, count: int) -> PendingHits:
    """Return the pending hits with `count` of them cancelled.

    Hits that must go to non-fighters are cancelled first, hits on fighters last.

    >>> cancel_hits(PendingHits(unrestricted=2, nonfighters_only=1), 2)
    PendingHits(unrestricted=1, nonfighters_only=0, fighters_only=0)
    >>> cancel_hits(PendingHits(fighters_only=3), 2)
    PendingHits(unrestricted=0, nonfighters_only=0, fighters_only=1)
    """
    aimed = min(count, pending_hits.nonfighters_only)
    free = min(count - aimed, pending_hits.unrestricted)
    fighters = max(0, pending_hits.fighters_only - (count - aimed - free))
    return PendingHits(pending_hits.unrestricted - free, pending_hits.nonfighters_only - aimed, fighters)


# -- immediate effects


def explode_yin_flagship(table: BattleTable) -> None:
    """Destroy all ships of both sides if the Yin flagship has been destroyed (IM-UNIT-yin_flagship)."""
    for roster in table.rosters:
        if has_lost_yin_flagship(roster, table.forces[roster.side_index]) and any(
            force.size for force in table.forces
        ):
            if table.rulings is not None:
                for side in table.rosters:
                    force = table.forces[side.side_index]
                    units = unit_counts(side, map(force.count, range(len(side.units))))
                    case = "exploded" if units else "exploded_none"
                    table.record_ruling("IM-UNIT-yin_flagship", case, side=side.role, units=units)
            for side_index, force in enumerate(table.forces):
                table.forces[side_index] = force.without_units()


def has_lost_yin_flagship(roster: Roster, force: Force) -> bool:
    """True if the side has lost the flagship whose loss destroys all ships."""
    kind = roster.flagship_index
    return roster.flagship_id == ALL_DESTROYING_FLAGSHIP and force.count(kind) < roster.counts[kind]


def _direct_hits(table: BattleTable, taken: Sequence[HitLosses]) -> Script:
    """IM-ACT-dh: let the sides, in turn, destroy with each Direct Hit card one ship of the other side that
    has just sustained damage. `taken` are the losses of each side.

    By default this is the most expensive. With Duranium Armor those that sustained were the first of their
    kind to be lost.
    """
    if not table.fight.has_working("dh"):
        return
    sustained = [list(losses.sustained) for losses in taken]
    for side_index, losses in enumerate(taken):
        if table.rosters[side_index].has_working("da"):
            pairs = zip(losses.sustained, losses.destroyed, strict=True)
            sustained[side_index] = [max(0, held - destroyed) for held, destroyed in pairs]

    def usable_card(side_index: int) -> EffectUse | None:
        cards = combat_roll.due_cards(table, side_index, "destroy_sustained")
        return cards[0] if cards and _open_to_direct_hit(table, side_index, sustained) else None

    def shoot(side_index: int, use: EffectUse) -> Script:
        enemy, open_ = table.rosters[1 - side_index], _open_to_direct_hit(table, side_index, sustained)
        best = max(open_, key=lambda kind: (enemy.units[kind].cost, kind))
        kind = yield from ask_target(table, side_index, use, open_, best, SHOT)
        table.forces[1 - side_index] = table.forces[1 - side_index].with_count_changes(kind, 0, -1)
        sustained[1 - side_index][kind] -= 1
        facts = {"side": table.rosters[side_index].role, "enemy": enemy.role}
        table.record_ruling(use.effect.rule, "hit", unit=enemy.units[kind], **facts)
        explode_yin_flagship(table)

    yield from use_cards_in_turns(table, usable_card, shoot)
    for side_index in (0, 1):
        _cite_useless_direct_hit(table, side_index, sustained, taken)


def _just_damaged(table: BattleTable, side_index: int, sustained: Sequence[Sequence[int]]) -> list[int]:
    """Return the roster indices of a side's damaged units that have just sustained damage."""
    damaged = table.forces[side_index].damaged
    return [kind for kind, n in enumerate(sustained[side_index]) if min(n, damaged[kind])]


def _open_to_direct_hit(table: BattleTable, side_index: int, sustained: Sequence[Sequence[int]]) -> list[int]:
    """Return the roster indices of the other side's units that a side can destroy with Direct Hit."""
    units = table.rosters[1 - side_index].units
    hit = _just_damaged(table, 1 - side_index, sustained)
    return [kind for kind in hit if not is_immune_to_direct_hit(units[kind])]


def _cite_useless_direct_hit(
    table: BattleTable, side_index: int, sustained: Sequence[Sequence[int]], taken: Sequence[HitLosses]
) -> None:
    """Cite why a side could not use a Direct Hit that it still has: no ship has sustained damage, or it is
    immune.
    """
    cards = combat_roll.due_cards(table, side_index, "destroy_sustained")
    if not cards or _open_to_direct_hit(table, side_index, sustained):
        return
    enemy, hit = table.rosters[1 - side_index], _just_damaged(table, 1 - side_index, sustained)
    facts = {"side": table.rosters[side_index].role, "enemy": enemy.role}
    if hit:
        table.record_ruling("IM-UNIT-dreadnought2", "immune", unit=enemy.units[hit[0]], **facts)
    elif cards[0].round and not any(taken[1 - side_index].sustained):
        table.record_ruling(cards[0].effect.rule, "nothing_none_sustained", **facts)


def play_courageous_to_the_end(
    table: BattleTable, forces_before: ForcePair, cites_no_effect: bool = False
) -> Script:
    """Let both sides, in turn, play Courageous to the End for their ships just destroyed (IM-ACT-courageous).

    These are ships lost since `forces_before`; ships that last shots destroy count as well. With
    `cites_no_effect`, a card for this round says if it finds nothing.
    """
    if not table.fight.has_working("courageous"):
        return
    earlier = list(forces_before)

    def last_shots(side_index: int) -> Volley:
        force = table.forces[side_index]
        return last_shot_volley(table.rosters[side_index], force, count_losses(earlier[side_index], force))

    def usable_card(side_index: int) -> EffectUse | None:
        cards = combat_roll.due_effects(table, side_index, "last_shot")
        return (
            cards[0] if cards and last_shots(side_index).count and table.forces[1 - side_index].size else None
        )

    def shoot(side_index: int, use: EffectUse) -> Script:
        volley, earlier[side_index] = last_shots(side_index), table.forces[side_index]
        yield from _roll_last_shot_dice(table, side_index, use, volley)

    yield from use_cards_in_turns(table, usable_card, shoot)
    for roster in table.rosters:
        for use in combat_roll.due_effects(table, roster.side_index, "last_shot"):
            shots = last_shots(roster.side_index).count
            facts = {"side": roster.role, "enemy": ROLES[1 - roster.side_index]}
            if shots and not table.forces[1 - roster.side_index].size:
                table.record_ruling(use.effect.rule, "nothing_nobody", **facts)
            elif cites_no_effect and use.round and not shots:
                table.record_ruling(use.effect.rule, "nothing_none_destroyed", **facts)


def _roll_last_shot_dice(table: BattleTable, side_index: int, use: EffectUse, volley: Volley) -> Script:
    """Roll two dice for Courageous to the End, each at the best combat value among the ships just destroyed
    (IM-ACT-courageous).
    """
    roster, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    unit = roster.units[volley.groups[0].roster_index]
    thrown = yield RollDice(side_index, volley, "courageous")
    combat_roll.cite_face_effects(table, side_index, volley, thrown)
    facts = {"side": roster.role, "enemy": enemy.role, "dice": VolleyFaces(volley, thrown.faces)}
    table.record_ruling(use.effect.rule, "rolled", unit=unit, n=thrown.hits, **facts)
    yield from destroy_own_ships(table, enemy.side_index, use, range(len(enemy.units)), thrown.hits)


def last_shot_volley(roster: Roster, force: Force, destroyed: Sequence[int]) -> Volley:
    """Return the dice of Courageous to the End for the ships just destroyed; empty if none of them can shoot.

    `destroyed` counts the ships by roster index; `force` is the force that is left.
    """
    kinds = [kind for kind, n in enumerate(destroyed) if n and roster.units[kind].combat]
    if not kinds:
        return Volley(roster.side_index, ())
    best = min(kinds, key=lambda kind: roster.units[kind].combat)
    needed = roster.units[best].combat - combat_roll.trade_goods_bonus(roster, force)
    return Volley(roster.side_index, (DiceGroup(roster.units[best].words_key, LAST_SHOT_DICE, needed, best),))


def destroy_own_ships(
    table: BattleTable, side_index: int, use: EffectUse, roster_indices: Sequence[int], count: int
) -> Script:
    """Let a side destroy `count` of its own ships with these roster indices, without sustaining damage.

    It follows its own order, damaged ships of a kind first. `use` is the other side's effect.
    """
    roster = table.rosters[side_index]
    destroyed = [0] * len(roster.units)
    for _ in range(count):
        standing = [kind for kind in roster_indices if table.forces[side_index].count(kind)]
        if standing:
            choice = ChooseTarget(table, side_index, use, standing, standing[0], targets_own_side=True)
            kind = standing[0] if len(standing) == 1 else (yield choice)
            table.forces[side_index] = table.forces[side_index].without(kind)
            destroyed[kind] += 1
    if any(destroyed):
        if table.rulings is not None:
            table.record_ruling(
                use.effect.rule, "destroyed", side=roster.role, units=unit_counts(roster, destroyed)
            )
        explode_yin_flagship(table)


def repairable_unit_indices(roster: Roster, force: Force, damaged_before_hits: Sequence[int]) -> list[int]:
    """Return the roster indices of units that were already damaged before this round and can be repaired, the
    most expensive first.

    The default choice, the most expensive, comes first.

    `damaged_before_hits` are the damaged units before the hits of the round. Of equal units, those that
    sustained are lost first.
    """
    old = [kind for kind, n in enumerate(damaged_before_hits) if min(n, force.damaged[kind])]
    return sorted(old, key=lambda kind: (-roster.units[kind].cost, -kind))


def _repair_one(table: BattleTable, side_index: int, hurt: Sequence[int]) -> Script:
    """IM-TECH-da: repair a damaged unit that did not sustain damage in this round; its owner chooses."""
    roster, force = table.rosters[side_index], table.forces[side_index]
    if not roster.has_working("da") or not force.size:
        return
    if old := repairable_unit_indices(roster, force, hurt):
        kind = yield from ask_target(table, side_index, EffectUse("da"), old, old[0], REPAIR)
        table.forces[side_index] = force.with_count_changes(kind, 1, -1)
        table.record_ruling("IM-TECH-da", "repaired", side=roster.role, unit=roster.units[kind])
    else:
        case = "nothing_just_damaged" if any(force.damaged) else "nothing_whole"
        if case == "nothing_just_damaged" or table.round == 1:
            table.record_ruling("IM-TECH-da", case, side=roster.role)
