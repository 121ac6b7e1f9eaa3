"""Openings that consist only of dice and policies: their results, without walking through their steps.

Space Cannon, Anti-Fighter Barrage and Bombardment only roll dice whose hits are assigned by policy, so the
forces that begin the battle follow directly from the volleys (IM-SPACE-2, IM-SPACE-4, IM-INV-1, IM-INV-4).
`has_dice_only_opening` says when this is so; the data of each effect says what it does there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from twingkit.imperium.battle.exact_odds.chances import follow_chances, merge_chances
from twingkit.imperium.battle.rules.dice.combat_roll import count_rerolls, hit_probabilities_after_rerolls
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley, VolleyResult
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, Roster
from twingkit.imperium.battle.rules.ground import bombardment
from twingkit.imperium.battle.rules.losses import assign
from twingkit.imperium.battle.rules.losses.capacity import fit_to_capacity, needs_removal_marks
from twingkit.imperium.battle.rules.space.barrage import barrage_volley
from twingkit.imperium.battle.rules.space.space_cannon import cannon_hits, cannon_volley
from twingkit.imperium.box.effects import BattleEffect, effects_by_id


def has_dice_only_opening(roster: Roster, round_number: int) -> bool:
    """True if only dice and a side's own policy decide what the side does before the first round
    (`round_number` 0) or before its first combat rolls (`round_number` 1).

    It must be true of both sides.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for effects in ("ps", "mb", "mb:2", "mjets"):
    ...     fight = Fight.from_battle(Battle.parse(f"space: 2 destroyer 1 pds @ {effects} vs 4 fighter"))
    ...     print(effects, [has_dice_only_opening(fight.rosters[0], n) for n in (0, 1)])
    ps [True, True]
    mb [True, False]
    mb:2 [True, True]
    mjets [False, False]
    """
    if needs_removal_marks(roster):
        return False
    specials = (effects_by_id().get(unit.id) for unit in roster.units)
    return all(
        _leaves_only_dice(use.effect, use.round or use.effect.default_round, round_number)
        for use in roster.effect_uses
    ) and all(_leaves_only_dice(special, 0, round_number) for special in specials if special is not None)


def _leaves_only_dice(effect: BattleEffect, named: int, round_number: int) -> bool:
    """True if an effect named for this round (0: for none) leaves everything to dice and policies."""
    if effect.is_one_shot and effect.scope.round_start:
        return round_number == 0 or named > 1
    match effect.hook:
        case "destroy_sustained":  # without a round, it may be used against Space Cannon
            return named > 0
        case "repair_itself":
            return round_number == 0
        case _:
            return effect.scope.opening != "more"


_VolleyOf = Callable[[Fight, ForcePair], Volley]
_LoadOf = Callable[[VolleyResult], assign.PendingHits]

_OpeningShot = tuple[int, _VolleyOf, _LoadOf]
"""One shot of an opening: the index of the side that fires, and functions for its dice and for the hits they
make.
"""

ForceOdds = dict[Force, float]
"""The possible forces of one side, with chances."""


OpeningCase = tuple[float, ForceOdds, ForceOdds]
"""One case of an opening: its chance, and in it the possible forces of both sides, independent of each other.
"""


def _cannon(side_index: int) -> _OpeningShot:
    return side_index, lambda fight, state: cannon_volley(fight, state, side_index), cannon_hits


_SHOTS: Mapping[str, tuple[_OpeningShot, ...]] = {
    "space": (_cannon(0), _cannon(1)),
    "ground": ((0, bombardment.bombardment_volley, bombardment.bombardment_hits), _cannon(1)),
}
"""The shots fired before the first round, in the order of the chapters (`opening`)."""


class DiceOnlyOpening:
    """The opening of a fight in which dice and policies decide everything for both sides (see
    `has_dice_only_opening`).
    """

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._losses: dict[tuple[int, Force, assign.PendingHits, tuple[int, ...]], Force] = {}
        """What hits leave of a force, by side, force and the places that can sustain damage."""
        self._barrages: dict[tuple[int, Force, tuple[DiceGroup, ...], int], ForceOdds] = {}
        """The forces that a barrage leaves, by side, force, the dice, and how often they are rolled again."""

    def after_opening(self) -> dict[ForcePair, float]:
        """Return the chances of the forces after Space Cannon or Bombardment, before the first round."""
        chances = {self.fight.starting_forces(): 1.0}
        for side_index, volley_of, load_of in _SHOTS[self.fight.kind]:
            chances = follow_chances(chances, partial(self._after_volley, side_index, volley_of, load_of))
        if self.fight.kind == "ground" or len(chances) == 1:
            return chances
        first, second = self.fight.rosters  # lose units that their ships can no longer carry (IM-UNIT-11)
        return merge_chances(
            ((fit_to_capacity(first, own)[0], fit_to_capacity(second, other)[0]), chance)
            for (own, other), chance in chances.items()
        )

    def _after_volley(
        self, side_index: int, volley_of: _VolleyOf, load_of: _LoadOf, state: ForcePair
    ) -> Iterator[tuple[ForcePair, float]]:
        volley = volley_of(self.fight, state)
        if not volley.count or not state[1 - side_index].size:
            yield state, 1.0
            return
        for thrown, chance in volley.outcomes():
            left = self._force_after_hits(state, 1 - side_index, load_of(thrown))
            yield (state[0], left) if side_index == 0 else (left, state[1]), chance

    def after_barrages(self, state: ForcePair) -> tuple[ForceOdds, ForceOdds]:
        """Return the possible forces of each side, with chances, after both Anti-Fighter Barrages.

        A battle that is over does not change. Each side's dice depend only on its own force, and a barrage
        cannot hit ships with Anti-Fighter Barrage, so the two results are independent.
        """
        if self.fight.kind != "space" or not (state[0].size and state[1].size):
            return {state[0]: 1.0}, {state[1]: 1.0}
        return self._barraged(state, 0), self._barraged(state, 1)

    def _barraged(self, state: ForcePair, side_index: int) -> ForceOdds:
        force = state[side_index]
        fighters = sum(force.count(kind) for kind in self.fight.rosters[side_index].fighter_indices)
        volley = barrage_volley(self.fight, state, 1 - side_index) if fighters else Volley(1 - side_index, ())
        if not volley.count:
            return {force: 1.0}
        enemy = state[1 - side_index]
        times = (
            count_rerolls(self.fight, enemy, 1 - side_index, 1, is_barrage=True)
            if volley.rerolls_misses
            else 0
        )
        cache, key = self._barrages, (side_index, force, volley.groups, times)
        if key not in cache:
            cache[key] = merge_chances(
                (self._force_after_hits(state, side_index, assign.PendingHits(fighters_only=n)), chance)
                for n, chance in enumerate(hit_probabilities_after_rerolls(volley, times))
                if chance
            )
        return cache[key]

    def before_combat_rolls(self) -> list[OpeningCase]:
        """Return the possible forces, with chances, after the opening and the barrages of the first round."""
        return [(chance, *self.after_barrages(state)) for state, chance in self.after_opening().items()]

    def _force_after_hits(self, state: ForcePair, side_index: int, pending_hits: assign.PendingHits) -> Force:
        """Return the force that a side's policy keeps after hits."""
        able = assign.indices_able_to_sustain(self.fight, state, side_index)
        losses, key = self._losses, (side_index, state[side_index], pending_hits, able)
        if key not in losses:
            roster = self.fight.rosters[side_index]
            losses[key] = assign.assign_hits_with_sustaining(roster, state[side_index], pending_hits, able)[0]
        return losses[key]
