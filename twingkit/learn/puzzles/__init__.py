"""Puzzles: positions from games in which one answer is clearly better than all others."""
