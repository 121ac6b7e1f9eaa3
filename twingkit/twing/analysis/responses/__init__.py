"""Responses after the roll: which of black cats, traps and Miromon to play, and why."""
