"""Abilities of factions and technologies in a game."""
