"""The rulebook of Twilight Imperium with examples and gallery."""
