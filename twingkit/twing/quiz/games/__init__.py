"""Questions about whole games: a table is dealt, a plan is played on it, and its rulings give the answer."""
