"""Twilight Imperium at a real table: hidden cards, and the possible words of typed answers."""
