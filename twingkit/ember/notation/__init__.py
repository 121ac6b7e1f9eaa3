"""Positions of Ember as lines of text."""
