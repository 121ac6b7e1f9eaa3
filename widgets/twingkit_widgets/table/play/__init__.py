"""Play: a whole game against the computer."""
