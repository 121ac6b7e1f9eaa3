"""Rounds in which each side's dice, losses and repairs do not depend on the other side's force.

The dice of a side and what hits leave of it are computed for each side (`SideMoves`), never for pairs of
forces; a `FightLattice` follows the pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from twingkit.core.slices import Slices
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.lattice import FightLattice, PairChances
from twingkit.imperium.battle.exact_odds.side_moves import DESTROYS_SUSTAINED, LAST_SHOT, SideMoves, SideState
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation, StepsWalk
from twingkit.imperium.battle.rules.force import Force
from twingkit.imperium.battle.rules.losses.combat_hits import LAST_SHOT_DICE

_StatePair = tuple[SideState, SideState]


class SeparableRounds:
    """The rounds of a fight in which each side's moves do not depend on the other side.

    `first_separable_round` says which situations allow this.

    `round_number` is the round, or with `repeats` the first of those that are all alike. `last_shots_side`
    is the side whose last shots may answer losses; it is the first side of the lattice.
    """

    def __init__(
        self,
        walk: StepsWalk,
        round_number: int,
        repeats: bool,
        last_shots_side: int,
        start_situations: Iterable[Situation],
    ) -> None:
        self.fight = walk.fight
        self.side_order = (last_shots_side, 1 - last_shots_side)
        self._cards = [
            {str(use) for use in roster.effects_with_hook(DESTROYS_SUSTAINED)}
            for roster in self.fight.rosters
        ]
        starts = [self._pair(situation) for situation in start_situations]
        sides = [SideMoves(walk, side_index, round_number, repeats) for side_index in self.side_order]
        shots = LAST_SHOT_DICE if self.fight.rosters[last_shots_side].effects_with_hook(LAST_SHOT) else 0
        self.reachable_states = tuple(
            side.reachable_states([pair[number] for pair in starts], shots * number, single_round=not repeats)
            for number, side in enumerate(sides)
        )
        first, second = self.reachable_states
        walk.add_work(len(first.states) * len(second.states))  # a pair of places is about as much as a walk
        self.lattice = FightLattice(
            first.numbered_states(),
            second.numbered_states(),
            [second.last_shot_targets(volley) for volley in first.volleys],
        )

    # -- situations and pairs of places

    def _pair(self, situation: Situation) -> _StatePair:
        """Return the two sides' states in a situation, first the state of the side that may answer its losses
        with last shots.
        """
        used = [
            tuple(mark for mark in force.used_effects if mark in cards)
            for force, cards in zip(situation.state, self._cards, strict=True)
        ]
        places = [
            SideState(_unmarked(force, marks), used[1 - side_index])
            for side_index, (force, marks) in enumerate(zip(situation.state, used, strict=True))
        ]
        return places[self.side_order[0]], places[self.side_order[1]]

    def _stand(self, pair: tuple[int, int]) -> Situation:
        places = [part.states[number] for part, number in zip(self.reachable_states, pair, strict=True)]
        own, other = (places[number] for number in self.side_order)
        return Situation(
            (_marked(own.force, other.used_enemy_cards), _marked(other.force, own.used_enemy_cards))
        )

    def _mass(self, chances: Mapping[Situation, float]) -> PairChances:
        return merge_chances((self._indices(situation), chance) for situation, chance in chances.items())

    def _indices(self, situation: Situation) -> tuple[int, int]:
        first, second = self._pair(situation)
        return self.reachable_states[0].indices[first], self.reachable_states[1].indices[second]

    def _chances(self, mass: PairChances) -> Chances:
        return merge_chances((self._stand(pair), chance) for pair, chance in mass.items())

    def can_start_from(self, situation: Situation) -> bool:
        """True if these rounds can be computed from the situation: both sides' states are among the computed
        ones.
        """
        return all(
            place in part.indices
            for place, part in zip(self._pair(situation), self.reachable_states, strict=True)
        )

    # -- rounds

    def fight_on_in_slices(self, chances: Mapping[Situation, float]) -> Slices[tuple[Chances, float]]:
        """Compute in slices the chances of the fight's ends and the mean number of rounds.

        The fight goes on from the situations in `chances`. Standoffs are among the ends.
        """
        passed = yield from self.lattice.fight_in_slices(self._mass(chances))
        return self._chances(passed.end_chances | passed.standoff_chances), passed.mean_rounds

    def advance_round_in_slices(self, chances: Mapping[Situation, float]) -> Slices[Chances]:
        """Compute the chances of the situations after one more round, in interruptible slices.

        Both sides must remain in all situations in `chances`.
        """
        mass = yield from self.lattice.advance_round_in_slices(self._mass(chances))
        return self._chances(mass)

    def is_standoff(self, situation: Situation) -> bool:
        """True if a round leaves a situation unchanged (IM-ODDS-4)."""
        return self.lattice.is_standoff(self._indices(situation))


def side_index_with_last_shots(walk: StepsWalk, situation: Situation) -> int:
    """Return the index of the side that can still play a card to shoot with ships just destroyed: 1 if the
    defender can, otherwise 0.
    """
    second, force = walk.fight.rosters[1], situation.state[1]
    return int(any(force.count_unused_cards(use) for use in second.effects_with_hook(LAST_SHOT)))


def _unmarked(force: Force, marks: tuple[str, ...]) -> Force:
    if not marks:
        return force
    return force._replace(used_effects=tuple(mark for mark in force.used_effects if mark not in marks))


def _marked(force: Force, marks: tuple[str, ...]) -> Force:
    return force._replace(used_effects=tuple(sorted((*force.used_effects, *marks)))) if marks else force
