"""The play page of Twilight Imperium: whole games, and single battles."""
