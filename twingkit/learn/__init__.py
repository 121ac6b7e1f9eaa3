"""Teaching material for any game: lessons, questions, first games, puzzles, reviews and classes."""
