"""The rules of Twilight Imperium's battles: one module for each step or concept, with their texts."""
