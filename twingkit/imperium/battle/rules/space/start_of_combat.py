"""The abilities at the start of a space battle, such as Assault Cannon and Ambush (IM-SPACE-3).

Conditions are checked when their ability is used, and losses are removed at once.
"""

from __future__ import annotations

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.abilities_in_turns import BattleAbility, use_abilities_in_turns
from twingkit.imperium.battle.rules.counts_in_words import UnitCount, VolleyFaces
from twingkit.imperium.battle.rules.dice.combat_roll import Step
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley, VolleyResult
from twingkit.imperium.battle.rules.force import (
    STAYED_ABOARD_MARK,
    Fight,
    Force,
    Roster,
    count_damaged_ground_forces_as_ships,
    count_ground_forces_as_ships,
)
from twingkit.imperium.battle.rules.losses.assign import PendingHits, indices_able_to_sustain
from twingkit.imperium.battle.rules.losses.combat_hits import (
    destroy_own_ships,
    take_ability_hits,
    take_chosen_hit,
)
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.rules.target import GIVE_UP, ChooseTarget, ask_target

_ASSAULT_CANNON_MIN_SHIPS = 3
"""Non-fighter ships (IM-TECH-asc)."""

_MAX_AMBUSH_SHIPS = 2
"""The maximum number of ships that roll dice in an Ambush (IM-UNIT-ambush)."""

_LIGHT_SHIPS = ("destroyer", "cruiser")
"""The ships that roll in an Ambush or are given up for a hit, the cheapest class first."""

_ALASTOR = "nekro_flagship"
"""The flagship with which ground forces fight as ships (IM-UNIT-nekro_flagship)."""


# -- the turns


def start_steps(fight: Fight) -> tuple[Step, ...]:
    """Return the steps for the effects at the start of this space combat; empty if no side has any."""
    return (play_start_of_combat,) if any(_uses(roster) for roster in fight.rosters) else ()


def play_start_of_combat(table: BattleTable) -> Script:
    """Let the sides use their abilities at the start of the space combat, one at a time in turn
    (IM-SPACE-3).
    """
    waiting = [_uses(roster) for roster in table.rosters]
    yield from use_abilities_in_turns(table, _HOOKS, waiting)
    for side_index, uses in enumerate(waiting):
        _cite_unused_abilities(table, side_index, uses)


def _uses(roster: Roster) -> list[EffectUse]:
    """Return the abilities that a side can use at the start of a space battle, in the side's own order."""
    uses = [use for hook in _HOOKS for use in roster.effects_with_hook(hook)]
    return [*uses, EffectUse(_ALASTOR)] if roster.flagship_id == _ALASTOR else uses


def _cite_unused_abilities(table: BattleTable, side_index: int, uses: list[EffectUse]) -> None:
    """Cite why abilities of a side were not used, and settle where the ground forces of the Alastor are."""
    role = table.rosters[side_index].role
    for use in uses:
        ability, there = _HOOKS[use.effect.hook], table.both_sides_remain
        case = ability.refusal_case(table, side_index, use) if there else "nothing_no_battle"
        if use.id == _ALASTOR:
            _settle_nonfighting_troops(table, side_index)
        elif there and not case:
            if not ability.wants(table, side_index):
                table.record_ruling(use.effect.rule, "nothing_last_ship", side=role)
        elif not table.stopping_rule and not any(table.retreated):
            facts = {"side": role, "enemy": ROLES[1 - side_index], "n": _count_nonfighters(table, side_index)}
            table.record_ruling(use.effect.rule, case, **facts)


# -- Assault Cannon


def _count_nonfighters(table: BattleTable, side_index: int) -> int:
    return sum(
        table.forces[side_index].count(kind) for kind in table.rosters[side_index].nonfighter_ship_indices
    )


def _cannon_lacks(table: BattleTable, side_index: int, use: EffectUse) -> str:
    if _count_nonfighters(table, side_index) < _ASSAULT_CANNON_MIN_SHIPS:
        return "nothing_too_few"
    return "" if _count_nonfighters(table, 1 - side_index) else "nothing_only_fighters"


def _assault_cannon(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """IM-TECH-asc: with three non-fighter ships, make the opponent destroy one of its non-fighter ships."""
    facts = {
        "side": ROLES[side_index],
        "enemy": ROLES[1 - side_index],
        "n": _count_nonfighters(table, side_index),
    }
    table.record_ruling(use.effect.rule, "fires", **facts)
    yield from destroy_own_ships(
        table, 1 - side_index, use, table.rosters[1 - side_index].nonfighter_ship_indices, 1
    )


# -- Ambush


def _no_light(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return "" if ship_to_give_up(table, side_index) is not None else "nothing_no_ship"


def ambush(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """Roll one die for each of up to two cruisers or destroyers, the best first, without modifiers, and apply
    the hits (IM-UNIT-ambush).
    """
    own, force = table.rosters[side_index], table.forces[side_index]
    dice, left = [], _MAX_AMBUSH_SHIPS
    for kind in sorted(
        cruiser_and_destroyer_indices(table, side_index), key=lambda kind: own.units[kind].combat
    ):
        count = min(left, force.count(kind))
        if count:
            unit = own.units[kind]
            dice.append(DiceGroup(unit.words_key, count, unit.combat, kind))
            left -= count
    volley = Volley(side_index, tuple(dice))
    thrown: VolleyResult = yield RollDice(side_index, volley, "ambush")
    if table.rulings is not None:
        fallen = VolleyFaces(volley, thrown.faces)
        facts = {"side": own.role, "n": _MAX_AMBUSH_SHIPS - left, "dice": fallen, "hits": thrown.hits}
        units = [UnitCount(own.units[group.roster_index], group.count) for group in dice]
        table.record_ruling(use.effect.rule, "rolled", units=units, **facts)
    yield from take_ability_hits(
        table, 1 - side_index, PendingHits(unrestricted=thrown.hits), use.effect.rule
    )


# -- Impulse Core


def _impulse_core(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """IM-TECH-ic: give up a destroyer or cruiser, by default a destroyer, for a hit on a non-fighter ship."""
    own, best = table.rosters[side_index], ship_to_give_up(table, side_index)
    assert best is not None
    kind = yield from ask_target(
        table, side_index, use, cruiser_and_destroyer_indices(table, side_index), best, GIVE_UP
    )
    table.forces[side_index] = table.forces[side_index].without(kind)
    table.record_ruling(use.effect.rule, "given_up", side=own.role, unit=own.units[kind])
    yield from take_ability_hits(table, 1 - side_index, PendingHits(nonfighters_only=1), use.effect.rule)


def ship_to_give_up(table: BattleTable, side_index: int) -> int | None:
    """Return the roster index of the ship that a side destroys by default in exchange for a hit; None if
    there is none.

    Destroyers come before cruisers, basic ships before upgraded ones.
    """
    units = table.rosters[side_index].units
    return min(
        cruiser_and_destroyer_indices(table, side_index),
        key=lambda kind: _LIGHT_SHIPS.index(units[kind].unit_class),
        default=None,
    )


def cruiser_and_destroyer_indices(table: BattleTable, side_index: int) -> list[int]:
    """Return the roster indices of a side's cruisers and destroyers."""
    force = table.forces[side_index]
    units = enumerate(table.rosters[side_index].units)
    return [kind for kind, unit in units if unit.unit_class in _LIGHT_SHIPS and force.count(kind)]


# -- Dimensional Splicer


def _dimensional_splicer(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """IM-TECH-ds: make a hit on a ship of the opponent that the side chooses."""
    enemy, force = table.rosters[1 - side_index], table.forces[1 - side_index]
    standing = [kind for kind in range(len(enemy.units)) if force.count(kind)]
    soft = [kind for kind in standing if is_destroyed_by_hit(table, 1 - side_index, kind)]
    best = max(soft or standing, key=lambda kind: (enemy.units[kind].cost, kind))
    target = best if len(standing) == 1 else (yield ChooseTarget(table, side_index, use, standing, best))
    table.record_ruling(use.effect.rule, "hit", side=table.rosters[side_index].role, unit=enemy.units[target])
    yield from take_chosen_hit(table, 1 - side_index, target, use.effect.rule)


def is_destroyed_by_hit(table: BattleTable, side_index: int, roster_index: int) -> bool:
    """True if a hit on a ship of this kind destroys a ship, because one is already damaged or none can
    sustain damage.
    """
    return bool(
        table.forces[side_index].damaged[roster_index]
    ) or roster_index not in indices_able_to_sustain(table.fight, table.state, side_index)


# -- the Alastor


def _alastor_lacks(table: BattleTable, side_index: int) -> str:
    roster = table.rosters[side_index]
    if not _ground_force_places(roster, table.forces[side_index]):
        return "nothing_no_forces"
    return "" if table.forces[side_index].count(roster.flagship_index) else "nothing_lost"


def _ground_force_places(roster: Roster, force: Force) -> list[int]:
    return [
        kind
        for kind, unit in enumerate(roster.units)
        if unit.is_ground_force and count_ground_forces_as_ships(roster, force, kind)
    ]


def _ground_forces_join_combat(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-UNIT-nekro_flagship: the side's ground forces fight as ships from now on."""
    _join(table, side_index)
    _cite_alastor(table, side_index, "fights")


def _join(table: BattleTable, side_index: int) -> None:
    roster, force = table.rosters[side_index], table.forces[side_index]
    for kind in _ground_force_places(roster, force):
        hurt = count_damaged_ground_forces_as_ships(roster, force, kind)
        whole = count_ground_forces_as_ships(roster, force, kind) - hurt
        force = force.with_count_changes(kind, whole - force.fresh[kind], hurt - force.damaged[kind])
    table.forces[side_index] = force


def _settle_nonfighting_troops(table: BattleTable, side_index: int) -> None:
    """Add to a side's force its ground forces that did not fight as ships, or mark them as staying aboard if
    the Alastor is lost.

    With their flagship they are there at the end of a battle that was not fought; without it they take no
    part.
    """
    case = _alastor_lacks(table, side_index)
    if case == "nothing_lost":
        table.forces[side_index] = table.forces[side_index].with_used(STAYED_ABOARD_MARK)
    else:
        _join(table, side_index)
    if case and not table.stopping_rule and not any(table.retreated):
        _cite_alastor(table, side_index, case)


def _cite_alastor(table: BattleTable, side_index: int, case: str) -> None:
    if table.rulings is not None:
        roster, force = table.rosters[side_index], table.forces[side_index]
        carried = _ground_force_places(roster, force)
        units = [
            UnitCount(roster.units[kind], count_ground_forces_as_ships(roster, force, kind))
            for kind in carried
        ]
        table.record_ruling("IM-UNIT-nekro_flagship", case, side=roster.role, units=units)


_HOOKS: dict[str, BattleAbility] = {
    "destroy_at_start": BattleAbility(_cannon_lacks, _assault_cannon, is_optional=False),
    "ambush": BattleAbility(_no_light, ambush),
    "give_up_for_hit": BattleAbility(
        _no_light, _impulse_core, wants=lambda table, side_index: table.forces[side_index].size > 1
    ),
    "chosen_hit": BattleAbility(lambda table, side_index, use: "", _dimensional_splicer),
    "ground_forces_as_ships": BattleAbility(
        lambda table, side_index, use: _alastor_lacks(table, side_index),
        _ground_forces_join_combat,
        is_optional=False,
    ),
}
"""The abilities by hook, in the order in which a side uses them."""
