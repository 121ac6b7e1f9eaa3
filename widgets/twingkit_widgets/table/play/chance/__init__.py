"""Chance in a played game: throws that can be changed, and results that an undo has taken back."""
