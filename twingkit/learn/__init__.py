"""What teaches a game: lessons, questions, first games, puzzles, reviews and classes."""
