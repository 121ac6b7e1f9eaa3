"""Sides that bring only units, whose odds are prepared once for all battles with them.

In a batch many lines share a side. If neither side has an effect in its line, the dice and losses of a side
do not depend on the enemy; only the start of the rounds does, through the dice that the enemy fires in the
opening. The result of the same opening dice is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

import attrs

from twingkit.imperium.battle.exact_odds.independence import first_independent_round
from twingkit.imperium.battle.exact_odds.opening_dice import DiceOnlyOpening, ForceOdds, has_dice_only_opening
from twingkit.imperium.battle.exact_odds.side_ladder import (
    independent_sustaining_indices,
    one_by_one_ladder,
    side_hit_chances,
    side_ladder,
    starting_pairs,
)
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley
from twingkit.imperium.battle.rules.force import Fight, Force, Roster, build_roster, fighters_join_landing
from twingkit.imperium.battle.rules.ground.bombardment import bombardment_volley
from twingkit.imperium.battle.rules.losses.assign import PendingHits, assign_hits_with_sustaining
from twingkit.imperium.battle.rules.losses.capacity import fit_to_capacity
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit.imperium.battle.rules.space.barrage import barrage_volley
from twingkit.imperium.battle.rules.space.space_cannon import cannon_volley
from twingkit.imperium.box.units import Unit

if TYPE_CHECKING:
    from twingkit.imperium.battle.exact_odds.many_grids import Floats, GridArrays, LadderArrays

_DUMMY = {"space": {"fighter": 1, "dreadnought": 1}, "ground": {"infantry": 1}}
"""An enemy against whom everything that a side can do before or between rounds would show."""

_WHOLE = {(0, 0): 1.0}
"""Both sides begin with all their units."""

_ANY, _ON_FIGHTERS = PendingHits(unrestricted=1), PendingHits(fighters_only=1)

PreBattleDice = tuple[DiceGroup, ...]
"""The dice that a side rolls before the first round."""


_HitChancesByCounts = dict[tuple[int, ...], list[float]]
"""The chance of each number of hits of a force in a round, by its unit counts."""


@attrs.frozen(eq=False)
class _ForceFacts:
    """Facts about forces by their unit counts: the chances of their hits, and what one hit leaves of each.

    The counts in `rows` follow the `order` of unit names: the order of losses does not change the dice.
    """

    order: tuple[int, ...]
    rows: _HitChancesByCounts
    losses: dict[Force, Force] = attrs.field(factory=dict)
    fighter_losses: dict[Force, Force] = attrs.field(factory=dict)

    @classmethod
    def for_units(cls, units: tuple[Unit, ...], rows: _HitChancesByCounts | None = None) -> _ForceFacts:
        """Return the facts about forces of these units; `rows` is a cache of hit chances that several objects
        can share.
        """
        order = sorted(range(len(units)), key=lambda place: units[place].name)
        return cls(tuple(order), {} if rows is None else rows)


@lru_cache(maxsize=512)
def _rows_of(kind: str, side_index: int, faction: str, units: frozenset[Unit]) -> _HitChancesByCounts:
    return {}


@lru_cache(maxsize=512)
def _force_facts(
    kind: str, side_index: int, faction: str, policy: LossPolicy, units: tuple[Unit, ...]
) -> _ForceFacts:
    """Return the facts about forces of these kinds of units; sides with any numbers of these units share
    them.
    """
    return _ForceFacts.for_units(units, _rows_of(kind, side_index, faction, frozenset(units)))


@attrs.frozen(eq=False)
class UnitsOnlySide:
    """A side that has only units and no effects, so that its odds can be prepared without knowing its enemy.

    Its opening consists only of dice. `fight` is a fight against a dummy.
    """

    side_index: int
    fight: Fight
    _known: _ForceFacts
    _begins: dict[tuple[Force, ...], tuple[LadderArrays, Mapping[Force, int]]] = attrs.field(
        factory=dict, init=False
    )
    _opened: dict[PreBattleDice, dict[PreBattleDice | None, ForceOdds]] = attrs.field(
        factory=dict, init=False
    )
    _starts: dict[tuple[PreBattleDice, tuple[PreBattleDice | None, ...]], tuple[LadderArrays, Floats]] = (
        attrs.field(factory=dict, init=False)
    )

    def ladder_arrays(self, *starts: Force) -> tuple[LadderArrays, Mapping[Force, int]]:
        """Return the ladder of all forces that the side can reach, and the index of each of `starts`."""
        from twingkit.imperium.battle.exact_odds.many_grids import LadderArrays

        if starts not in self._begins:
            if len(starts) == 1:
                part = one_by_one_ladder(starts[0], self._force_after_hit)
            else:
                part = side_ladder(
                    self.fight, self.side_index, starts, lambda force, _: self._force_after_hit(force)
                )
            rolls = side_hit_chances(
                self.fight, self.side_index, part, 1, (), self._known.rows, self._known.order
            )
            self._begins[starts] = LadderArrays.from_ladder(part, rolls), part.index_by_force
        return self._begins[starts]

    @cached_property
    def has_no_opening(self) -> bool:
        """True if the side rolls no dice before the rounds.

        Anti-Fighter Barrage does not count, since it matters only against fighters (`opening_grid` looks at
        both sides).
        """
        return DiceOnlyOpening(self.fight).after_opening() == {self.fight.starting_forces(): 1.0}

    @cached_property
    def full_ladder_arrays(self) -> LadderArrays:
        """The ladder of all forces that the side can reach, starting with all its units."""
        return self.ladder_arrays(self.full_force)[0]

    @cached_property
    def full_force(self) -> Force:
        """All units of the side."""
        return self.fight.rosters[self.side_index].starting_force

    @cached_property
    def has_barrage(self) -> bool:
        """True if the side has units with Anti-Fighter Barrage."""
        return any(unit.barrage for unit in self.fight.rosters[self.side_index].units)

    @cached_property
    def has_fighters(self) -> bool:
        """True if the side has fighters that a barrage could hit."""
        return bool(self.fight.rosters[self.side_index].fighter_indices)

    @cached_property
    def has_fixed_opening_dice(self) -> bool:
        """True if losses before the first round cannot change the opening dice of the side, because none of
        its units has Space Cannon.
        """
        return not any(unit.space_cannon for unit in self.fight.rosters[self.side_index].units)

    @cached_property
    def space_cannon_dice(self) -> PreBattleDice:
        """The dice of the side's Space Cannon."""
        return cannon_volley(self.fight, self.fight.starting_forces(), self.side_index).groups

    @cached_property
    def _able(self) -> tuple[int, ...]:
        return independent_sustaining_indices(self.fight, self.side_index)

    # -- the opening, by the dice of the enemy

    def after_opening(self, enemy_dice: PreBattleDice) -> dict[PreBattleDice | None, ForceOdds]:
        """Return the possible forces, with chances, after the enemy's opening dice.

        `enemy_dice` are the enemy's dice. Results are grouped by the dice of the side's own barrage; the key
        None means that nothing is left.
        """
        if enemy_dice not in self._opened:
            cases: dict[PreBattleDice | None, ForceOdds] = {}
            force = self.full_force
            for chance in Volley(1 - self.side_index, enemy_dice).hit_probabilities():
                left = force
                if force is not self.full_force and self.fight.kind == "space":
                    left = fit_to_capacity(self.fight.rosters[self.side_index], force)[0]
                parts = cases.setdefault(self._barrage(left), {})
                parts[left] = parts.get(left, 0.0) + chance
                force = self._force_after_hit(force)
            self._opened[enemy_dice] = cases
        return self._opened[enemy_dice]

    def before_combat_rolls(
        self, enemy_dice: PreBattleDice, enemy_barrages: Sequence[PreBattleDice | None]
    ) -> tuple[LadderArrays, Floats]:
        """Return the ladder of the side, and the chances of its forces before the combat rolls.

        `enemy_dice` are the enemy's opening dice.

        The chances have a column for each of the side's own barrages with each of the enemy's
        `enemy_barrages`, the attacker's first.
        """
        import numpy as np

        key = enemy_dice, tuple(enemy_barrages)
        if key not in self._starts:
            own = self.after_opening(enemy_dice)
            columns = [
                [self._under(parts, enemy) if mine is not None else parts for enemy in enemy_barrages]
                for mine, parts in own.items()
            ]
            if self.side_index:
                columns = [list(column) for column in zip(*columns, strict=True)]
            flat = [parts for row in columns for parts in row]
            rungs, places = self.ladder_arrays(*dict.fromkeys(force for parts in flat for force in parts))
            table = np.zeros((rungs.size, len(flat)))
            for column, parts in enumerate(flat):
                for force, chance in parts.items():
                    table[places[force], column] = chance
            self._starts[key] = rungs, table
        return self._starts[key]

    def _under(self, parts: ForceOdds, barrage: PreBattleDice | None) -> ForceOdds:
        if not barrage or not self.has_fighters:
            return parts
        hits = Volley(1 - self.side_index, barrage).hit_probabilities()
        under: ForceOdds = {}
        for force, chance in parts.items():
            for part in hits:
                under[force] = under.get(force, 0.0) + chance * part
                force = self._force_after_hit(force, on_fighters=True)
        return under

    def _barrage(self, force: Force) -> PreBattleDice | None:
        if not force.size or not self.has_barrage:
            return () if force.size else None
        own, other = self.fight.starting_forces()
        state = (force, other) if self.side_index == 0 else (own, force)
        return barrage_volley(self.fight, state, self.side_index).groups

    def _force_after_hit(self, force: Force, on_fighters: bool = False) -> Force:
        """Return the force that is left after one more hit; with `on_fighters`, the hit can only destroy
        fighters.
        """
        losses = self._known.fighter_losses if on_fighters else self._known.losses
        if force not in losses:
            roster, pending_hits = self.fight.rosters[self.side_index], _ON_FIGHTERS if on_fighters else _ANY
            losses[force] = assign_hits_with_sustaining(roster, force, pending_hits, self._able)[0]
        return losses[force]


@cache
def _stand_in_roster(kind: str, side_index: int) -> Roster:
    """Return the roster of a stand-in side, which can replace any enemy without effects."""
    dummy = Side(_DUMMY[kind])
    return build_roster(Battle(kind, dummy, dummy), side_index)


@lru_cache(maxsize=4096)
def units_only_side(kind: str, side_index: int, side: Side) -> UnitsOnlySide | None:
    """Return the `UnitsOnlySide` of a side of a battle; None if the side brings more than units."""
    if side.effects:
        return None
    dummy, enemy = Side(_DUMMY[kind]), _stand_in_roster(kind, 1 - side_index)
    battle = Battle(kind, side, dummy) if side_index == 0 else Battle(kind, dummy, side)
    own = build_roster(battle, side_index)
    fight = Fight(battle, (own, enemy) if side_index == 0 else (enemy, own))
    if fighters_join_landing(fight) or not has_dice_only_opening(fight.rosters[side_index], 1):
        return None
    if first_independent_round(fight, fight.starting_forces()) != 1:
        return None
    if own.flagship_index >= 0:  # its effect may depend on how many units there were
        return UnitsOnlySide(side_index, fight, _ForceFacts.for_units(own.units))
    return UnitsOnlySide(
        side_index, fight, _force_facts(kind, side_index, side.faction, own.policy, own.units)
    )


def opening_grid(battle: Battle, sides: tuple[UnitsOnlySide, UnitsOnlySide]) -> GridArrays:
    """Return both ladders of forces for a battle of two units-only sides, with the chance of each pair of
    forces after the opening.
    """
    first, second = sides
    shot_at = (first.has_barrage and second.has_fighters) or (second.has_barrage and first.has_fighters)
    if first.has_no_opening and second.has_no_opening and not (battle.kind == "space" and shot_at):
        return first.full_ladder_arrays, second.full_ladder_arrays, _WHOLE
    fight = Fight(battle, (first.fight.rosters[0], second.fight.rosters[1]))
    if not (first.has_fixed_opening_dice and second.has_fixed_opening_dice):
        cases = DiceOnlyOpening(fight).before_combat_rolls()
        attack, own = first.ladder_arrays(*dict.fromkeys(force for _, left, _ in cases for force in left))
        defence, others = second.ladder_arrays(*dict.fromkeys(force for *_, left in cases for force in left))
        return attack, defence, starting_pairs(cases, own, others)
    in_space = battle.kind == "space"
    guns = first.space_cannon_dice if in_space else bombardment_volley(fight, fight.starting_forces()).groups
    barrages = [tuple(first.after_opening(second.space_cannon_dice)), tuple(second.after_opening(guns))]
    attack, left = first.before_combat_rolls(second.space_cannon_dice, barrages[1])
    defence, right = second.before_combat_rolls(guns, barrages[0])
    return attack, defence, left @ right.T
