"""The beginnings of what Twilight Imperium plays: battles (`BattleStart`), whole games (`GameStart`), and
positions in these (`PositionStart`)."""

from __future__ import annotations

from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.galaxy.starts import GameStart, PositionStart

__all__ = ["BattleStart", "GameStart", "PositionStart"]
