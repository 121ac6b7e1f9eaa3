"""The lessons of Twilight Imperium, and what is right in them."""
