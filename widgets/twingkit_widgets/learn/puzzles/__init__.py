"""Puzzles from games: a play page that begins at a position, and tells what each answer is worth."""
