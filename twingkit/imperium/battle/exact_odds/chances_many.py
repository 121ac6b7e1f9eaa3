"""The chances of many battles at once, whose policies are known: those whose rounds are alike with numpy.

Battles in which the two sides are independent are fought side by side; where many lines share a side, its
dice are worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from math import inf
from typing import TYPE_CHECKING

from twingkit.core.slices import Slices, SlowError, finish, within
from twingkit.imperium.battle.exact_odds.chain import Chain
from twingkit.imperium.battle.exact_odds.independence import independent_from, paired_from, sided_from
from twingkit.imperium.battle.exact_odds.landings import invasion_work, planned_invasion
from twingkit.imperium.battle.exact_odds.plain_sides import begun, plain_side
from twingkit.imperium.battle.exact_odds.steps_walk import outcome
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight, fighters_land
from twingkit.imperium.battle.rules.result import retreats

if TYPE_CHECKING:
    from twingkit.imperium.battle.exact_odds.many_grids import Fought

Triple = tuple[float, float, float]
"""Win, tie and loss of the attacker."""


AT_ONCE = 20_000
"""The number of pairs of units in the battles of one slice: some hundredths of a second."""

FOLLOWED, WALKED = 10, 100
"""The number of plain battles that take the time of one whose sides depend on each other, but are followed
side by side or by pairs, and of one whose steps are walked."""

QUICK_PAIRS = 25_000
"""The number of pairs of units of one battle whose grid takes a second; twice as many take four."""


def chances_work(battles: Sequence[Battle]) -> Slices[list[Triple]]:
    """`chances_many` in slices."""
    results: dict[int, Triple] = {}
    part: dict[int, Battle] = {}
    pairs = 0
    for n, battle in enumerate(battles):
        begin, end = n / len(battles), (n + 1) / len(battles)
        if battle.kind == "invasion":
            planned = yield from within(invasion_work(battle), begin, end)
            results[n] = planned.win, planned.tie, planned.loss
        elif tied(battle):
            chain = yield from within(Chain(Fight.of(battle)).solving(), begin, end)
            results[n] = outcome(chain.ends)
        else:
            part[n] = battle
            pairs += _pairs(battle)
        if pairs > AT_ONCE:
            yield begin
            results.update(zip(part, chances_many(list(part.values())), strict=True))
            part, pairs = {}, 0
    results.update(zip(part, chances_many(list(part.values())), strict=True))
    return [results[n] for n in range(len(battles))]


def tied(battle: Battle) -> bool:
    """True if the sides of a battle (of an invasion: in space) depend on each other, so that its odds take
    long."""
    in_space = battle.in_space
    if all(plain_side(in_space.kind, index, side) for index, side in enumerate(in_space.sides)):
        return False
    fight = Fight.of(in_space)
    return independent_from(fight, fight.start()) is None


def weight(battle: Battle) -> int:
    """The number of plain battles whose odds take about as long as those of this one: 1, 10 where sides
    depend on each other but are followed side by side or by pairs (Duranium Armor, Direct Hit, flagships),
    and 100 where their steps are walked.

    >>> for line in ("2 dreadnought @ amd", "2 dreadnought @ da", "2 destroyer @ yin,devotion"):
    ...     print(weight(Battle.parse(f"space: {line} vs 3 cruiser")))
    1
    10
    100
    """
    if not tied(battle):
        return 1
    fight = Fight.of(battle.in_space)
    state = fight.start()
    alone = sided_from(fight, state) is not None or paired_from(fight, state) is not None
    return FOLLOWED if alone else WALKED


def chances_many(battles: Sequence[Battle], budget: float = inf) -> list[Triple]:
    """Win, tie and loss of legal battles whose policies are known; numpy is used if it is there.

    `SlowError` if one of them takes more than `budget` processor seconds.
    """
    if any(battle.kind == "invasion" for battle in battles):
        return _with_invasions(battles, budget)
    if find_spec("numpy") is None:
        return [_single(Fight.of(battle), budget) for battle in battles]
    from twingkit.imperium.battle.exact_odds.many_grids import fight_many

    triples: list[Triple] = []
    grids: list[Fought] = []
    owners: list[int] = []
    for number, battle in enumerate(battles):
        seconds = (_pairs(battle) / QUICK_PAIRS) ** 2
        if seconds > budget:
            raise SlowError(seconds, budget)
        triple, parts = _parts(battle, budget)
        triples.append(triple)
        grids += parts
        owners += [number] * len(parts)
    for number, (win, tie, loss, standoff) in zip(owners, fight_many(grids).tolist(), strict=True):
        known_odds = triples[number]
        if retreats(battles[number]):
            loss += standoff
        else:
            tie += standoff
        triples[number] = known_odds[0] + win, known_odds[1] + tie, known_odds[2] + loss
    return triples


def _pairs(battle: Battle) -> int:
    """The number of pairs of units of a battle."""
    first, second = (1 + sum([count for _, count in side.units]) for side in battle.sides)
    return first * second


def _with_invasions(battles: Sequence[Battle], budget: float) -> list[Triple]:
    """The same where some are whole invasions (IM-ODDS-6)."""
    others = iter(chances_many([battle for battle in battles if battle.kind != "invasion"], budget))
    results = []
    for battle in battles:
        if battle.kind == "invasion":
            planned = planned_invasion(battle, budget)
            results.append((planned.win, planned.tie, planned.loss))
        else:
            results.append(next(others))
    return results


def _single(fight: Fight, budget: float) -> Triple:
    return outcome(finish(Chain(fight).solving(), budget).ends)


def _parts(battle: Battle, budget: float) -> tuple[Triple, list[Fought]]:
    """The part of a battle decided before rounds are alike, and the grids on which the rest is fought."""
    from twingkit.imperium.battle.exact_odds.many_grids import Rungs

    first, second = (plain_side(battle.kind, index, side) for index, side in enumerate(battle.sides))
    if first and second:
        return (0.0, 0.0, 0.0), [begun(battle, (first, second))]
    fight = Fight.of(battle)
    # hits do not come one by one, or who is left has not always won
    if any(roster.has("nes") for roster in fight.rosters) or fighters_land(fight):
        return _single(fight, budget), []
    course = Chain(fight)
    win, tie, loss = outcome(course.before_grids)
    return (win, tie, loss), [
        (Rungs.of(grid.ladders[0], grid.rolls[0]), Rungs.of(grid.ladders[1], grid.rolls[1]), start)
        for grid, start in course.grids()
    ]
