"""Abilities of factions and technologies in a game. Importing this package registers the scripts of all."""

from twingkit.imperium.faction_abilities import actions, activations, fights, gains, production, seasons

__all__ = ["actions", "activations", "fights", "gains", "production", "seasons"]
