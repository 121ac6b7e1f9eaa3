"""The switches of Twilight Imperium: other interpretations where the rules are unclear."""
