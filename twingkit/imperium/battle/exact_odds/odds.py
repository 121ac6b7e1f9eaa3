"""The exact odds of a battle (IM-ODDS-1), with its ends, survivors, rounds, losses and hits.

Nothing here is sampled. Win, tie and loss are computed at once, everything else on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, overload

import attrs

from twingkit.analyse.sweeps.batches import batched_by
from twingkit.core.arguments import FUNCTION, NON_NEGATIVE, check_arguments, instance_of, one_of_several
from twingkit.core.language import Lang, localized
from twingkit.core.notation import ROLES, Role
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, Slices, SlowError, finish
from twingkit.core.tables.column_meanings import add_column_meanings, with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.custom_units import CUSTOM_UNITS_ARGUMENT, CustomUnits
from twingkit.imperium.battle.exact_odds import steps_walk, unit_tables
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.exact_fractions import exact_odds_in_slices
from twingkit.imperium.battle.exact_odds.landings import InvasionOdds, legal_invasion_odds
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.force import Fight, ForcePair, units_left
from twingkit.imperium.battle.rules.result import BattleResult
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.distribution import Distribution
from twingkit.odds.odds import ExactOdds, Odds

RULE = "IM-ODDS-1"
"""The rule that defines these odds."""

PAIRS_PER_SECOND, WAVES_PER_SECOND = 20_000, 8e7
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


@attrs.frozen
class BattleOdds(Odds):
    """The attacker's chances to win, tie and lose a battle, and the course of the battle.

    `battle` is the battle that was fought, with a policy in place of `best` (IM-ODDS-3). `survivors` and
    `losses` are tables of both sides' units, `resource_loss_distribution` and `hits_distribution` are
    distributions. With a `winner` ("attacker" or "defender") they count only the battles that this side wins.

    >>> result = battle_odds("space: 2 cruiser vs 1 dreadnought")
    >>> print(result)
    win 44.9%, tie 14.1%, loss 41.1%
    >>> result.survivors("attacker")[["unit", "count", "chance"]].round(3).values.tolist()
    [['cruiser', 0, 0.551], ['cruiser', 1, 0.307], ['cruiser', 2, 0.142]]
    >>> round(result.mean_rounds, 2), [round(loss, 2) for loss in result.mean_resource_losses]
    (2.35, [2.82, 2.36])
    """

    chain: BattleMarkovChain = attrs.field(kw_only=True, repr=False, eq=False)

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

    @check_arguments(round_count=NON_NEGATIVE)
    def after_rounds(self, round_count: int) -> Mapping[ForcePair, float]:
        """Return the chance of every pair of forces after at most `round_count` rounds.

        A battle that ended earlier counts as it ended. After 0 rounds only the opening (Space Cannon etc.) is
        over. Raises `Fault` for a negative `round_count`.

        >>> start, one = (battle_odds("space: 1 cruiser vs 1 fighter").after_rounds(n) for n in (0, 1))
        >>> len(start), sorted(round(chance, 2) for chance in one.values())
        (1, [0.08, 0.12, 0.32, 0.48])
        """
        return _merge_forces(self.chain.after_rounds(round_count))

    @cached_property
    def rounds(self) -> Distribution:
        """The distribution of the number of rounds fought. The endless rounds of a standoff are not counted.

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

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the odds as a table of one row.

        Columns: win, tie, loss, edge; `attrs["columns"]` explains them. `attrs`: `position`, `rules`,
        `rounds` (their mean number), `attacker_lost` and `defender_lost` (mean losses in resources).
        """
        lost = self.mean_resource_losses
        frame = frame_from_rows([self.chances], position=str(self.battle), rules=[self.rule])
        frame.attrs |= {"rounds": self.mean_rounds, "attacker_lost": lost[0], "defender_lost": lost[1]}
        frame.attrs |= self.battle.variant_attrs
        add_column_meanings(frame, "twingkit.imperium", "BattleOdds")
        return frame

    @with_column_meanings
    @check_arguments(winner=unit_tables.WINNER)
    @localized
    def survivors(
        self, side: Role | None = None, *, winner: Role | None = None, lang: Lang | None = None
    ) -> DataFrame:
        """Return how many units of each class a side has left at the end, with chances.

        Units that retreated are included; damaged units count like others.

        Parameters
        ----------
        side
            "attacker" or "defender"; by default both.
        winner
            Count only the battles that this side wins: "attacker" or "defender"; None: all battles.

        Returns
        -------
        pandas.DataFrame
            One row for each side, unit and number from 0, also for those with the chance 0 (no row if the
            `winner` never wins), with the columns

            - `side`, `unit`: the side and its unit, as in a line,
            - `count`: the number of these units that are left,
            - `chance`: the chance of this number,
            - `mean`: the average number, the same in all rows of the unit.

            `attrs`: `position`, `winner`, `share` (the share of battles that count), `lang`.

        Examples
        --------
        >>> result = battle_odds("space: 2 cruiser vs 1 dreadnought")
        >>> result.survivors("attacker", winner="attacker").round(3).values.tolist()
        [['attacker', 'cruiser', 0, 0.0, 1.316], ['attacker', 'cruiser', 1, 0.684, 1.316],
         ['attacker', 'cruiser', 2, 0.316, 1.316]]
        """
        return self._unit_ends.survivors(side, winner)

    @with_column_meanings
    @check_arguments(winner=unit_tables.WINNER)
    @localized
    def losses(
        self, side: Role | None = None, *, winner: Role | None = None, lang: Lang | None = None
    ) -> DataFrame:
        """Return how many units of each class a side loses, with chances.

        `resource_loss_distribution` has the losses of all classes together, in resources.

        `side` and `winner` are as in `survivors`, and so are the columns and `attrs`; but `count` is the
        number of lost units, and `resources` their average cost, the same in all rows of a kind.

        >>> lost = battle_odds("space: 2 cruiser vs 1 dreadnought").losses(winner="attacker")
        >>> lost[["side", "unit", "count", "chance", "resources"]].round(2).values.tolist()
        [['attacker', 'cruiser', 0, 0.32, 1.37], ['attacker', 'cruiser', 1, 0.68, 1.37],
         ['attacker', 'cruiser', 2, 0.0, 1.37], ['defender', 'dreadnought', 0, 0.0, 4.0],
         ['defender', 'dreadnought', 1, 1.0, 4.0]]
        """
        return self._unit_ends.losses(side, winner)

    @property
    def _unit_ends(self) -> unit_tables.UnitEnds:
        ends = self.chain.end_chances.items()
        chances = [(unit_tables.units_at_end(self.fight, situation), chance) for situation, chance in ends]
        return unit_tables.UnitEnds(self.battle, unit_tables.fight_unit_kinds(self.fight), chances)

    def _ends(self, winner: Role | None) -> Mapping[steps_walk.Situation, float]:
        """Return the chances of the ends of all battles, or of those that one side wins."""
        ends = self.chain.end_chances
        if winner is None:
            return ends
        side_index = ROLES.index(winner)
        return {situation: chance for situation, chance in ends.items() if situation.winner == side_index}

    @check_arguments(winner=unit_tables.WINNER)
    def forces_left(self, side: Role, *, winner: Role | None = None) -> list[UnitsLeft]:
        """Return the forces that a side may have left at the end, with chances, the most likely first.

        `survivors` is a table of each class alone. With a `winner`, only battles that this side wins are
        counted (empty if it wins none). Units that retreated are included.

        >>> result = battle_odds("space: 2 cruiser vs 1 dreadnought")
        >>> won = result.forces_left("attacker", winner="attacker")
        >>> [(left.text(), round(left.chance, 3)) for left in won]
        [('1 cruiser', 0.684), ('2 cruisers', 0.316)]
        """
        side_index = ROLES.index(side)
        roster = self.fight.rosters[side_index]
        chances = merge_chances(
            (state[side_index], chance) for state, chance in self._ends_of(winner).items()
        )
        return [
            UnitsLeft(
                units_left(roster, force),
                chance,
                tuple(unit for kind, unit in enumerate(roster.units) if force.count(kind)),
            )
            for force, chance in sorted(chances.items(), key=lambda c: -c[1])
        ]

    def _ends_of(self, winner: Role | None) -> Mapping[ForcePair, float]:
        """Return the forces at the ends of all battles, or of those that one side wins, adding up to 1."""
        if winner is None:
            return self.end_chances
        won = self._ends(winner)
        total = sum(won.values())
        return _merge_forces({situation: n / total for situation, n in won.items()}) if total else {}

    @cached_property
    def mean_resource_losses(self) -> tuple[float, float]:
        """The mean losses of attacker and defender, in resources (IM-ODDS-5)."""
        lost = [0.0, 0.0]
        for situation, chance in self.chain.end_chances.items():
            result = situation.result(self.fight)
            for side_index in (0, 1):
                lost[side_index] += chance * result.losses(side_index)
        return lost[0], lost[1]

    @check_arguments(winner=unit_tables.WINNER)
    def resource_loss_distribution(self, side: Role, *, winner: Role | None = None) -> Distribution:
        """Return the distribution of a side's losses, in resources (IM-ODDS-5).

        With a `winner`, only battles that this side wins are counted (empty if it wins none). Raises `Fault`
        for an invalid side.

        >>> losses = battle_odds("space: 2 cruiser vs 1 dreadnought").resource_loss_distribution("attacker")
        >>> losses.map(lambda loss: round(loss, 1)).frame()["chance"].round(3).tolist()
        [0.142, 0.307, 0.551]
        """
        side_index = ROLES.index(side)
        return self.distribution(lambda result: result.losses(side_index), winner=winner)

    @check_arguments(winner=unit_tables.WINNER)
    def resource_edge_distribution(self, *, winner: Role | None = None) -> Distribution:
        """Return the distribution of the defender's losses minus the attacker's, in resources.

        >>> result = battle_odds("space: 2 cruiser vs 1 dreadnought")
        >>> round(result.resource_edge_distribution().mean(), 2)
        -0.46
        """
        return self.distribution(lambda result: result.losses(1) - result.losses(0), winner=winner)

    @check_arguments(kind=unit_tables.HIT_KIND, winner=unit_tables.WINNER)
    def hits_distribution(
        self,
        side: Role,
        kind: Literal["sustained", "taken"] = "sustained",
        *,
        winner: Role | None = None,
        budget: float = DEFAULT_BUDGET_SECONDS,
    ) -> Distribution:
        """Return the distribution of the number of hits of a kind that a side takes in the battle.

        Parameters
        ----------
        side
            The side that takes the hits.
        kind
            "sustained": the hits that Sustain Damage cancels (IM-UNIT-3); "taken": all hits that damage or
            destroy a unit, those that are sustained included.
        winner
            Count only the battles that this side wins (the distribution is empty if it wins none).
        budget
            The maximum of processor seconds: every step of the battle is walked.

        Raises
        ------
        SlowError
            If the battle takes more than the budget.

        Examples
        --------
        >>> result = battle_odds("space: 2 cruiser vs 1 dreadnought")
        >>> result.hits_distribution("defender").frame()["chance"].round(3).tolist()
        [0.12, 0.88]
        >>> round(result.hits_distribution("defender", "taken").mean(), 2)
        1.47
        """
        key = ROLES.index(side), kind
        if key not in self._hits_by_kind:
            ends = finish(steps_walk.HitCountingWalk(self.fight, *key).ends_in_slices(), budget)
            self._hits_by_kind[key] = merge_chances(
                ((situation.winner, hits), chance) for (situation, hits), chance in ends.items()
            )
        return unit_tables.hits_of_winner(self._hits_by_kind[key], winner)

    @cached_property
    def _hits_by_kind(self) -> dict[tuple[int, str], Mapping[tuple[int | None, int], float]]:
        return {}

    @check_arguments(value=FUNCTION, winner=unit_tables.WINNER)
    def distribution(
        self, value: Callable[[BattleResult], float], *, winner: Role | None = None
    ) -> Distribution:
        """Return the distribution of any number that `value` computes from the result of a battle.

        `winner` is as in `resource_loss_distribution`.

        >>> result = battle_odds("space: 2 cruiser vs 1 dreadnought")
        >>> ships = result.distribution(lambda end: end.forces[0].size, winner="attacker")
        >>> {int(n): round(chance, 3) for n, chance in ships.items()}
        {1: 0.684, 2: 0.316}
        """
        chances = merge_chances(
            (value(situation.result(self.fight)), chance) for situation, chance in self._ends(winner).items()
        )
        return Distribution(chances) if winner is None or not chances else Distribution.from_weights(chances)


@overload
def odds(
    position: Battle | str,
    *,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
    exact: Literal[False] = False,
    budget: float = DEFAULT_BUDGET_SECONDS,
    max_walks: int = 0,
) -> BattleOdds | InvasionOdds: ...


@overload
def odds(
    position: Battle | str,
    *,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
    exact: Literal[True],
    budget: float = DEFAULT_BUDGET_SECONDS,
    max_walks: int = 0,
) -> ExactOdds: ...


@batched_by("twingkit.imperium.battle.exact_odds.odds_many:odds_many")
@check_arguments(
    position=one_of_several(instance_of("argument.battle", Battle, str), many="imperium.odds_many"),
    max_walks=NON_NEGATIVE,
    custom_units=CUSTOM_UNITS_ARGUMENT,
)
def odds(
    position: Battle | str,
    *,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
    exact: bool = False,
    budget: float = DEFAULT_BUDGET_SECONDS,
    max_walks: int = 0,
) -> BattleOdds | InvasionOdds | ExactOdds:
    """Return the exact chances of the attacker to win, tie and lose a battle (IM-ODDS-1).

    Parameters
    ----------
    position
        A battle in space or on the ground, or an invasion, as a line or a `Battle`. `/ best` after a side
        stands for its best order of losses (there is nothing else to respond with).
    variant
        A `Variant` or a line of switches; None: the battle's own, the default for a line.
    custom_units
        Custom units that the line may name: a file, or the result of `load_units`.
    exact
        Return fractions. A dozen units on each side take some seconds, since every step is walked.
    budget, max_walks
        The maximum of processor seconds, and of walks through a step (0: no limit).

    Returns
    -------
    BattleOdds, InvasionOdds or ExactOdds
        For a battle, for an invasion (a win takes the planet, IM-ODDS-6), or with `exact`. All have `win`,
        `tie`, `loss` and `edge`.

    Raises
    ------
    SlowError, WalkBudgetError, NotationError, IllegalBattleError, VariantError, BoxError
        Beyond a limit, or for a bad line, battle, variant or file of units.

    Examples
    --------
    >>> result = odds("ground: 1 dreadnought 3 infantry vs 3 infantry 1 pds")
    >>> round(result.win, 6), round(result.tie, 6), round(result.loss, 6)
    (0.317059, 0.038114, 0.644826)
    >>> print(odds("space: 1 cruiser vs 1 fighter", exact=True))
    win 8/13, tie 2/13, loss 3/13
    """
    legal = legal_battle(position, variant, custom_units)
    check_time_budget(legal, budget)
    battle = resolve_best_policy(legal, budget)
    if exact:
        return finish(exact_odds_in_slices(battle, max_walks), budget)
    if battle.kind == "invasion":
        return legal_invasion_odds(battle, budget)
    return fight_odds(Fight.from_battle(battle), max_walks, budget)


def battle_odds(battle: Battle | str, variant: Variant | str | None = None) -> BattleOdds:
    """Return the odds of a battle in space or on the ground; of an invasion, those of its space battle."""
    legal = legal_battle(battle, variant).space_battle
    check_time_budget(legal, DEFAULT_BUDGET_SECONDS)
    return fight_odds(Fight.from_battle(resolve_best_policy(legal)))


def estimate_odds_seconds(battle: Battle) -> float:
    """Estimate the seconds that the odds of a battle take on an ordinary computer."""
    dice = sum(n for _, n in battle.attacker.units_with_counts())
    first, second = map(estimate_distinct_force_count, battle.space_battle.sides)
    return first * second / PAIRS_PER_SECOND + (1 + dice) ** 2 * second * dice / WAVES_PER_SECOND


def estimate_distinct_force_count(side: Side) -> int:
    """Estimate how many different forces a side goes through while hits destroy it one by one."""
    return 1 + sum(n * (1 + kind.can_sustain_damage) for kind, n in side.units_with_counts())


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
    chain = yield from BattleMarkovChain(fight, max_walks=max_walks).solve_in_slices()
    return BattleOdds(*steps_walk.win_tie_loss(chain.end_chances), rule=RULE, chain=chain)


def chances_after_opening(fight: Fight) -> Mapping[ForcePair, float]:
    """Return the chances of every pair of forces after the opening of a fight, before its first round.

    >>> fight = Fight.from_battle(Battle.parse("ground: 2 infantry 1 dreadnought vs 1 infantry"))
    >>> [round(chance, 2) for chance in chances_after_opening(fight).values()]
    [0.4, 0.6]
    """
    return _merge_forces(BattleMarkovChain(fight).after_opening)


def _merge_forces(chances: Mapping[steps_walk.Situation, float]) -> dict[ForcePair, float]:
    """Add up the chances of equal pairs of forces, whatever effects were used before."""
    return merge_chances(
        ((steps_walk.units_only(situation.state[0]), steps_walk.units_only(situation.state[1])), chance)
        for situation, chance in chances.items()
    )
