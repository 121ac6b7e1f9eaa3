"""The moves of one side in a round, independent of the other: dice, losses, repairs, cards.

A side's dice and losses are computed once for its own force, not for every pair of forces. A card that
destroys a unit that just sustained damage affects only the side it is played on, so it is tracked there, as
one of its `used_enemy_cards`. Only a last shot answers the losses of one side at the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.exact_odds.lattice import RoundCase, StatesByStrength
from twingkit.imperium.battle.exact_odds.side_ladder import force_after_hits, independent_sustaining_indices
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, StepsWalk
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.dice import combat_roll
from twingkit.imperium.battle.rules.dice.volley import Volley, binomial
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair
from twingkit.imperium.battle.rules.losses import combat_hits
from twingkit.imperium.battle.rules.losses.assign import SUSTAIN_BLOCKING_FLAGSHIP
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import effects_by_id

_REPAIR_HOOKS = ("repair_one", "repair_itself")
"""The hooks that can repair a side any number of times."""

LAST_SHOT, DESTROYS_SUSTAINED = "last_shot", "destroy_sustained"
"""The hooks of cards that answer losses with shots, and of cards that destroy a unit that just sustained
damage.
"""


class SideState(NamedTuple):
    """The state of one side between two rounds: its force, and the enemy cards already used against it."""

    force: Force
    used_enemy_cards: tuple[str, ...] = ()


_RollCase = tuple[Force, list[float]]
"""One case of a side's dice: its force without units that they destroy, and the chances of its hits."""


class SideMoves:
    """The possible moves of one side in round `round_number`; if `repeats`, they are the same in every later
    round.
    """

    def __init__(self, walk: StepsWalk, side_index: int, round_number: int, repeats: bool) -> None:
        self.fight, self.walk, self.side_index, self.round_number = walk.fight, walk, side_index, round_number
        self.own, self.enemy = self.fight.rosters[side_index], self.fight.rosters[1 - side_index]
        self._able = independent_sustaining_indices(self.fight, side_index)
        self._starts = repeats and (
            self.own.has_working("emergency") or self._flagship_hook == _REPAIR_HOOKS[1]
        )
        self._falls: dict[Force, list[Force]] = {}
        self._stand_in = self._enemy_stand_in()
        self._answers = sorted(self.own.effects_with_hook(LAST_SHOT), key=lambda use: -use.round)
        self._cards_on = self.enemy.effects_with_hook(DESTROYS_SUSTAINED)
        self._law = self.own.has_working(
            combat_roll.CROWN_OF_THALNOS
        ) and combat_roll.crown_rerolled_unit_indices(self.fight, self.own)

    def _enemy_stand_in(self) -> Force:
        """A force that stands in for the enemy and forbids nothing; any such force will do, since each side
        moves alone.
        """
        force, kind = self.enemy.combat_force(), self.enemy.flagship_index
        if self.enemy.flagship_id == SUSTAIN_BLOCKING_FLAGSHIP and force.size > force.count(kind):
            return force.without(kind, force.count(kind))
        return force

    def _state(self, own: Force, enemy: Force | None = None) -> ForcePair:
        enemy = self._stand_in if enemy is None else enemy
        return (own, enemy) if self.side_index == 0 else (enemy, own)

    # -- all places

    def reachable_states(
        self, starts: Iterable[SideState], max_last_shot_hits: int = 0, single_round: bool = False
    ) -> ReachableStates:
        """Return all states that the side can reach from `starts`, with its moves.

        With `single_round` these are the states of a single round.

        `max_last_shot_hits` is the maximum number of hits with which the other side may answer losses.
        """
        branches: dict[SideState, list[tuple[list[float], list[SideState]]]] = {}
        after: dict[SideState, None] = {}
        shot_at: dict[SideState, list[SideState]] = {}
        waiting = list(dict.fromkeys(starts))
        while waiting:
            side_state = waiting.pop()
            if side_state in branches:
                continue
            branches[side_state] = self.round_cases(side_state) if side_state.force.size else []
            lower = dict.fromkeys(left for _, falls in branches[side_state] for left in falls)
            for left in list(lower):
                answer = self.own_last_shot_and_state(side_state, left)
                if answer is not None:
                    lower[answer[1]] = None
                if left.force.size:
                    shot_at[left] = [
                        self.after_enemy_last_shot(left, hits) for hits in range(max_last_shot_hits + 1)
                    ]
                    lower.update(dict.fromkeys(shot_at[left]))
            after.update(lower)
            if not single_round:
                waiting += lower
        places = [*branches, *(side_state for side_state in after if side_state not in branches)]
        return ReachableStates(self, branches, places, shot_at)

    def rank(self, side_state: SideState) -> tuple[int, int, int]:
        """Return a sort key of a side's state (units, cards, undamaged units) that no later state exceeds.

        States that can follow each other in both directions have the same rank.
        """
        cards = len(side_state.force.used_effects) + len(side_state.used_enemy_cards)
        return side_state.force.size, -cards, 0 if self._repaired_again else sum(side_state.force.fresh)

    @property
    def _repaired_again(self) -> bool:
        return bool(self.own.effects_with_hook(_REPAIR_HOOKS[0])) or self._flagship_hook in _REPAIR_HOOKS

    @property
    def _flagship_hook(self) -> str:
        special = effects_by_id().get(self.own.flagship_id)
        return special.hook if special is not None else ""

    # -- one round

    def round_cases(self, side_state: SideState) -> list[tuple[list[float], list[SideState]]]:
        """Return the possible results of a side's dice in a round, as pairs of hit chances and resulting
        states.

        Each has the chances of its hits, and the side's states after 0, 1, 2 … enemy hits.
        """
        begun = self._after_start_repairs(side_state)
        moves = []
        for force, hits in self._dice(begun.force):
            left = [self.after_hits(begun, force, 0)]
            while left[-1].force.size:
                left.append(self.after_hits(begun, force, len(left)))
            moves.append((hits, left))
        return moves

    def _after_start_repairs(self, side_state: SideState) -> SideState:
        if not self._starts or not any(side_state.force.damaged):
            return side_state
        (begun,) = self.walk.before_combat_rolls(
            {Situation(self._state(side_state.force)): 1.0}, max(self.round_number, 2)
        )
        return side_state._replace(force=begun.state[self.side_index])

    def _dice(self, force: Force) -> list[_RollCase]:
        state = self._state(force)
        uses = self.own.effects_with_hook("reroll_misses")
        if any(_waits_for_a_miss(use) and force.can_use_in_round(use, self.round_number) for use in uses):
            return self._walk_dice(force)
        if not self._law or not any(force.count(kind) for kind in self._law):
            return [
                (
                    force._replace(round_notes=()),
                    combat_roll.hit_count_probabilities(
                        self.fight, state, self.side_index, self.round_number
                    ),
                )
            ]
        return [
            (_without_units(force, places), hits)
            for places, hits in _crown_hit_chances(self.fight, state, self.side_index, self.round_number)
        ]

    def _walk_dice(self, force: Force) -> list[_RollCase]:
        """Return the possible forces with their hit chances after a roll with a card that rerolls dice as
        soon as one misses, by walking through the combat roll.
        """
        cases: dict[Force, list[float]] = {}
        for after, chance in self.walk.own_forces_after_roll(
            self.side_index, self._state(force), self.round_number
        ):
            hits = cases.setdefault(
                _without_units(after, after.noted_numbers(combat_roll.CROWN_DESTROYED_NOTE)), []
            )
            made = combat_roll.unassigned_hits_made(after)
            hits += [0.0] * (made + 1 - len(hits))
            hits[made] += chance
        return list(cases.items())

    def after_hits(self, side_state: SideState, force_after_dice: Force, hits: int) -> SideState:
        """Return a side's state after it takes this number of hits.

        `side_state` is the state before the dice were rolled, `force_after_dice` the force after the side's
        own dice.
        """
        if self._card_due(side_state):
            return self._walk_hits(side_state, force_after_dice, hits)
        left = self._forces_after_hits(force_after_dice, hits)
        return SideState(self._repaired(left, side_state.force), side_state.used_enemy_cards)

    def _card_due(self, side_state: SideState) -> bool:
        """True if the side or its enemy may use a card in this round when the side's hits are assigned."""
        return any(
            side_state.force.can_use_in_round(use, self.round_number)
            for use in self.own.effects_with_hook("cancel_hits")
        ) or any(
            self._stand_in._replace(used_effects=side_state.used_enemy_cards).can_use_in_round(
                use, self.round_number
            )
            for use in self._cards_on
        )

    def _walk_hits(self, side_state: SideState, force: Force, hits: int) -> SideState:
        """Return a side's state after this number of hits, by walking through only this side's part of the
        step that assigns hits.
        """
        marks = tuple(str(use) for use in self._answers for _ in range(force.count_unused_cards(use)))
        own = force._replace(used_effects=(*force.used_effects, *marks))
        enemy = self._stand_in._replace(
            used_effects=side_state.used_enemy_cards, round_notes=((combat_roll.FREE, hits),) if hits else ()
        )
        (left,) = self.walk.after_steps(
            (combat_hits.assign_hits,), {Situation(self._state(own, enemy)): 1.0}, self.round_number
        )
        after, other = left.state[self.side_index], left.state[1 - self.side_index]
        return SideState(after._replace(used_effects=_without(after.used_effects, marks)), other.used_effects)

    def _forces_after_hits(self, force: Force, hits: int) -> Force:
        falls = self._falls.setdefault(force, [force])
        while len(falls) <= hits and falls[-1].size:
            one_by_one = not self.own.has_working("nes")
            falls.append(
                force_after_hits(self.own, falls[-1], 1, self._able)
                if one_by_one
                else force_after_hits(self.own, force, len(falls), self._able)
            )
        return falls[min(hits, len(falls) - 1)]

    def _repaired(self, force: Force, before: Force) -> Force:
        if not self.own.has_working("da") or not any(before.damaged):
            return force
        places = combat_hits.repairable_unit_indices(self.own, force, before.damaged) if force.size else []
        return force.with_count_changes(places[0], 1, -1) if places else force

    # -- last shots

    def own_last_shot_and_state(
        self, side_state: SideState, left: SideState
    ) -> tuple[Volley, SideState] | None:
        """Return the dice with which a side answers its losses of a round, and its state after rolling them.

        None if it has no card for that or nothing to shoot with.
        """
        for use in self._answers:
            if left.force.can_use_in_round(use, self.round_number):
                volley = combat_hits.last_shot_volley(
                    self.own, left.force, combat_hits.count_losses(side_state.force, left.force)
                )
                return (volley, left._replace(force=left.force.with_used(str(use)))) if volley.count else None
        return None

    def after_enemy_last_shot(self, side_state: SideState, hits: int) -> SideState:
        """Return a side's state after this number of hits by the last shots of the other side."""
        if not hits:
            return side_state

        def step(table: BattleTable) -> Script:
            yield from combat_hits.destroy_own_ships(
                table, self.side_index, EffectUse("courageous"), range(len(self.own.units)), hits
            )

        (left,) = self.walk.after_steps(
            (step,), {Situation(self._state(side_state.force)): 1.0}, self.round_number
        )
        return side_state._replace(force=left.state[self.side_index])


class ReachableStates:
    """All states that one side can reach, ordered by rank, and its moves between them."""

    def __init__(
        self,
        side: SideMoves,
        branches: dict[SideState, list[tuple[list[float], list[SideState]]]],
        places: list[SideState],
        shot_at: Mapping[SideState, Sequence[SideState]],
    ) -> None:
        self.side, self._branches, self._shot_at = side, branches, shot_at
        self.states = tuple(sorted(places, key=side.rank, reverse=True))
        self.indices = {side_state: number for number, side_state in enumerate(self.states)}
        self.volleys: dict[Volley, int] = {}
        """The last shots of the side, by number."""

    def numbered_states(self) -> StatesByStrength:
        """Return the ranks, round results and last shots of all states, with each state given by its number,
        for a `FightLattice`.
        """
        branches: list[list[RoundCase]] = []
        answers: dict[tuple[int, int], tuple[int, int]] = {}
        for number, side_state in enumerate(self.states):
            cases = self._branches.get(side_state, [])
            branches.append(
                [(tuple(hits), tuple(self.indices[left] for left in falls)) for hits, falls in cases]
            )
            for left in dict.fromkeys(left for _, falls in cases for left in falls):
                answer = self.side.own_last_shot_and_state(side_state, left)
                if answer is not None:
                    shot = self.volleys.setdefault(answer[0], len(self.volleys))
                    answers[number, self.indices[left]] = shot, self.indices[answer[1]]
        return StatesByStrength([self.side.rank(side_state) for side_state in self.states], branches, answers)

    def last_shot_targets(self, volley: Volley) -> list[list[tuple[int, float]]]:
        """Return, for each state, the states to which a last shot of the other side leads.

        They are given by number, with chances.
        """
        return [
            [
                (self.indices[self._shot_at[side_state][thrown.hits]], chance)
                for thrown, chance in volley.outcomes()
            ]
            if side_state in self._shot_at
            else []
            for side_state in self.states
        ]


def _waits_for_a_miss(use: EffectUse) -> bool:
    """True if a side keeps the card of this effect until a die first misses, in whatever round that
    happens.
    """
    return use.effect.is_one_shot and not (use.round or use.effect.default_round)


def _without_units(force: Force, places: Iterable[int]) -> Force:
    """Return a force without the units of these roster indices, and without notes."""
    for kind in places:
        force = force.without(kind)
    return force._replace(round_notes=())


def _without(spent: tuple[str, ...], marks: tuple[str, ...]) -> tuple[str, ...]:
    left = list(spent)
    for mark in marks:
        left.remove(mark)
    return tuple(left)


def _crown_hit_chances(
    fight: Fight, state: ForcePair, side_index: int, round_number: int
) -> list[tuple[tuple[int, ...], list[float]]]:
    """Return the chances of 0, 1, 2 … hits of a side with the Crown of Thalnos in a round, for each set of
    its units that the Crown destroys.

    Each entry lists the roster indices of the destroyed units, once for each unit, and the chances of 0, 1, 2
    … hits. All chances add up to 1: every die of a unit that the Crown can destroy hits in the end, or its
    unit is destroyed.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("space: 1 fighter 1 cruiser @ crown_of_thalnos vs 1 carrier"))
    >>> cases = _crown_hit_chances(fight, fight.starting_forces(), 0, 1)
    >>> [(burnt, [round(n, 3) for n in hits]) for burnt, hits in cases]
    [((), [0.0, 0.216, 0.144]), ((0,), [0.384, 0.256])]
    """
    volley = combat_roll.combat_volley(fight, state, side_index, round_number)
    times = combat_roll.count_rerolls(fight, state[side_index], side_index, round_number)
    kinds = combat_roll.crown_rerolled_unit_indices(fight, fight.rosters[side_index])
    steady = tuple(group for group in volley.groups if group.roster_index not in kinds)
    cases: list[tuple[tuple[int, ...], list[float]]]
    cases = [((), combat_roll.hit_probabilities_after_rerolls(attrs.evolve(volley, groups=steady), times))]
    for group in volley.groups:
        if group.roster_index in kinds:
            parts = binomial(group.count, (1 - group.chance) ** (times + 2))
            cases = [
                (
                    (*burnt, *[group.roster_index] * lost),
                    [*[0.0] * (group.count - lost), *(part * p for p in hits)],
                )
                for burnt, hits in cases
                for lost, part in enumerate(parts)
            ]
    return cases
