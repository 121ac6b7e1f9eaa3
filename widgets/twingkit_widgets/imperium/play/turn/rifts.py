"""Warnings of gravity rifts: ships that leave one on their best way may be lost there (IM-MOVE-11)."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.imperium.galaxy.map.reach import Way
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import percent

RIFT = "IM-MOVE-11"
"""The rule of the die that a ship rolls when it leaves a gravity rift."""


def rift_warning(move: Move, start: int, ways: Iterable[Way | None], lang: str) -> str:
    """The rifts that ships leave on their ways from a system, and the chance that one is lost there with all
    that it carries; empty if all fly around them."""
    worst = max((way for way in ways if way is not None), key=lambda way: way.rifts, default=None)
    if worst is None or not worst.rifts:
        return ""
    galaxy = move.table.galaxy
    left = [
        system
        for system in dict.fromkeys((start, *worst.entered[:-1]))
        if galaxy.systems[system].tile.anomaly == "gravity_rift"
    ]
    numbers = ", ".join(move.table.number(system) for system in left)
    return WORDS.say(lang, "move.rift", numbers=numbers, chance=percent(lang, float(1 - worst.survives)))
