"""Battles for the corner cases about dice."""

from __future__ import annotations

from twing.cases import (
    case,
    play,
)

from twingkit import Game


def battle(*answers: str, variant: str = "box", players: str = "FW", **seats: str) -> Game:
    """Return a game in which the Mage (p1) attacks the Witch (p2), after these answers."""
    return play(case(players, variant=variant, **seats), "attack p2", *answers)


LAID = ("lay A5", "lay L5")

PLAIN = {"p1": "hand A5", "p2": "hand L5"}
"""Five points each, nobody's own element, no card left in a hand."""
