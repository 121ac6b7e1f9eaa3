"""Twilight Imperium at a real table: where its hidden cards are, and the words of its answers."""
