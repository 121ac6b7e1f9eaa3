"""The beginnings of what Twilight Imperium plays: battles (`BattleStart`) and whole games (`GameStart`)."""

from __future__ import annotations

from twingkit.imperium.battle_start import BattleStart
from twingkit.imperium.game_start import GameStart

__all__ = ["BattleStart", "GameStart"]
