"""Twilight Imperium at a real table: answers as text, and the open table."""
