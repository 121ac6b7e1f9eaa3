"""The table of a whole game of Twilight Imperium: what is where, and what may be where."""
