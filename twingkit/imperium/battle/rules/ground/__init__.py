"""Invasions: bombardment, landing, and the combat on the ground."""
