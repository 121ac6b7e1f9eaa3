"""Battles of Twilight Imperium in practice: what lies on the table of a question."""
