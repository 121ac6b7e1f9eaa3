"""Battles in space: their steps in order, retreats, and the survivors of a fleet."""
