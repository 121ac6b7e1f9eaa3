"""Battles in space: their steps in order, retreats, and what is left of a fleet."""
