"""Test helpers for any game: scenes, perft counts, invariants, hidden information, lessons, rulebooks,
questions, players.
"""
