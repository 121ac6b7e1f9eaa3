"""The exact odds of a battle (IM-ODDS-1), with its ends, survivors, rounds and losses.

Nothing here is sampled. Win, tie and loss are computed at once, everything else on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.sweeps.batches import batched_by
from twingkit.core.arguments import FUNCTION, NON_NEGATIVE, check_arguments
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import LINE_SIDE
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, Slices, SlowError, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.chain import Chain
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, units_only, win_tie_loss
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle, side_index
from twingkit.imperium.battle.own_units import OWN_UNITS_ARGUMENT, OwnUnits
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair, units_had_so_far
from twingkit.imperium.battle.rules.result import BattleResult
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.distribution import Distribution
from twingkit.odds.odds import Odds

if TYPE_CHECKING:
    import pandas as pd

RULE = "IM-ODDS-1"
"""The rule that defines these odds."""

MAX_PAIRS, MAX_WAVES = 20_000, 8e7
"""The number of pairs of forces that a grid follows in a second, and of chances that it carries on."""


@attrs.frozen
class UnitsLeft:
    """Units that a side may have left at the end of a battle, with their chance.

    `units` lists (name in a line, undamaged, damaged); `kinds` are the same units as objects, in the same
    order.
    """

    units: tuple[tuple[str, int, int], ...]
    chance: float
    kinds: tuple[Unit, ...] = attrs.field(repr=False, eq=False)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the units by their names in `lang`, with the number of damaged ones."""
        words = rulebook().words
        hurt = words.name("damaged")
        parts = [
            f"{fresh + n} {kind.label(words, 'many' if fresh + n > 1 else '')}"
            + (f" ({n} {hurt})" if n else "")
            for kind, (_, fresh, n) in zip(self.kinds, self.units, strict=True)
        ]
        return ", ".join(parts) or words.name("nothing")


def _units_left(units: Sequence[Unit], force: Force, chance: float) -> UnitsLeft:
    counted = zip(units, force.fresh, force.damaged, strict=True)
    there = [(unit, fresh, hurt) for unit, fresh, hurt in counted if fresh or hurt]
    named = tuple((unit.name, fresh, hurt) for unit, fresh, hurt in there)
    return UnitsLeft(named, chance, tuple(unit for unit, _, _ in there))


@attrs.frozen
class BattleOdds(Odds):
    """The attacker's chances to win, tie and lose a battle, and the course of the battle.

    `battle` is the battle that was fought, with a policy in place of `best` (IM-ODDS-3). Forces list units by
    their place in `fight.rosters[side].units`; a side is 0 or "attacker", 1 or "defender".

    >>> result = odds("space: 2 cruiser vs 1 dreadnought")
    >>> print(result)
    win 44.9%, tie 14.1%, loss 41.1%
    >>> [(left.text(), round(left.chance, 3)) for left in result.survivors("attacker")]
    [('nothing', 0.551), ('1 cruiser', 0.307), ('2 cruisers', 0.142)]
    >>> round(result.mean_rounds, 2), [round(loss, 2) for loss in result.mean_losses]
    (2.35, [2.82, 2.36])
    """

    chain: Chain = attrs.field(kw_only=True, repr=False, eq=False)

    @property
    def fight(self) -> Fight:
        """The fight that these odds are about."""
        return self.chain.fight

    @property
    def battle(self) -> Battle:
        """The battle that these odds are about, with both policies known."""
        return self.fight.battle

    @property
    def standoff_chance(self) -> float:
        """The chance of a standoff, in which neither side can hit any more (IM-ODDS-4).

        It is part of `loss` in space, part of `tie` on a planet.
        """
        return self.chain.standoff_chance

    @cached_property
    def end_chances(self) -> Mapping[ForcePair, float]:
        """The chance of every pair of forces with which the battle can end."""
        return _merge_forces(self.chain.end_chances)

    @check_arguments(n=NON_NEGATIVE)
    def after_rounds(self, n: int) -> Mapping[ForcePair, float]:
        """Return the chance of every pair of forces after `n` rounds.

        After 0 rounds the opening (Space Cannon etc.) is over, but not the first round.

        A battle that ended before counts as it ended. Raises `Fault` for a negative `n`.

        >>> start, one = (odds("space: 1 cruiser vs 1 fighter").after_rounds(n) for n in (0, 1))
        >>> len(start), sorted(round(chance, 2) for chance in one.values())
        (1, [0.08, 0.12, 0.32, 0.48])
        """
        return _merge_forces(self.chain.after_rounds(n))

    @cached_property
    def rounds(self) -> Distribution:
        """The distribution of the number of rounds fought; a standoff ends where it begins.

        Rounds reached with a chance below 1e-15 are counted with the last.
        """
        before = 0.0
        chances: dict[int, float] = {}
        for n, (over, _) in enumerate(self.chain.round_chances()):
            total = sum(over.values())
            if total > before:
                chances[n] = total - before
            before = total
        return Distribution(chances)

    @property
    def mean_rounds(self) -> float:
        """The exact mean number of rounds fought."""
        return self.chain.mean_rounds

    def survivors(self, side: int | str, winner: int | str | None = None) -> list[UnitsLeft]:
        """Return the units that a side may have left at the end, with chances, the most likely first.

        With a `winner`, only battles that this side wins are counted (empty if it wins none). Units that
        retreated are included. Raises `Fault` for an invalid side.

        >>> result = odds("space: 2 cruiser vs 1 dreadnought")
        >>> [(left.text(), round(left.chance, 3)) for left in result.survivors(0, winner="attacker")]
        [('1 cruiser', 0.684), ('2 cruisers', 0.316)]
        """
        index = side_index(side)
        units = self.fight.rosters[index].units
        chances: dict[Force, float] = {}
        for state, chance in self._ends_of(winner).items():
            chances[state[index]] = chances.get(state[index], 0.0) + chance
        return [
            _units_left(units, force, chance)
            for force, chance in sorted(chances.items(), key=lambda c: -c[1])
        ]

    def _ends_of(self, winner: int | str | None) -> Mapping[ForcePair, float]:
        """Return the ends of all battles, or of those that one side wins, scaled to add up to 1."""
        if winner is None:
            return self.end_chances
        won = {
            situation: n
            for situation, n in self.chain.end_chances.items()
            if situation.winner == side_index(winner)
        }
        total = sum(won.values())
        return _merge_forces({situation: n / total for situation, n in won.items()}) if total else {}

    @with_column_meanings
    @check_arguments(side=LINE_SIDE)
    @localized
    def survivors_frame(self, side: int | str, lang: Lang | None = None) -> pd.DataFrame:
        """Return `survivors` as a table.

        Columns: `left` (the units in words), `units` (their number), and `chance`.
        """
        import pandas as pd

        rows = [
            (survivor.text(), sum(fresh + hurt for _, fresh, hurt in survivor.units), survivor.chance)
            for survivor in self.survivors(side)
        ]
        return pd.DataFrame(rows, columns=["left", "units", "chance"])

    @cached_property
    def mean_losses(self) -> tuple[float, float]:
        """The mean losses of attacker and defender, in resources (IM-ODDS-5)."""
        lost = [0.0, 0.0]
        for situation, chance in self.chain.end_chances.items():
            result = _result(self.fight, situation)
            for index in (0, 1):
                lost[index] += chance * result.losses(index)
        return lost[0], lost[1]

    def loss_distribution(self, side: int | str, winner: int | str | None = None) -> Distribution:
        """Return the distribution of a side's losses, in resources (IM-ODDS-5).

        With a `winner`, only battles that this side wins are counted (empty if it wins none). Raises `Fault`
        for an invalid side.

        >>> losses = odds("space: 2 cruiser vs 1 dreadnought").loss_distribution("attacker")
        >>> losses.map(lambda loss: round(loss, 1)).frame()["chance"].round(3).tolist()
        [0.142, 0.307, 0.551]
        """
        index = side_index(side)
        return self.distribution(lambda result: result.losses(index), winner)

    def loss_difference_distribution(self, winner: int | str | None = None) -> Distribution:
        """Return the distribution of the defender's losses minus the attacker's, in resources.

        >>> round(odds("space: 2 cruiser vs 1 dreadnought").loss_difference_distribution().mean(), 2)
        -0.46
        """
        return self.distribution(lambda result: result.losses(1) - result.losses(0), winner)

    @check_arguments(value=FUNCTION)
    def distribution(
        self, value: Callable[[BattleResult], float], winner: int | str | None = None
    ) -> Distribution:
        """Return the distribution of any number that `value` computes from the result of a battle.

        `winner` is as in `loss_distribution`.

        >>> result = odds("space: 2 cruiser vs 1 dreadnought")
        >>> ships = result.distribution(lambda end: end.forces[0].size, winner="attacker")
        >>> {int(n): round(chance, 3) for n, chance in ships.items()}
        {1: 0.684, 2: 0.316}
        """
        index = None if winner is None else side_index(winner)
        chances: dict[float, float] = {}
        for situation, chance in self.chain.end_chances.items():
            if index is None or situation.winner == index:
                number = value(_result(self.fight, situation))
                chances[number] = chances.get(number, 0.0) + chance
        return Distribution(chances) if index is None or not chances else Distribution.from_weights(chances)

    def mean_lost_units(self, side: int | str) -> dict[str, float]:
        """Return the mean number of units of each kind that a side loses, by their names in a line.

        Raises `Fault` for an invalid side.
        """
        index = side_index(side)
        lost = [0.0] * len(self.fight.rosters[index].units)
        for situation, chance in self.chain.end_chances.items():
            for kind, before in enumerate(units_had_so_far(self.fight, situation.state, index)):
                lost[kind] += chance * (before - situation.state[index].count(kind))
        return {unit.name: n for unit, n in zip(self.fight.rosters[index].units, lost, strict=True)}


@batched_by("twingkit.imperium.battle.exact_odds.odds_many:odds_many")
@check_arguments(max_walks=NON_NEGATIVE, own_units=OWN_UNITS_ARGUMENT)
def odds(
    battle: Battle | str,
    *,
    max_walks: int = 0,
    variant: Variant | str | None = None,
    own_units: OwnUnits | Path | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> BattleOdds:
    """Return the exact chances of the attacker to win, tie and lose a battle (IM-ODDS-1).

        Parameters
        ----------
        battle
            A battle in space or on the ground, as a line or a `Battle`.
    max_walks
            The maximum number of walks through a step, for battles that must be walked step by step (some
            20,000 take a second); 0: no limit.
        variant
            A `Variant` or a line of switches; None: the battle's own, the default for a line.
        own_units
            Custom units that the line may name: a file, or the result of `load_units`.
        budget
            The maximum of processor seconds.

        Raises
        ------
            `WalkError` and `SlowError` beyond the limits, `NotationError` for a bad line, `BattleError` for a
            battle that the rules forbid, `VariantError` for an invalid variant, `BoxError` for a bad file of
            units, `Fault` for a whole invasion (use `invasion_odds`) and for other arguments.

        >>> result = odds("ground: 1 dreadnought 3 infantry vs 3 infantry 1 pds")
        >>> round(result.win, 6), round(result.tie, 6), round(result.loss, 6)
        (0.317059, 0.038114, 0.644826)
        >>> print(odds("space: 1 destroyer @ letnev,munitions vs 2 fighter", variant="munitions_barrage=yes"))
        win 49.6%, tie 9.2%, loss 41.3%
    """
    legal = legal_battle(battle, variant, own_units)
    if legal.kind == "invasion":
        raise Fault("odds_invasion", rulebook())
    check_time_budget(legal, budget)
    return fight_odds(Fight.from_battle(resolve_best_policy(legal, budget)), max_walks, budget)


def estimate_odds_seconds(battle: Battle) -> float:
    """Estimate the seconds that the odds of a battle take on an ordinary computer."""
    attacker, defender = battle.space_battle.sides
    dice = sum(n for _, n in attacker.units_with_counts())
    first, second = (
        1 + sum(n * (1 + kind.can_sustain_damage) for kind, n in side.units_with_counts())
        for side in (attacker, defender)
    )
    return first * second / MAX_PAIRS + (1 + dice) ** 2 * second * dice / MAX_WAVES


def check_time_budget(battle: Battle, budget: float) -> None:
    """Raise `SlowError` if the odds of a battle are estimated to take more than `budget` seconds."""
    seconds = estimate_odds_seconds(battle)
    if seconds > budget:
        raise SlowError(seconds, budget)


def fight_odds(fight: Fight, max_walks: int = 0, budget: float = DEFAULT_BUDGET_SECONDS) -> BattleOdds:
    """Return the odds of a fight whose policies are both known; `max_walks` and `budget` are as in `odds`."""
    return finish(fight_odds_in_slices(fight, max_walks), budget)


def fight_odds_in_slices(fight: Fight, max_walks: int = 0) -> Slices[BattleOdds]:
    """Compute `fight_odds` in interruptible slices."""
    chain = yield from Chain(fight, most=max_walks).solve_in_slices()
    return BattleOdds(*win_tie_loss(chain.end_chances), rule=RULE, chain=chain)


def odds_after_opening(fight: Fight) -> Mapping[ForcePair, float]:
    """Return the chances of every pair of forces after the opening of a fight, before its first round.

    >>> fight = Fight.from_battle(Battle.parse("ground: 2 infantry 1 dreadnought vs 1 infantry"))
    >>> [round(chance, 2) for chance in odds_after_opening(fight).values()]
    [0.4, 0.6]
    """
    return _merge_forces(Chain(fight).after_opening)


def _merge_forces(chances: Mapping[Situation, float]) -> dict[ForcePair, float]:
    """Add up the chances of equal pairs of forces, whatever effects were used before."""
    forces: dict[ForcePair, float] = {}
    for situation, chance in chances.items():
        state = units_only(situation.state[0]), units_only(situation.state[1])
        forces[state] = forces.get(state, 0.0) + chance
    return forces


def _result(fight: Fight, situation: Situation) -> BattleResult:
    return BattleResult(
        situation.winner, 0, situation.state, situation.retreated, situation.stopping_rule, fight=fight
    )
