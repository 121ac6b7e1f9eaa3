"""The lab “What if I go there”: a move on a map of a whole game, and exact answers on it."""
