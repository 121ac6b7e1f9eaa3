"""The map of Twilight Imperium as a panel."""
