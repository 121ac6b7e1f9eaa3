"""The map of Twilight Imperium: tiles, systems, what is adjacent, and what ships reach."""
