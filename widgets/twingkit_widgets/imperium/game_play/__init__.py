"""The play page of a whole game of Twilight Imperium."""
