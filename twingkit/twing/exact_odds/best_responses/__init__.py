"""Best responses of both sides (TW-ODDS-2): moves, values backwards, ends forwards."""
