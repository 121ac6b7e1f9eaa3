"""The map panel of Twilight Imperium."""
