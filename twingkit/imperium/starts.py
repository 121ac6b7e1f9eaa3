"""The starts of Twilight Imperium: battles, whole games (`GameStart`) and positions."""

from __future__ import annotations

from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.galaxy.starts import GameStart, PositionStart

__all__ = ["BattleStart", "GameStart", "PositionStart"]
