"""The beginnings of what Twilight Imperium plays: battles (`BattleStart`), whole games (`GameStart`), and
positions in these (`PositionStart`)."""

from __future__ import annotations

from twingkit.imperium.battle.battle_start import BattleStart
from twingkit.imperium.galaxy.game_start import GameStart
from twingkit.imperium.galaxy.position_start import PositionStart

__all__ = ["BattleStart", "GameStart", "PositionStart"]
