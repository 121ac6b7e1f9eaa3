"""Dice of a battle: volleys, combat rolls, and what is rolled again."""
