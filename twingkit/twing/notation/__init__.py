"""Notation: lines of text for a battle, a duel, an end-game attack, a situation or a position."""
