"""Seizures with the chance that they succeed, by what lies open: the cheapest force, and safer ones.

The chances are about those of steady players (`benchmarks/fits/imajica_seizures.py`): of 620 seizures 92 %
succeeded where nobody could contest, 79 % with more influence than all who could, 32 % with at most 5 less,
12 % with less still. How they grow with the influence to spare is set by hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from twingkit.imajica.players.plans import NO_HELP, HandHelp, seizure_targets
from twingkit.imajica.players.worth import AREAS, READY
from twingkit.imajica.rules.table import ImajicaTable

ALONE = 0.92
"""The chance of a seizure that nobody can contest."""

CHANCES = ((6, 0.9), (4, 0.85), (2, 0.78), (1, 0.72), (-5, 0.3), (-99, 0.12))
"""The chance of another one, by the least influence that it has beyond all who can contest."""

SAFER = 3
"""The influence by which a safer force is larger."""


@attrs.frozen(order=True)
class Attempt:
    """A seizure: what it is worth by its chance, the chance, the Site, and the seizers."""

    gain: float
    chance: float
    site: str
    force: tuple[str, ...]

    @property
    def answer(self) -> str:
        """The answer in the Ally phase."""
        return f"seize {self.site} with {' '.join(self.force)}"


def chance_of(margin: int, contested: bool) -> float:
    """The chance of a seizure by its influence beyond that of all who could contest, if there are any.

    >>> chance_of(2, contested=True), chance_of(2, contested=False)
    (0.78, 0.92)
    """
    if not contested:
        return ALONE
    return next(chance for least, chance in CHANCES if margin >= least)


def seizure_attempts(
    table: ImajicaTable, seat: int, hand: HandHelp = NO_HELP, safer: bool = False
) -> Iterator[Attempt]:
    """Yield for each Site of the Circle the cheapest force, and the cheapest that no open rival stops; with
    `safer` also one with influence to spare."""
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
    """The seizure that is worth most; None if none is worth anything."""
    best = max(seizure_attempts(table, seat, hand), default=None)
    return best if best is not None and best.gain > 0 else None
