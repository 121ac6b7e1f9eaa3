"""Battles of fleets step by step."""
