"""Exact chances: distributions, shares of wins, and walks through every course of a script."""
