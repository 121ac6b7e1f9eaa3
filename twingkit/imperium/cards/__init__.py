"""Action cards: what each does when it is played. Importing this package registers the scripts of all."""

from twingkit.imperium.cards import activation, builders, commands, picking, riches, strikes, technologies

__all__ = ["activation", "builders", "commands", "picking", "riches", "strikes", "technologies"]
