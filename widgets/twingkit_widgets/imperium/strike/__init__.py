"""The move lab "What if I go there": a move on a map of a whole game, with exact odds."""
