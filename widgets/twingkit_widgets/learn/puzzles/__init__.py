"""Puzzles from games: a play page that starts at a position, and then shows the value of each answer."""
