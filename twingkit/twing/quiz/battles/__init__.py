"""Questions on one battle: it is dealt, the engine plays it, and what it says is asked for."""
