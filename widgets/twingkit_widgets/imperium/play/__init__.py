"""Battles of Twilight Imperium on the play page."""
