"""Questions about one battle: it is dealt, the engine plays it, and the question is about its rulings."""
