"""Warnings of gravity rifts: ships that leave one on their best way may be lost there (IM-MOVE-11)."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imperium.tactical.movement_plan import Move
from twingkit_widgets.imperium.game_play.words import WORDS
from twingkit_widgets.panel.wording import percent

RIFT = "IM-MOVE-11"
"""The rule of the die that a ship rolls when it leaves a gravity rift."""


def rift_warning(
    move: Move, start: int, ships: Sequence[str], lang: str, via: frozenset[int] = frozenset()
) -> str:
    """The rifts that the best way of ships from a system leaves, and the chance that one is lost there with
    all that it carries; empty if there is a way around them."""
    ways = [way for name in ships if (way := move.best_way(name, start, via)) is not None and way.rifts]
    if not ways:
        return ""
    worst = max(ways, key=lambda way: way.rifts)
    galaxy = move.table.galaxy
    left = [
        system
        for system in dict.fromkeys((start, *worst.entered[:-1]))
        if galaxy.systems[system].tile.anomaly == "gravity_rift"
    ]
    numbers = ", ".join(move.table.number(system) for system in left)
    return WORDS.say(lang, "move.rift", numbers=numbers, chance=percent(lang, float(1 - worst.survives)))
