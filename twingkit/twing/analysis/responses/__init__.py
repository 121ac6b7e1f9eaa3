"""Responses after the dice: which of black cats, traps and Miromon to play, and why."""
