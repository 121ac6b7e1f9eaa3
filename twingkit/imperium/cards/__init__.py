"""Action cards: what each does when it is played. Importing this package registers the scripts of all."""

from twingkit.imperium.cards import builders, commands, riches, strikes, technologies

__all__ = ["builders", "commands", "riches", "strikes", "technologies"]
