"""The map of Twilight Imperium: tiles, systems, adjacency, and the reach of ships."""
