"""The independence of the two sides of a fight, which the fast odds need to be exact.

Sides are independent if each side's dice depend only on its own force, its losses only on its own force and
the number of hits, and nothing is repaired. The data of each effect says how it ties the sides
(`DependenceBetweenSides`). An effect that is used up, was named for an earlier round or finds no unit to work
on does nothing in later rounds: forces never get units back.
"""

from __future__ import annotations

from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, Roster
from twingkit.imperium.box.effects import effects_by_id


def first_independent_round(fight: Fight, state: ForcePair) -> int | None:
    """Return the first round from which no effect ties the two sides together, so that only hits connect
    them; None if there is none.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for effects in ("amd", "sh:2", "sh", "da"):
    ...     fight = Fight.from_battle(Battle.parse(f"space: 2 dreadnought @ {effects} vs 2 cruiser"))
    ...     print(effects, first_independent_round(fight, fight.starting_forces()))
    amd 1
    sh:2 3
    sh None
    da None
    >>> used = fight.starting_forces()[0].without(0, 2)
    >>> first_independent_round(fight, (used, fight.starting_forces()[1]))
    1
    """
    return _first_untied_round(fight, state, or_repairs=True)


def first_separable_round(fight: Fight, state: ForcePair) -> int | None:
    """Return the first round from which each side's losses and repairs can be computed for that side alone.

    Sides may be repaired or use cards (`SeparableRounds`). None if there is no such round. A last shot may
    answer the losses of one side if the other side has neither last shots nor repairs after them.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for effects in ("da", "dh", "courageous", "crown_of_thalnos", "s_retreat:2", "yin,devotion"):
    ...     battle = Battle.parse(f"space: 2 dreadnought 1 cruiser @ {effects} vs 2 dreadnought")
    ...     fight = Fight.from_battle(battle)
    ...     print(effects, first_separable_round(fight, fight.starting_forces()))
    da 1
    dh 1
    courageous 1
    crown_of_thalnos 1
    s_retreat:2 3
    yin,devotion None
    """
    return _first_untied_round(fight, state, or_repairs=False)


def first_memoryless_round(fight: Fight, state: ForcePair) -> int | None:
    """Return the first round from which the result of a round depends only on both sides' forces before it
    (`ForcePairRounds`).

    None if there is no such round.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for effects in ("winnu", "winnu,da", "l1z1x,dh:2", "letnev"):
    ...     battle = Battle.parse(f"space: 1 flagship @ {effects} vs 2 fighter 2 dreadnought")
    ...     fight = Fight.from_battle(battle)
    ...     print(effects, first_memoryless_round(fight, fight.starting_forces()))
    winnu 1
    winnu,da None
    l1z1x,dh:2 3
    letnev None
    """
    return _first_untied_round(fight, state, or_repairs=True, or_pairs=False)


def _first_untied_round(
    fight: Fight, state: ForcePair, or_repairs: bool, or_pairs: bool = True
) -> int | None:
    """Return the first round from which no effect makes the sides depend on each other; None if there is
    none.

    `or_repairs` and `or_pairs` say whether repairs, and both forces before a round, count as ties.
    """
    first = 1
    for side_index in (0, 1):
        if _flagship_ties(fight, state, side_index, or_repairs, or_pairs):
            return None
        for use in fight.rosters[side_index].effect_uses:
            if not or_repairs and _moves_alone(fight, state, side_index, use):
                continue
            until = _tied_until(fight, state, side_index, use)
            if until is None:
                return None
            first = max(first, until + 1)
    return first


def _moves_alone(fight: Fight, state: ForcePair, side_index: int, use: EffectUse) -> bool:
    """True if each side's moves can be computed for that side alone although an effect is at work."""
    reach = use.effect.scope
    if reach.depends_on_own_side or reach.depends_on_enemy_side:
        return True
    return reach.answers_losses and not any(
        (other.effect.scope.answers_losses or other.effect.scope.comes_after_answers)
        and _tied_until(fight, state, 1 - side_index, other) != 0
        for other in fight.rosters[1 - side_index].effect_uses
    )


def _tied_until(fight: Fight, state: ForcePair, side_index: int, use: EffectUse) -> int | None:
    """Return the last round in which an effect can make the sides depend on each other; 0 if it cannot, None
    if it always can.
    """
    effect, named = use.effect, use.round or use.effect.default_round
    rounds = effect.scope.rounds
    if rounds == "nothing" or (rounds == "one side" and (named or not effect.is_one_shot)):
        return 0
    if effect.is_one_shot and not state[side_index].count_unused_cards(use):
        return 0
    if not _has_work(fight, state, side_index, effect.scope.precondition):
        return 0
    return named or None if rounds == "one round" else None


def _has_work(fight: Fight, state: ForcePair, side_index: int, needs: str) -> bool:
    """True if a side has units that its effect needs (`DependenceBetweenSides.precondition`)."""
    own, enemy = fight.rosters[side_index], fight.rosters[1 - side_index]
    match needs:
        case "":
            return True
        case "bombardment":
            return not fight.has_working("conventions") and any(
                unit.bombardment for unit, _ in own.support_units
            )
        case "own damage":
            return _may_be_damaged(own, state[side_index])
        case "enemy damage":
            return _may_be_damaged(enemy, state[1 - side_index])
        case "enemy fighters and others":
            enemy_force = state[1 - side_index]
            fighters = any(enemy_force.count(kind) for kind in enemy.fighter_indices)
            return fighters and any(enemy_force.count(kind) for kind in enemy.nonfighter_ship_indices)
        case "units that burn":
            return any(roster.effects_with_hook("reroll_or_die") for roster in fight.rosters)
        case "ground forces":
            return any(
                not unit.is_ship and state[side_index].count(kind) for kind, unit in enumerate(own.units)
            )
        case classes:
            names = classes.split(" or ")
            return any(
                unit.unit_class in names and state[side_index].count(kind)
                for kind, unit in enumerate(own.units)
            )


def _flagship_ties(fight: Fight, state: ForcePair, side_index: int, or_repairs: bool, or_pairs: bool) -> bool:
    """True if a remaining flagship makes the sides depend on each other, or repairs itself (IM-UNIT-13)."""
    own = fight.rosters[side_index]
    if fight.kind != "space" or own.flagship_index < 0 or not state[side_index].count(own.flagship_index):
        return False
    special = effects_by_id().get(own.flagship_id)
    if special is None or special.scope.rounds in ("nothing", "one side"):
        return False
    if special.scope.depends_on_own_side:
        return or_repairs
    if special.scope.depends_on_both_forces and not or_pairs:
        return False
    return _has_work(fight, state, side_index, special.scope.precondition)


def _may_be_damaged(roster: Roster, force: Force) -> bool:
    if any(force.damaged):
        return True
    return roster.policy.sustain != "never" and any(force.fresh[kind] for kind in roster.sustaining_indices)
