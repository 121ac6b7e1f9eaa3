"""Test helpers for any game: perft counts, invariants, hidden information, lessons, rulebooks, questions,
players.
"""
