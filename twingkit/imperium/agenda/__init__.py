"""Agendas of Twilight Imperium: how a vote stands and what would turn it."""
