"""The stages of an invasion, from Space Cannon to the ground combat (IM-ODDS-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.language import language
from twingkit.core.slices import Slices, scale_progress
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.exact_odds import landings
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.odds import chances_after_opening
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.force import Fight, ForcePair, force_cost
from twingkit.imperium.battle.rules.space.survivors import survivors
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import Odds

_NAN = float("nan")

_STAGE_COLUMNS = {
    "stage": "str",
    "label": "str",
    "takes_place": "bool",
    **dict.fromkeys(("chance", "given", "forces", "own_lost", "enemy_lost"), "float64"),
}
"""The columns of the table of stages with their types."""


@attrs.frozen
class InvasionStage:
    """One stage of an invasion: "cannon" (Space Cannon against ships), "space", "bombardment", "landing" or
    "ground".

    `chance_to_reach` is the attacker's chance to get to it, `chance_so_far` the chance to get past it,
    `takes_place` whether anything happens in it. `forces` is the mean number of the attacker's ground forces
    after it, if the attacker gets past it (NaN if that never happens); `losses` are the mean losses of
    attacker and defender up to its end, in resources, over all courses.

    `units_before` and `units_after` are mean numbers of units: the attacker's undamaged ships (cannon), the
    defender's ground forces (bombardment), the attacker's (landing), or both sides' (ground).
    """

    name: str
    chance_to_reach: float
    chance_so_far: float
    forces: float
    losses: tuple[float, float]
    takes_place: bool = True
    units_before: float = 0.0
    units_after: float = 0.0

    @property
    def chance_if_reached(self) -> float:
        """The attacker's chance to get past the stage after getting to it; 0 if that never happens."""
        return self.chance_so_far / self.chance_to_reach if self.chance_to_reach else 0.0

    def row(self) -> dict[str, object]:
        """Return the row of the stage in the table of stages."""
        return {
            "stage": self.name,
            "label": rulebook().words.name(f"stage_{self.name}"),
            "takes_place": self.takes_place,
            "chance": self.chance_so_far,
            "given": self.chance_if_reached if self.chance_to_reach else _NAN,
            "forces": self.forces,
            "own_lost": self.losses[0],
            "enemy_lost": self.losses[1],
        }


@attrs.frozen
class StagedInvasionOdds:
    """The odds of an invasion with all its stages."""

    odds: landings.InvasionOdds
    stages: tuple[InvasionStage, ...]

    @property
    def weakest_stage(self) -> InvasionStage:
        """The stage at which the invasion fails most often."""
        return min(self.stages, key=lambda stage: stage.chance_if_reached)

    def frame(self) -> DataFrame:
        """Return the stages as a table; `invasion_stage_table` explains its columns."""
        rows = [stage.row() for stage in self.stages]
        return frame_from_rows(rows, _STAGE_COLUMNS, **invasion_attrs(self.odds))


def invasion_attrs(odds: landings.InvasionOdds) -> dict[str, object]:
    """Return the `attrs` of a table about an invasion."""
    chances = {"win": odds.win, "tie": odds.tie, "loss": odds.loss}
    return {"position": str(odds.battle), "lang": language(), **chances, **odds.battle.variant_attrs}


def staged_invasion_odds_in_slices(battle: Battle) -> Slices[StagedInvasionOdds]:
    """Compute in slices the odds of every stage of a legal invasion, or of a legal ground battle alone."""
    battle_settled = resolve_best_policy(battle)
    if battle.kind == "ground":
        odds = _invasion_without_space(battle_settled)
        aboard = odds.landings[0].ground_force_count
        cannon = InvasionStage("cannon", 1.0, 1.0, aboard, (0.0, 0.0), takes_place=False)
    else:
        odds = yield from scale_progress(landings.legal_invasion_odds_in_slices(battle_settled), 0.0, 0.5)
        cannon = _cannon(battle_settled)
    after_opening = {}
    for n, landing in enumerate(odds.landings):
        yield 0.5 + 0.5 * n / len(odds.landings)
        after_opening[landing.battle] = chances_after_opening(Fight.from_battle(landing.battle))

    def left(side: int) -> float:
        return _mean(odds, lambda landing: _forces_left(after_opening[landing.battle], side))

    def lost(side: int) -> float:
        return odds.space_losses[side] + sum(
            landing.chance * _opening_losses(landing.battle, after_opening[landing.battle], side)
            for landing in odds.landings
        )

    won = odds.landing_chance
    landed = sum(landing.chance for landing in odds.landings if landing.ground_force_count)
    guards = _mean(odds, lambda landing: _standing(landing.battle.defender))
    forces = _mean(odds, lambda landing: landing.ground_force_count)
    spared, ashore = left(1), left(0)
    bombards = any(
        kind.bombardment
        for landing in odds.landings
        for kind, _ in landing.battle.attacker.units_with_counts()
    )
    in_space, bombarded = odds.space_losses, (odds.space_losses[0], lost(1))
    carried = forces if won else _NAN
    stages = (
        cannon,
        InvasionStage("space", cannon.chance_so_far, won, carried, in_space, battle.kind != "ground"),
        InvasionStage("bombardment", won, won, carried, bombarded, bombards and guards > 0, guards, spared),
        InvasionStage(
            "landing",
            won,
            landed,
            ashore * won / landed if landed else _NAN,
            (lost(0), bombarded[1]),
            True,
            forces,
            ashore,
        ),
        InvasionStage(
            "ground",
            landed,
            odds.win,
            _attackers_left_if_won(odds),
            (odds.attacker_losses, odds.defender_losses),
            True,
            ashore,
            spared,
        ),
    )
    return StagedInvasionOdds(odds, stages)


def _invasion_without_space(battle: Battle) -> landings.InvasionOdds:
    """Return the odds of a ground battle as an invasion whose space battle is already won."""
    odds = landings.ground_odds(battle)
    forces = tuple((name, n) for name, n in battle.attacker.units if name.rstrip("+!") in GROUND_FORCES)
    return landings.InvasionOdds(
        battle,
        odds.odds,
        Odds(1.0, 0.0, 0.0, rule=landings.RULE),
        (landings.Landing(forces, battle, 1.0, odds),),
        (0.0, 0.0),
        odds.attacker_losses,
        odds.defender_losses,
    )


def _cannon(battle: Battle) -> InvasionStage:
    """Return the Space Cannon stage of an invasion. Ground forces without room on the ships that are left
    count as lost (IM-UNIT-11).
    """
    fight = Fight.from_battle(battle.space_battle)
    begin = fight.starting_forces()
    alive = fresh = forces = own_lost = enemy_lost = 0.0
    for (attacker, defender), chance in chances_after_opening(fight).items():
        kept = survivors(fight, 0, attacker)
        alive += chance * bool(attacker.size)
        fresh += chance * sum(attacker.fresh)
        forces += chance * kept.ground_force_count * bool(attacker.size)
        own_lost += chance * (battle.attacker.cost - kept.cost)
        enemy_lost += chance * (force_cost(fight, 1, begin[1]) - force_cost(fight, 1, defender))
    return InvasionStage(
        "cannon",
        1.0,
        alive,
        forces / alive if alive else _NAN,
        (own_lost, enemy_lost),
        any(kind.space_cannon for roster in fight.rosters for kind, _ in roster.side.units_with_counts()),
        float(begin[0].size),
        fresh,
    )


def _attackers_left_if_won(odds: landings.InvasionOdds) -> float:
    """Return the mean number of the attacker's ground forces left after taking the planet; NaN if it never
    does.
    """
    left = sum(
        landing.chance * landing.ground_odds.odds.win * landing.ground_odds.mean_attackers_left_if_won
        for landing in odds.landings
    )
    return left / odds.win if odds.win else _NAN


def _forces_left(states: Mapping[ForcePair, float], side_index: int) -> float:
    return sum(chance * state[side_index].size for state, chance in states.items())


def _opening_losses(battle: Battle, states: Mapping[ForcePair, float], side_index: int) -> float:
    """Return the mean losses of a side before the first round of a ground battle, in resources."""
    fight = Fight.from_battle(battle)
    left = sum(chance * force_cost(fight, side_index, state[side_index]) for state, chance in states.items())
    return force_cost(fight, side_index, fight.starting_forces()[side_index]) - left


def _standing(side: Side) -> int:
    return sum(count for kind, count in side.units_with_counts() if kind.is_ground_force)


def _mean(odds: landings.InvasionOdds, value: Callable[[landings.Landing], float]) -> float:
    """Return the mean of a value over all landings, given that the space battle is won."""
    total = odds.landing_chance
    return sum(landing.chance * value(landing) for landing in odds.landings) / total if total else 0.0
