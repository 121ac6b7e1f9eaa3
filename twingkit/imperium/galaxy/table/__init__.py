"""The table of a whole game of Twilight Imperium: what lies where, and what may lie there."""
