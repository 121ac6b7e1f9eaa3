"""Seizures with the probability that they succeed, from open information: the cheapest force, and safer ones.

The probabilities were measured in games of steady players (`benchmarks/fits/imajica_seizures.py`). Of 620
seizures 92 % succeeded if nobody could contest, 79 % with more influence than all who could, 32 % with at
most 5 less, and 12 % with even less. How they grow with spare influence is set by hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from twingkit.imajica.players.plans import NO_HELP, HandHelp, seizure_targets
from twingkit.imajica.players.worth import AREAS, READY
from twingkit.imajica.rules.table import ImajicaTable

ALONE = 0.92
"""Probability that a seizure succeeds if nobody can contest it."""

CHANCES = ((6, 0.9), (4, 0.85), (2, 0.78), (1, 0.72), (-5, 0.3), (-99, 0.12))
"""Probability that a contested seizure succeeds: pairs of minimum surplus influence and probability."""

SAFER = 3
"""Extra influence that a safer force has."""


@attrs.frozen(order=True)
class Attempt:
    """A seizure: its worth times its probability, the probability, the Site, and the seizers."""

    gain: float
    chance: float
    site: str
    force: tuple[str, ...]

    @property
    def answer(self) -> str:
        """Return the answer in the Ally phase."""
        return f"seize {self.site} with {' '.join(self.force)}"


def chance_of(margin: int, contested: bool) -> float:
    """Return the probability that a seizure succeeds, by its influence beyond that of all who could contest.

    >>> chance_of(2, contested=True), chance_of(2, contested=False)
    (0.78, 0.92)
    """
    if not contested:
        return ALONE
    return next(chance for least, chance in CHANCES if margin >= least)


def seizure_attempts(
    table: ImajicaTable, seat: int, hand: HandHelp = NO_HELP, safer: bool = False
) -> Iterator[Attempt]:
    """Yield for each Site in the Circle the cheapest force, and the cheapest that no rival on the table can
    stop.

    With `safer` there is also one with spare influence.
    """
    for siege in seizure_targets(table, seat, hand):
        sure = siege.beaten - hand.contest
        forces = set()
        for least in (-1, sure, sure + SAFER) if safer else (-1, sure):
            force, cost = siege.force(least)
            if not force or force in forces:
                continue
            forces.add(force)
            own = sum(siege.points[place] for place, piece in enumerate(siege.ready) if piece in force)
            chance = chance_of(own + hand.contest - siege.beaten, siege.contested)
            gain = chance * (siege.worth - (AREAS["active"] - AREAS["state"]) * cost)
            names = tuple(piece.token for piece in force)
            yield Attempt(gain - (1 - chance) * READY * cost, chance, siege.site.token, names)


def best_attempt(table: ImajicaTable, seat: int, hand: HandHelp = NO_HELP) -> Attempt | None:
    """Return the seizure that is worth most, or None if none is worth anything."""
    best = max(seizure_attempts(table, seat, hand), default=None)
    return best if best is not None and best.gain > 0 else None
