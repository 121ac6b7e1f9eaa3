"""The turn of a whole game: its phases, and the actions to choose from."""
