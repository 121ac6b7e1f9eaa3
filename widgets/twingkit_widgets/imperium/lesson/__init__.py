"""The lessons of Twilight Imperium."""
