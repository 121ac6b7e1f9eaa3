"""Twilight Imperium at a real table: its answers in words, the open table."""
