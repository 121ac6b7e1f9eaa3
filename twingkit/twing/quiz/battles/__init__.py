"""Questions on one battle: it is dealt, the engine plays it, and its rulings are asked for."""
