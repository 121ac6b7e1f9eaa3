"""The dice of a side with the Crown of Thalnos: its hits, and the units destroyed for a second miss."""

from __future__ import annotations

import attrs

from twingkit.imperium.battle.rules.dice.combat_roll import again, burning, combat_volley, rerolled
from twingkit.imperium.battle.rules.dice.volley import binomial
from twingkit.imperium.battle.rules.force import Fight, State


def burning_hits(fight: Fight, state: State, index: int, n: int) -> list[tuple[tuple[int, ...], list[float]]]:
    """The chances of 0, 1, 2 … hits of a side with the Crown of Thalnos in round `n`, by what it destroys of
    its own: the places of those units, one entry for a unit. All chances add up to 1.

    Every die of a unit that can burn hits in the end, or its unit is destroyed.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.of(Battle.parse("space: 1 fighter 1 cruiser @ crown_of_thalnos vs 1 carrier"))
    >>> [(burnt, [round(n, 3) for n in hits]) for burnt, hits in burning_hits(fight, fight.start(), 0, 1)]
    [((), [0.0, 0.216, 0.144]), ((0,), [0.384, 0.256])]
    """
    volley, times = combat_volley(fight, state, index, n), again(fight, state[index], index, n)
    kinds = burning(fight, fight.rosters[index])
    steady = tuple(group for group in volley.dice if group.place not in kinds)
    cases: list[tuple[tuple[int, ...], list[float]]]
    cases = [((), rerolled(attrs.evolve(volley, dice=steady), times))]
    for group in volley.dice:
        if group.place in kinds:
            parts = binomial(group.count, (1 - group.chance) ** (times + 2))
            cases = [
                ((*burnt, *[group.place] * lost), [*[0.0] * (group.count - lost), *(part * p for p in hits)])
                for burnt, hits in cases
                for lost, part in enumerate(parts)
            ]
    return cases
