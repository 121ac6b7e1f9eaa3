"""Positions of Ember as strings."""
