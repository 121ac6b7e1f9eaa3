"""Technologies of Twilight Imperium: cards, research, and the shortest research orders."""
