"""The pictures of a whole game of Twilight Imperium: the map with all that stands on it, sheets and cards."""
