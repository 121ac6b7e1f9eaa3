"""The best policy: the order of casualties and the sustain rule that win most often (IM-ODDS-3).

All orders of a side's classes are tried, with every sustain rule that makes a difference, against the other
side's policy. The policy stays the same for the whole battle; `optimum` says what choosing again in every
round could gain.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, Role
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, Slices, cached_slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.exact_odds.chances_many import battle_chances_in_slices
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle, role_at
from twingkit.imperium.battle.notation.side_problems import ground_forces_fight_as_ships
from twingkit.imperium.battle.rules.force import build_roster
from twingkit.imperium.battle.rules.losses.loss_order import (
    ORDER_WITH_GROUND_FORCES,
    SUSTAIN_RULES,
    LossPolicy,
    with_ground_forces,
)
from twingkit.imperium.box.units import SHIPS
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import Odds

TOLERANCE = 1e-12
"""Chances to win that differ by at most this are equal."""

_BEST_ORDER_COLUMNS = {"policy": "str", **dict.fromkeys(("win", "tie", "loss", "edge", "gain"), "float64")}
"""The columns of `PolicyRanking.frame` with their types."""


@attrs.frozen
class TriedPolicy:
    """A policy with its side's chances to win, to tie and to lose."""

    policy: LossPolicy
    win: float
    tie: float
    loss: float

    @property
    def edge(self) -> float:
        """The chance to win minus the chance to lose."""
        return self.win - self.loss


@attrs.frozen
class PolicyRanking:
    """All different policies of one side of a battle with their chances, the best first.

    `side` is "attacker" or "defender" (IM-ODDS-3).

    >>> result = rank_policies("space: 2 cruiser 2 carrier 2 fighter / best vs 2 dreadnought 1 cruiser")
    >>> print(result.best_policy, len(result.tried_policies), round(result.gain, 4))
    order=carriers-first sustain=first 6 0.0784
    >>> print(result)
    order=carriers-first sustain=first: win 49.6%, tie 4.8%, loss 45.6%, gain 7.8%
    """

    battle: Battle
    side: Role
    tried_policies: tuple[TriedPolicy, ...] = attrs.field(repr=False)
    default: TriedPolicy

    @property
    def best(self) -> TriedPolicy:
        """The policy that wins most often, with its chances."""
        return self.tried_policies[0]

    @property
    def best_policy(self) -> LossPolicy:
        """The policy that wins most often."""
        return self.best.policy

    @property
    def gain(self) -> float:
        """The chance to win with the best policy minus that with the default policy, 0 to 1."""
        return self.best.win - self.default.win

    @with_column_meanings
    @check_arguments()
    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return every policy that was tried, best first, as a table.

        Columns: `policy`; the side's chances `win`, `tie`, `loss`, and its `edge`; and `gain`, the difference
        in chance to win from the default policy. `attrs`: `position`, `side`, `rules`.
        """
        rows = [
            (str(trial.policy), trial.win, trial.tie, trial.loss, trial.edge, trial.win - self.default.win)
            for trial in self.tried_policies
        ]
        facts = {"position": str(self.battle), "side": self.side, "rules": ["IM-ODDS-3"], "lang": language()}
        return frame_from_rows(rows, _BEST_ORDER_COLUMNS, **facts, **self.battle.variant_attrs)

    def __str__(self) -> str:
        best = self.best
        return f"{best.policy}: {Odds(best.win, best.tie, best.loss)}, gain {self.gain:.1%}"

    def _repr_html_(self) -> str:
        return self.frame().to_html(index=False)


def resolve_best_policy(battle: Battle, budget: float = DEFAULT_BUDGET_SECONDS) -> Battle:
    """Return the battle with `best` replaced by the policy that wins most often (IM-ODDS-3).

    Raises `SlowError` if finding it takes more than `budget` processor seconds.

    >>> print(resolve_best_policy(Battle.parse("space: 1 cruiser vs 1 carrier")))
    space: 1 cruiser vs 1 carrier
    """
    known = all(side.policy for side in battle.sides)
    return battle if known else finish(resolve_best_policy_in_slices(battle), budget)


def resolve_best_policy_in_slices(battle: Battle) -> Slices[Battle]:
    """Compute `resolve_best_policy` in interruptible slices."""
    if all(side.policy for side in battle.sides):
        return battle
    best = (
        yield from best_order_in_slices(legal_battle(battle, None), _side_asking_for_best(battle))
    ).best_policy
    attacker, defender = (attrs.evolve(side, policy=side.policy or best) for side in battle.sides)
    return attrs.evolve(battle, attacker=attacker, defender=defender)


@with_column_meanings
@check_arguments()
def rank_policies(
    position: Battle | str,
    side: Role | None = None,
    *,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> PolicyRanking:
    """Compare all policies of one side of a battle by their chances. Without `side`, compare those of the
    side marked `/ best` (IM-ODDS-3).

    The side is the one marked `/ best`, or `side` ("attacker" or "defender"), whatever its own policy is.

    The first result has the highest chance to win. Ties go to the policy nearest the default: first the one
    with the fewest pairs of classes in a different order than in the default; then `first` before `last`
    before `never`; then the one whose first different class comes earlier in the default order. The others
    follow by their chance to win in the same way.

    `variant` and `budget` are as in `odds`. Raises `SlowError` beyond the budget, `NotationError` or
    `IllegalBattleError` for a bad battle, `VariantError` for a bad variant, `Fault` if the side is not clear
    or if the other side asks for its best policy, too.

    >>> result = rank_policies("space: 2 carrier 1 cruiser vs 3 destroyer", "attacker")
    >>> print(result.frame().head(2).round(3).to_string(index=False))
                                policy   win   tie  loss  edge  gain
    order=carriers-first sustain=first 0.681 0.036 0.283 0.399  0.11
           order=default sustain=first 0.571 0.024 0.405 0.166  0.00
    """
    legal = legal_battle(position, variant)
    side_index = _side_asking_for_best(legal) if side is None else ROLES.index(side)
    if legal.sides[1 - side_index].policy is None:
        raise Fault("best.other")
    return finish(best_order_in_slices(legal, side_index), budget)


def _side_asking_for_best(battle: Battle) -> int:
    free = [side_index for side_index, side in enumerate(battle.sides) if side.policy is None]
    if len(free) != 1:
        raise Fault("best.side")
    return free[0]


@cached_slices(256)
def best_order_in_slices(battle: Battle, side_index: int) -> Slices[PolicyRanking]:
    """Compute `rank_policies` of a legal battle in interruptible slices; the latest results are cached."""
    default = LossPolicy()
    policies = [default, *(policy for policy in distinct_policies(battle, side_index) if policy != default)]
    battles = [battle.with_side(side_index, policy=policy) for policy in policies]
    chances = yield from battle_chances_in_slices(battles)
    candidates = [
        TriedPolicy(policy, *(triple if side_index == 0 else reversed(triple)))
        for policy, triple in zip(policies, chances, strict=True)
    ]
    alastor = ground_forces_fight_as_ships(battle.sides[side_index], battle.kind)

    def away(trial: TriedPolicy) -> tuple[int, int, tuple[int, ...]]:
        return distance_from_default(trial.policy, alastor)

    ranked = sorted(candidates, key=lambda trial: (-trial.win, away(trial)))
    # Sorting by the chance alone would let rounding decide between equal policies.
    first: list[TriedPolicy] = []
    while ranked:
        best = ranked[0].win
        equal = [trial for trial in ranked if trial.win >= best - TOLERANCE]
        first += sorted(equal, key=away)
        ranked = ranked[len(equal) :]
    return PolicyRanking(battle, role_at(side_index), tuple(first), candidates[0])


def distinct_policies(battle: Battle, side_index: int) -> Iterator[LossPolicy]:
    """Yield the policies of one side that can lead to different casualties.

    Those with the default order come first.

    >>> battle = Battle.parse("space: 2 fighter 1 dreadnought vs 1 cruiser")
    >>> [str(policy) for policy in distinct_policies(battle, 0)][:3]
    ['order=default sustain=first', 'order=default sustain=last', 'order=default sustain=never']
    """
    own = build_roster(battle.with_side(side_index, policy=LossPolicy()).space_battle, side_index)
    able = [unit.can_sustain_damage for unit in own.units]
    if battle.kind == "invasion":  # the sustain rule also applies on the ground
        able += [
            unit.can_sustain_damage
            for unit, _ in battle.sides[side_index].units_with_counts()
            if unit.is_ground_force
        ]
    rules = SUSTAIN_RULES if any(able) and not all(able) else ("first", "never") if any(able) else ("first",)
    as_ships = ground_forces_fight_as_ships(battle.sides[side_index], battle.kind)
    classes = ORDER_WITH_GROUND_FORCES if as_ships else SHIPS
    present = [name for name in classes if any(unit.unit_class == name for unit in own.units)]
    slots = [classes.index(name) for name in present]
    for listed in permutations(present):
        order = list(classes)  # absent classes keep their default place
        for slot, name in zip(slots, listed, strict=True):
            order[slot] = name
        for rule in rules:
            yield LossPolicy(tuple(order), rule)


def distance_from_default(
    policy: LossPolicy, ground_forces_as_ships: bool = False
) -> tuple[int, int, tuple[int, ...]]:
    """Return a sort key for how much a policy differs from the default policy, to break ties (see
    `rank_policies`).

    With `ground_forces_as_ships` they fight as ships, so their place in the order counts.
    """
    order = policy.order
    if policy.reorders_ground_forces or ground_forces_as_ships:
        indices = tuple(map(ORDER_WITH_GROUND_FORCES.index, with_ground_forces(order)))
    else:
        indices = tuple(map(SHIPS.index, order))
    swapped = sum(later < earlier for earlier, later in combinations(indices, 2))
    return swapped, SUSTAIN_RULES.index(policy.sustain), indices
