"""Puzzles from games: a play page that starts at a position and shows the value of each answer afterwards."""
