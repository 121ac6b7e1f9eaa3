"""The lessons of Twilight Imperium, and their solutions."""
