"""The starts of Twilight Imperium: battles (`BattleStart`), whole games (`GameStart`) and positions
(`PositionStart`).
"""

from __future__ import annotations

from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.galaxy.starts import GameStart, PositionStart

__all__ = ["BattleStart", "GameStart", "PositionStart"]
