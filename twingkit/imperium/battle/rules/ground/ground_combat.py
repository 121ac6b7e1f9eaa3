"""The steps of an invasion, from its start to the control of the planet (IM-INV-5 to IM-INV-8)."""

from __future__ import annotations

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.abilities_in_turns import BattleAbility, use_abilities_in_turns
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.dice import combat_roll
from twingkit.imperium.battle.rules.events import GroundRoundBegins
from twingkit.imperium.battle.rules.force import (
    Fight,
    ForcePair,
    counts_with_gained_units,
    fighters_join_landing,
    gained_infantry_index,
    has_only_fighters_left,
    is_swapped_infantry_mark,
)
from twingkit.imperium.battle.rules.ground.bombardment import (
    bombardment,
    count_planetary_shields,
    harrow,
    start_of_invasion,
)
from twingkit.imperium.battle.rules.ground.landing import commit_ground_forces, space_cannon_defence
from twingkit.imperium.battle.rules.losses.combat_hits import assign_hits, take_hits
from twingkit.imperium.battle.rules.result import case_after_battle, remaining_side
from twingkit.imperium.battle.rules.round_start import round_start_steps
from twingkit.imperium.battle.rules.rounds import fight_battle
from twingkit.imperium.battle.rules.space.retreat import play_effects_preventing_battle
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.box.units import Unit

_COMBAT_HOOKS = frozenset(
    {
        "add_infantry_after",
        "combat_bonus",
        "hit_at_start",
        "hit_back",
        "no_rolls",
        "repair_all",
        "repair_one",
        "reroll_misses",
        "reroll_or_die",
        "swap_infantry",
    }
)
"""Hooks of effects that need a ground combat."""

_ASSIMILATING_FACTION = "l1z1x"
"""The faction that replaces structures on a planet it conquers by its own, instead of destroying them."""

RETURN_ROLLS = {"infantry2": 6, "sol_infantry2": 5, "arborec_infantry2": 6}
"""The face that a die needs to bring back a destroyed unit, by the unit's id (IM-UNIT-infantry2)."""


# -- the start of the combat


def _start_of_ground_combat(table: BattleTable) -> Script:
    """IM-INV-5: begin the combat and use abilities at its start, if both sides have ground forces."""
    if table.both_sides_remain:
        table.record_ruling("IM-INV-5", "begins")
        yield from use_ground_combat_abilities(table)
        return
    if table.rulings is None:
        return
    if not table.stopping_rule:
        table.record_ruling("IM-INV-5", "no_combat")
    for roster in table.rosters:
        for use in roster.effect_uses:
            if use.effect.hook in _COMBAT_HOOKS and not use.effect.is_automatic:
                table.record_ruling_once(use.effect.rule, "no_combat", roster.role, effect=use.effect)


# -- rounds


def _valkyrie_particle_weave(table: BattleTable) -> Script:
    """IM-TECH-vpw: add a hit for a side against which at least one die has hit."""
    hits = [combat_roll.unassigned_hits_made(force) for force in table.forces]
    for roster in table.rosters if table.both_sides_remain else ():
        for use in roster.effects_with_hook("hit_back"):
            if hits[1 - roster.side_index]:
                combat_roll.add_hits_to_notes(table, roster.side_index, 1)
            case = "hit_back" if hits[1 - roster.side_index] else "nothing_no_hit"
            table.record_ruling(use.effect.rule, case, side=roster.role, enemy=ROLES[1 - roster.side_index])
    return
    yield  # a step is a generator, even one that asks nothing


# -- after the combat


def _fighters_back_to_space(table: BattleTable) -> Script:
    """IM-UNIT-naalu_flagship: return the attacker's fighters to space if only fighters are left; nobody has
    won, as fighters hold no planet.
    """
    if _side_left(table) == 0 and has_only_fighters_left(table.fight, table.forces[0]):
        table.retreated[0] = True
    return
    yield  # a step is a generator, even one that asks nothing


def dacxive_animators(table: BattleTable) -> Script:
    """Place one more infantry on the planet for the winner of the combat if it has Dacxive Animators
    (IM-TECH-dxa).
    """
    for roster in table.rosters if _combat_took_place(table) and not table.both_sides_remain else ():
        for use in roster.effects_with_hook("add_infantry_after"):
            if _has_won(table, roster.side_index):
                kind = gained_infantry_index(roster)
                force = table.forces[roster.side_index].with_count_changes(kind, 1, 0)
                table.forces[roster.side_index] = force.with_used(use.id)
                table.record_ruling(use.effect.rule, "added", side=roster.role, unit=roster.units[kind])
            else:
                table.record_ruling(use.effect.rule, "nothing_not_won", side=roster.role)
    return
    yield  # a step is a generator, even one that asks nothing


def _combat_took_place(table: BattleTable) -> bool:
    """True if a ground combat has taken place or at least started."""
    return table.round > 0 or any(
        is_swapped_infantry_mark(mark) or mark == "md_omega"
        for force in table.forces
        for mark in force.used_effects
    )


def settle_planet_control(table: BattleTable) -> Script:
    """Record the ruling on who controls the planet: the attacker, if only the attacker has ground forces left
    there (IM-INV-8).
    """
    if table.both_sides_remain or table.rulings is None:
        return
    attacker = table.rosters[0]
    taken = _side_left(table) == 0
    if taken:
        if table.settles_control:
            fallen = count_planetary_shields(table.rosters[1])
            outcome_case = (
                "taken_replaced" if attacker.faction == _ASSIMILATING_FACTION else "taken_structures"
            )
            cite_fallen = fallen and not attacker.has_working(
                "infiltrate"
            )  # the card says what becomes of them
            table.record_ruling("IM-INV-8", outcome_case if cite_fallen else "taken", n=fallen)
    elif table.retreated[0]:
        table.record_ruling("IM-INV-8", "fighters_only")
    else:
        table.record_ruling("IM-INV-8", "nobody" if _side_left(table) is None else "kept")
    _cite_returning(table)
    for roster in table.rosters:
        for use in roster.effect_uses:
            if use.effect.hook == "after":
                won = taken if use.effect.role != "either" else _has_won(table, roster.side_index)
                case = case_after_battle(
                    use, won, _has_won(table, 1 - roster.side_index), _combat_took_place(table)
                )
                facts = {"side": roster.role, "enemy": ROLES[1 - roster.side_index]}
                table.record_ruling(
                    use.effect.rule, case, n=count_planetary_shields(table.rosters[1]), **facts
                )
            else:
                _cite_unused(table, roster.side_index, use)
    return
    yield  # a step is a generator, even one that asks nothing


def _has_won(table: BattleTable, side_index: int) -> bool:
    return _combat_took_place(table) and _side_left(table) == side_index


def _side_left(table: BattleTable) -> int | None:
    return remaining_side(table.state, table.retreated, table.stopping_rule)


def units_that_may_return(
    fight: Fight, state: ForcePair, side_index: int
) -> tuple[tuple[Unit, int, int], ...]:
    """Return the destroyed units of a side that may come back, each as (kind, number, smallest die face with
    which one returns).

    Each entry is (kind, number, needed face).

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("ground: 3 infantry+ @ sol vs 1 infantry"))
    >>> forces = fight.starting_forces()
    >>> retreated = forces[0].without(0, 2), forces[1]
    >>> [(unit.id, n, needed) for unit, n, needed in units_that_may_return(fight, retreated, 0)]
    [('sol_infantry2', 2, 5)]
    """
    before, after = counts_with_gained_units(fight, state, side_index), state[side_index]
    return tuple(
        (unit, count, RETURN_ROLLS[unit.id])
        for kind, unit in enumerate(fight.rosters[side_index].units)
        if unit.id in RETURN_ROLLS and (count := before[kind] - after.count(kind))
    )


def _cite_returning(table: BattleTable) -> None:
    """IM-UNIT-infantry2: cite how many destroyed units are expected back, in exact tenths."""
    for roster in table.rosters:
        counts = units_that_may_return(table.fight, table.state, roster.side_index)
        for unit, n, needed in counts:
            tenths = n * (11 - needed)
            facts = {"whole": tenths // 10, "tenth": tenths % 10, "needed": needed}
            table.record_ruling(
                "IM-UNIT-infantry2", "returning", side=roster.role, units=[UnitCount(unit, n)], **facts
            )
        if not counts and any(unit.id in RETURN_ROLLS for unit in roster.units):
            table.record_ruling("IM-UNIT-infantry2", "nothing_none_lost", side=roster.role)


def _cite_unused(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """Cite an effect that was not used: a card for a later round, or one that no ruling mentions."""
    n = use.round or use.effect.default_round
    facts = {"side": ROLES[side_index], "effect": use.effect, "n": n}
    if use.effect.is_one_shot and n > table.round > 0:
        table.record_ruling(use.effect.rule, "not_reached", **facts)
    elif not use.effect.is_automatic and not table.stopping_rule and not _is_cited(table, side_index, use):
        table.record_ruling(use.effect.rule, "not_used", **facts)


def _is_cited(table: BattleTable, side_index: int, use: EffectUse) -> bool:
    """True if a ruling states the result of an effect of this side, or why it did nothing."""
    return any(
        rule == use.effect.rule and facts.get("side", ROLES[side_index]) == ROLES[side_index]
        for rule, _, facts in table.rulings or ()
    )


# -- the whole combat


def opening(fight: Fight) -> tuple[combat_roll.Step, ...]:
    """Return the steps before the first round of ground combat.

    These are the start of the invasion, bombardment, landing, and Space Cannon.
    """
    return (
        play_effects_preventing_battle,
        start_of_invasion,
        bombardment,
        commit_ground_forces,
        space_cannon_defence,
        _start_of_ground_combat,
    )


def round_steps(fight: Fight, round_number: int) -> tuple[combat_roll.Step, ...]:
    """Return the steps of a round of ground combat: cards at its start, rolls, assignments, Harrow.

    Steps for effects that no side has are left out.
    """
    steps = [*round_start_steps(fight, round_number)]
    steps += [combat_roll.combat_roll_step(0), combat_roll.combat_roll_step(1)]
    if any(roster.has_working("vpw") for roster in fight.rosters):
        steps.append(_valkyrie_particle_weave)
    steps.append(assign_hits)
    if fight.rosters[0].has_working("harrow"):
        steps.append(harrow)
    return tuple(steps)


def ending(fight: Fight) -> tuple[combat_roll.Step, ...]:
    """Return the steps after the last round of ground combat. None of them asks a question.

    Fighters alone leave, effects of a won combat follow, and control of the planet is settled.
    """
    leaving = (_fighters_back_to_space,) if fighters_join_landing(fight) else ()
    return (*leaving, dacxive_animators, settle_planet_control)


def play_ground_battle(table: BattleTable) -> Script:
    """Play an invasion of one planet to its end, starting from the current state of the battle table."""
    yield from fight_battle(table, opening, round_steps, GroundRoundBegins)
    for step in ending(table.fight):
        yield from step(table)


def play_planet_combat(table: BattleTable) -> Script:
    """Play only the ground combat of an invasion that is part of a whole game, without the earlier steps
    (IM-INV-9).

    Bombardment, landing and Space Cannon are over.
    """
    yield from fight_battle(table, lambda fight: (_start_of_ground_combat,), round_steps, GroundRoundBegins)


def use_ground_combat_abilities(table: BattleTable) -> Script:
    """Let the sides use their abilities at the start of the ground combat, one at a time in turn
    (IM-INV-5).
    """
    waiting = [[use for hook in _HOOKS for use in roster.effects_with_hook(hook)] for roster in table.rosters]
    yield from use_abilities_in_turns(table, _HOOKS, waiting)
    for side_index, uses in enumerate(waiting):
        for use in uses:
            lacking = _HOOKS[use.effect.hook].refusal_case(table, side_index, use)
            case = (
                lacking if table.both_sides_remain else "nothing_over"
            )  # the other side's ability ended the combat
            if case:
                facts = {"side": ROLES[side_index], "enemy": ROLES[1 - side_index], "n": use.effect.amount}
                table.record_ruling(use.effect.rule, case, **facts)


# -- Indoctrination, Greyfire Mutagen Ω


def _infantry(table: BattleTable, side_index: int) -> list[int]:
    """Return the roster indices of the infantry that a side has in the ground combat, the basic kind
    first.
    """
    units, force = table.rosters[side_index].units, table.forces[side_index]
    return [kind for kind, unit in enumerate(units) if unit.unit_class == "infantry" and force.count(kind)]


def _nobody_to_swap(table: BattleTable, side_index: int, use: EffectUse) -> str:
    if not _infantry(table, 1 - side_index):
        return "nothing_no_infantry"
    return "nothing_too_few" if table.forces[1 - side_index].size < use.effect.amount else ""


def swap_infantry(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """Replace one infantry of the other side by one of this side.

    Rules: IM-UNIT-indoctrination, IM-TRADE-greyfire_omega.
    """
    own, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    standing = _infantry(table, 1 - side_index)
    kind: int = standing[0]
    if len(standing) > 1:
        kind = yield ChooseTarget(table, side_index, use, standing, standing[0])
    new, old = gained_infantry_index(own), enemy.units[kind]
    table.forces[1 - side_index] = table.forces[1 - side_index].without(kind)
    table.forces[side_index] = (
        table.forces[side_index].with_count_changes(new, 1, 0).with_used(f"{use.id}:{old.name}")
    )
    facts = {"side": own.role, "enemy": enemy.role}
    table.record_ruling(use.effect.rule, "replaced", unit=old, gained=own.units[new], **facts)


# -- Magen Defense Grid Ω


def _no_structures(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return "" if count_planetary_shields(table.rosters[side_index]) else "nothing_no_pds"


def _hit_with_structures(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """IM-TECH-md_omega: structures on the planet make a hit against the landed force."""
    table.forces[side_index] = table.forces[side_index].with_used(use.id)
    table.record_ruling(use.effect.rule, "hit", side=ROLES[side_index], n=use.effect.amount)
    yield from take_hits(table, 1 - side_index, use.effect.amount, use.effect.rule)


_HOOKS: dict[str, BattleAbility] = {
    "swap_infantry": BattleAbility(_nobody_to_swap, swap_infantry),
    "hit_at_start": BattleAbility(_no_structures, _hit_with_structures),
}
"""The abilities by hook, in the order in which a side uses them: first those that change units, then those
that hit.
"""
