"""Best responses of both sides (TW-ODDS-2): legal moves, backward values, forward probabilities."""
