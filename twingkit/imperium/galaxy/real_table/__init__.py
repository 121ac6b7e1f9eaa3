"""Twilight Imperium at a real table: where its hidden cards lie, and of which words answers are made."""
