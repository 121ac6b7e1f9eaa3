"""Possible seizures with their estimated success: the cheapest force for each Site, and safer ones.

The probabilities were measured in games of steady players (`benchmarks/fits/imajica_seizures.py`). Of 620
seizures 92 % succeeded if nobody could contest, 79 % with more influence than all who could, 32 % with at
most 5 less, and 12 % with even less. How they grow with spare influence is set by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from twingkit.imajica.players.plans import NO_HELP, HandSeizureHelp, seizure_targets
from twingkit.imajica.rules.table import ImajicaTable

_UNCONTESTED_CHANCE = 0.92
"""Probability that a seizure succeeds if nobody can contest it."""

_CHANCE_BY_MARGIN = ((6, 0.9), (4, 0.85), (2, 0.78), (1, 0.72), (-5, 0.3), (-99, 0.12))
"""Probability that a contested seizure succeeds, as pairs of minimum surplus influence and probability."""

_SAFER_EXTRA_INFLUENCE = 3


class SeizureAttempt(NamedTuple):
    """A possible seizure: its expected gain, its probability of success, the Site, and the seizers."""

    expected_gain: float
    chance: float
    site: str
    seizers: tuple[str, ...]

    @property
    def answer(self) -> str:
        """Return the attempt as an answer in the Ally phase."""
        return f"seize {self.site} with {' '.join(self.seizers)}"


def seizure_chance(margin: int, contested: bool) -> float:
    """Return the estimated probability that a seizure succeeds if the seizers have `margin` more influence
    than all possible contesters.

    >>> seizure_chance(2, contested=True), seizure_chance(2, contested=False)
    (0.78, 0.92)
    """
    if not contested:
        return _UNCONTESTED_CHANCE
    return next(chance for least, chance in _CHANCE_BY_MARGIN if margin >= least)


def cheapest_seizures(
    table: ImajicaTable, seat: int, hand: HandSeizureHelp = NO_HELP, with_spare_influence: bool = False
) -> Iterator[SeizureAttempt]:
    """Yield for each Site the cheapest seizure, and the cheapest that no rival can stop with the characters
    now in play.

    With `with_spare_influence` there is also one with spare influence.
    """
    for siege in seizure_targets(table, seat, hand):
        sure = siege.rival_influence - hand.contest_influence
        forces = set()
        for least in (-1, sure, sure + _SAFER_EXTRA_INFLUENCE) if with_spare_influence else (-1, sure):
            force, cost = siege.cheapest_force_and_cost(least)
            if not force or force in forces:
                continue
            forces.add(force)
            own = sum(
                siege.influences[place] for place, piece in enumerate(siege.able_characters) if piece in force
            )
            chance = seizure_chance(
                own + hand.contest_influence - siege.rival_influence, siege.can_be_contested
            )
            names = tuple(piece.token for piece in force)
            yield SeizureAttempt(siege.expected_gain(chance, cost), chance, siege.site.token, names)


def best_seizure_attempt(
    table: ImajicaTable, seat: int, hand: HandSeizureHelp = NO_HELP
) -> SeizureAttempt | None:
    """Return the seizure with the largest expected gain, or None if none gains anything."""
    best = max(cheapest_seizures(table, seat, hand), default=None)
    return best if best is not None and best.expected_gain > 0 else None
