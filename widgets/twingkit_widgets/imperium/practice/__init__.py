"""Battles of Twilight Imperium in practice: the table of a question."""
