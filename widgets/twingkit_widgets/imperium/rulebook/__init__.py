"""The rulebook of Twilight Imperium with its examples and its gallery."""
