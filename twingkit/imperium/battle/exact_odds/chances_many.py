"""The chances of many battles with known policies; battles whose rounds are alike use numpy.

Battles with independent sides are fought together. A side that several lines share is computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from math import inf
from typing import TYPE_CHECKING

from twingkit.core.slices import Slices, SlowError, finish, scale_progress
from twingkit.imperium.battle.exact_odds import independence
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.landings import legal_invasion_odds, legal_invasion_odds_in_slices
from twingkit.imperium.battle.exact_odds.steps_walk import win_tie_loss
from twingkit.imperium.battle.exact_odds.units_only_sides import opening_grid, units_only_side
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight, fighters_join_landing
from twingkit.imperium.battle.rules.result import attacker_retreats_in_standoff

if TYPE_CHECKING:
    from twingkit.imperium.battle.exact_odds.many_grids import GridArrays

WinTieLoss = tuple[float, float, float]
"""The attacker's chances to win, tie and lose."""


_UNIT_PAIRS_PER_SLICE = 20_000
"""The number of pairs of units in the battles of one slice: some hundredths of a second."""

FOLLOWED, WALKED = 10, 100
"""The work weights of a battle whose sides depend on each other but can be followed side by side or in pairs,
and of one whose steps are walked; a simple battle has 1.
"""

_ONE_SECOND_PAIRS = 25_000
"""The number of pairs of units of one battle whose grid takes a second; twice as many take four seconds."""


def battle_chances_in_slices(battles: Sequence[Battle]) -> Slices[list[WinTieLoss]]:
    """Compute `chances_many` in interruptible slices."""
    results: dict[int, WinTieLoss] = {}
    part: dict[int, Battle] = {}
    pairs = 0
    for n, battle in enumerate(battles):
        begin, end = n / len(battles), (n + 1) / len(battles)
        if battle.kind == "invasion":
            planned = yield from scale_progress(legal_invasion_odds_in_slices(battle), begin, end)
            results[n] = planned.win, planned.tie, planned.loss
        elif _are_sides_dependent(battle):
            chain = yield from scale_progress(
                BattleMarkovChain(Fight.from_battle(battle)).solve_in_slices(), begin, end
            )
            results[n] = win_tie_loss(chain.end_chances)
        else:
            part[n] = battle
            pairs += _pairs(battle)
        if pairs > _UNIT_PAIRS_PER_SLICE:
            yield begin
            results.update(zip(part, chances_many(list(part.values())), strict=True))
            part, pairs = {}, 0
    results.update(zip(part, chances_many(list(part.values())), strict=True))
    return [results[n] for n in range(len(battles))]


def _are_sides_dependent(battle: Battle) -> bool:
    """True if the sides (of an invasion, in space) depend on each other, so that odds take long."""
    in_space = battle.space_battle
    if all(
        units_only_side(in_space.kind, side_index, side) for side_index, side in enumerate(in_space.sides)
    ):
        return False
    fight = Fight.from_battle(in_space)
    return independence.first_independent_round(fight, fight.starting_forces()) is None


def work_factor(battle: Battle) -> int:
    """Return a factor of 1, 10 or 100: how much longer the odds of this battle take to compute than those of
    a simple battle.

    The result is 10 if the sides depend on each other but can be followed side by side or in pairs (Duranium
    Armor, Direct Hit, flagships); 100 if their steps are walked.

    >>> for line in ("2 dreadnought @ amd", "2 dreadnought @ da", "2 destroyer @ yin,devotion"):
    ...     print(work_factor(Battle.parse(f"space: {line} vs 3 cruiser")))
    1
    10
    100
    """
    if not _are_sides_dependent(battle):
        return 1
    fight = Fight.from_battle(battle.space_battle)
    state = fight.starting_forces()
    alone = (
        independence.first_separable_round(fight, state) is not None
        or independence.first_memoryless_round(fight, state) is not None
    )
    return FOLLOWED if alone else WALKED


def chances_many(battles: Sequence[Battle], budget: float = inf) -> list[WinTieLoss]:
    """Return the attacker's chances to win, tie and lose for many legal battles whose policies are known.

    numpy is used if it is installed. Raises `SlowError` if one of the battles takes more than `budget`
    processor seconds.
    """
    triples: list[WinTieLoss] = []
    grids: list[GridArrays] = []
    owners: list[int] = []
    for number, battle in enumerate(battles):
        triple, parts = _parts(battle, budget)
        triples.append(triple)
        grids += parts
        owners += [number] * len(parts)
    if not grids:
        return triples
    from twingkit.imperium.battle.exact_odds.many_grids import grid_chances

    for number, (win, tie, loss, standoff) in zip(owners, grid_chances(grids).tolist(), strict=True):
        known_odds = triples[number]
        if attacker_retreats_in_standoff(battles[number]):
            loss += standoff
        else:
            tie += standoff
        triples[number] = known_odds[0] + win, known_odds[1] + tie, known_odds[2] + loss
    return triples


def _pairs(battle: Battle) -> int:
    first, second = (1 + sum([count for _, count in side.units]) for side in battle.sides)
    return first * second


def _single(fight: Fight, budget: float) -> WinTieLoss:
    return win_tie_loss(finish(BattleMarkovChain(fight).solve_in_slices(), budget).end_chances)


def _parts(battle: Battle, budget: float) -> tuple[WinTieLoss, list[GridArrays]]:
    """Return the chances to win, tie and lose before the grids, and the grids on which the rest of the battle
    is fought; there are none for whole invasions (IM-ODDS-6).
    """
    if battle.kind == "invasion":
        planned = legal_invasion_odds(battle, budget)
        return (planned.win, planned.tie, planned.loss), []
    if find_spec("numpy") is None:
        return _single(Fight.from_battle(battle), budget), []
    from twingkit.imperium.battle.exact_odds.many_grids import LadderArrays

    seconds = (_pairs(battle) / _ONE_SECOND_PAIRS) ** 2
    if seconds > budget:
        raise SlowError(seconds, budget)
    first, second = (
        units_only_side(battle.kind, side_index, side) for side_index, side in enumerate(battle.sides)
    )
    if first and second:
        return (0.0, 0.0, 0.0), [opening_grid(battle, (first, second))]
    fight = Fight.from_battle(battle)
    # hits do not come one by one, or the remaining side has not always won
    if any(roster.has_working("nes") for roster in fight.rosters) or fighters_join_landing(fight):
        return _single(fight, budget), []
    course = BattleMarkovChain(fight)
    win, tie, loss = win_tie_loss(course.ends_outside_grids)
    return (win, tie, loss), [
        (
            LadderArrays.from_ladder(course.ladders[0], first),
            LadderArrays.from_ladder(course.ladders[1], second),
            start,
        )
        for (first, second), start in course.grids()
    ]
