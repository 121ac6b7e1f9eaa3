"""Tables of any game: plain rows as a `DataFrame`, what its columns mean, and cells that are safe."""
