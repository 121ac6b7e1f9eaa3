"""Whole games of Twilight Imperium: map and table, phases and cards, and computer players."""
