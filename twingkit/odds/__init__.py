"""Exact odds: distributions, shares of wins, and a search through every branch of a script."""
