"""Whether the two sides of a fight fall apart: the one place that says where the fast way is exact.

Rounds fall apart if a side's dice depend on its own force only, a side's losses on its own force and the
number of hits only, and nothing is repaired. What acts in the opening, after the battle or on the dice of one
side leaves that as it is; what looks at both sides, asks whether something happened, or repairs does not. An
effect that is used up, was named for an earlier round or finds no unit to work on any more leaves the rounds
from there on as they are: forces never get units back, so it stays that way. Whatever is not listed here is
taken to tie the sides together: an effect nobody thought of is followed slowly, but right.
"""

from __future__ import annotations

from twingkit.imperium.force import Fight, Force, Roster, State
from twingkit.imperium.notation import Use

NOT_IN_ROUNDS = frozenset(
    {
        # the opening
        "ambush", "cannon_penalty", "cannon_nonfighter", "cancel_cannon_hit", "extra_cannon", "extra_die",
        "destroy_at_start", "give_up_for_hit", "chosen_hit", "swap_infantry", "kill_infantry", "no_cannon",
        "bombardment_penalty", "disable", "no_landing", "send_away", "leave_before", "no_battle",
        "no_bombardment",
        # after the battle, what only speaks, and a card against what the odds never do
        "after", "add_infantry_after", "suppress", "revive", "lift_shield", "bar_retreat",
    }
)  # fmt: skip
"""Hooks that do nothing in a round."""

ONE_SIDED = frozenset(
    {
        "combat_bonus", "reroll_misses", "no_rolls", "nudge_dice", "extra_hits", "lead_bonus",
        "fighters_as_ground_forces", "double_sustain", "bar_warsuns", "immune",
    }
)  # fmt: skip
"""Hooks that change the dice of one side by its own force, or what its own units can take."""

OF_ONE_ROUND = frozenset({"cancel_hits", "destroy_sustained", "repair_all", "last_shot", "leave"})
"""Hooks of one-shot effects that can tie the sides together in the round in which they are used."""


def apart_from(fight: Fight, state: State) -> int | None:
    """The first round from which rounds fall apart where a battle stands so; None if that cannot be said.

    >>> from twingkit.imperium.notation import Battle
    >>> for effects in ("amd", "sh:2", "sh", "da"):
    ...     fight = Fight.of(Battle.parse(f"space: 2 dreadnought @ {effects} vs 2 cruiser"))
    ...     print(effects, apart_from(fight, fight.start()))
    amd 1
    sh:2 3
    sh None
    da None
    >>> used = fight.start()[0].without(0, 2)
    >>> apart_from(fight, (used, fight.start()[1]))
    1
    """
    first = 1
    for index in (0, 1):
        if _flagship_ties(fight, state, index):
            return None
        for use in fight.rosters[index].uses:
            until = _tied_until(fight, state, index, use)
            if until is None:
                return None
            first = max(first, until + 1)
    return first


OWN_AFFAIRS = frozenset({"repair_one", "repair_all", "cancel_hits"})
"""Hooks that look at nothing but their own side's units and the hits that it takes."""


def sided(fight: Fight, state: State) -> bool:
    """Whether each side answers for itself where a battle stands so, though forces may get better again: only
    `OWN_AFFAIRS` and the Letnev flagship keep rounds from falling apart (`SidedRounds`).

    >>> from twingkit.imperium.notation import Battle
    >>> for effects in ("da", "letnev", "dh"):
    ...     fight = Fight.of(Battle.parse(f"space: 1 dreadnought @ {effects} vs 2 dreadnought"))
    ...     print(effects, sided(fight, fight.start()))
    da True
    letnev True
    dh False
    """
    return all(
        not _flagship_ties(fight, state, index, or_repairs=False)
        and all(
            use.effect.hook in OWN_AFFAIRS or _tied_until(fight, state, index, use) == 0
            for use in fight.rosters[index].uses
        )
        for index in (0, 1)
    )


def _tied_until(fight: Fight, state: State, index: int, use: Use) -> int | None:
    """The last round in which an effect can tie the sides together; 0 if it does not, None if none is."""
    effect, named = use.effect, use.round or use.effect.first
    if effect.hook in NOT_IN_ROUNDS:
        return 0
    if effect.hook in ONE_SIDED and (named or not effect.once):
        return 0
    if effect.once and str(use) in state[index].spent:
        return 0
    if not _works_on(fight, state, index, effect.hook):
        return 0
    return named or None if effect.hook in OF_ONE_ROUND else None


def _works_on(fight: Fight, state: State, index: int, hook: str) -> bool:
    """Whether there are units for an effect of this hook to work on."""
    own = fight.rosters[index]
    match hook:
        case "harrow":
            return not fight.has("conventions") and any(unit.bombardment for unit, _ in own.support)
        case "repair_one" | "repair_all":
            return _may_be_damaged(own, state[index])
        case "destroy_sustained":
            return _may_be_damaged(fight.rosters[1 - index], state[1 - index])
        case "devotion":
            return _has(own, state[index], "destroyer", "cruiser")
        case "sacrifice_dreadnought":
            return _has(own, state[index], "dreadnought")
        case "reroll_or_die":
            return _has(own, state[index], "fighter", "infantry")
        case _:
            return True


def _flagship_ties(fight: Fight, state: State, index: int, or_repairs: bool = True) -> bool:
    """Whether a flagship that is still there ties the two sides together, or repairs itself (IM-UNIT-13)."""
    own, enemy = fight.rosters[index], fight.rosters[1 - index]
    if fight.kind != "space" or own.flagship < 0 or not state[index].count(own.flagship):
        return False
    match own.units[own.flagship].id:
        case "mentak_flagship":
            return _may_be_damaged(enemy, state[1 - index])
        case "l1z1x_flagship":
            there = state[1 - index]
            fighters = any(there.count(place) for place in enemy.fighters)
            return fighters and any(there.count(place) for place in enemy.nonfighters)
        case "nekro_flagship":
            return any(not unit.ship and state[index].count(place) for place, unit in enumerate(own.units))
        case "yin_flagship" | "winnu_flagship":
            return True
        case "letnev_flagship":
            return or_repairs
        case _:
            return False


def _may_be_damaged(roster: Roster, force: Force) -> bool:
    """Whether a unit is damaged or may still sustain damage."""
    if any(force.damaged):
        return True
    return roster.policy.sustain != "never" and any(force.fresh[place] for place in roster.sustaining)


def _has(roster: Roster, force: Force, *classes: str) -> bool:
    return any(unit.unit_class in classes and force.count(place) for place, unit in enumerate(roster.units))
