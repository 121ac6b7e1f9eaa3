"""Questions about one battle: the battle is dealt, the engine plays it, and its rulings give the answer."""
