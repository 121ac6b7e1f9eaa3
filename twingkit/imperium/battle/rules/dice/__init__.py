"""Dice of a battle: volleys, combat rolls and rerolls."""
