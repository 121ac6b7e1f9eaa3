"""The ends of an invasion: its space battle with each ground combat that follows, by units and by hits."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.slices import Slices
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.steps_walk import EndWithHits, HitCountingWalk, Situation
from twingkit.imperium.battle.exact_odds.unit_tables import (
    UnitEnds,
    UnitKinds,
    UnitsAtEnd,
    fight_unit_kinds,
    units_at_end,
)
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.space.survivors import (
    SpaceBattleSurvivors,
    following_ground_battle,
    survivors,
)


def ground_battle_after(battle: Battle, kept: SpaceBattleSurvivors, end: Situation) -> Battle | None:
    """Return the ground battle after an end of an invasion's space battle; None if nobody can land.

    `kept` are the attacker's units after the space battle.
    """
    if end.remaining_side != 0:
        return None
    return following_ground_battle(battle, kept, end.state[1].used_effects)


def invasion_unit_ends(battle: Battle) -> UnitEnds:
    """Return the units at all ends of an invasion."""
    space = Fight.from_battle(battle.space_battle)
    grounds: dict[Battle, tuple[Fight, Mapping[Situation, float]]] = {}
    by_name: list[tuple[_UnitNames, int | None, float]] = []
    for end, chance in BattleMarkovChain(space).end_chances.items():
        kept = survivors(space, 0, end.state[0])
        units = _UnitNames.after_space(battle, space, end, kept)
        below = ground_battle_after(battle, kept, end)
        if below is None:
            by_name.append((units, 1, chance))
            continue
        if below not in grounds:
            fight = Fight.from_battle(below)
            grounds[below] = fight, BattleMarkovChain(fight).end_chances
        fight, landed = grounds[below]
        for last, part in landed.items():
            by_name.append((units.after_ground(fight, last), last.winner, chance * part))
    fights = (space, *(fight for fight, _ in grounds.values()))
    first, second = (_unit_kinds(battle, fights, side_index) for side_index in (0, 1))
    chances = merge_chances((units.ordered(first, second, winner), part) for units, winner, part in by_name)
    return UnitEnds(battle, (first, second), tuple(chances.items()))


def _unit_kinds(battle: Battle, fights: tuple[Fight, ...], side_index: int) -> UnitKinds:
    """Return the ships and ground forces of a side in an invasion, and those that it may gain."""
    kinds = {unit.name: (unit, 0) for fight in fights for unit, _ in fight_unit_kinds(fight)[side_index]}
    for unit, count in battle.sides[side_index].units_with_counts():
        if unit.kind != "structure":
            kinds[unit.name] = unit, count
    return tuple(kinds.values())


@attrs.frozen
class _UnitNames:
    """The numbers of units that both sides had and have left during an invasion, by names."""

    had: tuple[Mapping[str, int], Mapping[str, int]]
    left: tuple[Mapping[str, int], Mapping[str, int]]

    @classmethod
    def after_space(
        cls, battle: Battle, space: Fight, end: Situation, kept: SpaceBattleSurvivors
    ) -> _UnitNames:
        """Return the units after the space battle; the defender's ground forces took no part in it."""
        attackers: dict[str, int] = {}
        for name, count in (*kept.ships, *kept.fighters, *kept.ground_forces):
            plain = name.removesuffix(DAMAGED_SUFFIX)
            attackers[plain] = attackers.get(plain, 0) + count
        first, second = ({unit.name: n for unit, n in side.units_with_counts()} for side in battle.sides)
        fought = _named(space, units_at_end(space, end), 1)
        had = second | {name: n for name, (n, _) in fought.items()}
        return cls((first, had), (attackers, second | {name: n for name, (_, n) in fought.items()}))

    def after_ground(self, fight: Fight, end: Situation) -> _UnitNames:
        """Return the units after the ground combat, with those that a side gained in it."""
        units = units_at_end(fight, end)
        had, left = [dict(counts) for counts in self.had], [dict(counts) for counts in self.left]
        for side_index, kinds in enumerate(fight_unit_kinds(fight)):
            at_start = {unit.name: count for unit, count in kinds}
            for name, (then, now) in _named(fight, units, side_index).items():
                had[side_index][name] = had[side_index].get(name, 0) + then - at_start[name]
                left[side_index][name] = now
        return _UnitNames((had[0], had[1]), (left[0], left[1]))

    def ordered(self, first: UnitKinds, second: UnitKinds, winner: int | None) -> UnitsAtEnd:
        """Return the numbers in the order of these kinds."""
        had, left = (
            tuple(
                tuple(counts[side_index].get(unit.name, 0) for unit, _ in kinds)
                for side_index, kinds in enumerate((first, second))
            )
            for counts in (self.had, self.left)
        )
        return UnitsAtEnd(winner, (had[0], had[1]), (left[0], left[1]))


def _named(fight: Fight, units: UnitsAtEnd, side_index: int) -> dict[str, tuple[int, int]]:
    """Return for each of a side's units, by name, how many of them it had and has left."""
    names = (unit.name for unit in fight.rosters[side_index].units)
    pairs = zip(units.had[side_index], units.left[side_index], strict=True)
    return dict(zip(names, pairs, strict=True))


def invasion_hits_in_slices(
    battle: Battle, side_index: int, kind: str
) -> Slices[Mapping[tuple[int | None, int], float]]:
    """Compute in slices the winners of an invasion, each with a number of hits taken and its chance."""
    space = Fight.from_battle(battle.space_battle)
    grounds: dict[Battle, Mapping[EndWithHits, float]] = {}
    totals: dict[tuple[int | None, int], float] = {}
    ends = yield from HitCountingWalk(space, side_index, kind).ends_in_slices()
    for (end, hits), chance in ends.items():
        below = ground_battle_after(battle, survivors(space, 0, end.state[0]), end)
        if below is None:
            totals[1, hits] = totals.get((1, hits), 0.0) + chance
            continue
        if below not in grounds:
            walk = HitCountingWalk(Fight.from_battle(below), side_index, kind)
            grounds[below] = yield from walk.ends_in_slices()
        for (last, more), part in grounds[below].items():
            key = last.winner, hits + more
            totals[key] = totals.get(key, 0.0) + chance * part
    return totals
