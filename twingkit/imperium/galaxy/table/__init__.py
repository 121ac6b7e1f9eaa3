"""The table of a whole game of Twilight Imperium: the state of all components and its limits."""
